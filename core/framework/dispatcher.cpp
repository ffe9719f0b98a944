// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/dispatcher.h"

#include "core/base/input_error.h"

#include <fmt/format.h>

namespace pipette {

const Dispatcher& dispatcher_of(const TrainingJob& job) {
    const Dispatcher* dispatcher = Registry<Dispatcher>::find(job.dispatcher);
    if (!dispatcher)
        throw InputError(
            {}, "dispatcher",
            fmt::format("is \"{}\", expected one of {}", job.dispatcher, Registry<Dispatcher>::names()));
    return *dispatcher;
}

} // namespace pipette
