// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/placement/site_table.h"

#include "core/base/index.h"

namespace pipette {

std::shared_ptr<const SiteTable> slot_table(const Links& links, const SlotLayout& layout) {
    auto table = std::make_shared<SiteTable>();
    table->sites = layout.size();
    table->uniform_latency_s = links.uniform_latency_s;
    for (int a = 0; a < layout.size(); ++a)
        for (int b = 0; b < layout.size(); ++b) {
            table->s_per_byte.push_back(between_slots(
                layout, a, b, [&](int i, int j) { return i == j ? 0 : links.s_per_byte(i, j); }));
            if (!links.inter_latency_s.empty())
                table->latency_s.push_back(between_slots(
                    layout, a, b, [&](int i, int j) { return i == j ? 0 : links.latency_s(i, j); }));
        }
    find_slowest(*table);
    return table;
}

void find_slowest(SiteTable& table) {
    table.most_s_per_byte = 0, table.most_latency_s = table.uniform_latency_s;
    for (const BothWays& cell : table.s_per_byte)
        table.most_s_per_byte = std::max({table.most_s_per_byte, cell.forward, cell.backward});
    for (const BothWays& cell : table.latency_s)
        table.most_latency_s = std::max({table.most_latency_s, cell.forward, cell.backward});
}

namespace {

/// The links of a domain are those of its nodes, too: alike for all GPUs of the two.
std::shared_ptr<const SiteTable> domain_table(const Links& links) {
    auto table = std::make_shared<SiteTable>();
    table->sites = links.hosts;
    table->uniform_latency_s = links.uniform_latency_s;
    std::vector<int> gpu_of_host(index(links.hosts), 0);
    for (int gpu = links.gpus - 1; gpu >= 0; --gpu)
        gpu_of_host[index(links.host_of_gpu[index(gpu)])] = gpu;
    for (int a = 0; a < links.hosts; ++a)
        for (int b = 0; b < links.hosts; ++b) {
            const int from = gpu_of_host[index(a)], to = gpu_of_host[index(b)];
            table->s_per_byte.push_back(
                a == b ? BothWays{} : BothWays{links.s_per_byte(from, to), links.s_per_byte(to, from)});
            if (!links.inter_latency_s.empty())
                table->latency_s.push_back(
                    a == b ? BothWays{} : BothWays{links.latency_s(from, to), links.latency_s(to, from)});
        }
    find_slowest(*table);
    return table;
}

} // namespace

std::shared_ptr<const SiteTable> node_table(const Links& links) {
    if (links.rows != links.hosts)
        return nullptr;
    if (links.nodes != links.hosts)
        return domain_table(links);
    auto table = std::make_shared<SiteTable>();
    table->sites = links.hosts;
    table->uniform_latency_s = links.uniform_latency_s;
    const std::size_t n = index(links.hosts);
    const auto both = [n](const std::vector<double>& one_way) {
        std::vector<BothWays> cells(one_way.size());
        for (std::size_t i = 0; i < n && !one_way.empty(); ++i)
            for (std::size_t j = 0; j < n; ++j)
                cells[i * n + j] = {one_way[i * n + j], one_way[j * n + i]};
        return cells;
    };
    table->s_per_byte = both(links.inter_s_per_byte);
    table->latency_s = both(links.inter_latency_s);
    find_slowest(*table);
    return table;
}

} // namespace pipette
