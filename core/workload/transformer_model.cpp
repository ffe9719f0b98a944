// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer_model.h"

#include "core/base/input_error.h"
#include "core/workload/encoder.h"
#include "core/workload/layers/layer_part.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>

namespace pipette {
namespace {

constexpr std::array<std::string_view, 3> attention_bias_names{"none", "qkv", "qkvo"};

void check_latent(const LatentAttention& mla) {
    const auto bounded = [](const char* field, int value, int least) {
        if (value < least || value > 1'000'000)
            throw InputError({}, std::string("attention.mla.") + field,
                             fmt::format("is {}, expected {} to 1000000", value, least));
    };
    bounded("q_lora", mla.q_lora, 0);
    bounded("kv_lora", mla.kv_lora, 1);
    bounded("nope", mla.nope, 1);
    bounded("rope", mla.rope, 0);
    bounded("v", mla.v, 1);
}

void check_experts(const TransformerModel& m, const Experts& moe) {
    const auto bounded = [](const char* field, int value, int least, int most) {
        if (value < least || value > most)
            throw InputError({}, std::string("moe.") + field,
                             fmt::format("is {}, expected {} to {}", value, least, most));
    };
    bounded("experts", moe.experts, 2, 1'000'000);
    bounded("experts_per_token", moe.experts_per_token, 1, moe.experts);
    bounded("ffn_hidden", moe.ffn_hidden, 1, 10'000'000);
    bounded("shared_ffn_hidden", moe.shared_ffn_hidden, 0, 10'000'000);
    bounded("first_dense_layers", moe.first_dense_layers, 0, m.layers - 1);
    bounded("every", moe.every, 1, m.layers);
}

void check_memory(const TransformerModel& m, const MemoryLayers& memory) {
    const auto bounded = [](const char* field, int value, int least, int most) {
        if (value < least || value > most)
            throw InputError({}, std::string("memory_layers.") + field,
                             fmt::format("is {}, expected {} to {}", value, least, most));
    };
    if (memory.layers.empty())
        throw InputError({}, "memory_layers.layers", "names no layer");
    for (std::size_t i = 0; i < memory.layers.size(); ++i)
        bounded("layers", memory.layers[i], i == 0 ? 0 : memory.layers[i - 1] + 1, m.layers - 1);
    bounded("keys", memory.keys, 1, 100'000);
    bounded("heads", memory.heads, 1, 100'000);
    bounded("top_k", memory.top_k, 1, memory.keys);
    bounded("value_dim", memory.value_dim, 0, 1'000'000);
    bounded("key_dim", memory.key_dim, 2, 1'000'000);
    if (memory.key_dim % 2 != 0)
        throw InputError({}, "memory_layers.key_dim",
                         fmt::format("is {}, expected an even number: it has two halves", memory.key_dim));
}

void check_other_parts(const TransformerModel& m) {
    for (const OtherPart& part : m.other_parts) {
        const LayerPart* kind = Registry<LayerPart>::find(part.kind);
        if (!kind || kind->in_layer)
            throw InputError({}, "other_parts",
                             fmt::format("has a kind '{}' that this program does not know", part.kind));
        if (part.layers.empty() || part.layers.front() < 0 || part.layers.back() >= m.layers ||
            std::adjacent_find(part.layers.begin(), part.layers.end(), std::greater_equal<>{}) !=
                part.layers.end())
            throw InputError({}, "other_parts",
                             fmt::format("of kind '{}' has layers that do not ascend from 0 to {}", part.kind,
                                         m.layers - 1));
        kind->table(m); // asks for its sizes
    }
}

} // namespace

std::string_view name_of(AttentionBias bias) {
    return attention_bias_names[static_cast<std::size_t>(bias)];
}

std::optional<AttentionBias> attention_bias_named(std::string_view name) {
    for (std::size_t i = 0; i < attention_bias_names.size(); ++i)
        if (attention_bias_names[i] == name)
            return static_cast<AttentionBias>(i);
    return std::nullopt;
}

int head_size(const TransformerModel& m) {
    return m.head_dim > 0 ? m.head_dim : m.hidden / m.heads;
}

AttentionWidths attention_widths(const TransformerModel& m) {
    const double heads = m.heads;
    if (m.mla)
        return {heads * (m.mla->nope + m.mla->rope), heads * (m.mla->nope + m.mla->rope), heads * m.mla->v,
                heads * m.mla->v};
    const double head = head_size(m);
    return {heads * head, m.kv_heads * head, m.kv_heads * head, heads * head};
}

bool has_experts(const TransformerModel& m, int layer) {
    const int like = std::min(layer, m.layers - 1);
    return m.moe && like >= m.moe->first_dense_layers && (like + 1) % m.moe->every == 0 &&
           !has_memory(m, layer);
}

bool has_memory(const TransformerModel& m, int layer) {
    if (!m.memory_layers)
        return false;
    const std::vector<int>& layers = m.memory_layers->layers;
    return std::binary_search(layers.begin(), layers.end(), std::min(layer, m.layers - 1));
}

bool has_window(const TransformerModel& m, int layer) {
    if (m.sliding_window == 0)
        return false;
    if (m.window_pattern.empty())
        return true;
    const auto like = static_cast<std::size_t>(std::min(layer, m.layers - 1));
    return m.window_pattern[like % m.window_pattern.size()] != 0;
}

int value_size(const TransformerModel& m) {
    if (!m.memory_layers)
        return 0;
    return m.memory_layers->value_dim > 0 ? m.memory_layers->value_dim : m.hidden;
}

std::string memory_layers_text(const TransformerModel& m) {
    if (!m.memory_layers)
        return {};
    const MemoryLayers& memory = *m.memory_layers;
    const bool several = memory.layers.size() > 1;
    return fmt::format("{} memory layer{} {} {} values of {} elements{}", memory.layers.size(),
                       several ? "s" : "", several && memory.shared ? "share" : "with",
                       long{memory.keys} * memory.keys, value_size(m),
                       several && !memory.shared ? " each" : "");
}

void check(const TransformerModel& m) {
    const auto bounded = [](const char* field, int value, int least, int most) {
        if (value < least || value > most)
            throw InputError({}, field, fmt::format("is {}, expected {} to {}", value, least, most));
    };
    bounded("layers", m.layers, 1, 10'000);
    bounded("hidden", m.hidden, 1, 1'000'000);
    bounded("heads", m.heads, 1, 100'000);
    bounded("kv_heads", m.kv_heads, 1, m.heads);
    bounded("head_dim", m.head_dim, 0, 1'000'000);
    bounded("ffn_hidden", m.ffn_hidden, 1, 10'000'000);
    bounded("vocab", m.vocab, 1, 100'000'000);
    bounded("sequence_length", m.sequence_length, 1, 100'000'000);
    bounded("norms_per_layer", m.norms_per_layer, 1, 16);
    bounded("sliding_window", m.sliding_window, 0, 100'000'000);
    bounded("mtp_layers", m.mtp_layers, 0, 100);
    if (m.head_dim == 0 && !m.mla && m.hidden % m.heads != 0)
        throw InputError({}, "heads", fmt::format("{} does not divide hidden {}", m.heads, m.hidden));
    if (m.heads % m.kv_heads != 0)
        throw InputError({}, "kv_heads", fmt::format("{} does not divide heads {}", m.kv_heads, m.heads));
    if (m.window_pattern.size() > static_cast<std::size_t>(m.layers))
        throw InputError(
            {}, "window_pattern",
            fmt::format("has {} entries, expected at most the {} layers", m.window_pattern.size(), m.layers));
    if (m.mla)
        check_latent(*m.mla);
    if (m.moe)
        check_experts(m, *m.moe);
    if (m.memory_layers)
        check_memory(m, *m.memory_layers);
    if (m.encoder)
        check(*m.encoder);
    check_other_parts(m);
}

} // namespace pipette
