// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/config/config_text.h"

#include "app/cli/config/short_config.h"
#include "app/cli/planning_options.h"
#include "core/base/index.h"
#include "core/formats/launchers/megatron_layout.h"
#include "core/framework/framework.h"
#include "core/plan/stages/stage_tp.h"
#include "core/schedule/schedule_family.h"

#include <array>
#include <charconv>
#include <set>

namespace pipette {
namespace {

struct Size {
    std::string_view name;
    int ParallelConfig::*member;
};
constexpr std::array<Size, 12> sizes{{{"pp", &ParallelConfig::pp},
                                      {"tp", &ParallelConfig::tp},
                                      {"tp_x", &ParallelConfig::tp_x},
                                      {"cp", &ParallelConfig::cp},
                                      {"dp", &ParallelConfig::dp},
                                      {"ep", &ParallelConfig::ep},
                                      {"etp", &ParallelConfig::etp},
                                      {"vpp", &ParallelConfig::vpp},
                                      {"micro_batch", &ParallelConfig::micro_batch},
                                      {"zero_stage", &ParallelConfig::zero_stage},
                                      {"shard", &ParallelConfig::shard},
                                      {"recompute_layers", &ParallelConfig::recompute_layers}}};

template <class Number>
Number number(const std::string& name, std::string_view text, const char* what) {
    Number value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || stop != text.data() + text.size())
        throw InputError("--config", name, fmt::format("\"{}\" is not a {}", text, what));
    return value;
}

int whole_number(const std::string& name, std::string_view text) {
    return number<int>(name, text, "whole number");
}

double share(const std::string& name, std::string_view text) {
    return number<double>(name, text, "number");
}

/// What was said; the rest follows from it.
struct Said {
    std::set<std::string> names;
    bool has(const char* name) const { return names.contains(name); }
};

template <class Module>
EnumSet<Module> modules_named(const std::string& name, std::string_view value) {
    const std::optional<EnumSet<Module>> modules = set_named<Module>(value);
    if (!modules || modules->empty())
        throw InputError("--config", name,
                         fmt::format("\"{}\" is not known, expected some of {}, joined by +", value,
                                     known_names<Module>()));
    return *modules;
}

void set_part(ParallelConfig& config, const std::string& name, std::string_view value, int mtp_layers) {
    const std::string place = "--config " + name, text(value);
    constexpr Recompute recomputes[]{Recompute::none, Recompute::selective, Recompute::full};
    for (const Size& size : sizes)
        if (size.name == name) {
            config.*size.member = whole_number(name, value);
            return;
        }
    if (name == "offload")
        config.offload.optimizer = share(name, value);
    else if (name == "offload_activations")
        config.offload.activations = share(name, value);
    else if (name == "offload_modules")
        config.offload.modules = modules_named<OffloadModule>(name, value);
    else if (name == "offload_stride")
        config.offload.stride = whole_number(name, value);
    else if (name == "schedule")
        config.schedule = named_or_refuse<ScheduleKind>(place, text, schedule_named, all_schedules());
    else if (name == "recompute")
        config.recompute = named_or_refuse<Recompute>(place, text, recompute_named, recomputes);
    else if (name == "recompute_modules")
        config.recompute_modules = modules_named<RecomputeModule>(name, value);
    else if (name == "p2p")
        config.p2p = named_or_refuse<P2p>(place, text, p2p_named, all_p2ps());
    else if (name == "cp_kind")
        config.cp_kind = text;
    else if (name == "sequence_parallel") {
        if (text != "true" && text != "false" && text != "1" && text != "0")
            throw InputError("--config", name, fmt::format("\"{}\" is neither true nor false", text));
        config.sequence_parallel = text == "true" || text == "1";
    } else if (name == "tp_per_stage") {
        for (const std::string_view tp : split(value, '-'))
            config.tp_per_stage.push_back(whole_number(name, tp));
    } else if (name == "layers_per_stage") {
        try {
            config.layers_per_stage = layers_of_text(value, mtp_layers);
        } catch (const InputError& error) {
            throw InputError("--config", name, error.reason());
        }
    } else
        throw InputError(
            "--config", name,
            "is not known, expected pp, tp, tp_x, cp, dp, ep, etp, vpp, micro_batch, schedule, p2p, "
            "recompute, recompute_modules, recompute_layers, zero_stage, shard, offload, "
            "offload_activations, offload_modules, offload_stride, sequence_parallel, cp_kind, "
            "tp_per_stage or layers_per_stage");
}

/// What nobody said is as the framework has it by itself.
void take_unsaid(ParallelConfig& config, const Said& said, const TrainingJob& job) {
    if (!said.has("sequence_parallel"))
        config.sequence_parallel = usual_sequence_parallel(config, job);
    const Framework& framework = framework_of(job);
    if (!said.has("zero_stage")) // a shard group is the third side of a tensor grid
        config.zero_stage = framework.tensor_grids && said.has("shard") ? framework.zero_stages.back()
                                                                        : framework.zero_stages.front();
}

} // namespace

ParallelConfig parse_config(const std::string& text, const TransformerModel& model, const TrainingJob& job) {
    ParallelConfig config;
    Said said;
    const std::string parts = spelled_out(text);
    for (const std::string_view part : split(parts, ',')) {
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos)
            throw InputError("--config", {}, fmt::format("\"{}\" has no value, expected name=value", part));
        const std::string name(part.substr(0, equals));
        if (!said.names.insert(name).second)
            throw InputError("--config", name, "is given twice");
        set_part(config, name, part.substr(equals + 1), model.mtp_layers);
    }
    if (has_stage_tp(config) && !said.has("tp"))
        config.tp = tp_of_stage(config, widest_stage(config));
    if (said.has("recompute_modules") && config.recompute != Recompute::selective)
        throw InputError("--config", "recompute_modules", "is heeded with recompute=selective alone");
    if (said.has("offload_modules") && !said.has("offload_activations"))
        config.offload.activations = 1;
    config.global_batch = job.global_batch;
    take_unsaid(config, said, job);
    if (!said.has("schedule") && config.vpp > 1)
        config.schedule = ScheduleKind::interleaved;
    if (!said.has("p2p"))
        config.p2p = usual_p2p(config.schedule, framework_of(job));
    if (!said.has("layers_per_stage") && config.pp >= 1 && config.vpp >= 1 && config.pp <= model.layers &&
        config.vpp <= model.layers)
        config.layers_per_stage = usual_layers(model, config.chunks());
    if (config.tp_per_stage.size() == index(config.pp))
        config = with_stage_tp(config, config.tp_per_stage);
    try {
        check(config, model, job);
        check_habits(config, model, job);
    } catch (const InputError& error) {
        throw InputError("--config", error.place(), error.reason());
    }
    return config;
}

/// Left out where nobody chose.
bool is_optional(std::string_view size) {
    return size == "tp_x" || size == "ep" || size == "etp" || size == "shard" || size == "recompute_layers";
}

std::string config_text(const ParallelConfig& config) {
    std::string text;
    for (const Size& size : sizes)
        if (config.*size.member != ParallelConfig{}.*size.member || !is_optional(size.name))
            text += fmt::format("{}={},", size.name, config.*size.member);
    if (has_stage_tp(config))
        text += fmt::format("tp_per_stage={},", fmt::join(config.tp_per_stage, "-"));
    if (config.cp > 1)
        text += fmt::format("cp_kind={},", config.cp_kind);
    if (const RecomputeModules modules = repeated_modules(config); !modules.empty())
        text += fmt::format("recompute_modules={},", text_of(modules));
    if (config.offload.optimizer > 0)
        text += fmt::format("offload={:g},", config.offload.optimizer);
    if (config.offload.activations > 0)
        text += fmt::format("offload_activations={:g},", config.offload.activations);
    if (!config.offload.modules.empty())
        text += fmt::format("offload_modules={},", text_of(config.offload.modules));
    if (config.offload.stride > 0)
        text += fmt::format("offload_stride={},", config.offload.stride);
    text += fmt::format("schedule={},p2p={},recompute={},sequence_parallel={},layers_per_stage={}",
                        name_of(config.schedule), name_of(config.p2p), name_of(config.recompute),
                        config.sequence_parallel, fmt::join(config.layers_per_stage, "-"));
    return text;
}

} // namespace pipette
