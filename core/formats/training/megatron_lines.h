// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/training/log_lines.h"
#include "core/formats/training/run_collector.h"

#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace pipette {

// Lines that Megatron-LM prints, and with it the frameworks that run its training loop.

/// " iteration 5/ 100 | ... | elapsed time per iteration (ms): 812.3 | ...", one or several in a line.
void read_megatron_step(const LogLine& line, RunCollector& runs);

/// "[Rank 0] (after 10 iterations) memory (MB) | allocated: ... | max allocated: ...".
void read_megatron_memory(const LogLine& line, RunCollector& runs);

/// A timer by the name that a log gives it.
struct TimerName {
    std::string_view name;
    TimerPlace place;
};
/// "    forward-backward ........: (210.4, 221.3)" and "time (ms) | forward: 11.2 | backward: ...", in
/// milliseconds; of a minimum and a maximum over ranks the latter counts.
void read_timers(const LogLine& line, std::span<const TimerName> names, RunCollector& runs,
                 RunCollector::TimerOf of);

/// "  num_layers ......... 24", and what Megatron says of its groups and tokenizer. Told under ".num_layers".
void read_megatron_arguments(const LogLine& line, RunCollector& runs);
/// "num_layers: 24" of a printed configuration, the same.
void read_megatron_settings(const LogLine& line, RunCollector& runs);

/// Each line that these functions read holds one of these words, and one of `more`.
std::vector<std::string_view> megatron_marks(std::initializer_list<std::string_view> more = {});

/// Columns of measured runs from these arguments.
void take_megatron_arguments(LogRun& run);

} // namespace pipette
