// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/cluster/topology/measured_links.h"
#include "widgets/cluster/topology/plan_links.h"

#include <QString>

#include <utility>

namespace pipette {

class ShownGpus;

/// The links that a topology draws, by number: the slowest measured ones first, then those of the plan.
class TopologyLinks {
public:
    explicit TopologyLinks(const ShownGpus& gpus) : gpus_(gpus) {}

    void setMeasured(MeasuredLinks measured) { measured_ = std::move(measured); }
    void findPlanLinks() { of_plan_ = planLinks(gpus_); }

    const MeasuredLinks& measured() const { return measured_; }
    const std::vector<PlanLink>& ofPlan() const { return of_plan_; }
    int count() const { return static_cast<int>(measured_.worst.size() + of_plan_.size()); }
    /// A link of the plan; null: the number is one of the slowest links.
    const PlanLink* planLink(int number) const;
    std::pair<int, int> ends(int number) const; ///< GPUs
    std::vector<int> gpus(int number) const;    ///< of both ends, sorted
    QString name(int number) const;             ///< "a02 to a03"
    QString brief(int number) const; ///< of a slow link: "a06–a15 4.5"; between zones "east–west 2.0"
    QString state(int number) const; ///< "6.20 GB/s measured"
    QString text(int number) const;  ///< "a02 to a03: 6.20 GB/s measured, one of the slowest links"
    /// A stage, a replica or a group is selected: links of the plan are drawn for that alone.
    bool anySelected() const;

private:
    bool betweenNodes(int number) const; ///< ends are whole nodes

    const ShownGpus& gpus_;
    MeasuredLinks measured_;
    std::vector<PlanLink> of_plan_;
};

} // namespace pipette
