// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/rejection.h"

#include <numeric>

namespace pipette {

std::string_view name_of(RejectionCode code) {
    switch (code) {
    case RejectionCode::out_of_memory:
        return "out_of_memory";
    case RejectionCode::slower_by_bound:
        return "slower_by_bound";
    case RejectionCode::crosses_fault:
        break;
    }
    return "crosses_fault";
}

long RejectionCounts::all() const {
    return std::accumulate(counts_.begin(), counts_.end(), 0L);
}

} // namespace pipette
