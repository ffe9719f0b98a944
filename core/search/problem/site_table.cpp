// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/problem/site_table.h"

#include "core/base/index.h"

namespace pipette {

namespace {

/// figure(a, b) of every two sites.
template <class Figure>
SiteCells side_by_side(int sites, const Figure& figure) {
    std::vector<BothWays> cells;
    cells.reserve(index(sites) * index(sites));
    for (int a = 0; a < sites; ++a)
        for (int b = 0; b < sites; ++b)
            cells.push_back(figure(a, b));
    return {std::move(cells), sites};
}

/// Calls take(cell, cell of the way back) for every cell of a square, by tiles: of each direction one is in
/// the cache.
template <class Take>
void each_both_ways(std::size_t sites, const Take& take) {
    constexpr std::size_t tile = 64;
    for (std::size_t first_a = 0; first_a < sites; first_a += tile)
        for (std::size_t first_b = 0; first_b < sites; first_b += tile)
            for (std::size_t a = first_a; a < std::min(sites, first_a + tile); ++a)
                for (std::size_t b = first_b; b < std::min(sites, first_b + tile); ++b)
                    take(a * sites + b, b * sites + a);
}

/// The links of a domain are those of its nodes, too: alike for all GPUs of the two.
void take_domains(SiteTable& table, const Links& links) {
    std::vector<int> gpu_of_host(index(links.hosts), 0);
    for (int gpu = links.gpus - 1; gpu >= 0; --gpu)
        gpu_of_host[index(links.host_of_gpu[index(gpu)])] = gpu;
    const auto cells = [&](const auto& one_way) {
        return side_by_side(links.hosts, [&](int a, int b) {
            const int from = gpu_of_host[index(a)], to = gpu_of_host[index(b)];
            return a == b ? BothWays{} : BothWays{one_way(from, to), one_way(to, from)};
        });
    };
    table.s_per_byte = cells([&](int from, int to) { return links.s_per_byte(from, to); });
    if (!links.inter_latency_s.empty())
        table.latency_s = cells([&](int from, int to) { return links.latency_s(from, to); });
}

} // namespace

SiteCells::SiteCells(const LinkCells& one_way, int sites, int most_side_by_side) : sites_(index(sites)) {
    if (one_way.empty())
        return;
    if (one_way.rounded().empty()) {
        exact_.resize(one_way.size());
        each_both_ways(sites_, [&](std::size_t cell, std::size_t back) {
            exact_[cell] = {one_way[cell], one_way[back]};
        });
    } else if (sites <= most_side_by_side) {
        const std::span<const float> cells = one_way.rounded();
        rounded_.resize(cells.size());
        each_both_ways(sites_, [&](std::size_t cell, std::size_t back) {
            rounded_[cell] = {cells[cell], cells[back]};
        });
    } else {
        one_way_ = one_way.rounded();
    }
}

BothWays SiteCells::far(std::uint32_t from, std::uint32_t to) const {
    const std::size_t cell = from * sites_ + to;
    if (!rounded_.empty())
        return {rounded_[cell].forward, rounded_[cell].backward};
    return {one_way_[cell], one_way_[to * sites_ + from]};
}

double SiteCells::far_forward(std::uint32_t from, std::uint32_t to) const {
    const std::size_t cell = from * sites_ + to;
    return rounded_.empty() ? one_way_[cell] : rounded_[cell].forward;
}

void SiteCells::forward_row(std::uint32_t from, std::span<const std::uint32_t> to, double* times) const {
    const std::size_t row = from * sites_;
    const auto fill = [&](const auto& figure) {
        for (std::size_t i = 0; i < to.size(); ++i)
            times[i] = figure(row + to[i]);
    };
    if (!exact_.empty())
        fill([cells = exact_.data()](std::size_t cell) { return cells[cell].forward; });
    else if (!rounded_.empty())
        fill([cells = rounded_.data()](std::size_t cell) { return double{cells[cell].forward}; });
    else
        fill([cells = one_way_.data()](std::size_t cell) { return double{cells[cell]}; });
}

double SiteCells::largest() const {
    double most = 0;
    for (const BothWays& cell : exact_)
        most = std::max({most, cell.forward, cell.backward});
    float of_rounded = 0;
    for (const RoundedWays& cell : rounded_)
        of_rounded = std::max(of_rounded, cell.forward);
    for (const float cell : one_way_)
        of_rounded = std::max(of_rounded, cell);
    return std::max(most, double{of_rounded});
}

void find_slowest(SiteTable& table) {
    table.most_s_per_byte = table.s_per_byte.largest();
    table.most_latency_s = std::max(table.uniform_latency_s, table.latency_s.largest());
}

std::shared_ptr<const SiteTable> slot_table(const Links& links, const SlotLayout& layout) {
    auto table = std::make_shared<SiteTable>();
    table->sites = layout.size();
    table->uniform_latency_s = links.uniform_latency_s;
    const auto cells = [&](const auto& figure) {
        return side_by_side(layout.size(), [&](int a, int b) {
            return between_slots(layout, a, b, [&](int i, int j) { return i == j ? 0 : figure(i, j); });
        });
    };
    table->s_per_byte = cells([&](int i, int j) { return links.s_per_byte(i, j); });
    if (!links.inter_latency_s.empty())
        table->latency_s = cells([&](int i, int j) { return links.latency_s(i, j); });
    find_slowest(*table);
    return table;
}

std::shared_ptr<const SiteTable> node_table(const Links& links) {
    if (links.rows != links.hosts)
        return nullptr;
    auto table = std::make_shared<SiteTable>();
    table->sites = links.hosts;
    table->uniform_latency_s = links.uniform_latency_s;
    if (links.nodes != links.hosts) {
        take_domains(*table, links);
    } else {
        table->s_per_byte = {links.inter_s_per_byte, links.hosts};
        table->latency_s = {links.inter_latency_s, links.hosts};
    }
    find_slowest(*table);
    return table;
}

} // namespace pipette
