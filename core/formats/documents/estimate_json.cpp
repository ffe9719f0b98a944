// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/estimate_json.h"

#include "core/formats/documents/candidate_json.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/model_figures_json.h"
#include "core/formats/evidence/calibration_use_json.h"

#include <nlohmann/json.hpp>

namespace pipette {

std::string estimate_to_text(const PlanInputs& inputs, const Candidate& candidate,
                             const std::vector<std::string>& assumptions,
                             const std::vector<CalibrationUse>& calibrations) {
    return pretty_json({{"model", model_figures_to_json(inputs.model, inputs.job)},
                        {"gpus", gpu_names_to_json(*inputs.cluster)},
                        {"candidate", candidate_to_json(*inputs.cluster, candidate)},
                        {"assumptions", assumptions},
                        {"calibrations", calibrations_used_to_json(calibrations)}});
}

} // namespace pipette
