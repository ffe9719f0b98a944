// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/stages/stage_reason.h"

#include "core/base/units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace pipette {
namespace {

/// "0-3, 6": numbers in a row as one.
std::string rows_text(const std::vector<int>& numbers) {
    std::string text;
    for (std::size_t first = 0, end = 0; first < numbers.size(); first = end) {
        for (end = first + 1; end < numbers.size() && numbers[end] == numbers[end - 1] + 1;)
            ++end;
        text += fmt::format("{}{}", text.empty() ? "" : ", ", numbers[first]);
        if (end > first + 1)
            text += fmt::format("-{}", numbers[end - 1]);
    }
    return text;
}

std::string subject(const StageReason& reason) {
    const bool one = reason.stages.size() == 1;
    return fmt::format("Stage{} {} {} {} {}{}on {}", one ? "" : "s", rows_text(reason.stages),
                       one ? "has" : "have", reason.layers, reason.layers == 1 ? "layer " : "layers ",
                       one ? "" : "each ", reason.gpus);
}

/// "980.1 ms longer", "980.1 ms shorter" or "no longer".
std::string longer(double added_s) {
    constexpr double shown_ms = 0.05; // smaller differences are printed as 0.0 ms
    const double added_ms = 1000 * added_s;
    return std::abs(added_ms) < shown_ms
               ? "no longer"
               : fmt::format("{:.1f} ms {}", std::abs(added_ms), added_ms > 0 ? "longer" : "shorter");
}

std::string time_text(const StageReason& reason) {
    if (reason.bound == StageBound::links)
        return fmt::format("a microbatch takes {:.1f} ms there, {:.1f} ms of it for exchanges over links",
                           1000 * reason.pass_s, 1000 * reason.exchanges_s);
    const std::string computes =
        fmt::format("{} computes for {:.1f} ms a microbatch", reason.stages.size() == 1 ? "it" : "each",
                    1000 * (reason.pass_s - reason.exchanges_s));
    return reason.fastest.empty() ? computes
                                  : fmt::format("{}, {:.1f} times as long as on {}", computes,
                                                reason.times_fastest, reason.fastest);
}

std::string one_more_text(const StageReason& reason) {
    if (reason.bound == StageBound::supply)
        return "no other stage has a layer to give";
    if (reason.bound == StageBound::memory)
        return fmt::format("{:.1f} of {:.1f} GiB are full, and one layer more would need {:.1f} GiB",
                           reason.used_bytes / bytes_per_gib, reason.limit_bytes / bytes_per_gib,
                           reason.more_bytes / bytes_per_gib);
    return fmt::format("one layer more, from stage {}, would make the iteration {}", reason.one_more->other,
                       longer(reason.one_more->added_s));
}

std::string exchanged_text(const StageChange& change) {
    return change.fits ? fmt::format("changing places with stage {} would make the iteration {}",
                                     change.other, longer(change.added_s))
                       : fmt::format("changing places with stage {} would not fit into memory", change.other);
}

} // namespace

std::string stage_reason_text(const StageReason& reason) {
    std::string text = fmt::format("{}: {}", subject(reason), time_text(reason));
    if (reason.tp > 0)
        text += fmt::format("; {} tp is {}", reason.stages.size() == 1 ? "its" : "their", reason.tp);
    if (!reason.slowest.empty())
        text += fmt::format("; its other GPUs wait for {}", reason.slowest);
    if (reason.bound != StageBound::whole)
        text += "; " + one_more_text(reason);
    if (reason.exchanged)
        text += "; " + exchanged_text(*reason.exchanged);
    if (reason.pinned > 0)
        text += fmt::format("; {} of {} GPUs are pinned", reason.pinned, reason.all_gpus);
    return text + ".";
}

std::string stage_reason_text(const std::vector<StageReason>& reasons, int stage) {
    for (const StageReason& reason : reasons)
        if (std::find(reason.stages.begin(), reason.stages.end(), stage) != reason.stages.end())
            return stage_reason_text(reason);
    return {};
}

std::string idle_kind_text(const IdleKind& idle) {
    const std::string slower = fmt::format("{} stay idle: they compute the model {:.1f} times as long as {}",
                                           idle.gpus, idle.times_fastest, idle.fastest);
    return idle.config.empty() ? slower + "; no candidate uses them."
                               : fmt::format("{}; with some of them the iteration is {} at best ({}).",
                                             slower, longer(idle.added_s), idle.config);
}

} // namespace pipette
