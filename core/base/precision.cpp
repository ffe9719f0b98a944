// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/precision.h"

namespace pipette {
namespace {

constexpr double half = 2, full = 4; ///< bytes of an element

// How often an element is read and written on its way into both layouts:
// - One scale a tensor, known beforehand: read once, written in 8 bits as it is and turned around.
// - A scale a row (of either layout, so that the other is turned around in 16 bits first): the largest of a
//   row is found before any of it is cast.
// - A scale every 32 or 16 elements (OCP Microscaling Formats 1.0, 2023; NVIDIA, "Pretraining Large Language
//   Models with NVFP4", arXiv:2509.25149, section 3): each layout has blocks of its own, so it is read for
//   each; scales are written, and laid out again as tensor cores want them. NVFP4 scales the whole tensor
//   too, by its largest element.
// - Of tokens of experts, with a scale a tensor: those of each expert are cast by themselves, no scale is
//   known beforehand, and they are turned around by themselves, as for rows. Layers of experts on an H100
//   node in 16 and in 8 bits (Megatron-LM, tests/functional_tests/test_cases/common/moe_perf) leave 14 bytes
//   for DeepSeek's and 16 for Mixtral's.
constexpr double scale_moves = 3; ///< written; read and written to lay them out
constexpr double one_way = half + 1, both_ways = one_way + 1;
constexpr double a_row = half + half + 1, both_rows = a_row + (2 * half + half + half + 1);
constexpr double a_block_of_32 = half + 1 + scale_moves / 32, a_block_of_16 = half + 0.5 + scale_moves / 16;

constexpr CastBytes a_tensor{both_ways, one_way}, rows{both_rows, a_row},
    blocks_of_32{2 * a_block_of_32, a_block_of_32},
    blocks_of_16{half + 2 * a_block_of_16, half + a_block_of_16};

constexpr std::array<PrecisionRecipe, precision_count> recipes{{
    {"fp32", Precision::fp32, full, 0, {}, {}, full},
    {"tf32", Precision::tf32, full, 0, {}, {}, full},
    {"fp16", Precision::fp16, half, full, {}, {}, half},
    {"bf16", Precision::bf16, half, full, {}, {}, half},
    {"fp8", Precision::fp8, half, full, a_tensor, rows, 1, false, true},
    {"fp8-rowwise", Precision::fp8, half, full, rows, rows, 1, true},
    {"mxfp8", Precision::mxfp8, half, full, blocks_of_32, blocks_of_32, 1 + 1.0 / 32},
    {"nvfp4", Precision::nvfp4, half, full, blocks_of_16, blocks_of_16, 0.5 + 1.0 / 16},
}};

} // namespace

std::array<Precision, precision_count> all_precisions() {
    std::array<Precision, precision_count> all{};
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = static_cast<Precision>(i);
    return all;
}

const PrecisionRecipe& recipe_of(Precision precision) {
    return recipes[static_cast<std::size_t>(precision)];
}

double cast_matrix_bytes(Precision precision, MatrixLayouts layouts) {
    const PrecisionRecipe& recipe = recipe_of(precision);
    const bool one = recipe.turns_alike && layouts == MatrixLayouts::either;
    return (one ? 1 : 2) * recipe.product_bytes;
}

double element_bytes(Precision precision) {
    return recipe_of(precision).element_bytes;
}

double master_copy_bytes(Precision precision) {
    return recipe_of(precision).master_copy_bytes;
}

std::string_view name_of(Precision precision) {
    return recipe_of(precision).name;
}

std::optional<Precision> precision_named(std::string_view name) {
    for (const Precision precision : all_precisions())
        if (name_of(precision) == name)
            return precision;
    return std::nullopt;
}

std::string precisions_known() {
    std::string text;
    for (std::size_t i = 0; i < recipes.size(); ++i)
        text += std::string(i == 0                    ? ""
                            : i + 1 == recipes.size() ? " or "
                                                      : ", ") +
                std::string(recipes[i].name);
    return text;
}

} // namespace pipette
