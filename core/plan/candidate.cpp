// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/candidate.h"

#include <algorithm>
#include <array>

namespace pipette {

std::string_view name_of(Planner planner) {
    constexpr std::array<std::string_view, 4> names{"pipette", "megatron", "amp", "varuna"};
    return names[static_cast<std::size_t>(planner)];
}

std::string_view name_of(Verdict verdict) {
    constexpr std::array<std::string_view, 3> names{"safe", "tight", "over"};
    return names[static_cast<std::size_t>(verdict)];
}

Verdict verdict_of(double upper_bytes, double limit_bytes) {
    if (upper_bytes > limit_bytes)
        return Verdict::over;
    return upper_bytes < 0.8 * limit_bytes ? Verdict::safe : Verdict::tight;
}

Verdict verdict_of(const Candidate& candidate) {
    Verdict worst = Verdict::safe;
    for (const DeviceMemory& device : candidate.memory)
        worst = std::max(worst, device.verdict);
    return worst;
}

} // namespace pipette
