// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/cluster/gpus/gpu_scene.h"
#include "widgets/cluster/topology/topology_boxes.h"
#include "widgets/cluster/topology/topology_colours.h"
#include "widgets/cluster/topology/topology_links.h"
#include "widgets/cluster/topology/topology_zoom.h"

#include <QFont>

namespace pipette {

/// The GPUs, boxes, links and colours of a topology. They are the same in every picture of it.
struct TopologyContent {
    explicit TopologyContent(const ShownGpus& shown) : gpus(shown) {}
    const ShownGpus& gpus;
    TopologyBoxes boxes{gpus};
    TopologyLinks links{gpus};
    TopologyColours colours{gpus, links.measured()};
};

/// Where everything of a topology stands in one picture, how much of it is drawn, and its words. Items are
/// GPUs, nodes, boxes of nodes, the slowest links, and the links that the plan uses.
class TopologyScene : public GpuScene {
public:
    /// `area`: the part of the picture that shows the cluster; `small`: the font of all that is written.
    TopologyScene(const TopologyContent& content, const TopologyZoom& zoom, const QRectF& area,
                  const QFont& small);

    const TopologyContent& content() const { return content_; }
    const Cluster& cluster() const { return *content_.gpus.cluster(); }
    TopologyLevel level() const { return level_; }
    const QRectF& area() const { return area_; }
    const QFont& small() const { return small_; }
    double scale() const { return camera_.scale; } ///< pixels of a GPU's height
    QRectF gpuRect(int gpu) const;
    QRectF nodeRect(int node) const;
    QRectF boxRect(int box) const;
    QRectF cellRect(int node) const; ///< of a node that is drawn as one cell, below its name
    QRectF nameRoom(int node) const; ///< for the host name; also for marks, where names stand beside
    /// Names stand at the left of the GPUs, not above them.
    bool namesBeside() const;
    Spot spotOf(int gpu, TopologyLevel level) const; ///< what stands for a GPU at a level
    /// The slow links that the key below the picture explains: only they are marked. The first of all.
    int toldLinks() const { return told_links_; }

    Spot spotAt(const QPointF& point) const override;
    QRectF rectOf(const Spot& spot) const override;
    Spot stopOf(int gpu) const override { return spotOf(gpu, level_); }
    bool opens(const Spot& spot) const override;
    QString levelText() const override;
    int itemCount() const override { return firstLink() + content_.links.count(); }
    Spot spotOfItem(int item) const override;
    int itemOf(const Spot& spot) const override;
    Spot itemAt(const QPointF& point) const override;
    std::vector<int> gpusOf(const Spot& spot) const override;
    QString nameOf(const Spot& spot) const override;
    QString stateOf(const Spot& spot) const override;

private:
    int firstBox() const { return cluster().gpu_count() + cluster().node_count(); } ///< its item
    int firstLink() const { return firstBox() + static_cast<int>(content_.boxes.layout().boxes.size()); }

    const TopologyContent& content_;
    TopologyCamera camera_;
    TopologyLevel level_;
    QRectF area_;
    QFont small_;
    int told_links_;
};

} // namespace pipette
