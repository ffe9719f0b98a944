// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
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
    button,
    text,
    faint,
    disabled,
    grid,
    outline,
    accent,
    accent_text,
    good,
    warning,
    limit,
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

/// The one table of colours and of names of parts. Forward, backward and their kin differ in lightness, the
/// parts of memory that stay are blue, those that come and go orange; stages are Okabe and Ito's colours
/// (jfly.uni-koeln.de/color, 2008; black is left to text), series the same with a contrast of 3 on the page.
inline constexpr auto ink_rows = std::to_array<InkRow>({
    {Ink::page, "page", 0xffffff, 0x16181c},
    {Ink::window, "window", 0xf4f5f7, 0x1e2126},
    {Ink::alternate, "alternate", 0xedeff2, 0x22262c},
    {Ink::button, "button", 0xe8eaee, 0x2c3138},
    {Ink::text, "text", 0x1b1f24, 0xe6e9ee},
    {Ink::faint, "faint", 0x59626d, 0xa3acb8},
    {Ink::disabled, "disabled", 0x8d95a0, 0x6c7581},
    {Ink::grid, "grid", 0xd5d9df, 0x333840},
    {Ink::outline, "outline", 0x6b7480, 0x858f9c},
    {Ink::accent, "accent", 0x0b5cd5, 0x6cb0ff},
    {Ink::accent_text, "accent text", 0xffffff, 0x0b1420},
    {Ink::good, "good", 0x177335, 0x6fd08c},
    {Ink::warning, "warning", 0x8a5300, 0xf5b83d},
    {Ink::limit, "limit", 0xb3261e, 0xff8a80},
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
    {Ink::stage_7, "stage 7", 0x999999, 0x999999},
    {Ink::forward, "forward", 0x9ad0f5, 0x9ad0f5},
    {Ink::forward_again, "forward again (recomputation)", 0x2d9dea, 0x2d9dea},
    {Ink::backward, "backward", 0x0a7355, 0x1f8a69},
    {Ink::input_gradient, "input gradient", 0x0a7355, 0x1f8a69},
    {Ink::weight_gradient, "weight gradient", 0xdba63a, 0xdba63a},
    {Ink::overlapped, "forward and backward overlapped", 0xf3ebb2, 0xf3ebb2},
    {Ink::send, "send", 0x6a2a70, 0x8d4a94},
    {Ink::compute, "compute", 0x9ad0f5, 0x9ad0f5},
    {Ink::recomputation, "recomputation", 0x2d9dea, 0x2d9dea},
    {Ink::tensor_parallel, "tensor parallel", 0xdba63a, 0xdba63a},
    {Ink::context_parallel, "context parallel", 0xcc79a7, 0xcc79a7},
    {Ink::expert_parallel, "expert parallel", 0x009e73, 0x009e73},
    {Ink::pipeline_transfers, "pipeline transfers", 0x6a2a70, 0x8d4a94},
    {Ink::idle, "idle (bubble)", 0xe3e8ee, 0x2a323d},
    {Ink::gradient_exchange, "gradient exchange", 0xcf5b33, 0xd96b42},
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
constexpr std::uint32_t viridis_at(double position) {
    const double at = (position < 0 ? 0 : position > 1 ? 1 : position) * double(viridis.size() - 1);
    const std::size_t i = at < double(viridis.size() - 2) ? std::size_t(at) : viridis.size() - 2;
    const double part = at - double(i);
    std::uint32_t colour = 0;
    for (const int shift : {16, 8, 0}) {
        const double from = viridis[i] >> shift & 0xffu, to = viridis[i + 1] >> shift & 0xffu;
        colour |= std::uint32_t(from + part * (to - from) + 0.5) << shift;
    }
    return colour;
}

} // namespace pipette
