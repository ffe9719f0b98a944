// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace pipette {

/// A decoder-only transformer. GPT style: learned positions, layer norms with bias, biased matrices,
/// two-matrix MLP, tied embeddings. Llama style: rotary positions, RMS norms, no biases, gated MLP, grouped
/// queries.
struct TransformerModel {
    std::string name;
    std::string source; ///< paper and table, or the file it came from
    int layers = 0;
    int hidden = 0;
    int heads = 0;
    int kv_heads = 0; ///< = heads without grouped-query attention
    int ffn_hidden = 0;
    int vocab = 0;
    int sequence_length = 0; ///< tokens a sequence, the default of the job
    bool gated_mlp = false;  ///< three MLP matrices (SwiGLU) instead of two
    bool tied_embeddings = false;
    bool biases = false; ///< matrices and norms carry biases (GPT)
    bool learned_positions =
        false; ///< a position table of sequence_length x hidden beside the embedding (GPT)

    bool operator==(const TransformerModel&) const = default;
};

/// Exact parameter counts. One Llama layer: 2h^2(1+k/a) + 3hf + 2h (Fujii et al. 2024, section 3).
struct LayerParameters {
    double matrices = 0;   ///< split over tensor parallel ranks
    double replicated = 0; ///< norms (and biases of row-parallel matrices), on every tensor parallel rank
    double total() const { return matrices + replicated; }
};
LayerParameters layer_parameters(const TransformerModel& model);

double embedding_parameters(const TransformerModel& model); ///< token table h*V
double position_parameters(const TransformerModel& model);  ///< learned positions, 0 without
double final_norm_parameters(const TransformerModel& model);
double head_parameters(const TransformerModel& model);  ///< h*V; 0 when tied on a single stage
double total_parameters(const TransformerModel& model); ///< tied embeddings counted once

/// Floating point operations of forward and backward of one sequence without recomputation
/// (Narayanan et al. SC21, equation 3, with grouped queries and gated MLP).
double model_flops_per_sequence(const TransformerModel& model, int sequence_length);

/// Throws InputError (file empty, place = field) unless every size is positive and bounded and heads divide.
void check(const TransformerModel& model);

} // namespace pipette
