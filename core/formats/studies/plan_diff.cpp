// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/studies/plan_diff.h"

#include "core/base/units.h"
#include "core/formats/documents/candidate_json.h"
#include "core/formats/documents/plan_inputs_json.h"
#include "core/plan/time_parts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace pipette {
namespace {

using Json = nlohmann::ordered_json;

/// Collects what differs.
class Differences {
public:
    explicit Differences(std::string section) : section_(std::move(section)) {}

    void text(const char* name, const std::string& before, const std::string& after) {
        if (before != after)
            found_.push_back({section_, name, before, after, {}});
    }
    template <class Whole>
    void whole(const char* name, Whole before, Whole after) {
        number(name, static_cast<double>(before), static_cast<double>(after), "{:.0f}");
    }
    void number(std::string_view name, double before, double after, const char* form, double scale = 1) {
        const double least = 1e-12 * std::max(std::abs(before), std::abs(after));
        if (std::abs(before - after) <= least)
            return;
        found_.push_back(
            {section_, std::string(name), fmt::format(fmt::runtime(form), scale * before),
             fmt::format(fmt::runtime(form), scale * after),
             before != 0 ? fmt::format("{:+.1f} %", 100 * (after / before - 1)) : std::string()});
    }
    /// Every member of what a file holds, by its name there: nothing that is added to it can be forgotten
    /// here.
    void members(const Json& before, const Json& after) {
        Json all = before;
        all.update(after);
        for (const auto& [key, unused] : all.items()) {
            std::string name = key;
            std::replace(name.begin(), name.end(), '_', ' ');
            const Json &first = before.value(key, Json()), &second = after.value(key, Json());
            if (first.is_number() && second.is_number())
                number(name, first.get<double>(), second.get<double>(), "{:g}");
            else
                text(name.c_str(), words(first), words(second));
        }
    }
    std::vector<Difference> take() { return std::move(found_); }

private:
    static std::string words(const Json& value) {
        if (value.is_null() || (value.is_array() && value.empty()))
            return "as usual";
        if (!value.is_array())
            return value.is_string() ? value.get<std::string>() : value.dump();
        std::string list;
        for (const Json& one : value)
            list += (list.empty() ? "" : ",") + words(one);
        return list;
    }

    std::string section_;
    std::vector<Difference> found_;
};

std::string slow_links(const Faults& faults) {
    std::string text;
    for (const DegradedLink& link : faults.degraded)
        text += fmt::format("{}{} - {} times {:g}", text.empty() ? "" : ", ", link.host_a, link.host_b,
                            link.factor);
    return text.empty() ? "none" : text;
}

std::vector<Difference> of_inputs(const PlanInputs& a, const PlanInputs& b) {
    Differences found("inputs");
    found.text("cluster", a.cluster->name, b.cluster->name);
    found.text("origin of the cluster", a.cluster->origin, b.cluster->origin);
    found.whole("nodes", a.cluster->node_count(), b.cluster->node_count());
    found.whole("GPUs of the cluster", a.cluster->gpu_count(), b.cluster->gpu_count());
    found.text("GPU", a.cluster->node_kinds.front().gpu.name, b.cluster->node_kinds.front().gpu.name);
    if (a.cluster->name == b.cluster->name && a.cluster->origin == b.cluster->origin &&
        !(*a.cluster == *b.cluster))
        found.text("figures of the cluster", "as in the first", "others");
    found.text("model", a.model.name, b.model.name);
    found.whole("layers", a.model.layers, b.model.layers);
    if (a.model.name == b.model.name && a.model.layers == b.model.layers && !(a.model == b.model))
        found.text("shape of the model", "as in the first", "another");
    found.whole("global batch", a.job.global_batch, b.job.global_batch);
    found.whole("sequence length", a.job.sequence_length, b.job.sequence_length);
    found.text("precision", std::string(name_of(a.job.precision)), std::string(name_of(b.job.precision)));
    found.members(habits_to_json(a.job), habits_to_json(b.job));
    found.members(limits_to_json(a.limits), limits_to_json(b.limits));
    found.members(budget_to_json(a.budget), budget_to_json(b.budget));
    found.text("slow links", slow_links(a.faults), slow_links(b.faults));
    found.whole("excluded GPUs", a.faults.excluded_gpus.size(), b.faults.excluded_gpus.size());
    if (a.faults.excluded_gpus.size() == b.faults.excluded_gpus.size() &&
        a.faults.excluded_gpus != b.faults.excluded_gpus)
        found.text("which GPUs are excluded", "as in the first", "others");
    found.whole("pinned ranks", a.pinned_ranks.size(), b.pinned_ranks.size());
    return found.take();
}

std::vector<Difference> of_configuration(const ParallelConfig& a, const ParallelConfig& b) {
    Differences found("configuration");
    found.text("configuration", short_name(a), short_name(b));
    found.whole("GPUs used", a.world(), b.world());
    found.whole("microbatches", a.microbatches(), b.microbatches());
    found.members(config_to_json(a), config_to_json(b));
    return found.take();
}

/// Names of the GPUs of a mapping, rank after rank.
std::vector<std::string> gpus_of(const DiffSide& plan) {
    std::vector<std::string> names;
    for (const int gpu : plan.candidate.mapping.gpu_of_rank)
        names.push_back(plan.inputs.cluster->gpu_name(gpu));
    return names;
}

std::vector<Difference> of_mapping(const DiffSide& a, const DiffSide& b) {
    const std::vector<std::string> first = gpus_of(a), second = gpus_of(b);
    Differences found("mapping");
    if (first == second)
        return {};
    std::size_t alike = 0;
    for (std::size_t rank = 0; rank < std::min(first.size(), second.size()); ++rank)
        alike += first[rank] == second[rank] ? 1 : 0;
    found.text("ranks on the same GPU", fmt::format("{0} of {0}", first.size()),
               fmt::format("{} of {}", alike, second.size()));
    const std::set<std::string> before(first.begin(), first.end()), after(second.begin(), second.end());
    const auto only_in = [](const std::set<std::string>& one, const std::set<std::string>& other) {
        return std::count_if(one.begin(), one.end(),
                             [&](const std::string& gpu) { return !other.contains(gpu); });
    };
    found.whole("GPUs that only one uses", only_in(before, after), only_in(after, before));
    return found.take();
}

std::vector<Difference> of_time(const Candidate& a, const Candidate& b) {
    Differences found("time");
    found.number("iteration, ms", a.iteration_time_s, b.iteration_time_s, "{:.2f}", 1000);
    for (const TimePart& part : time_parts())
        found.number(fmt::format("{}, ms", part.name()), a.breakdown.*part.seconds, b.breakdown.*part.seconds,
                     "{:.2f}", 1000);
    found.number("tokens/s", a.tokens_per_s, b.tokens_per_s, "{:.0f}");
    found.number("MFU, %", a.mfu, b.mfu, "{:.2f}", 100);
    return found.take();
}

double bytes_of(const DeviceMemory& device, const std::string& part) {
    double bytes = 0;
    for (const MemoryPart& one : device.parts)
        if (one.name == part)
            bytes += one.bytes;
    return bytes;
}

std::vector<Difference> of_memory(const Candidate& a, const Candidate& b) {
    const DeviceMemory *before = fullest(a), *after = fullest(b);
    if (before == nullptr || after == nullptr)
        return {};
    Differences found("memory");
    found.text("verdict", std::string(name_of(verdict_of(a))), std::string(name_of(verdict_of(b))));
    found.number("fullest GPU at most, GiB", before->upper, after->upper, "{:.2f}", 1 / bytes_per_gib);
    found.number("fullest GPU, GiB", before->estimate, after->estimate, "{:.2f}", 1 / bytes_per_gib);
    std::vector<std::string> parts;
    for (const DeviceMemory* device : {before, after})
        for (const MemoryPart& part : device->parts)
            if (std::find(parts.begin(), parts.end(), part.name) == parts.end())
                parts.push_back(part.name);
    for (const std::string& part : parts)
        found.number(part + ", GiB", bytes_of(*before, part), bytes_of(*after, part), "{:.2f}",
                     1 / bytes_per_gib);
    return found.take();
}

} // namespace

std::vector<Difference> differences(const DiffSide& before, const DiffSide& after) {
    std::vector<Difference> all = of_inputs(before.inputs, after.inputs);
    for (auto&& part :
         {of_configuration(before.candidate.config, after.candidate.config), of_mapping(before, after),
          of_time(before.candidate, after.candidate), of_memory(before.candidate, after.candidate)})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace pipette
