// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/parallel_config.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace pipette {

/// Why a configuration is not among the candidates.
enum class RejectionCode { out_of_memory, slower_by_bound, crosses_fault };
constexpr std::array all_rejection_codes{RejectionCode::out_of_memory, RejectionCode::slower_by_bound,
                                         RejectionCode::crosses_fault};
std::string_view name_of(RejectionCode code); ///< "out_of_memory", "slower_by_bound", "crosses_fault"

/// One configuration that a search rejected.
struct Rejection {
    ParallelConfig config;
    RejectionCode code = RejectionCode::out_of_memory;
    std::string reason; ///< for a person: "stage 0 needs 91.3 GiB of 80 GiB"
    bool operator==(const Rejection&) const = default;
};

/// A plan keeps so many rejected configurations, those that were nearest to being chosen; it counts the
/// others.
constexpr std::size_t most_rejections_kept = 200;

/// How many configurations a search rejected for each reason.
class RejectionCounts {
public:
    long& of(RejectionCode code) { return counts_[static_cast<std::size_t>(code)]; }
    long of(RejectionCode code) const { return counts_[static_cast<std::size_t>(code)]; }
    long all() const;
    bool operator==(const RejectionCounts&) const = default;

private:
    std::array<long, all_rejection_codes.size()> counts_{};
};

} // namespace pipette
