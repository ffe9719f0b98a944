// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/text/json_reader.h"
#include "core/workload/transformer_model.h"

#include <nlohmann/json_fwd.hpp>

namespace pipette {

/// A model file of ours: {"format": "pipette-model", "version": 1, "name", "source", "layers", "hidden", ...}
/// with the fields of TransformerModel. Throws InputError.
TransformerModel model_from_json(const JsonValue& value);
nlohmann::ordered_json model_to_json(const TransformerModel& model);

} // namespace pipette
