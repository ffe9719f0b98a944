// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"

namespace pipette {

/// `ahead(d, devices)` forwards on device d, then one forward and one backward in turn, then the backwards
/// that are left.
void fill_one_f_one_b(ScheduleDraft& draft, int (*ahead)(int device, int devices));

} // namespace pipette
