// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pipette {

/// Number format of the matrix products, with how they are scaled.
enum class Precision { fp32, tf32, fp16, bf16, fp8, fp8_rowwise, mxfp8, nvfp4 };
inline constexpr std::size_t precision_count = 8;

/// Memory traffic to cast one element of a product's input, bytes.
struct CastBytes {
    double both_ways = 0; ///< for the product and, turned around, for its gradients
    double once = 0;      ///< of it, where nobody asks for gradients of the product's weights
};

/// What a precision means for times and memory. fp32 and tf32 keep and send 32 bits; the others keep and send
/// 16 bits. Those of 8 and 4 bits cast for the products alone.
struct PrecisionRecipe {
    std::string_view name; ///< in files and options: "mxfp8"
    Precision peak;        ///< whose peak of a GPU its products run at
    double element_bytes;  ///< of one weight, activation or 16-bit gradient as it is kept and sent
    /// A parameter of the copy that the optimizer works on beside its two moments: fp32, unless the weights
    /// are fp32 themselves.
    double master_copy_bytes;
    CastBytes cast = {};         ///< none: products take what is kept
    CastBytes grouped_cast = {}; ///< of tokens of experts, those of each expert by themselves
    /// Bytes of one element of a product's input, with its scales, in frameworks that keep inputs as products
    /// take them.
    double product_bytes = 0;
    /// Whether every tensor parallel peer casts the whole of what it gathered, instead of its part before.
    bool casts_gathered = false;
    /// One scale a matrix, so that turning a cast matrix around leaves its numbers as they are.
    bool turns_alike = false;
    bool casts() const { return cast.both_ways > 0; }
    /// Whether weights, gradients and activations are kept in fp32: the weights need no master copy.
    bool keeps_fp32() const { return master_copy_bytes == 0; }
};

const PrecisionRecipe& recipe_of(Precision precision);
std::array<Precision, precision_count> all_precisions();

/// Layouts of a cast matrix that the products of a GPU take: each pass its own, or either.
enum class MatrixLayouts { of_each_pass, either };

/// Bytes of one element of a weight matrix as the products of both passes take it: two copies, or one where
/// the numbers turn alike and a product takes either layout (NVIDIA TransformerEngine,
/// pytorch/tensor/float8_tensor.py).
double cast_matrix_bytes(Precision precision, MatrixLayouts layouts);

double element_bytes(Precision precision);     ///< PrecisionRecipe::element_bytes
double master_copy_bytes(Precision precision); ///< PrecisionRecipe::master_copy_bytes

std::string_view name_of(Precision precision);
std::optional<Precision> precision_named(std::string_view name); ///< empty when there is none of that name
std::string precisions_known();                                  ///< "fp32, tf32, ... or nvfp4"

} // namespace pipette
