// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/index.h"
#include "core/base/large_pages.h"
#include "core/cost/links.h"
#include "core/search/space/slot_layout.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace pipette {

/// There and back between two sites.
struct BothWays {
    double forward = 0, backward = 0;
};

/// Figures between sites. A move always asks for both directions, so they lie side by side; tables that are
/// too large to lie in memory twice are looked up in the links that they were made from.
class SiteCells {
public:
    SiteCells() = default;
    /// [from * sites + to]
    SiteCells(std::vector<BothWays> cells, int sites) : exact_(std::move(cells)), sites_(index(sites)) {}
    /// Of a square of cells one way. More than `most_side_by_side` sites keep to cells of float32, which must
    /// outlive this.
    SiteCells(const LinkCells& one_way, int sites, int most_side_by_side = 4096);

    bool empty() const { return exact_.empty() && rounded_.empty() && one_way_.empty(); }
    BothWays operator()(std::uint32_t from, std::uint32_t to) const {
        return are_far() ? far(from, to) : exact_.data()[from * sites_ + to];
    }
    double forward(std::uint32_t from, std::uint32_t to) const {
        return are_far() ? far_forward(from, to) : exact_.data()[from * sites_ + to].forward;
    }
    /// forward() from one site to each of `to`.
    void forward_row(std::uint32_t from, std::span<const std::uint32_t> to, double* times) const;
    double largest() const; ///< 0 when there is none

    /// Whether look-ups wait for the memory.
    bool are_far() const { return exact_.empty(); }
    /// For an operator() that follows soon, of cells that are_far().
    void fetch(std::uint32_t from, std::uint32_t to) const {
        const std::size_t cell = from * sites_ + to;
        if (!rounded_.empty()) {
            __builtin_prefetch(rounded_.data() + cell);
        } else if (!one_way_.empty()) {
            __builtin_prefetch(one_way_.data() + cell);
            __builtin_prefetch(one_way_.data() + (to * sites_ + from));
        }
    }

private:
    BothWays far(std::uint32_t from, std::uint32_t to) const;
    double far_forward(std::uint32_t from, std::uint32_t to) const;

    struct RoundedWays {
        float forward, backward;
    };
    std::vector<BothWays> exact_;
    std::vector<RoundedWays, LargePages<RoundedWays>> rounded_;
    std::span<const float> one_way_;
    std::size_t sites_ = 0;
};

/// Seconds per byte between sites (nodes, or slots where the cluster was measured GPU by GPU).
struct SiteTable {
    int sites = 0;
    SiteCells s_per_byte;
    SiteCells latency_s; ///< empty: uniform_latency_s
    double uniform_latency_s = 0;
    double most_s_per_byte = 0, most_latency_s = 0; ///< of all cells
};

/// Fills in most_s_per_byte and most_latency_s.
void find_slowest(SiteTable& table);

/// Node by node, shared by all configurations of a search; empty when the links are measured GPU by GPU. The
/// links must outlive it.
std::shared_ptr<const SiteTable> node_table(const Links& links);

/// Slowest of the peers, each way, between two slots; figure(from, to) of two GPUs.
template <class Figure>
BothWays between_slots(const SlotLayout& layout, int a, int b, const Figure& figure) {
    BothWays slowest;
    const auto from = layout.gpus_of(a), to = layout.gpus_of(b);
    for (std::size_t i = 0; i < from.size(); ++i) {
        slowest.forward = std::max(slowest.forward, figure(from[i], to[i]));
        slowest.backward = std::max(slowest.backward, figure(to[i], from[i]));
    }
    return slowest;
}

/// One site a slot: for clusters measured GPU by GPU, and for slots over several nodes.
std::shared_ptr<const SiteTable> slot_table(const Links& links, const SlotLayout& layout);

} // namespace pipette
