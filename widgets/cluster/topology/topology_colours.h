// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/cluster/gpus/shown_gpus.h"
#include "widgets/cluster/topology/measured_links.h"

#include <QBrush>

namespace pipette {

struct Theme;

/// What the colours of a topology mean. group: colours of stages, and numbers of the groups that GPUs are in.
enum class TopologyColouring { stage, replica, memory, bandwidth, group };

/// The colour of each GPU of a topology.
class TopologyColours {
public:
    TopologyColours(const ShownGpus& gpus, const MeasuredLinks& measured)
        : gpus_(gpus), measured_(measured) {}

    TopologyColouring of() const { return of_; }
    void set(TopologyColouring of) { of_ = of; }
    /// Turns to the numbers of groups when all views begin to group by another axis, and away from them when
    /// nothing is grouped any more.
    void followGrouping();
    TopologyColouring next() const; ///< the one after the present one

    /// Each GPU shows the number of its stage, replica or group.
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
