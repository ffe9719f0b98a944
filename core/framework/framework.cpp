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
    std::string_view longest, name = small; // "megatron-deepspeed" begins like "megatron"
    const auto consider = [&](std::string_view beginning, std::string_view of) {
        if (small.starts_with(beginning) && beginning.size() > longest.size())
            longest = beginning, name = of;
    };
    for (const Framework* framework : Registry<Framework>::all()) {
        consider(framework->name, framework->name);
        for (const std::string_view called : framework->labels)
            consider(called, framework->name);
    }
    return std::string(name);
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
    const AttentionWidths width = attention_widths(model);
    return (width.query + width.key) / model.hidden;
}

} // namespace pipette
