// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/registry.h"
#include "core/formats/text/json_reader.h"
#include "core/workload/transformer_model.h"

#include <string_view>

namespace pipette {

/// An architecture of Hugging Face's transformers, as a config.json describes it. One file each (or one for
/// those with the same fields), which registers it.
struct HuggingFaceFamily {
    std::string_view name; ///< the model_type: "llama"
    /// Everything but the model's name and source. Throws InputError.
    TransformerModel (*read)(const JsonValue& config);
    std::string_view caveat = {}; ///< what of the model is not counted, for its source
};

/// A config.json of one of the families. Mixtures of experts are refused, and a model_type that is none of
/// theirs. `name` is used when the file names none. Throws InputError.
TransformerModel model_from_hugging_face(const JsonValue& config, const std::string& name);

/// The fields that Llama and most architectures after it share. Head sizes other than hidden/heads are
/// refused.
TransformerModel llama_model(const JsonValue& config);

/// A size, 1 or more.
int size_in(const JsonValue& config, std::string_view key);
/// One that older files leave out or set to null.
int size_in(const JsonValue& config, std::string_view key, int fallback);

} // namespace pipette
