// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/training/training_log_format.h"

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

/// ":::MLLOG {... "key": "tracked_stats", "value": {"train_step_time": 59.28, ...}, "metadata": {...
/// "samples_count": 15360}}". The step follows from the samples and the batch.
void read_mllog_step(std::string_view text, int rank, RunCollector& runs) {
    LogStep step;
    step.seconds = amount_behind(text, "\"train_step_time\":");
    step.samples_per_s = amount_behind(text, "\"throughput\":");
    if (step.seconds == 0 && step.samples_per_s == 0)
        return;
    constexpr double ms = 1e-3, most_samples = 1e15;
    step.clock_s = ms * amount_behind(text, "\"time_ms\":");
    const double samples = number_behind(text, "\"samples_count\":").value_or(-1);
    const double batch = leading_number(runs.told("global_batch")).value_or(0);
    // Without a batch samples stand for the step: they grow with it, and every rank prints the same.
    step.number = samples < 0 || samples > most_samples ? -1
                  : batch >= 1                          ? std::lround(samples / batch)
                                                        : std::lround(samples);
    runs.step(step, 0, rank);
}

void read_mllog(const LogLine& line, RunCollector& runs) {
    constexpr std::string_view marker = ":::MLLOG";
    constexpr std::pair<std::string_view, const char*> sizes[] = {
        {"\"global_batch_size\"", "global_batch"},
        {"\"max_sequence_length\"", "sequence_length"},
        {"\"tensor_parallel_size\"", "tp"},
        {"\"pipeline_parallel_size\"", "pp"},
        {"\"context_parallel_size\"", "cp"}};
    std::string_view rest = line.text;
    for (std::size_t at = place_of(rest, marker); at != std::string_view::npos; at = place_of(rest, marker)) {
        const int rank = rank_before(rest.substr(0, at));
        rest.remove_prefix(at + marker.size());
        const std::string_view event = rest.substr(0, std::min(place_of(rest, marker), rest.size()));
        if (holds(event, "\"tracked_stats\""))
            read_mllog_step(event, rank, runs);
        for (const auto& [key, column] : sizes)
            if (holds(event, key))
                if (const auto value = whole_behind(event, "\"value\":", 1, most_told_size))
                    runs.tell(column, *value);
        if (holds(event, "\"submission_benchmark\""))
            runs.tell("model", word_behind(event, "\"value\":"));
    }
}

const Registered<TrainingLogFormat> mllog_row({
    .name = "mllog",
    .description = "MLPerf's :::MLLOG lines with tracked_stats",
    .framework = "MLPerf",
    .marks = {":::MLLOG"},
    .words = {":::MLLOG"},
    .precedence = 1,
    .read = read_mllog,
});

} // namespace
} // namespace pipette
