// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/calibration_use.h"

#include "core/base/readable.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

std::string text_of(const CalibrationUse& use) {
    return fmt::format(
        "{}{}, {}, plus or minus {:.1f} %{}",
        use.architecture.empty() ? std::string("no calibration")
                                 : fmt::format("{} {} calibration", use.architecture, use.framework),
        use.file.empty() ? "" : " of " + use.file,
        use.runs > 0 ? fmt::format("{} {}", use.runs, use.runs == 1 ? "run" : "runs") : "not measured",
        100 * use.relative_error, use.layer_profile.empty() ? "" : "; layer times of " + use.layer_profile);
}

} // namespace

bool same_figures(const std::vector<CalibrationUse>& a, const std::vector<CalibrationUse>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const CalibrationUse& one, const CalibrationUse& other) {
                          return one.gpu == other.gpu && one.sha256 == other.sha256;
                      });
}

std::string calibration_text(const std::vector<CalibrationUse>& uses) {
    std::vector<std::pair<std::string, std::string>> told; // GPUs, and what is said of them
    for (const CalibrationUse& use : uses) {
        const std::string text = text_of(use);
        const auto same =
            std::find_if(told.begin(), told.end(), [&](const auto& other) { return other.second == text; });
        if (same == told.end())
            told.emplace_back(use.gpu, text);
        else
            same->first += ", " + use.gpu;
    }
    std::string all;
    for (const auto& [gpus, text] : told)
        all += fmt::format("{}{}: {}", all.empty() ? "" : "; ", gpus, text);
    return readable(all, longest_shown_sentence);
}

} // namespace pipette
