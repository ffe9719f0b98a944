// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/framework.h"

#include <cctype>

namespace pipette {

const Framework& framework_of(std::string_view name) {
    static const Framework unknown;
    const Framework* known = Registry<Framework>::find(name);
    return known ? *known : unknown;
}

const Framework& framework_of(const TrainingJob& job) {
    return framework_of(job.framework);
}

double exchanged_gradient_bytes(const TrainingJob& job) {
    return job.precision == Precision::fp32 ? 4 : framework_of(job).gradient_bytes;
}

std::string framework_labelled(std::string_view label) {
    std::string small;
    for (const char c : label)
        small += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const Framework* longest = nullptr; // "megatron-deepspeed" begins like "megatron"
    for (const Framework* framework : Registry<Framework>::all())
        if (small.starts_with(framework->name) && (!longest || framework->name.size() > longest->name.size()))
            longest = framework;
    return longest ? std::string(longest->name) : small;
}

std::vector<int> split_layers(const TransformerModel& model, const ParallelConfig& config,
                              const Framework& framework) {
    return framework.layers ? framework.layers(model, config) : even_layers(model.layers, config.chunks());
}

double kept_gradient_bytes(const TrainingJob& job) {
    const int copies = job.precision == Precision::fp32 ? 0 : framework_of(job).memory.gradient_copies;
    return exchanged_gradient_bytes(job) + copies * element_bytes(job.precision);
}

double head_output_bytes(const TrainingJob& job) {
    return 4 + framework_of(job).memory.logit_copies * element_bytes(job.precision);
}

double rotary_inputs(const TransformerModel& model) {
    return 1 + double(model.kv_heads) / model.heads;
}

} // namespace pipette
