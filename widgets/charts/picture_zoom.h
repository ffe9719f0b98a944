// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

#include <optional>

class QMouseEvent;
class QWheelEvent;

namespace pipette {

/// The part of a picture that is in sight, and what the wheel, keys and a mouse that drags it do: the same in
/// every view that zooms. Points and lengths are pixels of the view.
class PictureZoom {
public:
    virtual ~PictureZoom() = default;
    virtual void zoomAt(const QPointF& point, double factor) = 0; ///< what lies at `point` stays there
    virtual void panBy(const QPointF& delta) = 0;
    virtual void fitAll() = 0;

    void turnWheel(const QWheelEvent& event); ///< zooms
    void scroll(const QWheelEvent& event);    ///< moves the picture; Shift: sideways
    /// + and - zoom around `centre`, 0 fits; returns whether the key was one of these.
    bool pressKey(int key, const QPointF& centre);

    void take(const QPointF& point); ///< the picture follows the mouse from here on
    bool taken() const { return held_.has_value(); }
    /// `slack`: pixels that the mouse may move before the picture does.
    void drag(const QPointF& point, double slack = 0);
    bool dragged() const { return dragged_; } ///< since take(): the mouse did not just click
    void release() { held_.reset(); }

private:
    std::optional<QPointF> held_; ///< where the mouse was last
    bool dragged_ = false;
};

} // namespace pipette
