// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/registry.h"
#include "core/formats/text/json_reader.h"
#include "core/workload/transformer_model.h"

#include <optional>
#include <string_view>
#include <vector>

namespace pipette {

/// An architecture of Hugging Face's transformers, as a config.json describes it. One file each (or one for
/// those with the same fields), which registers it.
struct HuggingFaceFamily {
    std::string_view name; ///< the model_type: "llama"
    /// Everything but the model's name and source. Throws InputError.
    TransformerModel (*read)(const JsonValue& config);
    std::string_view caveat = {}; ///< what of the model is not counted, for its source
    /// Keys that read() heeds beside those of llama_model().
    std::vector<std::string_view> keys = {};
    std::string_view part = {}; ///< the member that holds the language model of several; empty: the file
};

/// A config.json of one of the families. A model_type that is none of theirs is refused, and so is a key that
/// changes the shape of a model, to go by its name, and that the family does not know. `name` is used when
/// the file names none. Throws InputError.
TransformerModel model_from_hugging_face(const JsonValue& config, const std::string& name);

/// The fields that Llama and most architectures after it share.
TransformerModel llama_model(const JsonValue& config);

/// Refuses a key that is there and neither null, false, 0 nor empty.
void refuse_key(const JsonValue& config, std::string_view key, const std::string& reason);

/// A size, 1 or more.
int size_in(const JsonValue& config, std::string_view key);
/// One that older files leave out or set to null.
int size_in(const JsonValue& config, std::string_view key, int fallback);
/// A size that may be 0; 0 where it is left out or null.
int size_or_none(const JsonValue& config, std::string_view key);
/// A flag; empty where older files leave it out or set it to null.
std::optional<bool> flag_in(const JsonValue& config, std::string_view key);

} // namespace pipette
