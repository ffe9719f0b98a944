// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/space/recompute_choice.h"

#include "core/framework/framework.h"
#include "core/search/space/enumeration.h"

#include <algorithm>
#include <optional>

namespace pipette {
namespace {

/// The modules whose recomputation frees a tensor of some layer of the model.
RecomputeModules modules_of(const TransformerModel& model) {
    const auto layers = layers_of(model);
    RecomputeModules modules;
    const auto add = [&](RecomputeModules named) {
        for (int i = 0; i < recompute_module_count; ++i)
            if (named.has(static_cast<RecomputeModule>(i)))
                modules = modules.with(static_cast<RecomputeModule>(i));
    };
    for (const ModelPart& part : layers->parts())
        if (part.in_before.back() > 0)
            for (const KeptTensor& kept : part.table.kept)
                add(kept.modules);
    return modules;
}

/// Whether a set names what its `moe` repeats in any case.
bool says_twice(RecomputeModules modules) {
    using enum RecomputeModule;
    return modules.has(moe) && modules.meets({moe_act, shared_experts});
}

bool any_within(const std::vector<RecomputeModules>& sets, RecomputeModules set) {
    return std::any_of(sets.begin(), sets.end(), [&](RecomputeModules one) { return one.within(set); });
}

bool is_largest(RecomputeModules set, const std::vector<RecomputeModules>& sets) {
    return std::none_of(sets.begin(), sets.end(),
                        [&](RecomputeModules one) { return one != set && set.within(one); });
}

} // namespace

std::vector<RecomputeModules> module_choices(const PlanInputs& inputs) {
    std::vector<RecomputeModules> sets;
    if (framework_of(inputs.job).selective != SelectiveKeeps::modules)
        return sets;
    sets.emplace_back();
    const RecomputeModules known = modules_of(inputs.model);
    for (int i = 0; i < recompute_module_count; ++i)
        if (const auto module = static_cast<RecomputeModule>(i);
            known.has(module) && (module != RecomputeModule::moe || !inputs.job.overlap_expert_exchange))
            for (std::size_t set = sets.size(); set-- > 0;)
                sets.push_back(sets[set].with(module));
    std::erase_if(sets, [](RecomputeModules set) { return set.empty() || says_twice(set); });
    std::stable_sort(sets.begin(), sets.end(), [](RecomputeModules a, RecomputeModules b) {
        return names_of(a).size() < names_of(b).size();
    });
    return sets;
}

std::vector<RecomputeChoice>
cheapest_recomputations(const PlanInputs& inputs, const Knowledge& knowledge, const ParallelConfig& config,
                        double gpu_bytes, const std::function<double(const ParallelConfig&)>& time_s) {
    const std::vector<Recomputation> ways = recomputations(inputs);
    const auto allows = [&](Recompute kind) {
        return std::any_of(ways.begin(), ways.end(), [&](const Recomputation& w) { return w.kind == kind; });
    };
    MemoryChecks checks(inputs, knowledge, gpu_bytes);
    std::optional<RecomputeChoice> fits, safe;
    const auto consider = [&](const ParallelConfig& one, MemoryCheck memory) {
        RecomputeChoice choice{one, std::move(memory), time_s(one)};
        if (choice.memory.verdict == Verdict::safe && (!safe || choice.time_s < safe->time_s))
            safe = choice;
        if (!fits || choice.time_s < fits->time_s)
            fits = std::move(choice);
    };
    ParallelConfig some = config;
    some.recompute = Recompute::full, some.recompute_layers = 0;
    some.recompute_modules = ParallelConfig{}.recompute_modules;
    const Verdict whole = checks.of(some).verdict;
    for (const Verdict wanted : {Verdict::safe, Verdict::tight})
        if (whole <= wanted && allows(Recompute::full)) {
            const ParallelConfig fewest = with_fewest_layers(inputs, knowledge, some, wanted, gpu_bytes);
            consider(fewest, checks.of(fewest));
        }
    some.recompute = Recompute::selective;
    const std::vector<RecomputeModules> sets =
        allows(Recompute::selective) ? module_choices(inputs) : std::vector<RecomputeModules>();
    // What the largest sets leave is the least that any of them does.
    if (whole == Verdict::over && std::none_of(sets.begin(), sets.end(), [&](RecomputeModules set) {
            some.recompute_modules = set;
            return is_largest(set, sets) && checks.of(some).fits();
        }))
        return {};
    std::vector<RecomputeModules> fitting, safely;
    for (const RecomputeModules set : sets) {
        if (any_within(safely, set))
            continue;
        some.recompute_modules = set;
        const MemoryCheck memory = checks.of(some);
        const bool is_safe = memory.verdict == Verdict::safe;
        if (!memory.fits() || (!is_safe && any_within(fitting, set)))
            continue;
        (is_safe ? safely : fitting).push_back(set);
        consider(some, memory);
    }
    std::vector<RecomputeChoice> found;
    if (fits)
        found.push_back(std::move(*fits));
    if (safe && found.front().memory.verdict != Verdict::safe)
        found.push_back(std::move(*safe));
    return found;
}

} // namespace pipette
