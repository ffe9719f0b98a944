// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/formats/logs/import_format.h"
#include "core/formats/text/text_lines.h"

#include <fmt/format.h>

namespace pipette {
namespace {

constexpr std::size_t most_gpus = 1024;

/// The square table below a title; its diagonal left out.
BandwidthMatrix read_table(const std::vector<TextLine>& lines, std::size_t title, const char* what,
                           const std::string& file) {
    const std::size_t header = title + 1;
    const auto columns = header < lines.size() ? words(lines[header].text) : std::vector<std::string_view>{};
    if (columns.size() < 2 || columns.size() > most_gpus + 1 || (columns[0] != "D\\D" && columns[0] != "GPU"))
        throw InputError(file, lines[std::min(header, lines.size() - 1)].place(),
                         "expected the numbers of the GPUs (\"D\\D 0 1 ...\") below the title");
    const std::size_t size = columns.size() - 1;
    BandwidthMatrix matrix(static_cast<int>(size));
    for (std::size_t from = 0; from < size; ++from) {
        if (header + 1 + from >= lines.size())
            throw InputError(
                file, lines.back().place(),
                fmt::format("the table ends after {} of {} rows: the output was cut off", from, size));
        const TextLine& line = lines[header + 1 + from];
        const auto parts = words(line.text);
        if (parts.size() != size + 1 || parts[0] != columns[from + 1])
            throw InputError(file, line.place(),
                             fmt::format("expected GPU {} and {} figures", columns[from + 1], size));
        for (std::size_t to = 0; to < size; ++to)
            if (const double value = parse_measure(parts[to + 1], what, file, line); from != to && value > 0)
                matrix.set(static_cast<int>(from), static_cast<int>(to), value);
    }
    return matrix;
}

/// Output of CUDA's p2pBandwidthLatencyTest: the unidirectional bandwidth (GB/s) and the latency (us) between
/// the GPUs of a node with peer access enabled. The diagonal, a GPU's own memory, is left out. Throws
/// InputError with the line.
Measurements read_p2p_bandwidth(std::string_view text, const std::string& file) {
    Measurements result;
    result.file = file;
    result.tool = "CUDA p2pBandwidthLatencyTest";
    const auto lines = text_lines(text, file);
    const auto has = [](std::string_view line, std::string_view part) {
        return line.find(part) != std::string_view::npos;
    };
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = lines[i].text;
        if (!has(line, "P2P=Enabled") || !has(line, "Matrix"))
            continue;
        if (has(line, "Unidirectional") && result.intra_gb_per_s.empty())
            result.intra_gb_per_s = read_table(lines, i, "a bandwidth in GB/s", file);
        else if (has(line, "Latency") && result.intra_latency_us.empty())
            result.intra_latency_us = read_table(lines, i, "a latency in us", file);
    }
    if (result.intra_gb_per_s.empty())
        throw InputError(file, {}, "holds no \"Unidirectional P2P=Enabled Bandwidth\" table");
    if (!result.intra_latency_us.empty() && result.intra_latency_us.size() != result.intra_gb_per_s.size())
        throw InputError(file, {},
                         fmt::format("has {} GPUs in the bandwidth table but {} in the latency table",
                                     result.intra_gb_per_s.size(), result.intra_latency_us.size()));
    return result;
}

const Registered<ImportFormat> p2p_bandwidth_row({
    .name = "p2p-bandwidth",
    .description = "CUDA's p2pBandwidthLatencyTest, inside a node",
    .recognises =
        [](const FileBeginning& beginning) {
            return beginning.has("P2P=Enabled") || beginning.has("P2P=Disabled");
        },
    .read = read_p2p_bandwidth,
});

} // namespace
} // namespace pipette
