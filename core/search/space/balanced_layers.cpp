// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/space/balanced_layers.h"

#include "core/base/index.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

namespace pipette {
namespace {

/// How far a split is from the best: less is better, in this order.
struct Unevenness {
    int too_many = 0; ///< layers that do not fit into memory
    /// The slowest device; sums of squares over the devices and over the chunks: the more alike chunks are,
    /// the less devices wait for each other.
    double slowest = 0, devices = 0, chunks = 0;
    int worst_device = 0; ///< that has most layers too many, else takes longest

    bool beats(const Unevenness& other) const {
        if (too_many != other.too_many)
            return too_many < other.too_many;
        constexpr double rounding = 1e-12;
        for (const auto& [mine, theirs] :
             {std::pair(slowest, other.slowest), std::pair(devices, other.devices),
              std::pair(chunks, other.chunks)})
            if (std::abs(mine - theirs) > rounding * theirs)
                return mine < theirs;
        return false;
    }
};

class Balance {
public:
    explicit Balance(const PipelineLoads& loads) : loads_(loads), before_(loads.layer_s.size() + 1, 0) {
        std::partial_sum(loads.layer_s.begin(), loads.layer_s.end(), before_.begin() + 1);
    }

    Unevenness of(const std::vector<int>& layers) {
        Unevenness found;
        device_s_.assign(index(loads_.devices()), 0), device_layers_.assign(device_s_.size(), 0);
        std::size_t first = 0;
        for (std::size_t chunk = 0; chunk < layers.size(); ++chunk) {
            const std::size_t end = first + index(layers[chunk]),
                              device = index(loads_.device_of_chunk[chunk]);
            const double chunk_s = before_[end] - before_[first] + (chunk == 0 ? loads_.first_s : 0) +
                                   (chunk + 1 == layers.size() ? loads_.last_s : 0);
            device_s_[device] += chunk_s, device_layers_[device] += layers[chunk];
            found.chunks += chunk_s * chunk_s;
            first = end;
        }
        std::tuple<int, double> worst{-1, 0};
        for (std::size_t device = 0; device < device_s_.size(); ++device) {
            const int too_many = std::max(0, device_layers_[device] - loads_.most_layers[device]);
            found.too_many += too_many, found.devices += device_s_[device] * device_s_[device];
            found.slowest = std::max(found.slowest, device_s_[device]);
            if (const std::tuple here(too_many, device_s_[device]); here > worst)
                worst = here, found.worst_device = static_cast<int>(device);
        }
        return found;
    }

    const std::vector<double>& device_s() const { return device_s_; }

private:
    const PipelineLoads& loads_;
    std::vector<double> before_; // [layer] seconds of the layers before it
    std::vector<double> device_s_;
    std::vector<int> device_layers_;
};

std::vector<int> with_free_chunks(const PipelineLoads& loads, std::vector<int> layers) {
    Balance balance(loads);
    for (Unevenness now = balance.of(layers);;) {
        std::vector<int> best;
        Unevenness least = now;
        for (std::size_t from = 0; from < layers.size(); ++from) {
            if (loads.device_of_chunk[from] != now.worst_device || layers[from] == 0)
                continue;
            --layers[from];
            // Of equal ones the last: the later a chunk, the fewer microbatches it holds.
            for (std::size_t to = layers.size(); to-- > 0;) {
                ++layers[to];
                if (const Unevenness there = balance.of(layers); there.beats(least))
                    least = there, best = layers;
                --layers[to];
            }
            ++layers[from];
        }
        if (best.empty())
            return layers;
        layers = std::move(best), now = least;
    }
}

std::vector<int> with_free_ends(const PipelineLoads& loads, std::vector<int> start) {
    Balance balance(loads);
    Unevenness least = balance.of(start);
    const int all = static_cast<int>(loads.layer_s.size()), inner = static_cast<int>(start.size()) - 2;
    for (int each = 1; each * inner < all && inner > 0; ++each)
        for (int first = 1; first <= each; ++first) {
            const int last = all - each * inner - first;
            if (last < 1 || last > each)
                continue;
            std::vector<int> layers(start.size(), each);
            layers.front() = first, layers.back() = last;
            if (const Unevenness there = balance.of(layers); there.beats(least))
                least = there, start = std::move(layers);
        }
    return start;
}

} // namespace

std::vector<double> device_loads(const PipelineLoads& loads, const std::vector<int>& layers) {
    Balance balance(loads);
    balance.of(layers);
    return balance.device_s();
}

std::vector<int> balanced_layers(const PipelineLoads& loads, LayerLayouts layouts, std::vector<int> start) {
    switch (layouts) {
    case LayerLayouts::usual:
        break;
    case LayerLayouts::ends:
        // Two chunks have no others between them.
        return start.size() > 2 ? with_free_ends(loads, std::move(start))
                                : with_free_chunks(loads, std::move(start));
    case LayerLayouts::any:
        return with_free_chunks(loads, std::move(start));
    }
    return start;
}

} // namespace pipette
