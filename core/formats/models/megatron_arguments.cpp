// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/models/megatron_arguments.h"

#include "core/base/input_error.h"
#include "core/formats/models/model_format.h"
#include "core/formats/text/text_file.h"
#include "core/formats/text/text_lines.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <vector>

namespace pipette {
namespace {

struct Argument {
    std::string_view value; ///< empty for a switch
    TextLine line;
};

/// Every --name with the word after it, from text that may be a shell script.
class Arguments {
public:
    Arguments(std::string_view text, const std::string& file) : file_(file) {
        std::string_view name;
        for (const TextLine& line : text_lines(text, file)) {
            const std::string_view code =
                line.text.substr(0, std::min(line.text.find('#'), line.text.size()));
            for (const std::string_view word : split(code)) {
                if (word.substr(0, 2) == "--") {
                    name = word;
                    if (!found_.emplace(name, Argument{{}, line}).second && relevant(name))
                        throw InputError(file, line.place(),
                                         fmt::format("{} is given twice", in_quotes(name)));
                } else if (!name.empty()) {
                    found_.at(name).value = word;
                    name = {};
                }
            }
        }
    }

    bool has(std::string_view name) const { return found_.count(name) != 0; }

    std::string_view text(std::string_view name) const {
        const auto found = found_.find(name);
        return found == found_.end() ? std::string_view{} : found->second.value;
    }

    int size(std::string_view name) const {
        const auto found = found_.find(name);
        if (found == found_.end())
            throw InputError(file_, {}, fmt::format("has no {}, which says the model's size", name));
        const Argument& argument = found->second;
        if (argument.value.find('$') != std::string_view::npos)
            throw InputError(file_, argument.line.place(),
                             fmt::format("{} is the shell variable {}, expected a number", name,
                                         in_quotes(argument.value)));
        return static_cast<int>(parse_integer(argument.value, name, file_, argument.line, 1, 1'000'000'000));
    }

    int size_or(std::string_view name, int fallback) const { return has(name) ? size(name) : fallback; }

    std::string_view line(std::string_view name) const { return found_.at(name).line.text; }

    [[noreturn]] void refuse(std::string_view name, const std::string& reason) const {
        throw InputError(file_, found_.at(name).line.place(), std::string(name) + " " + reason);
    }

private:
    static std::vector<std::string_view> split(std::string_view line) {
        constexpr std::string_view separators = " \t\"'()\\=;,[]{}";
        constexpr std::string_view in_variable = " \t\"'()\\;,";
        std::vector<std::string_view> result;
        for (auto start = line.find_first_not_of(separators); start != std::string_view::npos;) {
            const auto end = std::min(
                line.find_first_of(line[start] == '$' ? in_variable : separators, start), line.size());
            result.push_back(line.substr(start, end - start));
            start = line.find_first_not_of(separators, end);
        }
        return result;
    }

    static bool relevant(std::string_view name) {
        for (const std::string_view known :
             {"--num-layers", "--hidden-size", "--num-attention-heads", "--seq-length", "--ffn-hidden-size",
              "--num-query-groups", "--vocab-size", "--kv-channels", "--num-experts", "--moe-router-topk",
              "--moe-ffn-hidden-size", "--moe-shared-expert-intermediate-size", "--moe-layer-freq"})
            if (name == known)
                return true;
        return false;
    }

    const std::string& file_;
    std::map<std::string_view, Argument> found_;
};

/// Megatron pads the vocabulary so that every tensor parallel rank has whole blocks of it.
int padded_vocab(const Arguments& arguments) {
    const long block = long{arguments.size_or("--make-vocab-size-divisible-by", 128)} *
                       arguments.size_or("--tensor-model-parallel-size", 1);
    const long padded = (arguments.size("--vocab-size") + block - 1) / block * block;
    return static_cast<int>(std::min(padded, 2'000'000'000L));
}

void read_latent_attention(TransformerModel& model, const Arguments& arguments) {
    if (!arguments.has("--multi-latent-attention"))
        return;
    model.head_dim = 0, model.kv_heads = model.heads;
    model.mla = LatentAttention{.q_lora = arguments.size_or("--q-lora-rank", 0),
                                .kv_lora = arguments.size_or("--kv-lora-rank", 32),
                                .nope = arguments.size_or("--qk-head-dim", 128),
                                .rope = arguments.size_or("--qk-pos-emb-head-dim", 64),
                                .v = arguments.size_or("--v-head-dim", 128)};
}

/// `[0]*3+[1]*58` means three dense layers, a number every n-th layer. Other lists are refused.
void read_expert_layers(TransformerModel& model, const Arguments& arguments) {
    constexpr std::string_view name = "--moe-layer-freq";
    if (!arguments.has(name))
        return;
    const std::string_view line = arguments.line(name);
    const auto list = line.find_first_not_of(" \t='\"(", line.find(name) + name.size());
    if (list == line.npos || line[list] != '[') {
        model.moe->every = arguments.size(name);
        return;
    }
    int dense = 0, with = 0, used = 0;
    const std::string text(line.substr(list));
    if (std::sscanf(text.c_str(), "[0]*%5d+[1]*%5d%n", &dense, &with, &used) == 2 && used > 0 &&
        dense + with == model.layers)
        model.moe->first_dense_layers = dense;
    else if (std::sscanf(text.c_str(), "[1]*%5d%n", &with, &used) != 1 || used == 0 || with != model.layers)
        arguments.refuse(name, "is a list of layers other than [0]*DENSE+[1]*EXPERTS");
}

void read_experts(TransformerModel& model, const Arguments& arguments) {
    if (!arguments.has("--num-experts") || arguments.text("--num-experts") == "1")
        return;
    model.moe = Experts{.experts = arguments.size("--num-experts"),
                        .experts_per_token = arguments.size_or("--moe-router-topk", 2),
                        .ffn_hidden = arguments.size_or("--moe-ffn-hidden-size", model.ffn_hidden),
                        .shared_ffn_hidden = arguments.size_or("--moe-shared-expert-intermediate-size", 0),
                        .router_bias = arguments.has("--moe-router-enable-expert-bias")};
    read_expert_layers(model, arguments);
}

} // namespace

TransformerModel model_from_megatron_arguments(std::string_view text, const std::string& file,
                                               const std::string& name) {
    const Arguments arguments(text, file);
    TransformerModel model;
    model.name = name;
    model.source = "Megatron-LM arguments of " + file;
    model.layers = arguments.size("--num-layers");
    model.hidden = arguments.size("--hidden-size");
    model.heads = arguments.size("--num-attention-heads");
    model.kv_heads =
        arguments.has("--group-query-attention") ? arguments.size("--num-query-groups") : model.heads;
    model.gated_mlp = arguments.has("--swiglu");
    const long wide = 4L * model.hidden;
    model.ffn_hidden = arguments.size_or(
        "--ffn-hidden-size",
        static_cast<int>(std::min(model.gated_mlp ? wide * 2 / 3 / 64 * 64 : wide, 2'000'000'000L)));
    model.sequence_length = arguments.size("--seq-length");
    model.vocab = padded_vocab(arguments);
    model.tied_embeddings = !arguments.has("--untie-embeddings-and-output-weights");
    model.biases = !arguments.has("--disable-bias-linear");
    const std::string_view positions = arguments.text("--position-embedding-type");
    model.learned_positions = (positions.empty() || positions == "learned_absolute") &&
                              !arguments.has("--use-rotary-position-embeddings");
    if (arguments.has("--kv-channels") && long{arguments.size("--kv-channels")} * model.heads != model.hidden)
        model.head_dim = arguments.size("--kv-channels");
    if (arguments.has("--add-qkv-bias") && !model.biases)
        model.attention_bias = AttentionBias::qkv;
    model.qk_norm = arguments.has("--qk-layernorm") && !arguments.has("--multi-latent-attention");
    model.mtp_layers = arguments.size_or("--mtp-num-layers", 0);
    const std::string_view dropout = arguments.text("--attention-dropout"); // 0.1 where nobody says
    model.attention_dropout = dropout.empty() || dropout.find_first_not_of("0.") != dropout.npos;
    read_latent_attention(model, arguments);
    read_experts(model, arguments);
    try {
        check(model);
    } catch (const InputError& error) {
        throw InputError(file, {}, error.place() + " " + error.reason());
    }
    return model;
}

namespace {

const Registered<ModelFormat> megatron_arguments_row({
    .name = "megatron-arguments",
    .description = "Megatron-LM arguments in a script or an argument file",
    .recognises = [](const FileBeginning& beginning) { return !beginning.is_json() && beginning.has("--"); },
    .read = model_from_megatron_arguments,
});

} // namespace
} // namespace pipette
