// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/accessible/drawn_items.h"
#include "widgets/charts/chart_view.h"
#include "widgets/cluster/gpus/gpu_carrying.h"
#include "widgets/cluster/gpus/gpu_scene.h"
#include "widgets/cluster/gpus/gpu_zoom.h"
#include "widgets/cluster/gpus/shown_gpus.h"

#include <memory>

namespace pipette {

/// What the assignment board and the topology share: choosing, dragging and dropping GPUs, cells and nodes,
/// the same by keyboard, pins and exclusions, zoom and pan. Views only draw and say what lies where. Keys:
/// arrows select the GPU that they come to (Ctrl: they pass over it), Enter selects (Shift: the whole cell or
/// group; Ctrl: adds or takes away), M picks up for "Move to..." (Shift: the node), then arrows aim, Enter
/// drops, Esc lets go; G changes by what GPUs are grouped: what is carried is the block, or the group, which
/// Shift puts on a node; P pins and X excludes what is selected, + and - zoom, 0 fits, Menu opens the menu.
/// Where a view draws nodes or boxes in place of GPUs, the arrows go from one to the next of these; a double
/// click or PageDown opens one, PageUp goes back out.
class GpuView : public ChartView, public DrawnItems {
    Q_OBJECT

public:
    explicit GpuView(QWidget* parent = nullptr);

    void setShown(const Shown& shown);
    void setSelection(const Selection& selection);
    const ShownGpus& gpus() const { return gpus_; }
    MoveRequests& moves() { return carrying_.requests(); } ///< what a person wants to move
    /// What stands where now; only with a cluster.
    virtual std::unique_ptr<const GpuScene> scene() const = 0;

    int drawnCount() const override { return gpus_.cluster() ? scene()->itemCount() : 0; }
    DrawnItem drawnItem(int item) const override;
    int drawnItemAt(const QPointF& point) const override;
    int drawnCursor() const override;
    void chooseDrawn(int item) override;
    int drawnRow(int item) const override { return item < gpus_.count() ? item : -1; }

public slots:
    /// Takes the answer to a preview request. The view shows it beside the place of the drop as long as what
    /// is carried hovers there.
    void setDropPreview(const pipette::DropPreview& preview);

signals:
    void selectionRequested(pipette::Selection selection);
    void pinToggled();     ///< of the GPUs that are selected in all views
    void excludeToggled(); ///< of the same

protected:
    virtual void shownChanged() = 0;
    virtual void selectionChanged() {} ///< also when the groups by which GPUs are shown changed
    virtual GpuZoom& zoom() = 0;
    virtual void zoomed() {} ///< after each change of zoom()

    QString tipAt(const QPoint& point) const override;
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void choose(const Spot& spot, Qt::KeyboardModifiers modifiers);
    void open(const Spot& spot);
    void followSelection(); ///< brings the cursor back into it
    void moveCursor(int key, Qt::KeyboardModifiers modifiers);
    void enter(Qt::KeyboardModifiers modifiers); ///< drops what is carried, else selects
    void lift(const Spot& spot);                 ///< picks up by keyboard
    void regroup();                              ///< by the next axis
    void openMenu(const Spot& spot, const QPoint& global);

    ShownGpus gpus_;
    GpuCarrying carrying_{gpus_};
    int cursor_ = -1; ///< GPU under the keyboard; of the selection, unless Ctrl or M led it away
    QPointF press_;
    Spot pressed_;
};

} // namespace pipette
