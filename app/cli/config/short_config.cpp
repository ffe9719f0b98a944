// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/config/short_config.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/plan/context_kind.h"
#include "core/plan/schedule_kind.h"

#include <charconv>
#include <fmt/format.h>
#include <sstream>
#include <string_view>
#include <utility>

namespace pipette {
namespace {

constexpr std::pair<std::string_view, std::string_view> long_names[]{
    {"mb", "micro_batch"}, {"zero", "zero_stage"}, {"stride", "offload_stride"}};

int number_of(std::string_view word, std::string_view digits, int least) {
    int number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    constexpr int most = 10'000; // layers of a model
    if (error != std::errc() || end != digits.data() + digits.size() || number < least || number > most)
        throw InputError("--config", {},
                         fmt::format("{} is no list such as 10*2+3+1", in_quotes(std::string(word))));
    return number;
}

/// "10*2+5*3+1", layers or tp of stages, one by one: "2-2-...-3-1".
std::string each_stage(std::string_view word, std::string_view text) {
    std::string layers;
    for (const std::string_view part : split(text, '+')) {
        const std::size_t times = part.find('*');
        const int count = times == part.npos ? 1 : number_of(word, part.substr(0, times), 1);
        const int each = number_of(word, times == part.npos ? part : part.substr(times + 1), 0);
        for (int i = 0; i < count; ++i)
            layers += fmt::format("{}{}", layers.empty() ? "" : "-", each);
    }
    return layers;
}

/// "selective-recompute", "core_attn+mlp-recompute", "full-recompute:4".
std::string recomputation(std::string_view what, std::string_view layers) {
    if (!layers.empty())
        return fmt::format("recompute={},recompute_layers={}", what, layers.substr(1));
    return what == "full" || what == "selective"
               ? fmt::format("recompute={}", what)
               : fmt::format("recompute=selective,recompute_modules={}", what);
}

std::string spelled_out_word(const std::string& word) {
    constexpr std::string_view layers = "layers=", tps = "tp_per_stage=", recompute = "-recompute";
    if (word.starts_with(layers))
        return "layers_per_stage=" + each_stage(word, std::string_view(word).substr(layers.size()));
    if (word.starts_with(tps))
        return std::string(tps) + each_stage(word, std::string_view(word).substr(tps.size()));
    if (const std::size_t equals = word.find('='); equals != word.npos) {
        const std::string_view name = std::string_view(word).substr(0, equals);
        for (const auto& [short_form, long_form] : long_names)
            if (name == short_form)
                return std::string(long_form) + word.substr(equals);
        return word;
    }
    if (const std::size_t at = word.find(recompute); at != word.npos)
        return recomputation(std::string_view(word).substr(0, at),
                             std::string_view(word).substr(at + recompute.size()));
    if (schedule_named(word))
        return "schedule=" + word;
    if (Registry<ContextKind>::find(word))
        return "cp_kind=" + word;
    throw InputError("--config", {}, fmt::format("{} is not known, expected name=value", in_quotes(word)));
}

} // namespace

std::vector<std::string_view> split(std::string_view text, char by) {
    std::vector<std::string_view> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t to = std::min(text.find(by, from), text.size());
        parts.push_back(text.substr(from, to - from));
        from = to + 1;
    }
    return parts;
}

std::string spelled_out(const std::string& text) {
    if (text.find(' ') == text.npos)
        return text;
    std::istringstream words(text);
    std::string parts;
    for (std::string word; words >> word;)
        parts += (parts.empty() ? "" : ",") + spelled_out_word(word);
    return parts;
}

} // namespace pipette
