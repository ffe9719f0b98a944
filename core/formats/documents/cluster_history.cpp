// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/cluster_history.h"

#include "core/base/input_error.h"
#include "core/formats/documents/matrix_file.h"
#include "core/formats/documents/matrix_json.h"
#include "core/formats/text/sha256.h"
#include "core/formats/text/text_file.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

constexpr std::size_t most_inline_cells = 65536;
constexpr std::size_t most_snapshots = 100'000;

std::vector<std::string> times_of(const JsonValue& value) {
    const JsonValue times = value.member("times");
    if (times.size() > most_snapshots)
        times.refuse(
            fmt::format("has {} entries, more than the {} that are read", times.size(), most_snapshots));
    std::vector<std::string> result;
    for (std::size_t i = 0; i < times.size(); ++i)
        result.push_back(times.element(i).text());
    return result;
}

std::vector<BandwidthMatrix> inline_snapshots(const JsonValue& value, std::size_t count, int size) {
    const JsonValue list = value.member("snapshots");
    if (list.size() != count)
        list.refuse(fmt::format("has {} entries, expected {}, one a time", list.size(), count));
    std::vector<BandwidthMatrix> snapshots;
    for (std::size_t i = 0; i < count; ++i) {
        if (list.element(i).size() != static_cast<std::size_t>(size))
            list.element(i).expected(fmt::format("{} rows, as many as $.inter_node has", size));
        snapshots.push_back(matrix_from_json(list.element(i), bounds::bandwidth));
    }
    return snapshots;
}

float float_at(std::string_view bytes, std::size_t index) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 4; ++i)
        bits |= std::uint32_t{static_cast<unsigned char>(bytes[4 * index + i])} << (8 * i);
    return std::bit_cast<float>(bits);
}

} // namespace

std::vector<BandwidthMatrix> snapshots_from_bytes(std::string_view bytes, std::size_t count, int size,
                                                  const std::string& file) {
    const std::size_t cells = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    if (bytes.size() != count * cells * 4)
        throw InputError(file, {},
                         fmt::format("has {} bytes, expected {}: {} snapshots of {} x {} float32",
                                     bytes.size(), count * cells * 4, count, size, size));
    std::vector<BandwidthMatrix> snapshots;
    std::size_t at = 0;
    for (std::size_t i = 0; i < count; ++i) {
        BandwidthMatrix matrix(size);
        for (int from = 0; from < size; ++from)
            for (int to = 0; to < size; ++to, ++at)
                if (const float value = float_at(bytes, at); !std::isnan(value)) {
                    if (!bounds::bandwidth.hold(value))
                        throw InputError(file, fmt::format("byte {}", 4 * at),
                                         fmt::format("is {}, expected {}, or NaN when not measured", value,
                                                     text_of(bounds::bandwidth)));
                    matrix.set(from, to, double{value});
                }
        snapshots.push_back(std::move(matrix));
    }
    return snapshots;
}

History history_from_json(const JsonValue& value, const std::filesystem::path& folder, int size) {
    History history;
    history.times = times_of(value);
    const auto reference = value.find("file");
    if (!reference) {
        history.snapshots = inline_snapshots(value, history.times.size(), size);
        return history;
    }
    const std::filesystem::path path = file_beside(*reference, folder);
    const std::string bytes = read_text_file(path);
    const std::string sum = value.member("sha256").text();
    if (sha256_hex(bytes) != sum)
        value.member("sha256").refuse(
            fmt::format("does not match {}: it changed since the cluster file was written",
                        in_quotes(path.filename().string())));
    history.snapshots = snapshots_from_bytes(bytes, history.times.size(), size, path.string());
    return history;
}

nlohmann::ordered_json history_to_json(const History& history) {
    auto snapshots = nlohmann::ordered_json::array();
    for (const BandwidthMatrix& snapshot : history.snapshots)
        snapshots.push_back(matrix_to_json(snapshot));
    return {{"times", history.times}, {"snapshots", snapshots}};
}

bool wants_own_file(const History& history) {
    return !history.snapshots.empty() &&
           history.snapshots.size() * history.snapshots.front().cell_count() > most_inline_cells;
}

std::string history_bytes(const History& history) {
    std::string bytes;
    for (const BandwidthMatrix& snapshot : history.snapshots)
        for (std::size_t i = 0; i < snapshot.cell_count(); ++i) {
            const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(snapshot.cell(i)));
            for (int shift = 0; shift < 32; shift += 8)
                bytes += static_cast<char>(bits >> shift & 0xff);
        }
    return bytes;
}

nlohmann::ordered_json history_reference(const History& history, const std::string& file_name,
                                         const std::string& bytes) {
    return {{"file", file_name}, {"sha256", sha256_hex(bytes)}, {"times", history.times}};
}

} // namespace pipette
