// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>

namespace pipette {

/// Work that is too long for one turn of the event loop, done in slices of a few milliseconds between events,
/// so that the window never blocks. One task at a time; starting another drops the one before.
class SlicedWork : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// `step` does a little (well below a millisecond) and returns whether more is left.
    void start(std::function<bool()> step);
    void finish(); ///< does all that is left now (pictures for files cannot wait)
    void drop();
    bool running() const { return static_cast<bool>(step_); }

signals:
    void done();

private:
    void slice();
    std::function<bool()> step_;
    int ticket_ = 0; ///< turns that are still queued for a dropped task carry an old one
};

} // namespace pipette
