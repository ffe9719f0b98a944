// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/pools/batch_split.h"

#include "core/base/index.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace pipette {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// Depth-first over pools: all multiples of the grains, without those that the best split so far rules out.
class Splitter {
public:
    Splitter(const std::vector<std::vector<StepTimes>>& layouts_of_pool, int batch)
        : layouts_of_pool_(layouts_of_pool), shares_(layouts_of_pool.size()) {
        descend(0, batch, 0);
    }

    const std::vector<BatchShare>& best() const { return best_; }

private:
    void descend(std::size_t pool, int left, double slowest_s) {
        const bool is_last = pool + 1 == layouts_of_pool_.size();
        const auto& layouts = layouts_of_pool_[pool];
        for (int layout = 0; layout < int(layouts.size()); ++layout) {
            const StepTimes& times = layouts[index(layout)];
            if (is_last && left % times.grain() != 0)
                continue;
            for (int taken = is_last ? left : times.grain(); taken <= left; taken += times.grain()) {
                const double end_s = std::max(slowest_s, times.at(taken));
                if (end_s >= best_s_)
                    break; // more sequences take no less
                shares_[pool] = {layout, taken};
                if (!is_last)
                    descend(pool + 1, left - taken, end_s);
                else if (taken > 0)
                    best_ = shares_, best_s_ = end_s;
            }
        }
    }

    const std::vector<std::vector<StepTimes>>& layouts_of_pool_;
    std::vector<BatchShare> shares_, best_;
    double best_s_ = never;
};

} // namespace

double StepTimes::at(int sequences) const {
    auto above = known_s_.lower_bound(sequences);
    if (above != known_s_.end() && above->first == sequences)
        return above->second;
    if (above == known_s_.end())
        --above;
    if (above == known_s_.begin())
        ++above;
    const auto below = std::prev(above);
    const double each_s = (above->second - below->second) / (above->first - below->first);
    return below->second + each_s * (sequences - below->first);
}

std::optional<std::vector<BatchShare>> split_batch(const std::vector<std::vector<StepTimes>>& layouts_of_pool,
                                                   int batch) {
    const Splitter splitter(layouts_of_pool, batch);
    return splitter.best().empty() ? std::nullopt : std::optional(splitter.best());
}

} // namespace pipette
