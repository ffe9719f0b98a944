// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pipette {

/// What a colour of a chart or of the window stands for.
enum class Ink {
    // surfaces, text and lines
    page,
    window,
    alternate,
    track,
    text,
    second,
    faint,
    disabled,
    grid,
    border,
    strong_border,
    outline,
    accent,
    accent_soft,
    accent_text,
    good,
    good_soft,
    warning,
    warning_soft,
    limit,
    limit_soft,
    assumed,
    assumed_soft,
    missing,
    // lines and bars of a chart
    series_0,
    series_1,
    series_2,
    series_3,
    series_4,
    series_5,
    // pipeline stages, in order
    stage_0,
    stage_1,
    stage_2,
    stage_3,
    stage_4,
    stage_5,
    stage_6,
    stage_7,
    // what a device does
    forward,
    forward_again,
    backward,
    input_gradient,
    weight_gradient,
    overlapped,
    send,
    // parts of the time of an iteration
    compute,
    recomputation,
    tensor_parallel,
    context_parallel,
    expert_parallel,
    pipeline_transfers,
    idle,
    gradient_exchange,
    offload,
    optimizer,
    // parts of the memory of a GPU
    parameters,
    gradients,
    gathered_layers,
    optimizer_state,
    activations,
    logits,
    temporary,
    run_ahead,
    fragmentation,
    other_memory
};

/// A colour in the light and in the dark theme, as 0xRRGGBB, and the name of the part that it marks in every
/// view, report and picture.
struct InkRow {
    Ink ink;
    std::string_view name; ///< for parts of time and memory the words that people read
    std::uint32_t light = 0, dark = 0;
};

/// The one table of colours and of names of parts. Forward, backward and idle differ in lightness, so that
/// they need no pattern; the parts of memory that stay are blue, those that come and go orange. Stages are
/// Okabe and Ito's colours (jfly.uni-koeln.de/color, 2008; black is left to text), series the same with a
/// contrast of 3 on the page. `border` and `grid` only decorate; `outline` bounds what has a meaning. Each
/// colour of a state has a soft one, the ground of its pill.
inline constexpr auto ink_rows = std::to_array<InkRow>({
    {Ink::page, "page", 0xffffff, 0x1a2028},
    {Ink::window, "window", 0xe9edf2, 0x10141a},
    {Ink::alternate, "alternate", 0xf5f7fa, 0x212934},
    {Ink::track, "track", 0xebeff4, 0x2a3441},
    {Ink::text, "text", 0x18212d, 0xe7ecf2},
    {Ink::second, "second", 0x475363, 0xb1bcca},
    {Ink::faint, "faint", 0x616d7e, 0x8e9bac},
    {Ink::disabled, "disabled", 0x8d95a0, 0x6c7581},
    {Ink::grid, "grid", 0xe6eaf0, 0x28313c},
    {Ink::border, "border", 0xd3dae3, 0x303a47},
    {Ink::strong_border, "strong border", 0xb4bfcc, 0x4a5768},
    {Ink::outline, "outline", 0x616d7e, 0x8e9bac},
    {Ink::accent, "accent", 0x0b5cad, 0x6db3ff},
    {Ink::accent_soft, "accent soft", 0xe2eefb, 0x1b3350},
    {Ink::accent_text, "accent text", 0xffffff, 0x0b1420},
    {Ink::good, "good", 0x12703f, 0x5cd096},
    {Ink::good_soft, "good soft", 0xe2f4ea, 0x173527},
    {Ink::warning, "warning", 0x8a5000, 0xf2b64e},
    {Ink::warning_soft, "warning soft", 0xfff1d6, 0x3a2c12},
    {Ink::limit, "limit", 0xb3261e, 0xff8f85},
    {Ink::limit_soft, "limit soft", 0xfce8e6, 0x43201e},
    {Ink::assumed, "assumed", 0x6a3ca5, 0xc7abf8},
    {Ink::assumed_soft, "assumed soft", 0xf0e8fb, 0x2e2442},
    {Ink::missing, "missing", 0x9aa2ad, 0x5b6470},
    {Ink::series_0, "series 0", 0x0072b2, 0x4aa3df},
    {Ink::series_1, "series 1", 0xb37c00, 0xf2b632},
    {Ink::series_2, "series 2", 0x00875f, 0x6fd0be},
    {Ink::series_3, "series 3", 0xb0608c, 0xd08ab0},
    {Ink::series_4, "series 4", 0x3189c4, 0x9fd6f7},
    {Ink::series_5, "series 5", 0x6b7079, 0xb3b9c2},
    {Ink::stage_0, "stage 0", 0x0072b2, 0x0072b2},
    {Ink::stage_1, "stage 1", 0xe69f00, 0xe69f00},
    {Ink::stage_2, "stage 2", 0x009e73, 0x009e73},
    {Ink::stage_3, "stage 3", 0xcc79a7, 0xcc79a7},
    {Ink::stage_4, "stage 4", 0x56b4e9, 0x56b4e9},
    {Ink::stage_5, "stage 5", 0xd55e00, 0xd55e00},
    {Ink::stage_6, "stage 6", 0xf0e442, 0xf0e442},
    {Ink::stage_7, "stage 7", 0x9a9fa6, 0x9a9fa6},
    {Ink::forward, "forward", 0x8ccbf2, 0x9ad3f7},
    {Ink::forward_again, "forward again (recomputation)", 0xcc79a7, 0xcc79a7},
    {Ink::backward, "backward", 0x1f6db0, 0x2b76bc},
    {Ink::input_gradient, "input gradient", 0x1f6db0, 0x2b76bc},
    {Ink::weight_gradient, "weight gradient", 0xe69f00, 0xe69f00},
    {Ink::overlapped, "forward and backward overlapped", 0x4b97cf, 0x5aa2dc},
    {Ink::send, "send", 0x7a4ea3, 0xb48bdc},
    {Ink::compute, "compute", 0x1f6db0, 0x2b76bc},
    {Ink::recomputation, "recomputation", 0xcc79a7, 0xcc79a7},
    {Ink::tensor_parallel, "tensor parallel", 0x009e73, 0x009e73},
    {Ink::context_parallel, "context parallel", 0x56b4e9, 0x56b4e9},
    {Ink::expert_parallel, "expert parallel", 0xe69f00, 0xe69f00},
    {Ink::pipeline_transfers, "pipeline transfers", 0x7a4ea3, 0xb48bdc},
    {Ink::idle, "idle (bubble)", 0xe3e8ee, 0x2a323d},
    {Ink::gradient_exchange, "gradient exchange", 0xd55e00, 0xe8702a},
    {Ink::offload, "host (offload)", 0x4a2f1f, 0x6b4230},
    {Ink::optimizer, "optimizer", 0x949aa4, 0x949aa4},
    {Ink::parameters, "parameters", 0x2b5c8a, 0x3f77ab},
    {Ink::gradients, "gradients", 0x5c93c4, 0x5c93c4},
    {Ink::gathered_layers, "gathered layers", 0x7fb0d6, 0x7fb0d6},
    {Ink::optimizer_state, "optimizer", 0xa3c6e3, 0xa3c6e3},
    {Ink::activations, "activations", 0xe79b2e, 0xe79b2e},
    {Ink::logits, "logits", 0xb8651b, 0xb8651b},
    {Ink::temporary, "temporary", 0xf4ce8b, 0xf4ce8b},
    {Ink::run_ahead, "run-ahead", 0xd4793f, 0xd4793f},
    {Ink::fragmentation, "fragmentation", 0x9a9fa6, 0x9a9fa6},
    {Ink::other_memory, "other memory", 0x6b7079, 0x6b7079},
});

constexpr const InkRow& row_of(Ink ink) {
    return ink_rows[static_cast<std::size_t>(ink)];
}

constexpr std::string_view name_of(Ink ink) {
    return row_of(ink).name;
}

/// The ink after another by so many rows: series and stages are numbered.
constexpr Ink after(Ink first, std::size_t rows) {
    return static_cast<Ink>(static_cast<std::size_t>(first) + rows);
}

/// The ink of a part of memory by the name that documents have for it; `other_memory` for one that is not
/// known.
constexpr Ink memory_ink(std::string_view part) {
    for (auto ink = Ink::parameters; ink != Ink::other_memory; ink = after(ink, 1))
        if (name_of(ink) == part)
            return ink;
    return Ink::other_memory;
}

/// Whether every ink has one row, at its place.
consteval bool inks_are_in_order() {
    for (std::size_t i = 0; i < ink_rows.size(); ++i)
        if (ink_rows[i].ink != static_cast<Ink>(i))
            return false;
    return ink_rows.size() == static_cast<std::size_t>(Ink::other_memory) + 1;
}
static_assert(inks_are_in_order());

/// Viridis (van der Walt and Smith 2015), the scale of bandwidth: ten published anchors, the slowest first.
inline constexpr std::array<std::uint32_t, 10> viridis{0x440154, 0x482878, 0x3e4a89, 0x31688e, 0x26828e,
                                                       0x1f9e89, 0x35b779, 0x6dcd59, 0xb4de2c, 0xfde725};

/// The colour at a position of the scale, 0 slowest to 1 fastest, between its anchors.
inline std::uint32_t viridis_at(double position) {
    const double at = (position < 0 ? 0 : position > 1 ? 1 : position) * double(viridis.size() - 1);
    const std::size_t i = at < double(viridis.size() - 2) ? std::size_t(at) : viridis.size() - 2;
    const double part = at - double(i);
    std::uint32_t colour = 0;
    for (const int shift : {16, 8, 0}) {
        const double from = viridis[i] >> shift & 0xffu, to = viridis[i + 1] >> shift & 0xffu;
        colour |= std::uint32_t(std::lround(from + part * (to - from))) << shift;
    }
    return colour;
}

} // namespace pipette
