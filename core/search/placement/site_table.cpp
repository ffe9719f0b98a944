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

std::shared_ptr<const SiteTable> node_table(const Links& links) {
    if (links.rows != links.nodes)
        return nullptr;
    auto table = std::make_shared<SiteTable>();
    table->sites = links.nodes;
    table->uniform_latency_s = links.uniform_latency_s;
    const std::size_t n = index(links.nodes);
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
