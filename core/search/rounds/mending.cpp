// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/mending.h"

#include "core/base/parallel_for.h"
#include "core/cost/iteration_time.h"
#include "core/search/space/enumeration.h"
#include "core/search/space/recompute_choice.h"
#include "core/search/time/fastest_costs.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

double bound_of(const SearchTables& tables, const ParallelConfig& config) {
    return bound_time(fastest_costs(tables, config), config);
}

} // namespace

bool recomputes_least(const PlanInputs& inputs, const ParallelConfig& config) {
    const Recomputation least = recomputations(inputs).front();
    return least.kind != Recompute::full && config.recompute == least.kind &&
           config.recompute_modules == least.modules;
}

std::vector<Mended> mended(const SearchTables& tables, const ParallelConfig& config) {
    std::vector<Mended> found;
    for (RecomputeChoice& choice :
         cheapest_recomputations(tables.inputs, tables.knowledge, config, tables.gpu_memory_bytes.front(),
                                 [&](const ParallelConfig& some) { return bound_of(tables, some); }))
        found.push_back({choice.config, std::move(choice.memory), choice.time_s,
                         evenly_spread_time(fastest_costs(tables, choice.config))});
    return found;
}

void tell_what_mends(const SearchTables& tables, std::vector<Rejection>& rejected, int threads) {
    const double gpu_bytes = tables.gpu_memory_bytes.front();
    parallel_for(int(rejected.size()), threads, {}, [&](int i) {
        Rejection& rejection = rejected[std::size_t(i)];
        const ParallelConfig& config = rejection.config;
        if (rejection.code != RejectionCode::out_of_memory || !recomputes_least(tables.inputs, config))
            return;
        const std::vector<Mended> found = mended(tables, config);
        if (found.empty())
            return;
        const std::vector<double> devices =
            check_memory(tables.inputs, tables.knowledge, config, gpu_bytes).device_bytes;
        const auto over =
            std::count_if(devices.begin(), devices.end(), [&](double bytes) { return bytes > gpu_bytes; });
        rejection.reason +=
            fmt::format("; it fits with {} recomputation, which {} of {} stages need: +{:.1f} %",
                        recompute_text(found.front().config), over, devices.size(),
                        100 * (found.front().bound_s / bound_of(tables, config) - 1));
    });
}

} // namespace pipette
