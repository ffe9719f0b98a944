// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/registry.h"
#include "core/formats/training/log_lines.h"
#include "core/formats/training/run_collector.h"

#include <string_view>
#include <vector>

namespace pipette {

/// The log that a training framework prints. One file of the program each, which registers it; nothing else
/// knows its name.
struct TrainingLogFormat {
    std::string_view name;        ///< "megatron-lm"
    std::string_view description; ///< whose log it is, for a person, half a line
    std::string_view framework;   ///< the label of its measured runs (Framework::labels)
    /// Each line that `read` is called for holds one of these.
    std::vector<std::string_view> marks{};
    /// Words that no other framework writes. Empty: its lines are enough.
    std::vector<std::string_view> words{};
    /// Of two formats that read the same lines, the one with the higher figure is right if its words were
    /// seen: a framework that prints another's lines says so.
    int precedence = 0;
    /// Tells `runs` what a line says; called for every line with a mark, in order.
    void (*read)(const LogLine& line, RunCollector& runs) = nullptr;
    /// Makes columns of measured runs of what was told of the whole run. Null: nothing is left to do.
    void (*finish)(LogRun& run) = nullptr;
};

} // namespace pipette
