// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/text/json_reader.h"
#include "core/workload/transformer_model.h"

namespace pipette {

/// A Hugging Face config.json of a Llama, Mistral, Qwen2, GPT-2 or GPT-NeoX model. Mixtures of experts and
/// head sizes other than hidden/heads are refused. `name` is used when the file names none. Throws
/// InputError.
TransformerModel model_from_hugging_face(const JsonValue& config, const std::string& name);

} // namespace pipette
