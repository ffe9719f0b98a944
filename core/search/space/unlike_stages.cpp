// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/space/unlike_stages.h"

#include "core/base/index.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pipette {
namespace {

/// A split with its two parts of the time, seconds.
struct Found {
    StageSplit split;
    double sum_s, slowest_s;
};

constexpr double never = std::numeric_limits<double>::infinity();

/// Dynamic programme over the stages in order. A state says how many of the stages so far lie on each kind
/// but the fastest, which has the others.
class Splits {
public:
    explicit Splits(const UnlikeStages& pipeline) : p_(pipeline) {
        int slots = 0;
        for (int kind = 0; kind < p_.kinds(); ++kind) {
            slots += p_.places[index(kind)];
            room_.push_back(slots / p_.replicas);
            stride_.push_back(kind == 0 ? 0 : states_);
            states_ *= kind == 0 ? 1 : p_.stages + 1;
        }
    }

    /// Steps of one programme, more or less.
    double work() const {
        const double a_stage = 2.0 * p_.layers / p_.stages + 1;
        return double(states_) * p_.stages * p_.layers * a_stage * p_.kinds() * p_.choices;
    }

    /// Times that a stage can take, ascending.
    std::vector<double> stage_times() const {
        std::vector<double> times;
        for (std::size_t cell = 0; cell < p_.layer_s.size(); ++cell)
            for (int layers = 1; layers <= std::min(p_.layers, p_.most_layers[cell]); ++layers)
                times.push_back(time_s(cell, layers));
        std::sort(times.begin(), times.end());
        times.erase(std::unique(times.begin(), times.end()), times.end());
        return times;
    }

    /// Whether all layers find a place if no stage takes longer.
    bool holds_all(double slowest_s) const {
        std::vector<int> most(index(states_), -1); // layers
        most[0] = 0;
        for (int stage = 0; stage < p_.stages; ++stage) {
            std::vector<int> next(index(states_), -1);
            each_step(stage, most, [&](int from, int to, std::size_t cell) {
                if (const int layers = layers_within(cell, slowest_s); layers > 0)
                    next[index(to)] = std::max(next[index(to)], most[index(from)] + layers);
            });
            most = std::move(next);
        }
        return *std::max_element(most.begin(), most.end()) >= p_.layers;
    }

    /// The split with the least sum of all stages, none of which takes longer.
    std::optional<Found> least_sum(double slowest_s) const {
        const std::size_t row = index(p_.layers + 1), table = index(states_) * row;
        std::vector<std::vector<Step>> came(index(p_.stages), std::vector<Step>(table));
        std::vector<double> sum(table, never);
        sum[0] = 0;
        for (int stage = 0; stage < p_.stages; ++stage) {
            std::vector<double> next(table, never);
            std::vector<Step>& steps = came[index(stage)];
            each_step(stage, {}, [&](int from, int to, std::size_t cell) {
                const int most = layers_within(cell, slowest_s);
                for (int used = 0; used < p_.layers; ++used) {
                    const double before = sum[index(from) * row + index(used)];
                    if (before == never)
                        continue;
                    for (int layers = 1; layers <= std::min(most, p_.layers - used); ++layers) {
                        const std::size_t at = index(to) * row + index(used + layers);
                        if (const double after = before + time_s(cell, layers); after < next[at])
                            next[at] = after, steps[at] = {from, layers, int(cell)};
                    }
                }
            });
            sum = std::move(next);
        }
        return walked_back(came, sum);
    }

private:
    struct Step {
        int from = 0, layers = 0, cell = 0;
    };

    double time_s(std::size_t cell, int layers) const { return p_.base_s[cell] + layers * p_.layer_s[cell]; }

    int layers_within(std::size_t cell, double slowest_s) const {
        constexpr double rounding = 1e-9;
        const double layers =
            std::floor((slowest_s - p_.base_s[cell]) / p_.layer_s[cell] * (1 + rounding) + rounding);
        return int(std::clamp(layers, 0.0, double(std::min(p_.layers, p_.most_layers[cell]))));
    }

    /// Of the first `stage` stages, those on a kind.
    int stages_on(int state, int stage, int kind) const {
        if (kind > 0)
            return state / stride_[index(kind)] % (p_.stages + 1);
        for (int other = 1; other < p_.kinds(); ++other)
            stage -= stages_on(state, stage, other);
        return stage;
    }

    /// Calls step(state before, state after, cell) for every state of the first `stage` stages, every kind
    /// that has room for one more, and every choice of it. `reached`: states below 0 there are left out;
    /// empty: none is.
    template <class F>
    void each_step(int stage, const std::vector<int>& reached, const F& step) const {
        for (int state = 0; state < states_; ++state) {
            if ((!reached.empty() && reached[index(state)] < 0) || stages_on(state, stage, 0) < 0)
                continue;
            for (int kind = 0; kind < p_.kinds(); ++kind)
                for (int choice = 0; choice < p_.choices && has_room(state, stage, kind); ++choice)
                    step(state, state + stride_[index(kind)],
                         index((kind * p_.choices + choice) * p_.stages + stage));
        }
    }

    /// Stages of a kind may take slots of faster kinds: so many stages as lie on a kind and on faster ones
    /// have room there together.
    bool has_room(int state, int stage, int kind) const {
        int stages = 1;
        for (int k = 0; k < p_.kinds(); ++k) {
            stages += stages_on(state, stage, k);
            if (k >= kind && stages > room_[index(k)])
                return false;
        }
        return true;
    }

    std::optional<Found> walked_back(const std::vector<std::vector<Step>>& came,
                                     const std::vector<double>& sum) const {
        const std::size_t row = index(p_.layers + 1);
        int best = -1;
        for (int state = 0; state < states_; ++state)
            if (const double at = sum[index(state) * row + index(p_.layers)];
                at < never && (best < 0 || at < sum[index(best) * row + index(p_.layers)]))
                best = state;
        if (best < 0)
            return std::nullopt;
        const std::vector<int> none(index(p_.stages));
        StageSplit split{none, none, none, 0};
        double slowest_s = 0;
        for (int stage = p_.stages - 1, state = best, used = p_.layers; stage >= 0; --stage) {
            const Step& step = came[index(stage)][index(state) * row + index(used)];
            const int way = step.cell / p_.stages;
            split.layers[index(stage)] = step.layers;
            split.kind[index(stage)] = way / p_.choices, split.choice[index(stage)] = way % p_.choices;
            slowest_s = std::max(slowest_s, time_s(index(step.cell), step.layers));
            used -= step.layers, state = step.from;
        }
        return Found{std::move(split), sum[index(best) * row + index(p_.layers)], slowest_s};
    }

    const UnlikeStages& p_;
    std::vector<int> room_;   // [kind] stages on it and faster ones at most
    std::vector<int> stride_; // [kind] of its number of stages in a state
    int states_ = 1;
};

} // namespace

std::optional<StageSplit> fastest_split(const UnlikeStages& pipeline) {
    const Splits splits(pipeline);
    constexpr double most_work = 4e6; // a tenth of a second or so with all slowest times that are tried
    if (splits.work() > most_work)
        return std::nullopt;
    const std::vector<double> times = splits.stage_times();
    const auto first = std::partition_point(times.begin(), times.end(),
                                            [&](double slowest_s) { return !splits.holds_all(slowest_s); });
    if (first == times.end())
        return std::nullopt;
    const double turns = double(pipeline.microbatches - 1);
    // A slower slowest stage may have the smaller sum: until even the least sum of all would not make up.
    const double least_sum_s = splits.least_sum(times.back())->sum_s;
    std::optional<StageSplit> best;
    for (auto slowest = first; slowest != times.end(); ++slowest) {
        if (best && turns * *slowest + least_sum_s >= best->time_s)
            break;
        std::optional<Found> found = splits.least_sum(*slowest);
        if (!found)
            continue;
        found->split.time_s = turns * found->slowest_s + found->sum_s;
        if (!best || found->split.time_s < best->time_s)
            best = std::move(found->split);
    }
    return best;
}

} // namespace pipette
