// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/matrix_file.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/documents/matrix_json.h"
#include "core/formats/text/atomic_file.h"
#include "core/formats/text/mapped_file.h"
#include "core/formats/text/sha256.h"

#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

static_assert(std::endian::native == std::endian::little, "matrix files are mapped as they lie");

std::string_view bytes_of(const BandwidthMatrix& matrix) {
    const std::span<const float> cells = matrix.rounded();
    return {reinterpret_cast<const char*>(cells.data()), cells.size_bytes()};
}

void check_cells(const BandwidthMatrix& matrix, const Bounds& bounds, const std::string& file) {
    const std::span<const float> cells = matrix.rounded();
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (!std::isnan(cells[i]) && !(cells[i] > 0 && bounds.hold(cells[i])))
            throw InputError(
                file, fmt::format("byte {}", i * sizeof(float)),
                fmt::format("is {}, expected {}, or NaN when not measured", cells[i], text_of(bounds)));
}

} // namespace

std::filesystem::path file_beside(const JsonValue& name, const std::filesystem::path& folder) {
    const std::string text = name.text();
    if (text.empty() || std::filesystem::path(text).filename() != text || text == "." || text == "..")
        name.expected("the name of a file in the same folder");
    return folder / text;
}

std::string matrix_sha256(const BandwidthMatrix& matrix) {
    return sha256_hex(bytes_of(matrix));
}

BandwidthMatrix matrix_from_json(const JsonValue& value, const Bounds& bounds,
                                 const std::filesystem::path& folder) {
    if (!value.is_object())
        return matrix_from_json(value, bounds);
    value.expect_only({"file", "sha256", "rows"});
    const int rows =
        static_cast<int>(value.member("rows").integer(BandwidthMatrix::most_exact + 1, max_matrix_size));
    const std::filesystem::path path = file_beside(value.member("file"), folder);
    const std::size_t cells = static_cast<std::size_t>(rows) * static_cast<std::size_t>(rows);
    const std::shared_ptr<std::byte[]> bytes = map_file(path, cells * sizeof(float));
    BandwidthMatrix matrix(rows, std::shared_ptr<float[]>(bytes, reinterpret_cast<float*>(bytes.get())));
    if (matrix_sha256(matrix) != value.member("sha256").text())
        value.member("sha256").refuse(fmt::format("does not match {}: it changed since this file was written",
                                                  in_quotes(path.filename().string())));
    check_cells(matrix, bounds, path.string());
    return matrix;
}

nlohmann::ordered_json write_matrix_beside(const BandwidthMatrix& matrix,
                                           const std::filesystem::path& document, const std::string& what) {
    const std::string sum = matrix_sha256(matrix);
    const std::string name = fmt::format("{}.{}-{}.bin", document.stem().string(), what, sum.substr(0, 8));
    write_atomically(document.parent_path() / name, bytes_of(matrix));
    return {{"file", name}, {"sha256", sum}, {"rows", matrix.size()}};
}

} // namespace pipette
