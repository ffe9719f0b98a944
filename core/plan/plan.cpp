// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan.h"

namespace pipette {

std::string_view name_of(RejectionCode code) {
    return code == RejectionCode::out_of_memory ? "out_of_memory" : "slower_by_bound";
}

} // namespace pipette
