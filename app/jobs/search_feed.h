// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/rounds/planner.h"

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace pipette {

/// What a running search has reported since it was last asked: written by its threads, emptied by the
/// window's.
class SearchFeed {
public:
    struct News {
        std::optional<Progress> progress; ///< the latest
        std::vector<std::shared_ptr<const Candidate>> found;
        std::vector<AnnealingPoint> annealing;
    };

    SearchSinks sinks();
    News take();

private:
    std::mutex mutex_;
    News news_;
};

} // namespace pipette
