// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/candidate.h"

#include <QRectF>
#include <QSize>
#include <QString>

namespace pipette {

/// Where the chunks of a layer strip and the borders between them lie, with their words. Border k is behind
/// chunk k. A chunk without layers is a third of a layer wide.
class LayerScene {
public:
    static constexpr double margin = 12;  ///< pixels beside the chunks
    static constexpr double heading = 18; ///< pixels above them
    static constexpr double grip = 5;     ///< pixels beside a border that take hold of it

    /// `layers`: of each chunk of `config`, which need not be its own; `size`: of the view.
    LayerScene(const std::vector<int>& layers, const ParallelConfig& config, QSize size);

    int chunks() const { return static_cast<int>(layers_.size()); }
    const QRectF& bar() const { return bar_; }
    QRectF chunkRect(int chunk) const;
    QRect borderRect(int border) const;       ///< what takes hold of a border
    double left(int chunk) const;             ///< of its rectangle; of a border, left(border + 1)
    int borderAt(const QPointF& point) const; ///< -1: none
    int chunkAt(const QPointF& point) const;  ///< -1: none
    int layersTo(int chunk, double x) const;  ///< of a chunk that ends there
    int deviceOf(int chunk) const;
    QString chunkText(int chunk) const;
    QString borderText(int border) const;

private:
    const std::vector<int>& layers_;
    const ParallelConfig& config_;
    QRectF bar_;
    double unit_ = 1; ///< pixels a layer
};

} // namespace pipette
