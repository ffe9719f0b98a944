// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/kept_links.h"

#include "core/cost/iteration_time.h"

namespace pipette {

std::shared_ptr<const Links> KeptLinks::of(const PlanInputs& inputs) {
    const std::lock_guard lock(mutex_);
    if (links_ && cluster_ == inputs.cluster && faults_ == inputs.faults)
        return links_;
    auto made = std::make_shared<const Links>(links_of(inputs));
    const bool keeps = inputs.cluster->node_count() <= most_nodes;
    cluster_ = keeps ? inputs.cluster : nullptr;
    faults_ = inputs.faults;
    links_ = keeps ? made : nullptr;
    return made;
}

} // namespace pipette
