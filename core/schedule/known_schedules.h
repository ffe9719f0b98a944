// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"

#include <map>
#include <memory>
#include <mutex>
#include <tuple>

namespace pipette {

/// Schedules that were made not long ago: of two configurations with pipelines of one size the second need
/// not make its schedule again. Any thread may ask.
class KnownSchedules {
public:
    /// The schedule of that kind and size; make() where it is not known. Where make() throws, so does this.
    template <class Make>
    std::shared_ptr<const Schedule> of(ScheduleKind kind, const ScheduleSize& size, const Make& make) {
        const Key key{kind, size.devices, size.microbatches, size.chunks, size.slices};
        {
            const std::lock_guard lock(mutex_);
            if (const auto found = schedules_.find(key); found != schedules_.end())
                return found->second;
        }
        return keep(key, make());
    }

private:
    using Key = std::tuple<ScheduleKind, int, int, int, int>;
    std::shared_ptr<const Schedule> keep(const Key& key, std::shared_ptr<const Schedule> schedule);

    std::mutex mutex_;
    std::map<Key, std::shared_ptr<const Schedule>> schedules_;
    long operations_ = 0; ///< of all of them
};

} // namespace pipette
