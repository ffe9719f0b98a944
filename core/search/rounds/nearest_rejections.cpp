// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/nearest_rejections.h"

#include <algorithm>

namespace pipette {

void NearestRejections::add(const ParallelConfig& config, RejectionCode code, double miss,
                            const std::function<std::string()>& reason) {
    const long arrival = counts_.of(code)++;
    std::vector<Missed>& kept = kept_[static_cast<std::size_t>(code)];
    if (kept.size() == most_rejections_kept) {
        if (miss >= kept.front().miss)
            return;
        std::pop_heap(kept.begin(), kept.end());
        kept.pop_back();
    }
    kept.push_back({miss, arrival, {config, code, reason()}});
    std::push_heap(kept.begin(), kept.end());
}

void NearestRejections::move_into(Plan& plan) {
    plan.rejected_counts = counts_;
    std::size_t longest = 0;
    for (std::vector<Missed>& kept : kept_) {
        std::sort_heap(kept.begin(), kept.end());
        longest = std::max(longest, kept.size());
    }
    for (std::size_t i = 0; i < longest; ++i)
        for (std::vector<Missed>& kept : kept_)
            if (i < kept.size() && plan.rejected.size() < most_rejections_kept)
                plan.rejected.push_back(std::move(kept[i].rejection));
}

} // namespace pipette
