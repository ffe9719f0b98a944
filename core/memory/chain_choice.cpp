// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/chain_choice.h"

#include "core/base/index.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <tuple>

namespace pipette {
namespace {

/// On their way to the host or back, each in a buffer of its own.
constexpr double layers_in_transit = 2;

double wait_s(double bytes, double bytes_per_s, double pass_s) {
    if (bytes == 0)
        return 0;
    return bytes_per_s > 0 ? std::max(0.0, bytes / bytes_per_s - pass_s)
                           : std::numeric_limits<double>::infinity();
}

/// Sums over the first layers, and how they came about.
struct State {
    double kept = 0, moved = 0, repeat = 0;
    int way = 0;          ///< of the last of these layers
    std::size_t from = 0; ///< state of the layers before it
};

double added_s(const Chain& chain, const State& sums) {
    return sums.repeat + wait_s(sums.moved, chain.down_bytes_per_s, chain.forward_s) +
           wait_s(sums.moved, chain.up_bytes_per_s, chain.backward_s + sums.repeat);
}

/// Drops each state for which another one is no larger in anything.
std::vector<State> minimal(std::vector<State> states) {
    std::sort(states.begin(), states.end(), [](const State& a, const State& b) {
        return std::tie(a.kept, a.moved, a.repeat) < std::tie(b.kept, b.moved, b.repeat);
    });
    std::vector<State> least;
    std::map<double, double> repeat_at; // moved bytes of states so far: the fewer seconds, the more bytes
    for (const State& state : states) {
        auto above = repeat_at.upper_bound(state.moved);
        if (above != repeat_at.begin() && std::prev(above)->second <= state.repeat)
            continue;
        while (above != repeat_at.end() && above->second >= state.repeat)
            above = repeat_at.erase(above);
        repeat_at[state.moved] = state.repeat;
        least.push_back(state);
    }
    return least;
}

/// The ways of each layer that move at most so much.
std::vector<std::vector<State>> steps_of(const Chain& chain, double most_moved) {
    std::vector<std::vector<State>> steps;
    for (const std::vector<LayerWay>& ways : chain.layers) {
        std::vector<State> step;
        for (int way = 0; way < static_cast<int>(ways.size()); ++way)
            if (const LayerWay& one = ways[index(way)]; one.moved_bytes <= most_moved)
                step.push_back({one.kept_bytes, one.moved_bytes, one.repeat_s, way, 0});
        steps.push_back(minimal(std::move(step)));
    }
    return steps;
}

/// The ways of the cheapest choice that keeps at most `room` bytes of one microbatch; empty: none
/// does, or none costs less than `most_s`.
std::vector<int> cheapest_of(const std::vector<std::vector<State>>& steps, const Chain& chain, double room,
                             double most_s) {
    std::vector<double> least_after(steps.size() + 1, 0); // kept bytes of the layers from each on
    for (std::size_t layer = steps.size(); layer-- > 0;) {
        if (steps[layer].empty())
            return {};
        least_after[layer] = least_after[layer + 1] + steps[layer].front().kept; // sorted by kept bytes
    }
    std::vector<std::vector<State>> states{{State{}}};
    for (std::size_t layer = 0; layer < steps.size(); ++layer) {
        std::vector<State> next;
        for (std::size_t from = 0; from < states[layer].size(); ++from)
            for (const State& step : steps[layer]) {
                const State& before = states[layer][from];
                const State sums{before.kept + step.kept, before.moved + step.moved,
                                 before.repeat + step.repeat, step.way, from};
                if (sums.kept + least_after[layer + 1] <= room && added_s(chain, sums) < most_s)
                    next.push_back(sums);
            }
        states.push_back(minimal(std::move(next)));
    }
    const std::vector<State>& whole = states.back();
    const auto best = std::min_element(whole.begin(), whole.end(), [&](const State& a, const State& b) {
        return added_s(chain, a) < added_s(chain, b);
    });
    if (best == whole.end())
        return {};
    std::vector<int> ways(steps.size());
    for (std::size_t layer = steps.size(), at = std::size_t(best - whole.begin()); layer-- > 0;) {
        const State& state = states[layer + 1][at];
        ways[layer] = state.way, at = state.from;
    }
    return ways;
}

/// Of any layer.
std::size_t fewest_ways(const Chain& chain) {
    std::size_t fewest = chain.layers.empty() ? 0 : chain.layers.front().size();
    for (const std::vector<LayerWay>& ways : chain.layers)
        fewest = std::min(fewest, ways.size());
    return fewest;
}

} // namespace

ChainChoice cost_of(const Chain& chain, const std::vector<int>& ways) {
    State sums;
    double largest = 0;
    for (std::size_t layer = 0; layer < ways.size(); ++layer) {
        const LayerWay& way = chain.layers[layer][index(ways[layer])];
        sums.kept += way.kept_bytes, sums.moved += way.moved_bytes, sums.repeat += way.repeat_s;
        largest = std::max(largest, way.moved_bytes);
    }
    return {ways, chain.microbatches * sums.kept + layers_in_transit * largest, added_s(chain, sums)};
}

std::optional<ChainChoice> cheapest_choice(const Chain& chain, double room_bytes) {
    std::set<double> moves{0};
    for (const std::vector<LayerWay>& ways : chain.layers)
        for (const LayerWay& way : ways)
            moves.insert(way.moved_bytes);
    std::optional<ChainChoice> best;
    const auto take = [&](const std::vector<int>& ways) {
        if (ways.size() != chain.layers.size())
            return;
        ChainChoice found = cost_of(chain, ways);
        if (found.bytes <= room_bytes && (!best || found.added_s < best->added_s))
            best = std::move(found);
    };
    // The same way for all: what costs more need not be looked at.
    for (std::size_t way = 0; way < fewest_ways(chain); ++way)
        take(std::vector<int>(chain.layers.size(), static_cast<int>(way)));
    for (const double most : moves) {
        const double room = (room_bytes - layers_in_transit * most) / chain.microbatches;
        take(cheapest_of(steps_of(chain, most), chain, room,
                         best ? best->added_s : std::numeric_limits<double>::infinity()));
    }
    return best;
}

} // namespace pipette
