// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/links.h"
#include "core/search/rounds/planner.h"
#include "core/study/pools/batch_split.h"
#include "core/study/pools/pool.h"

#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace pipette {

/// Layouts of one pool, and what their steps take.
class PoolLayouts {
public:
    /// `inputs`, `links` and `knowledge` must outlive it.
    PoolLayouts(const PlanInputs& inputs, const Links& links, Pool pool, const Knowledge& knowledge);

    const Pool& pool() const { return pool_; }
    const std::vector<StepTimes>& times() const { return times_; } ///< [layout]
    /// Why the pool has no layout.
    const std::string& failed() const { return failed_; }
    /// Whether no search could even begin: a precision that its GPUs lack, for example.
    bool is_refused() const { return is_refused_; }

    /// Adds the fastest layouts of a plan with so many sequences, eight at most. Returns whether any is new.
    bool search(int sequences, const SearchSinks& sinks, const std::stop_token& stop);
    /// What a layout takes with so many sequences, which is known from then on.
    Candidate evaluated(const BatchShare& share);

private:
    bool add(const Candidate& candidate);

    const PlanInputs& inputs_;
    const Links& links_;
    Pool pool_;
    const Knowledge& knowledge_;
    std::vector<Candidate> candidates_; ///< [layout]
    std::vector<StepTimes> times_;
    std::set<std::string> known_;
    std::string failed_;
    bool is_refused_ = false;
};

} // namespace pipette
