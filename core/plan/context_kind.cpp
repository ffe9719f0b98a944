// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/context_kind.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/plan/parallel_config.h"

#include <fmt/format.h>

namespace pipette {

const ContextKind& context_kind_of(const ParallelConfig& config) {
    const ContextKind* kind = Registry<ContextKind>::find(config.cp_kind);
    if (!kind)
        throw InputError({}, "cp_kind",
                         fmt::format("is {}, expected one of {}", in_quotes(config.cp_kind),
                                     Registry<ContextKind>::names()));
    return *kind;
}

double causal_share(const ParallelConfig& config) {
    if (config.cp == 1 || context_kind_of(config).balanced)
        return 1;
    return (2.0 * config.cp - 1) / config.cp;
}

} // namespace pipette
