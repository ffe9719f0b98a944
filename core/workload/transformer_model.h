// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// Multi-head latent attention (DeepSeek-V2, arXiv:2405.04434, section 2.1): queries, keys and values come
/// from compressed vectors. Elements of a head but for the two ranks.
struct LatentAttention {
    int q_lora = 0; ///< rank of the queries; 0: straight from the hidden vector
    int kv_lora = 0;
    int nope = 0, rope = 0; ///< of query and key, without and with rotary embedding
    int v = 0;
    bool operator==(const LatentAttention&) const = default;
};

/// Mixture-of-experts layers: every token goes to a few of many feed-forward networks.
struct Experts {
    int experts = 0;            ///< of a layer
    int experts_per_token = 0;  ///< that a token goes to
    int ffn_hidden = 0;         ///< of one expert
    int shared_ffn_hidden = 0;  ///< of the network that every token goes through as well; 0: none
    int first_dense_layers = 0; ///< layers before the first with experts
    int every = 1;              ///< from there on layers every, 2*every, ... of the model have experts
    bool router_bias = false;   ///< one number an expert (GPT-OSS; DeepSeek-V3's correction)
    bool biases = false;        ///< the experts' matrices carry biases (GPT-OSS)
    bool operator==(const Experts&) const = default;
};

/// Memory layers (Berges et al. 2024, arXiv:2412.09764, sections 3.1 to 3.4; facebookresearch/memory,
/// lingua/product_key/memory.py): in the place of their feed-forward network they look up a few of keys*keys
/// values. Each head scores both halves of its query against `keys` half keys, takes the top_k of all pairs
/// and adds up their values by weight; the sum is gated by a projection of the input and projected to the
/// hidden size.
struct MemoryLayers {
    std::vector<int> layers; ///< numbered from 0, ascending
    int keys = 1024;         ///< of each half; there are keys*keys values
    int heads = 4;
    int top_k = 32;     ///< values that a head takes for one token
    int value_dim = 0;  ///< elements of a value; 0: the hidden size
    int key_dim = 512;  ///< elements of a query, both halves together
    bool shared = true; ///< all memory layers look up the same values, each by keys of its own
    bool operator==(const MemoryLayers&) const = default;
};

/// Which matrices of attention carry biases in a model whose others do not.
enum class AttentionBias { none, qkv, qkvo };
std::string_view name_of(AttentionBias bias);
std::optional<AttentionBias> attention_bias_named(std::string_view name);

/// A decoder-only transformer. GPT style: learned positions, layer norms with bias, biased matrices,
/// two-matrix MLP, tied embeddings. Llama style: rotary positions, RMS norms, no biases, gated MLP, grouped
/// queries. Layers are alike but for experts, memories and windows of attention.
struct TransformerModel {
    std::string name;
    std::string source; ///< paper and table, or the file it came from
    int layers = 0;
    int hidden = 0;
    int heads = 0;
    int kv_heads = 0;   ///< = heads without grouped-query attention
    int head_dim = 0;   ///< elements of a head; 0: hidden/heads
    int ffn_hidden = 0; ///< of layers without experts
    int vocab = 0;
    int sequence_length = 0; ///< tokens a sequence, the default of the job
    bool gated_mlp = false;  ///< three MLP matrices (SwiGLU) instead of two
    bool tied_embeddings = false;
    bool biases = false; ///< matrices and norms carry biases (GPT)
    bool learned_positions =
        false; ///< a position table of sequence_length x hidden beside the embedding (GPT)

    std::optional<LatentAttention> mla = {}; ///< in the place of grouped queries
    std::optional<Experts> moe = {};
    AttentionBias attention_bias = AttentionBias::none;
    bool qk_norm = false;    ///< queries and keys are normed head by head (Qwen3)
    bool sinks = false;      ///< one number a head that attention may go to (GPT-OSS)
    int norms_per_layer = 2; ///< 4 where outputs are normed, too (Gemma 2, Grok-1)
    int sliding_window = 0;  ///< tokens that a layer attends to; 0: all before
    /// Which layers have the window: repeated over the layers, 1 = has it; empty: all.
    std::vector<int> window_pattern = {};
    int mtp_layers = 0; ///< further layers that predict later tokens (DeepSeek-V3, arXiv:2412.19437)
    std::optional<MemoryLayers> memory_layers = {};

    bool operator==(const TransformerModel&) const = default;
};

int head_size(const TransformerModel& model); ///< elements of a head of grouped queries

/// Elements of all heads together, of one token.
struct AttentionWidths {
    double query = 0;  ///< that meet keys
    double key = 0;    ///< of the heads that are kept, as are the values
    double value = 0;  ///< of those
    double output = 0; ///< of what the values sum up to
};
AttentionWidths attention_widths(const TransformerModel& model);

/// Whether a layer, numbered from 0, has experts; a window; a memory, which takes the place of experts.
/// Layers beyond the last are of multi-token prediction, and like the last.
bool has_experts(const TransformerModel& model, int layer);
bool has_memory(const TransformerModel& model, int layer);
bool has_window(const TransformerModel& model, int layer);

/// Layers of a part of the model by kind.
struct LayerCounts {
    int layers = 0;
    int with_experts = 0;
    int windowed = 0;
    int with_memory = 0;
    int dense() const { return layers - with_experts - with_memory; }
    bool operator==(const LayerCounts&) const = default;
    auto operator<=>(const LayerCounts&) const = default;
};
LayerCounts layer_counts(const TransformerModel& model, int first, int end);

/// What follows attention in a layer.
enum class FeedForward { dense, experts, memory };

/// Exact parameter counts. One Llama layer: 2h^2(1+k/a) + 3hf + 2h (Fujii et al. 2024, section 3); one with
/// experts E*3*h*f_e + 3*h*f_shared + E*h beside attention and norms; one with a memory of n*n values of v
/// elements, H heads and queries of q elements 2*h*v + H*q*(h+n), and n*n*v where its values are its own.
struct LayerParameters {
    double matrices = 0;   ///< split over tensor parallel ranks
    double replicated = 0; ///< norms, the router, all of a memory but its values, projections to latent
                           ///< vectors (and biases of row-parallel matrices), on every tensor parallel rank
    double experts = 0;    ///< of all experts, or a memory's own values; over expert and expert-tensor ranks
    double total() const { return matrices + replicated + experts; }
};
LayerParameters layer_parameters(const TransformerModel& model, FeedForward kind);

/// Feed-forward width of what every token goes through in a layer of that kind: of the shared experts, and
/// none in the place of a memory.
int network_width(const TransformerModel& model, FeedForward kind);

int value_size(const TransformerModel& model); ///< elements of a memory's value; 0 without memory layers
double memory_values(const TransformerModel& model); ///< parameters of one memory's values, n*n*v; 0 without
/// Those of values that memory layers share, which no layer counts; 0 where each has its own.
double shared_values(const TransformerModel& model);

/// For a person: "3 memory layers share 1048576 values of 1024 elements"; empty without.
std::string memory_layers_text(const TransformerModel& model);

/// How tensor parallelism splits a matrix of a layer: not, by what comes out, or by what goes in.
enum class MatrixSplit { none, outputs, inputs };

/// One matrix of a layer, as Megatron fuses them: queries, keys and values in one, gate and what it gates in
/// one. Elements of a token.
struct LayerMatrix {
    double in = 0, out = 0;
    MatrixSplit split = MatrixSplit::none;
};
std::vector<LayerMatrix> attention_matrices(const TransformerModel& model);
/// Of a feed-forward network, or of one expert, of that width.
std::vector<LayerMatrix> network_matrices(const TransformerModel& model, double width);

/// Beside its layer, of one layer of multi-token prediction: the projection of hidden vector and next
/// token's embedding, and three norms. Embedding and head are the model's.
LayerParameters prediction_parameters(const TransformerModel& model);

double embedding_parameters(const TransformerModel& model); ///< token table h*V
double position_parameters(const TransformerModel& model);  ///< learned positions, 0 without
double final_norm_parameters(const TransformerModel& model);
double head_parameters(const TransformerModel& model); ///< h*V; 0 when tied on a single stage
/// Tied embeddings counted once, multi-token prediction not at all.
double total_parameters(const TransformerModel& model);
/// Those that one token meets: of the experts those that it goes to, of values those that each memory layer
/// takes. Embedding and head both count.
double active_parameters(const TransformerModel& model);

/// Floating point operations of one token's forward pass through the whole model, head and multi-token
/// prediction too, where it attends to `keys` others and no window is smaller.
struct ForwardFlops {
    double matrices = 0, attention = 0;
};
ForwardFlops forward_flops_per_token(const TransformerModel& model, double keys);

/// Floating point operations of forward and backward of one token without recomputation, causal attention
/// counted by half (Megatron-LM, megatron/training/training.py, num_floating_point_operations). The router
/// is not counted, multi-token prediction is.
double flops_per_token(const TransformerModel& model, int sequence_length);

/// Floating point operations of forward and backward of one sequence without recomputation, attention
/// counted in full but for windows (Narayanan et al. SC21, equation 3, with grouped queries and gated MLP).
double model_flops_per_sequence(const TransformerModel& model, int sequence_length);

/// Throws InputError (file empty, place = field) unless every size is positive and bounded and heads divide.
void check(const TransformerModel& model);

} // namespace pipette
