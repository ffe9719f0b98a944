// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/search_feed.h"

#include <utility>

namespace pipette {

SearchSinks SearchFeed::sinks() {
    SearchSinks sinks;
    sinks.progress = [this](const Progress& progress) {
        const std::lock_guard lock(mutex_);
        news_.progress = progress;
    };
    sinks.found = [this](const Candidate& candidate) {
        auto shared = std::make_shared<const Candidate>(candidate);
        const std::lock_guard lock(mutex_);
        news_.found.push_back(std::move(shared));
    };
    sinks.annealing = [this](const AnnealingPoint& point) {
        const std::lock_guard lock(mutex_);
        news_.annealing.push_back(point);
    };
    return sinks;
}

SearchFeed::News SearchFeed::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(news_, {});
}

} // namespace pipette
