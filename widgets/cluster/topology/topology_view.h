// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/sliced_work.h"
#include "widgets/charts/view_tools.h"
#include "widgets/cluster/gpus/gpu_squares.h"
#include "widgets/cluster/gpus/gpu_view.h"
#include "widgets/cluster/link_menu.h"
#include "widgets/cluster/topology/topology_scene.h"

namespace pipette {

class ButtonRow;
class FloatingChoice;

/// Racks, nodes, GPUs and NICs as they stand, with the links that the selection uses and the slowest links
/// between them. How much is drawn depends on the zoom: see TopologyLevel. Interaction: see GpuView; C
/// changes what the colours mean, and GPUs that are grouped show the numbers of their groups at once.
class TopologyView : public GpuView, public WithTools {
    Q_OBJECT

public:
    explicit TopologyView(QWidget* parent = nullptr);

    const TopologyContent& content() const { return content_; }
    void setColouring(TopologyColouring colouring);
    void hold(TopologyLevel level); ///< draws this level until the zoom changes
    TopologyLevel level() const { return sceneIn(size()).level(); }
    /// What stands where in a picture of some size; only with a cluster.
    TopologyScene sceneIn(QSize size) const;
    std::unique_ptr<const GpuScene> scene() const override;

    void renderTo(QPainter* painter, QSize size) override;
    ViewTools& tools() const override { return *tools_; }

signals:
    void linkRequested(const pipette::LinkIntent& intent);

protected:
    void shownChanged() override;
    void selectionChanged() override;
    GpuZoom& zoom() override;
    void zoomed() override; ///< shows the level on the buttons
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QString tipAt(const QPoint& point) const override;
    void addItemActions(QMenu& menu, int item) override;

private:
    QRectF mapArea(QSize size) const;
    void layOut();     ///< for the shape of the view, when that has changed much
    void fillLevels(); ///< into the buttons
    void fillChoice(); ///< of colourings
    void placeTools();
    void chooseColouring(int item);
    void startScan();
    void takeScan();
    void linksChanged(); ///< tells assistive technology that other links are drawn

    TopologyContent content_{gpus()};
    TopologyZoom zoom_{content_.boxes};
    std::shared_ptr<const Cluster> laid_;
    double laid_aspect_ = 0;
    SlicedWork scanning_;
    std::shared_ptr<LinkScan> scan_;
    NumberTexts numbers_;
    ViewTools* tools_;
    FloatingChoice* choice_;
    ButtonRow* level_row_;
};

} // namespace pipette
