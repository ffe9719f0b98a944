// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/cluster/gpus/gpu_groups.h"
#include "widgets/cluster/gpus/gpu_roles.h"
#include "widgets/cluster/gpus/spot.h"
#include "widgets/cluster/known_faults.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace pipette {

/// The GPUs of what a view shows, with the selection: what each does, its group and its faults, which GPUs
/// belong to a spot, and the words for spots. Functions that take a GPU or a spot need a cluster. Of boxes
/// and links only the view knows, which draws them.
class ShownGpus {
public:
    void setShown(const Shown& shown);
    void setSelection(const Selection& selection);

    const Shown& shown() const { return shown_; }
    const Selection& selection() const { return selection_; }
    const Cluster* cluster() const { return shown_.cluster.get(); }
    int count() const { return static_cast<int>(roles_.size()); }
    const std::vector<GpuRole>& roles() const { return roles_; }
    const GpuRole& role(int gpu) const { return roles_[static_cast<std::size_t>(gpu)]; }
    const KnownFaults& faults() const { return faults_; }
    /// "V100", the kind of a node's GPUs; empty where all GPUs of the cluster are of one kind.
    QString kindOfNode(int node) const;
    /// Which of the cluster's kinds of GPUs a GPU is of, counted from 0; 0 where all are of one.
    int kindNumber(int gpu) const;

    std::vector<int> selected() const { return selectedGpus(selection_, shown_); } ///< sorted
    bool selected(int gpu) const { return isSelected(selection_, gpu, role(gpu)); }
    bool groupSelected() const; ///< one whole group is
    /// The selection after a click on a spot with these GPUs. Ctrl adds them, or takes them away where all of
    /// them are selected.
    Selection chosen(const Spot& spot, const std::vector<int>& gpus, Qt::KeyboardModifiers modifiers) const;

    const std::vector<Axis>& axes() const { return axes_; } ///< that GPUs can be grouped by
    /// By which groups GPUs are shown and carried; null: by blocks.
    const GpuGroups* groups() const { return grouped_ ? &*told_ : nullptr; }
    Selection groupedBy(const std::optional<Axis>& axis) const;
    std::optional<Axis> nextGrouping() const; ///< the axis after the present one; none: by blocks
    /// The group of a GPU that runs, with its stage and, where all of its GPUs are in one, its replica.
    Spot groupSpot(const GpuGroups& groups, int gpu) const;
    Spot wholeOf(int gpu) const; ///< its group, or its cell; itself where it is spare
    /// Where the groups, or the one that is selected, lie: the longest words first; none without groups.
    const QStringList& placeTexts() const { return place_texts_; }

    std::vector<int> gpusOf(const Spot& spot) const; ///< sorted; none of boxes and links
    QString nameOf(const Spot& spot) const;          ///< a line; empty for boxes and links
    QString notesOf(const Spot& spot) const; ///< a line for its group and each fault, each after a line end
    QString stateOf(int gpu) const;          ///< "V100, stage 1, 71 % full, safe"

private:
    void findKinds(const Cluster* cluster); ///< null: there is none
    void findGroups();
    void findPlaceTexts();
    QString kindsText(const std::vector<int>& gpus) const; ///< "8 A100 + 4 V100"

    Shown shown_;
    Selection selection_;
    KnownFaults faults_;
    QStringList kinds_;             ///< by node kind; empty where all GPUs are of one kind
    std::vector<int> kind_numbers_; ///< by node kind, in step with kinds_
    std::vector<GpuRole> roles_;
    std::vector<Axis> axes_;
    std::optional<GpuGroups> told_; ///< by which GPUs are grouped; else those of experts, where there are
    bool grouped_ = false;
    QStringList all_places_; ///< over which nodes the groups of told_ lie, the longest words first
    QStringList place_texts_;
};

} // namespace pipette
