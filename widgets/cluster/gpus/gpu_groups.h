// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/groups/parallel_groups.h"
#include "widgets/plans/selection.h"
#include "widgets/plans/shown.h"

#include <QString>

#include <vector>

namespace pipette {

/// The groups along one axis of the shown candidate, by GPU, with the words for them.
class GpuGroups {
public:
    /// `axis`: one that the candidate has groups along.
    GpuGroups(const Shown& shown, const Axis& axis);

    const Axis& axis() const { return axis_; }
    int count() const { return groups_.count(); }
    int of_gpu(int gpu) const { return group_of_gpu_[static_cast<std::size_t>(gpu)]; }    ///< -1: spare
    int size(int group) const { return static_cast<int>(groups_.members(group).size()); } ///< its GPUs
    std::vector<int> gpus(int group) const;                                               ///< sorted
    /// The group that all of these GPUs (sorted) are in; -1: none, or they are of several.
    int of_gpus(const std::vector<int>& gpus) const;

    QString name(int group) const; ///< "expert group 3"
    /// "expert group 3 of 32, 8 GPUs inside NVLink domain d1, on 2 of its 18 nodes, slowest link 720 GB/s"
    QString placeText(int group) const;
    QString whereText(int group) const; ///< "inside NVLink domain d1, on 2 of its 18 nodes, slowest link ..."
    QString placeBrief(int group) const; ///< "in d1, 2 of 18 nodes"
    QString placesText() const;          ///< over which nodes the groups of this axis lie
    QString placesBrief() const;

private:
    QString slowestLink(const std::vector<int>& gpus) const;

    Shown shown_;
    Axis axis_;
    GroupList groups_;
    std::vector<int> group_of_gpu_;
};

/// The axes by which the shown candidate's GPUs can be grouped; none without a candidate.
std::vector<Axis> groupedAxes(const Shown& shown);

/// "expert group (ep 8)", for lists to choose from.
QString groupingText(const Shown& shown, const Axis& axis);

} // namespace pipette
