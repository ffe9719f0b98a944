// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/known_schedules.h"

#include <utility>

namespace pipette {

std::shared_ptr<const Schedule> KnownSchedules::keep(const Key& key,
                                                     std::shared_ptr<const Schedule> schedule) {
    constexpr long most_operations = 1'000'000; // about 150 MB
    const std::lock_guard lock(mutex_);
    if (operations_ + schedule->count() > most_operations)
        schedules_.clear(), operations_ = 0;
    if (schedule->count() <= most_operations && schedules_.emplace(key, schedule).second)
        operations_ += schedule->count();
    return schedule;
}

} // namespace pipette
