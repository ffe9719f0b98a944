// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/registry.h"
#include "core/workload/layers/part_table.h"
#include "core/workload/transformer_model.h"

#include <string_view>

namespace pipette {

/// A kind of part that layers may have. Each kind is one file of this folder that registers its row.
struct LayerPart {
    /// The place of the part in a layer. A layer has at most one part in each place.
    enum Place {
        around,      ///< norms, residual connections and dropout
        attention,   ///< the products before and after the core
        core,        ///< the core of attention
        feed_forward ///< what follows attention
    };
    std::string_view name; ///< as a person reads it: "latent attention"
    Place place = around;
    /// Whether layer `layer`, numbered from 0, has the part. Null: layers have it that a model's
    /// `other_parts` name, instead of the usual part in the same place; one in the place of attention has no
    /// core.
    bool (*in_layer)(const TransformerModel& model, int layer) = nullptr;
    /// Whether the model's plain layer has the part: the dense layer without a window that profiles measure.
    /// Null: it has not.
    bool (*in_plain_layer)(const TransformerModel& model) = nullptr;
    PartTable (*table)(const TransformerModel& model) = nullptr;
};

/// The size that a model states for its other part of that kind. Throws InputError where it states none.
double other_size(const TransformerModel& model, std::string_view kind, std::string_view size);

// What a model has beside its layers.
PartTable embedding_table(const TransformerModel& model); ///< tokens and learned positions
PartTable head_table(const TransformerModel& model);      ///< final norm and the product with the vocabulary
/// What one layer of multi-token prediction has beside its layer: the projection of the hidden vector and the
/// next token's embedding, and three norms (DeepSeek-V3, arXiv:2412.19437). It shares embedding and head.
PartTable prediction_table(const TransformerModel& model);
// What an encoder has beside its layers. Rows are its patches.
PartTable patches_table(const Encoder& encoder);          ///< the product with each patch, and positions
PartTable projector_table(const TransformerModel& model); ///< from groups of patches to the model's tokens

} // namespace pipette
