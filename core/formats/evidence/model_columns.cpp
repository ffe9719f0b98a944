// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/model_columns.h"

#include "core/base/input_error.h"
#include "core/formats/evidence/run_columns.h"

#include <charconv>

namespace pipette {
namespace {

/// "mla(q_lora=1536;kv_lora=512;nope=128;rope=64;v=128)".
LatentAttention latent_attention_of(const CsvTable& table, std::size_t row, const std::string& words) {
    LatentAttention mla;
    const std::pair<std::string_view, int*> parts[] = {{"q_lora=", &mla.q_lora},
                                                       {"kv_lora=", &mla.kv_lora},
                                                       {"nope=", &mla.nope},
                                                       {"rope=", &mla.rope},
                                                       {"v=", &mla.v}};
    std::size_t at = words.find('(');
    for (const auto& [name, value] : parts) {
        const std::size_t begin = at == words.npos ? at : words.find(name, at + 1);
        const char* digits = begin == words.npos ? nullptr : words.data() + begin + name.size();
        constexpr int most = 1'000'000;
        if (!digits || std::from_chars(digits, words.data() + words.size(), *value).ec != std::errc() ||
            *value < 0 || *value > most)
            table.refuse(row, "attention",
                         fmt::format("is {}, expected mla(q_lora=...;kv_lora=...;nope=...;rope=...;v=...)",
                                     in_quotes(words)));
        at = begin;
    }
    return mla;
}

/// Grouped queries unless the row says otherwise.
void set_attention(TransformerModel& model, const CsvTable& table, std::size_t row) {
    model.head_dim = integer_or(table, row, "head_dim", 0);
    const std::string words = small_letters(table.text(row, "attention"));
    if (words.starts_with("mla")) {
        model.mla = latent_attention_of(table, row, words);
        model.head_dim = 0;
    } else if (!words.empty() && words != "gqa" && !words.starts_with("mha")) {
        throw Lacking{"attention: this kind is not predicted"};
    }
}

/// Layers with experts, all but the first dense ones.
void set_experts(TransformerModel& model, const CsvTable& table, std::size_t row) {
    constexpr int most_experts = 100'000, widest = 10'000'000;
    Experts moe;
    moe.experts = needed_integer(table, row, "experts", most_experts);
    moe.experts_per_token = needed_integer(table, row, "experts_per_token", moe.experts);
    moe.ffn_hidden = needed_integer(table, row, "moe_ffn_hidden", widest);
    moe.first_dense_layers = integer_or(table, row, "first_dense_layers", 0);
    if (const int shared = integer_or(table, row, "shared_experts", 0); shared > 0)
        moe.shared_ffn_hidden = needed_integer(table, row, "shared_ffn_hidden", widest);
    if (const int layers = integer_or(table, row, "moe_layers", 0);
        layers > 0 && layers != model.layers - moe.first_dense_layers)
        throw Lacking{fmt::format("moe_layers: {} of {} layers are not all but the first {}", layers,
                                  model.layers, moe.first_dense_layers)};
    model.mtp_layers = integer_or(table, row, "mtp_layers", 0);
    model.moe = moe;
}

bool has_experts(const CsvTable& table, std::size_t row) {
    return integer_or(table, row, "experts", 0) > 1;
}

} // namespace

TransformerModel model_of(const CsvTable& table, std::size_t row, std::string name) {
    TransformerModel model;
    model.name = std::move(name);
    model.layers = needed_integer(table, row, "layers", 10'000);
    model.hidden = needed_integer(table, row, "hidden", 1'000'000);
    model.heads = needed_integer(table, row, "heads", 100'000);
    model.kv_heads = needed_integer(table, row, "kv_heads", model.heads);
    const bool experts = has_experts(table, row) && table.text(row, "ffn_hidden").empty();
    model.ffn_hidden = needed_integer(table, row, experts ? "moe_ffn_hidden" : "ffn_hidden", 10'000'000);
    // OPT models use GPT-2's tokenizer. Their reports do not state the size of the vocabulary.
    constexpr int gpt2_vocab = 50257;
    const bool usual = table.text(row, "vocab").empty() &&
                       (model.name.starts_with("opt") || model.name.starts_with("gpt/opt"));
    model.vocab = usual ? gpt2_vocab : needed_integer(table, row, "vocab", 100'000'000);
    model.sequence_length = needed_integer(table, row, "sequence_length", 100'000'000);
    needed(table, row, "gated_mlp");
    model.gated_mlp = table.flag(row, "gated_mlp");
    // Nemotron has rotary positions, no biases and no dropout (Parmar et al. 2024, arXiv:2402.16819,
    // section 2).
    const std::string small = small_letters(model.name);
    model.biases = model.learned_positions = !model.gated_mlp && !small.starts_with("nemotron");
    // GPT ties its embeddings; of the Llama family only the small ones do (1B and 3B).
    constexpr int widest_tied_llama = 3072;
    model.tied_embeddings =
        !model.gated_mlp || (model.name.starts_with("llama") && model.hidden <= widest_tied_llama);
    // OPT and GPT-Neo train without dropout of attention: attention_dropout is 0 in the config.json of both.
    model.attention_dropout = stated_flag(table, row, "attention_dropout")
                                  .value_or(!small.starts_with("opt") && !small.starts_with("gpt-neo"));
    set_attention(model, table, row);
    if (has_experts(table, row))
        set_experts(model, table, row);
    try {
        check(model);
    } catch (const InputError& error) {
        table.refuse(row, error.place(), error.reason());
    }
    return model;
}

} // namespace pipette
