// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/cluster/gpus/shown_gpus.h"
#include "widgets/cluster/topology/measured_links.h"

#include <QBrush>

namespace pipette {

struct Theme;

/// What the colours of a topology mean. group: the group that a GPU is in, where all views group GPUs; its
/// stage where they do not.
enum class TopologyColouring { stage, replica, memory, bandwidth, group };

/// The colour of each GPU of a topology.
class TopologyColours {
public:
    TopologyColours(const ShownGpus& gpus, const MeasuredLinks& measured)
        : gpus_(gpus), measured_(measured) {}

    TopologyColouring of() const { return of_; }
    void set(TopologyColouring of) { of_ = of; }
    /// Turns to the colours of groups when all views begin to group by another axis, and away from them when
    /// nothing is grouped any more.
    void followGrouping();
    TopologyColouring next() const; ///< the one after the present one

    /// Each colour stands for the number of a stage, a replica or a group.
    bool numbered() const;
    int numberOf(int gpu) const; ///< of its stage, replica or group; -1: none
    QBrush brushOf(int gpu, const Theme& theme) const;
    QString text() const; ///< "colours: pipeline stages"

private:
    const ShownGpus& gpus_;
    const MeasuredLinks& measured_;
    TopologyColouring of_ = TopologyColouring::stage;
    std::optional<Axis> followed_; ///< by which GPUs were grouped last
};

} // namespace pipette
