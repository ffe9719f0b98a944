// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/layers/model_layers.h"

#include "core/base/input_error.h"
#include "core/workload/encoder.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

/// Layers of multi-token prediction are like the last.
bool names_layer(const TransformerModel& model, const OtherPart& part, int layer) {
    return std::binary_search(part.layers.begin(), part.layers.end(), std::min(layer, model.layers - 1));
}

/// Whether another part takes this place in a layer.
bool taken(const TransformerModel& model, LayerPart::Place place, int layer) {
    return std::any_of(model.other_parts.begin(), model.other_parts.end(), [&](const OtherPart& part) {
        const LayerPart* kind = Registry<LayerPart>::find(part.kind);
        return kind && names_layer(model, part, layer) &&
               (kind->place == place || (kind->place == LayerPart::attention && place == LayerPart::core));
    });
}

/// Null: the model has none of that kind.
const OtherPart* other_part(const TransformerModel& model, std::string_view kind) {
    const auto found = std::find_if(model.other_parts.begin(), model.other_parts.end(),
                                    [&](const OtherPart& part) { return part.kind == kind; });
    return found == model.other_parts.end() ? nullptr : &*found;
}

bool has_part(const TransformerModel& model, const LayerPart& kind, int layer) {
    if (kind.in_layer)
        return kind.in_layer(model, layer) && !taken(model, kind.place, layer);
    const OtherPart* part = other_part(model, kind.name);
    return part && names_layer(model, *part, layer);
}

} // namespace

double other_size(const TransformerModel& model, std::string_view kind, std::string_view size) {
    const OtherPart* part = other_part(model, kind);
    const auto found =
        part ? part->sizes.find(std::string(size)) : std::map<std::string, double>::const_iterator{};
    if (!part || found == part->sizes.end())
        throw InputError({}, "other_parts", fmt::format("of kind '{}' has no size '{}'", kind, size));
    return found->second;
}

ModelLayers::ModelLayers(const TransformerModel& model)
    : embedding_(embedding_table(model)), head_(head_table(model)), prediction_(prediction_table(model)) {
    const int layers = model.layers + model.mtp_layers;
    for (const LayerPart* kind : Registry<LayerPart>::all()) {
        ModelPart part{.name = kind->name,
                       .place = kind->place,
                       .plain = kind->in_plain_layer && kind->in_plain_layer(model),
                       .in_before = {0}};
        for (int layer = 0; layer < layers; ++layer)
            part.in_before.push_back(part.in_before.back() + has_part(model, *kind, layer));
        const int all = part.in_before.back();
        if (all == 0 && !part.plain)
            continue;
        part.table = kind->table(model);
        alike_ = alike_ && (kind->place == LayerPart::core || all == 0 || all == layers);
        parts_.push_back(std::move(part));
    }
    if (!model.encoder)
        return;
    const TransformerModel encoder = encoder_layers(model);
    encoder_ = std::make_shared<const EncoderParts>(
        EncoderParts{encoder, ModelLayers(encoder), patches_table(*model.encoder), projector_table(model)});
}

PartCounts ModelLayers::counts(int first, int end) const {
    PartCounts counts;
    counts.reserve(parts_.size());
    for (const ModelPart& part : parts_)
        counts.push_back(part.in_before[static_cast<std::size_t>(end)] -
                         part.in_before[static_cast<std::size_t>(first)]);
    return counts;
}

const AttentionCore* ModelLayers::core() const {
    for (const ModelPart& part : parts_)
        if (part.plain && part.table.core)
            return &*part.table.core;
    return nullptr;
}

std::shared_ptr<const ModelLayers> layers_of(const TransformerModel& model) {
    struct Known {
        TransformerModel model;
        std::shared_ptr<const ModelLayers> layers;
    };
    thread_local Known last;
    if (!last.layers || last.model != model)
        last = {model, std::make_shared<const ModelLayers>(model)};
    return last.layers;
}

} // namespace pipette
