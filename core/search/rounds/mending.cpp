// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/mending.h"

#include "core/base/parallel_for.h"
#include "core/cost/iteration_time.h"
#include "core/search/time/fastest_costs.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

double bound_of(const SearchTables& tables, const ParallelConfig& config) {
    return bound_time(fastest_costs(tables, config), config);
}

} // namespace

bool may_recompute_more(const ParallelConfig& config, const Recomputation& least) {
    return least.kind != Recompute::full && config.recompute == least.kind &&
           config.recompute_modules == least.modules;
}

std::vector<RecomputeChoice> mended(const SearchTables& tables, const ParallelConfig& config) {
    return cheapest_recomputations(tables.inputs, tables.knowledge, config, tables.gpu_memory_bytes.front(),
                                   [&](const ParallelConfig& some) { return bound_of(tables, some); });
}

void tell_what_mends(const SearchTables& tables, std::vector<Rejection>& rejected, int threads) {
    const double gpu_bytes = tables.gpu_memory_bytes.front();
    const Recomputation least = recomputations(tables.inputs).front();
    parallel_for(int(rejected.size()), threads, {}, [&](int i) {
        Rejection& rejection = rejected[std::size_t(i)];
        const ParallelConfig& config = rejection.config;
        if (rejection.code != RejectionCode::out_of_memory || !may_recompute_more(config, least))
            return;
        const std::vector<RecomputeChoice> found = mended(tables, config);
        if (found.empty())
            return;
        const std::vector<double> devices =
            check_memory(tables.inputs, tables.knowledge, config, gpu_bytes).device_bytes;
        const auto over =
            std::count_if(devices.begin(), devices.end(), [&](double bytes) { return bytes > gpu_bytes; });
        rejection.reason +=
            fmt::format("; it fits with {} recomputation, which {} of {} stages need: +{:.1f} %",
                        recompute_text(found.front().config), over, devices.size(),
                        100 * (found.front().time_s / bound_of(tables, config) - 1));
    });
}

} // namespace pipette
