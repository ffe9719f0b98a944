// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/layers/layer_part.h"

#include <memory>
#include <vector>

namespace pipette {

/// [part] of how many layers each part of a ModelLayers is in.
using PartCounts = std::vector<int>;

/// One part that some layers of a model have.
struct ModelPart {
    std::string_view name; ///< of its LayerPart
    LayerPart::Place place = LayerPart::around;
    PartTable table = {};
    bool plain = false;         ///< in the plain layer: a dense one without a window
    std::vector<int> in_before; ///< [layer] how many layers before this one have the part; one entry more
};

/// What an encoder in front of a model is made of.
struct EncoderParts;

/// A model's layers as tables: which parts there are, what each is made of, and which layers have it. Layers
/// beyond the last are those of multi-token prediction, and like the last.
class ModelLayers {
public:
    explicit ModelLayers(const TransformerModel& model);

    const std::vector<ModelPart>& parts() const { return parts_; }
    /// Layers among [first, end) that have each part.
    PartCounts counts(int first, int end) const;
    /// Every layer has the same parts, but for windows of attention.
    bool alike() const { return alike_; }
    const AttentionCore* core() const; ///< of the plain layer; null where it has none

    const PartTable& embedding() const { return embedding_; }
    const PartTable& head() const { return head_; }
    const PartTable& prediction() const { return prediction_; }
    const EncoderParts* encoder() const { return encoder_.get(); } ///< null where the model has none

private:
    std::vector<ModelPart> parts_;
    PartTable embedding_, head_, prediction_;
    std::shared_ptr<const EncoderParts> encoder_;
    bool alike_ = true;
};

struct EncoderParts {
    TransformerModel model; ///< encoder_layers()
    ModelLayers layers;
    PartTable patches, projector;

    /// Calls function(part, how many layers have the part, whether it is the projector) for every part.
    template <class Function>
    void each(const Function& function) const {
        const PartCounts counts = layers.counts(0, model.layers);
        function(patches, 1, false);
        for (std::size_t i = 0; i < counts.size(); ++i)
            function(layers.parts()[i].table, counts[i], false);
        function(projector, 1, true);
    }
};

/// The layers of a model; equal models in a row share one description.
std::shared_ptr<const ModelLayers> layers_of(const TransformerModel& model);

} // namespace pipette
