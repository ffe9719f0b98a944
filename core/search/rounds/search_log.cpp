// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/search_log.h"

#include <algorithm>
#include <sstream>

namespace pipette {

void SearchLog::end() {
    const Clock::time_point now = Clock::now();
    if (current_ < phases_.size())
        phases_[current_].seconds += std::chrono::duration<double>(now - began_).count();
    began_ = now;
}

void SearchLog::begin(std::string_view phase) {
    end();
    const auto known = std::find_if(phases_.begin(), phases_.end(),
                                    [&](const SearchPhase& other) { return other.name == phase; });
    current_ = std::size_t(known - phases_.begin());
    if (known == phases_.end())
        phases_.push_back({std::string(phase)});
}

void SearchLog::took(const ChainResult& chain) {
    const std::lock_guard lock(mutex_);
    SearchPhase& phase = phases_[current_];
    ++phase.chains, phase.moves += chain.moves, phase.cycles += chain.cycles;
}

std::vector<SearchPhase> SearchLog::phases(const Peers& peers) {
    end();
    if (peers.size == 1)
        return phases_;
    std::ostringstream mine;
    for (const SearchPhase& phase : phases_)
        mine << phase.chains << ' ' << phase.moves << ' ' << phase.cycles << ' ';
    for (SearchPhase& phase : phases_)
        phase.chains = phase.moves = phase.cycles = 0;
    for (const std::string& one : peers.gather(mine.str())) {
        std::istringstream counts(one);
        long chains = 0, moves = 0, cycles = 0;
        for (SearchPhase& phase : phases_)
            if (counts >> chains >> moves >> cycles)
                phase.chains += chains, phase.moves += moves, phase.cycles += cycles;
    }
    return phases_;
}

} // namespace pipette
