// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/pools/batch_split.h"

#include "core/base/index.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace pipette {
namespace {

/// The most grains that a layout takes until `end_s`, of `batch` sequences.
int grains_until(const StepTimes& times, int batch, double end_s) {
    int fits = 0, too_many = std::min(batch, times.end() - 1) / times.grain() + 1;
    while (too_many - fits > 1) {
        const int middle = fits + (too_many - fits) / 2;
        (times.at(middle * times.grain()) <= end_s ? fits : too_many) = middle;
    }
    return fits;
}

/// Which numbers of sequences the first pools can take together until a time.
class Reach {
public:
    Reach(const std::vector<std::vector<StepTimes>>& layouts_of_pool, int batch, int unit)
        : layouts_of_pool_(layouts_of_pool), batch_(batch), unit_(unit) {}

    bool reaches(double end_s) {
        sums_.assign(1, {});
        sums_.front().assign(size(), 0);
        sums_.front().front() = 1;
        for (const std::vector<StepTimes>& layouts : layouts_of_pool_) {
            std::vector<char> sums(size(), 0);
            for (const StepTimes& times : layouts)
                add(sums, index(times.grain() / unit_), index(grains_until(times, batch_, end_s)));
            sums_.push_back(std::move(sums));
        }
        return sums_.back().back() != 0;
    }

    /// The shares of the last reaches(), which was true, of `end_s`.
    std::vector<BatchShare> shares(double end_s) const {
        std::vector<BatchShare> shares(layouts_of_pool_.size());
        std::size_t left = size() - 1;
        for (std::size_t pool = shares.size(); pool-- > 0;) {
            shares[pool] = share(pool, left, end_s);
            left -= index(shares[pool].sequences / unit_);
        }
        return shares;
    }

private:
    std::size_t size() const { return index(batch_ / unit_) + 1; }

    /// All sums of those of before and one to `most` grains.
    void add(std::vector<char>& sums, std::size_t grain, std::size_t most) const {
        const std::vector<char>& before = sums_.back();
        std::vector<std::size_t> last(grain, size()); // [remainder] the last sum of before; size(): none
        for (std::size_t sum = grain; sum < size() && most > 0; ++sum) {
            std::size_t& seen = last[sum % grain];
            if (before[sum - grain])
                seen = sum - grain;
            if (seen < size() && sum - seen <= most * grain)
                sums[sum] = 1;
        }
    }

    BatchShare share(std::size_t pool, std::size_t left, double end_s) const {
        const std::vector<StepTimes>& layouts = layouts_of_pool_[pool];
        for (int layout = 0; layout < int(layouts.size()); ++layout) {
            const StepTimes& times = layouts[index(layout)];
            const std::size_t grain = index(times.grain() / unit_);
            for (int grains = grains_until(times, batch_, end_s); grains > 0; --grains)
                if (const std::size_t taken = index(grains) * grain;
                    taken <= left && sums_[pool][left - taken])
                    return {layout, grains * times.grain()};
        }
        return {};
    }

    const std::vector<std::vector<StepTimes>>& layouts_of_pool_;
    const int batch_, unit_;
    std::vector<std::vector<char>> sums_; // [pools][sum in units]
};

} // namespace

double StepTimes::at(int sequences) const {
    auto above = known_s_.lower_bound(sequences);
    if (above != known_s_.end() && above->first == sequences)
        return above->second;
    if (known_s_.size() == 1)
        return known_s_.begin()->second * sequences / known_s_.begin()->first;
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
    constexpr double near = 1e-7; // of the time
    int unit = batch;
    double latest_s = 0;
    for (const std::vector<StepTimes>& layouts : layouts_of_pool)
        for (const StepTimes& times : layouts) {
            unit = std::gcd(unit, times.grain());
            latest_s = std::max(latest_s, times.at(batch));
        }
    Reach reach(layouts_of_pool, batch, unit);
    if (!reach.reaches(latest_s))
        return std::nullopt;
    double earliest_s = 0;
    while (latest_s - earliest_s > near * latest_s) {
        const double middle_s = earliest_s + (latest_s - earliest_s) / 2;
        (reach.reaches(middle_s) ? latest_s : earliest_s) = middle_s;
    }
    reach.reaches(latest_s);
    return reach.shares(latest_s);
}

} // namespace pipette
