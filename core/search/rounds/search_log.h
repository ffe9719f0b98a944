// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/search/moves/annealer.h"
#include "core/search/rounds/peers.h"

#include <chrono>
#include <mutex>
#include <string_view>
#include <vector>

namespace pipette {

/// What the phases of a search did. Nothing of it flows back into the search.
class SearchLog {
public:
    /// What follows belongs to this phase, which may have begun before; not beside took().
    void begin(std::string_view phase);
    /// From any thread.
    void took(const ChainResult& chain);

    /// All phases, ended; the counts are those of all processes together, and all of these call it.
    std::vector<SearchPhase> phases(const Peers& peers);

private:
    using Clock = std::chrono::steady_clock;
    void end();

    std::mutex mutex_;
    std::vector<SearchPhase> phases_;
    std::size_t current_ = 0;
    Clock::time_point began_ = Clock::now();
};

} // namespace pipette
