// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/schedule_report.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/base/time_text.h"
#include "core/formats/reports/plan_answer.h"
#include "core/formats/reports/report_charts.h"
#include "core/schedule/idle_share.h"
#include "core/schedule/schedule_family.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

std::string lasts(const ReportStep& step, double time) {
    return step.unit == StepUnit::seconds ? time_text(time) : fmt::format("{:.6g}", time);
}

double most_microbatches(const Timeline& timeline) {
    double most = 0;
    for (const DeviceUse& device : timeline.devices)
        most = std::max(most, device.peak_activations);
    return most / timeline.schedule->size().chunks;
}

std::string idle_text(const Timeline& timeline) {
    return fmt::format("{:.1f} %", 100 * idle_share(timeline));
}

/// "interleaved: 12 % faster than 1f1b" of two, else what one schedule takes.
std::string schedules_title(const std::vector<ReportStep>& steps) {
    const auto takes = [](const ReportStep& step) { return step.timeline->makespan; };
    const ReportStep& first = steps.front();
    if (steps.size() == 1)
        return fmt::format("{}: {} of all time is idle", readable(first.title), idle_text(*first.timeline));
    const ReportStep& fastest =
        *std::min_element(steps.begin(), steps.end(), [&](const ReportStep& one, const ReportStep& other) {
            return takes(one) < takes(other);
        });
    const ReportStep& other = &fastest == &first ? steps[1] : first;
    return fmt::format("{}: {}", readable(fastest.title),
                       gain_text(takes(fastest), takes(other), readable(other.title)));
}

std::string sizes_text(const Timeline& timeline) {
    const ScheduleSize& size = timeline.schedule->size();
    std::string text =
        fmt::format("{}, {}", counted(size.devices, "device"), counted(size.microbatches, "microbatch"));
    if (size.microbatches > 1) // the plural takes more than an s
        text = fmt::format("{}, {} microbatches", counted(size.devices, "device"), size.microbatches);
    if (size.chunks > 1)
        text += fmt::format(", {} model chunks a device", size.chunks);
    if (size.slices > 1)
        text += fmt::format(", {} token slices a microbatch", size.slices);
    return text;
}

ReportTable schedules_table(const std::vector<ReportStep>& steps) {
    ReportTable table{{"schedule", "takes", "idle of all time", "idle between first and last operation",
                       "microbatches held at most", "transfers"},
                      {},
                      {0, 5}};
    for (const ReportStep& step : steps) {
        const Timeline& timeline = *step.timeline;
        table.rows.push_back({readable(step.title), lasts(step, timeline.makespan), idle_text(timeline),
                              fmt::format("{:.1f} %", 100 * timeline.bubble_fraction()),
                              fmt::format("{:.4g}", most_microbatches(timeline)),
                              std::string(name_of(timeline.p2p))});
    }
    return table;
}

/// The paper that a schedule is from, where it is none of a person's own.
std::string source_of(const Timeline& timeline) {
    const ScheduleFamily* family = Registry<ScheduleFamily>::find(timeline.schedule->name());
    return family == nullptr ? std::string() : fmt::format("{}: {}.", family->title, family->citation);
}

} // namespace

ReportStep schedule_step(const std::string& title, std::shared_ptr<const Timeline> timeline, StepUnit unit) {
    const bool stages = timeline->schedule->parts() == timeline->schedule->devices();
    return {title, std::move(timeline), unit, stages ? "stage" : "device", {}};
}

Report schedule_report(const std::vector<ReportStep>& steps) {
    if (steps.empty())
        throw InputError({}, {}, "there is no schedule to show");
    const ReportStep& first = steps.front();
    Report report;
    report.of = steps.size() == 1 ? "Pipeline schedule" : "Pipeline schedules";
    report.title = schedules_title(steps);
    report.subtitle = fmt::format("{}. A schedule is the order in which the stages of a pipeline work. Each "
                                  "stage runs a part of the model; while it waits for another, it is idle.",
                                  sizes_text(*first.timeline));
    if (steps.size() == 1)
        report.blocks.emplace_back(ReportTiles{
            {{lasts(first, first.timeline->makespan), "for one step"},
             {idle_text(*first.timeline), "of all device time is idle"},
             {fmt::format("{:.4g}", most_microbatches(*first.timeline)), "microbatches held at most"}}});
    else
        report.blocks.emplace_back(schedules_table(steps));
    ReportList sources;
    for (const ReportStep& step : steps) {
        report.blocks.emplace_back(ReportHeading{steps.size() > 1 ? step.title : "One step"});
        report.blocks.emplace_back(step);
        report.blocks.emplace_back(idle_chart(step));
        const std::string source = source_of(*step.timeline);
        if (!source.empty() &&
            std::find(sources.items.begin(), sources.items.end(), source) == sources.items.end())
            sources.items.push_back(source);
    }
    if (!sources.items.empty()) {
        report.blocks.emplace_back(ReportHeading{"Where the schedules come from"});
        report.blocks.emplace_back(std::move(sources));
    }
    return report;
}

} // namespace pipette
