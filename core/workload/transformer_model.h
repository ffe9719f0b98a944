// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
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

/// A transformer in front of the model that turns images or sound into tokens of the model: patches become
/// vectors, pass its layers, and a projector of one or two matrices makes each group of them one token
/// (LLaVA-1.5, arXiv:2310.03744, section 3.2; Qwen2.5-VL, arXiv:2502.13923, section 2.1.1).
struct Encoder {
    int layers = 0, hidden = 0, heads = 0, ffn_hidden = 0;
    bool gated_mlp = false;
    int patches = 0;     ///< that one sequence of the model has in it
    int attended = 0;    ///< patches that see each other, those of one image; 0: all
    int patch = 0;       ///< numbers of a patch: pixels times colours
    int merged = 1;      ///< patches that become one token
    int projector = 0;   ///< width between the projector's two matrices; 0: it has one
    bool frozen = false; ///< layers and patch vectors are not trained; the projector is
    bool operator==(const Encoder&) const = default;
};

/// Which matrices of attention carry biases in a model whose others do not.
enum class AttentionBias { none, qkv, qkvo };
std::string_view name_of(AttentionBias bias);
std::optional<AttentionBias> attention_bias_named(std::string_view name);

/// A part that some layers have in place of the usual one, described by a LayerPart row of that name
/// (core/workload/layers/layer_part.h).
struct OtherPart {
    std::string kind;                    ///< name of the row
    std::vector<int> layers;             ///< numbered from 0, ascending
    std::map<std::string, double> sizes; ///< the numbers that the row asks for, by name
    bool operator==(const OtherPart&) const = default;
};

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
    bool qk_norm = false; ///< queries and keys are normed head by head (Qwen3)
    bool sinks = false;   ///< one number a head that attention may go to (GPT-OSS)
    /// Training drops weights of attention at random. Where attention is not fused, the mask and the weights
    /// that are left are kept beside the softmax.
    bool attention_dropout = true;
    int norms_per_layer = 2; ///< 4 where outputs are normed, too (Gemma 2, Grok-1)
    int sliding_window = 0;  ///< tokens that a layer attends to; 0: all before
    /// Which layers have the window: repeated over the layers, 1 = has it; empty: all.
    std::vector<int> window_pattern = {};
    int mtp_layers = 0; ///< further layers that predict later tokens (DeepSeek-V3, arXiv:2412.19437)
    std::optional<MemoryLayers> memory_layers = {};
    std::vector<OtherPart> other_parts = {};
    std::optional<Encoder> encoder = {};
    bool causal = true; ///< tokens attend to those before them; false: to all of their sequence (encoders)

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

int value_size(const TransformerModel& model); ///< elements of a memory's value; 0 without memory layers

/// For a person: "3 memory layers share 1048576 values of 1024 elements"; empty without.
std::string memory_layers_text(const TransformerModel& model);

/// Tied embeddings counted once, an encoder too, multi-token prediction not at all.
double total_parameters(const TransformerModel& model);
/// Those that one token meets: of the experts those that it goes to, of values those that each memory layer
/// takes. Embedding, head and an encoder count.
double active_parameters(const TransformerModel& model);

/// Floating point operations of one token's forward pass through the whole model, head and multi-token
/// prediction too, where it attends to `keys` others and no window is smaller. Without an encoder.
struct ForwardFlops {
    double matrices = 0, attention = 0;
};
ForwardFlops forward_flops_per_token(const TransformerModel& model, double keys);

/// Floating point operations of forward and backward of one token without recomputation, causal attention
/// counted by half (Megatron-LM, megatron/training/training.py, num_floating_point_operations). The router
/// is not counted, multi-token prediction is, and so is an encoder, as if all of it were trained.
double flops_per_token(const TransformerModel& model, int sequence_length);

/// Floating point operations of forward and backward of one sequence without recomputation, attention
/// counted in full but for windows (Narayanan et al. SC21, equation 3, with grouped queries and gated MLP).
/// Without an encoder.
double model_flops_per_sequence(const TransformerModel& model, int sequence_length);

/// Throws InputError (file empty, place = field) unless every size is positive and bounded and heads divide.
void check(const TransformerModel& model);

} // namespace pipette
