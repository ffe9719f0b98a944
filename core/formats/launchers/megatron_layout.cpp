// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/megatron_layout.h"

#include "core/base/index.h"
#include "core/base/input_error.h"
#include "core/base/readable.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <span>

namespace pipette {
namespace {

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

/// The shorter one; the first where they are as long, for it is plainer.
std::string shorter(const std::string& plain, const std::string& packed) {
    return packed.size() < plain.size() ? packed : plain;
}

std::string layers_text(int layers, char letter) {
    return shorter(std::string(index(layers), letter), fmt::format("{}*{}", letter, layers));
}

/// `times` chunks of as many layers, each with its end.
std::string chunks_text(int layers, int times) {
    const std::string one_by_one = repeated(layers_text(layers, 't') + '|', times);
    return shorter(one_by_one, fmt::format("({}|)*{}", std::string(index(layers), 't'), times));
}

bool alike(std::span<const int> layers) {
    return std::all_of(layers.begin(), layers.end(), [&](int n) { return n == layers.front(); });
}

[[noreturn]] void refuse(std::string reason) {
    throw InputError({}, "layout", std::move(reason));
}

/// The letters of a layout with its repetitions written out, commas and blanks left out.
class Letters {
public:
    explicit Letters(std::string_view layout) : left_(layout) {
        while (!left_.empty())
            take();
    }
    const std::string& all() const { return all_; }

private:
    void take() {
        const char letter = left_.front();
        left_.remove_prefix(1);
        if (letter == ',' || letter == ' ')
            return;
        if (letter != '(')
            return repeat(std::string(1, letter));
        const std::size_t end = left_.find(')');
        if (end == std::string_view::npos)
            refuse("has ( without )");
        const std::string group(left_.substr(0, end));
        if (group.find_first_of("(*") != std::string::npos)
            refuse("has a repetition inside a repetition");
        left_.remove_prefix(end + 1);
        repeat(group);
    }

    /// Adds a part as often as the number behind it says.
    void repeat(const std::string& part) {
        constexpr int most_times = 10'000;
        int times = 1;
        if (left_.starts_with('*')) {
            const auto [end, error] = std::from_chars(left_.data() + 1, left_.data() + left_.size(), times);
            if (error != std::errc{} || times < 1 || times > most_times)
                refuse(fmt::format("has * without a number from 1 to {}", most_times));
            left_.remove_prefix(std::size_t(end - left_.data()));
        }
        for (int i = 0; i < times; ++i)
            for (const char letter : part)
                if (letter != ',' && letter != ' ')
                    all_ += letter;
        constexpr std::size_t most_letters = 100'000;
        if (all_.size() > most_letters)
            refuse("has more layers than any model");
    }

    std::string_view left_;
    std::string all_;
};

} // namespace

std::vector<int> layers_of_layout(std::string_view layout, int mtp_layers) {
    const std::string letters = Letters(layout).all();
    std::vector<int> layers{0};
    int predicted = 0;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const char letter = letters[i];
        const bool is_last_chunk = letters.find('|', i) == std::string::npos;
        if (letter == 't')
            ++layers.back();
        else if (letter == '|')
            layers.push_back(0);
        else if (letter == 'm')
            ++predicted;
        else if (letter != 'E' && letter != 'L')
            refuse(
                fmt::format("has {}, expected E, t, m, L, |, * and ()", in_quotes(std::string(1, letter))));
        if ((letter == 'E') != (i == 0))
            refuse("needs E at its start and nowhere else");
        if ((letter == 'L') != (i + 1 == letters.size()))
            refuse("needs L at its end and nowhere else");
        if (letter == 'm' && !is_last_chunk)
            refuse("has m before its last chunk: estimates have predicted tokens beside the loss");
    }
    if (letters.empty())
        refuse("is empty");
    if (predicted != mtp_layers)
        refuse(fmt::format("has {} m, the model predicts {} further tokens", predicted, mtp_layers));
    return layers;
}

std::vector<int> layers_of_text(std::string_view text, int mtp_layers) {
    constexpr int most_layers = 10'000;
    if (text.starts_with('E'))
        return layers_of_layout(text, mtp_layers);
    std::vector<int> layers;
    const char *at = text.data(), *const end = at + text.size();
    while (true) {
        int& number = layers.emplace_back();
        const auto [next, error] = std::from_chars(at, end, number);
        if (error != std::errc() || number < 0 || number > most_layers || (next < end && *next != '-'))
            refuse(fmt::format("is {}, expected layers such as 4-7-6-7 or Et|(tt|)*3L",
                               in_quotes(std::string(text))));
        if (next == end)
            return layers;
        at = next + 1;
    }
}

std::string megatron_layout(const std::vector<int>& layers_per_stage, int mtp_layers) {
    std::string layout = "E";
    const std::size_t last = layers_per_stage.size() - 1; // it also has what follows the layers
    for (std::size_t chunk = 0; chunk < last;) {
        std::size_t end = chunk + 1;
        while (end < last && layers_per_stage[end] == layers_per_stage[chunk])
            ++end;
        layout += chunks_text(layers_per_stage[chunk], static_cast<int>(end - chunk));
        chunk = end;
    }
    return layout + layers_text(layers_per_stage[last], 't') + layers_text(mtp_layers, 'm') + 'L';
}

std::vector<std::string> megatron_split_flags(const ParallelConfig& config, int mtp_layers) {
    const std::span<const int> layers = config.layers_per_stage;
    if (alike(layers)) {
        if (config.vpp == 1)
            return {};
        return {fmt::format("--num-layers-per-virtual-pipeline-stage {}", layers.front())};
    }
    const std::string first = fmt::format("--decoder-first-pipeline-num-layers {}", layers.front());
    const std::string end = fmt::format("--decoder-last-pipeline-num-layers {}", layers.back());
    if (config.vpp == 1 && alike(layers.subspan(1)))
        return {first};
    if (config.vpp == 1 && alike(layers.first(layers.size() - 1)))
        return {end};
    if (config.vpp == 1 && alike(layers.subspan(1, layers.size() - 2)))
        return {first, end};
    return {"--pipeline-model-parallel-layout " + megatron_layout(config.layers_per_stage, mtp_layers)};
}

} // namespace pipette
