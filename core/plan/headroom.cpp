// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/headroom.h"

#include <fmt/format.h>

namespace pipette {

std::string headroom_text(const Headroom& headroom) {
    if (headroom.gpus.value == 0 && headroom.sequence_length.value == 0 && headroom.layers.value == 0)
        return "nothing fits, however short the sequences, shallow the model or many of the GPUs";
    const auto part = [](const char* form, const Fit& fit, const char* none) {
        if (fit.value == 0)
            return std::string(none);
        const bool repeats = fit.config.recompute != Recompute::none;
        return fmt::format(fmt::runtime(form), fit.value) +
               (repeats ? fmt::format(" ({} recomputation)", recompute_text(fit.config)) : "");
    };
    const char* gpus = headroom.gpus.value == 1 ? "from {} GPU" : "from {} GPUs";
    return "by the memory of the GPUs alone: " +
           part("sequences up to {} tokens", headroom.sequence_length, "no sequence fits") + ", " +
           part("micro batches up to {}", headroom.micro_batch, "no micro batch fits") + ", " +
           part("up to {} layers", headroom.layers, "no layer fits") + ", " +
           part(gpus, headroom.gpus, "too few GPUs as it is");
}

} // namespace pipette
