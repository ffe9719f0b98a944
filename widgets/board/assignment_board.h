// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/board_scene.h"
#include "widgets/charts/view_tools.h"
#include "widgets/cluster/gpus/gpu_squares.h"
#include "widgets/cluster/gpus/gpu_view.h"

namespace pipette {

class FloatingChoice;

/// Which GPU runs what: stages across, replicas down, each cell the GPUs of one stage of one replica. Cells
/// of one node below each other are one card with the node's name on the tint of its rack, GPUs in the colour
/// of their stage, with the number of their group where they are grouped; spare GPUs in a tray below. Above
/// them the choice of groups and where these lie. Interaction: see GpuView; here the wheel scrolls and
/// Ctrl+wheel zooms.
class AssignmentBoard : public GpuView, public WithTools, private GpuZoom {
    Q_OBJECT

public:
    explicit AssignmentBoard(QWidget* parent = nullptr);
    std::unique_ptr<const GpuScene> scene() const override;
    void renderTo(QPainter* painter, QSize size) override;
    ViewTools& tools() const override { return *tools_; }

protected:
    void shownChanged() override;
    GpuZoom& zoom() override { return *this; }
    bool wheelZooms() const override { return false; }
    void zoomAt(const QPointF& point, double factor) override;
    void panBy(const QPointF& delta) override;
    void fitAll() override { sight_ = {}; }
    void resizeEvent(QResizeEvent* event) override;

private:
    BoardScene sceneIn(QSize size) const;
    ChartTable::Content tableContent() const;
    void fillChoice();
    void placeTools();
    double headHeight() const; ///< of the line above the board; 0: nothing to choose or to say

    BoardCells cells_;
    BoardSight sight_;
    NumberTexts numbers_;
    ViewTools* tools_;
    FloatingChoice* choice_;
};

} // namespace pipette
