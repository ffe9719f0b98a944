// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/model_figures_json.h"

#include <nlohmann/json.hpp>

namespace pipette {

nlohmann::ordered_json model_figures_to_json(const TransformerModel& model, const TrainingJob& job) {
    return {{"name", model.name},
            {"parameters", total_parameters(model)},
            {"active_parameters", active_parameters(model)},
            {"flops_per_token", flops_per_token(model, job.sequence_length)}};
}

} // namespace pipette
