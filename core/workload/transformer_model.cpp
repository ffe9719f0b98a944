// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer_model.h"

#include "core/base/input_error.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr std::array<std::string_view, 3> attention_bias_names{"none", "qkv", "qkvo"};

/// Matrices of a feed-forward network of this width, split over tensor parallel ranks, and what is not.
LayerParameters network(const TransformerModel& m, double width, bool biases) {
    const double up_matrices = m.gated_mlp ? 2 : 1, h = m.hidden;
    return {(up_matrices + 1) * h * width + (biases ? up_matrices * width : 0), biases ? h : 0, 0};
}

/// Queries, keys, values, output; and the norms inside.
LayerParameters attention(const TransformerModel& m) {
    const double h = m.hidden;
    const AttentionWidths width = attention_widths(m);
    LayerParameters count;
    if (m.mla) {
        const LatentAttention& mla = *m.mla;
        const double from_latent = double(m.heads) * (mla.nope + mla.v);
        count.matrices =
            (mla.q_lora > 0 ? mla.q_lora : h) * width.query + mla.kv_lora * from_latent + width.output * h;
        count.replicated = mla.q_lora * (h + 1.0) + h * (mla.kv_lora + mla.rope) + mla.kv_lora;
        return count;
    }
    count.matrices = h * width.query + h * (width.key + width.value) + width.output * h;
    if (m.biases || m.attention_bias != AttentionBias::none)
        count.matrices += width.query + width.key + width.value;
    if (m.biases || m.attention_bias == AttentionBias::qkvo)
        count.replicated += h;
    if (m.qk_norm)
        count.replicated += 2.0 * head_size(m);
    if (m.sinks)
        count.matrices += m.heads;
    return count;
}

/// What a token meets in the matrices of a memory beside its values: queries, both halves' keys, the gate and
/// the projection of the sum.
double memory_matrices(const TransformerModel& m) {
    const MemoryLayers& memory = *m.memory_layers;
    const double h = m.hidden;
    return 2 * h * value_size(m) + double(memory.heads) * memory.key_dim * (h + memory.keys);
}

/// Elements of the values that a token takes in one memory.
double taken_values(const TransformerModel& m) {
    return double(m.memory_layers->heads) * m.memory_layers->top_k * value_size(m);
}

LayerParameters feed_forward(const TransformerModel& m, FeedForward kind) {
    if (kind == FeedForward::memory && m.memory_layers)
        return {0, memory_matrices(m), m.memory_layers->shared ? 0 : memory_values(m)};
    const int width = network_width(m, kind);
    if (kind != FeedForward::experts || !m.moe)
        return network(m, width, m.biases);
    const Experts& moe = *m.moe;
    LayerParameters count = network(m, width, false);
    const LayerParameters expert = network(m, moe.ffn_hidden, moe.biases);
    count.experts = moe.experts * expert.total();
    count.replicated += double(moe.experts) * (m.hidden + (moe.router_bias ? 1 : 0));
    return count;
}

/// Multiplications and additions of one token in the matrices of a layer, forward.
double matrix_flops(const TransformerModel& m, FeedForward kind) {
    const double h = m.hidden;
    const AttentionWidths width = attention_widths(m);
    double flops = 0;
    if (m.mla) {
        const LatentAttention& mla = *m.mla;
        flops = mla.q_lora > 0 ? mla.q_lora * (h + width.query + 1) : h * width.query;
        flops += mla.kv_lora * (h + m.heads * double(mla.nope + mla.v) + 1) + h * mla.rope + width.output * h;
    } else {
        flops = h * (width.query + width.key + width.value) + width.output * h;
    }
    if (kind == FeedForward::memory && m.memory_layers)
        return 2 * (flops + memory_matrices(m) + taken_values(m));
    const double gate = m.gated_mlp ? 3 : 2;
    double ffn = network_width(m, kind);
    if (kind == FeedForward::experts && m.moe)
        ffn += double(m.moe->experts_per_token) * m.moe->ffn_hidden;
    return 2 * (flops + gate * h * ffn);
}

/// The same of its two products of attention where a token meets `keys` others.
double attention_flops(const TransformerModel& m, double keys) {
    const AttentionWidths width = attention_widths(m);
    return 2 * keys * (width.query + width.output);
}

/// Forward, of one token in the whole model; `full_keys`: that it meets where no window ends its sight.
double forward_flops(const TransformerModel& m, double full_keys) {
    const double h = m.hidden;
    const LayerCounts counts = layer_counts(m, 0, m.layers + m.mtp_layers);
    const double windowed = std::min<double>(full_keys, m.sliding_window);
    const double logits = 2 * h * m.vocab;
    return counts.dense() * matrix_flops(m, FeedForward::dense) +
           counts.with_experts * matrix_flops(m, FeedForward::experts) +
           counts.with_memory * matrix_flops(m, FeedForward::memory) +
           (counts.layers - counts.windowed) * attention_flops(m, full_keys) +
           counts.windowed * attention_flops(m, windowed) + logits + m.mtp_layers * (2 * 2 * h * h + logits);
}

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

} // namespace

ForwardFlops forward_flops_per_token(const TransformerModel& m, double keys) {
    const double matrices = forward_flops(m, 0); // of tokens that meet no other
    return {matrices, forward_flops(m, keys) - matrices};
}

std::vector<LayerMatrix> attention_matrices(const TransformerModel& m) {
    const double h = m.hidden;
    const AttentionWidths width = attention_widths(m);
    const LayerMatrix output{width.output, h, MatrixSplit::inputs};
    if (!m.mla)
        return {{h, width.query + width.key + width.value, MatrixSplit::outputs}, output};
    const LatentAttention& mla = *m.mla;
    std::vector<LayerMatrix> matrices{
        {h, double(mla.kv_lora) + mla.rope, MatrixSplit::none},
        {double(mla.kv_lora), m.heads * double(mla.nope + mla.v), MatrixSplit::outputs},
        output};
    if (mla.q_lora > 0)
        matrices.push_back({h, double(mla.q_lora), MatrixSplit::none});
    matrices.push_back({mla.q_lora > 0 ? mla.q_lora : h, width.query, MatrixSplit::outputs});
    return matrices;
}

std::vector<LayerMatrix> network_matrices(const TransformerModel& m, double width) {
    if (width == 0)
        return {};
    const double h = m.hidden;
    return {{h, (m.gated_mlp ? 2 : 1) * width, MatrixSplit::outputs}, {width, h, MatrixSplit::inputs}};
}

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

LayerCounts layer_counts(const TransformerModel& m, int first, int end) {
    LayerCounts counts{.layers = end - first};
    if (!m.moe && m.sliding_window == 0 && !m.memory_layers)
        return counts;
    for (int layer = first; layer < end; ++layer) {
        counts.with_memory += has_memory(m, layer);
        counts.with_experts += has_experts(m, layer);
        counts.windowed += has_window(m, layer);
    }
    return counts;
}

LayerParameters layer_parameters(const TransformerModel& m, FeedForward kind) {
    const LayerParameters attends = attention(m), feeds = feed_forward(m, kind);
    const double norms = double(m.norms_per_layer) * m.hidden * (m.biases ? 2 : 1);
    return {attends.matrices + feeds.matrices, attends.replicated + feeds.replicated + norms, feeds.experts};
}

int network_width(const TransformerModel& m, FeedForward kind) {
    if (kind == FeedForward::experts && m.moe)
        return m.moe->shared_ffn_hidden;
    return kind == FeedForward::memory && m.memory_layers ? 0 : m.ffn_hidden;
}

int value_size(const TransformerModel& m) {
    if (!m.memory_layers)
        return 0;
    return m.memory_layers->value_dim > 0 ? m.memory_layers->value_dim : m.hidden;
}

double memory_values(const TransformerModel& m) {
    return m.memory_layers ? double(m.memory_layers->keys) * m.memory_layers->keys * value_size(m) : 0;
}

double shared_values(const TransformerModel& m) {
    return m.memory_layers && m.memory_layers->shared ? memory_values(m) : 0;
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

LayerParameters prediction_parameters(const TransformerModel& m) {
    const double h = m.hidden;
    return {2 * h * h, 3 * h, 0};
}

double embedding_parameters(const TransformerModel& m) {
    return double(m.hidden) * m.vocab;
}

double position_parameters(const TransformerModel& m) {
    return m.learned_positions ? double(m.hidden) * m.sequence_length : 0;
}

double final_norm_parameters(const TransformerModel& m) {
    return double(m.hidden) * (m.biases ? 2 : 1);
}

double head_parameters(const TransformerModel& m) {
    return double(m.hidden) * m.vocab;
}

double total_parameters(const TransformerModel& m) {
    const LayerCounts counts = layer_counts(m, 0, m.layers);
    return counts.dense() * layer_parameters(m, FeedForward::dense).total() +
           counts.with_experts * layer_parameters(m, FeedForward::experts).total() +
           counts.with_memory * layer_parameters(m, FeedForward::memory).total() + shared_values(m) +
           embedding_parameters(m) + position_parameters(m) + final_norm_parameters(m) +
           (m.tied_embeddings ? 0 : head_parameters(m));
}

double active_parameters(const TransformerModel& m) {
    const LayerCounts counts = layer_counts(m, 0, m.layers);
    double passed_by = 0;
    if (m.moe)
        passed_by = counts.with_experts * (1 - double(m.moe->experts_per_token) / m.moe->experts) *
                    layer_parameters(m, FeedForward::experts).experts;
    if (m.memory_layers)
        passed_by += (m.memory_layers->shared ? 1 : counts.with_memory) * memory_values(m) -
                     counts.with_memory * taken_values(m);
    return total_parameters(m) - passed_by;
}

double flops_per_token(const TransformerModel& m, int sequence_length) {
    return 3 * forward_flops(m, 0.5 * sequence_length);
}

double model_flops_per_sequence(const TransformerModel& m, int sequence_length) {
    return 3.0 * sequence_length * forward_flops(m, sequence_length);
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
}

} // namespace pipette
