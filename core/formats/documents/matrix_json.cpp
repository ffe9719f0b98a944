// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/matrix_json.h"

#include "core/formats/text/text_file.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

/// The number of a cell, or something that is not positive when it holds none.
double cell_value(const nlohmann::json& cell, MatrixNumbers numbers) {
    if (cell.is_number())
        return cell.get<double>();
    if (numbers == MatrixNumbers::or_text && cell.is_string()) {
        const auto& text = cell.get_ref<const std::string&>();
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error == std::errc{} && end == text.data() + text.size() && std::isfinite(value))
            return value;
    }
    return -1;
}

} // namespace

BandwidthMatrix matrix_from_json(const JsonValue& rows, const Bounds& bounds, MatrixNumbers numbers) {
    const std::size_t size = rows.size();
    if (size > static_cast<std::size_t>(max_matrix_size))
        rows.refuse(fmt::format("has {} rows, more than the {} that are read", size, max_matrix_size));
    // Every row is checked before the square is allocated: a long list of short rows must not cost its
    // square.
    for (std::size_t from = 0; from < size; ++from)
        if (const auto& row = rows.raw()[from]; !row.is_array() || row.size() != size)
            rows.element(from).expected(fmt::format("a row of {} cells, one a column", size));
    BandwidthMatrix matrix(static_cast<int>(size));
    for (std::size_t from = 0; from < size; ++from)
        for (std::size_t to = 0; to < size; ++to) {
            const nlohmann::json& cell = rows.raw()[from][to];
            if (cell.is_null())
                continue;
            const double value = cell_value(cell, numbers);
            if (!(value > 0) || !bounds.hold(value))
                rows.element(from).element(to).expected(
                    fmt::format("{}, or null when not measured",
                                bounds.least > 0 ? text_of(bounds) : "above " + text_of(bounds)));
            matrix.set(static_cast<int>(from), static_cast<int>(to), value);
        }
    return matrix;
}

nlohmann::ordered_json matrix_to_json(const BandwidthMatrix& matrix) {
    auto rows = nlohmann::ordered_json::array();
    for (int from = 0; from < matrix.size(); ++from) {
        nlohmann::ordered_json::array_t row;
        row.reserve(static_cast<std::size_t>(matrix.size()));
        for (int to = 0; to < matrix.size(); ++to)
            row.push_back(matrix.measured(from, to) ? nlohmann::ordered_json(matrix.at(from, to)) : nullptr);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace pipette
