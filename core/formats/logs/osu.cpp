// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/formats/logs/host_names.h"
#include "core/formats/logs/import_format.h"
#include "core/formats/text/text_file.h"
#include "core/formats/text/text_lines.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr double osu_mb_per_gb = 1000;
enum class Quantity { none, bandwidth, latency };

Quantity quantity_of(std::string_view title, const std::string& file, const TextLine& line) {
    if (title.find("Bi-Directional") != std::string_view::npos)
        throw InputError(file, line.place(),
                         "is osu_bibw, the sum of both directions: expected osu_bw or osu_latency");
    if (title.find("Bandwidth Test") != std::string_view::npos)
        return Quantity::bandwidth;
    if (title.find("Latency Test") != std::string_view::npos)
        return Quantity::latency;
    throw InputError(file, line.place(), fmt::format("{} is no osu_bw or osu_latency", in_quotes(title)));
}

void set_hosts(LinkMeasurement& link, std::string_view from, std::string_view to, const std::string& file,
               const std::string& place) {
    for (const std::string_view host : {from, to})
        check_host(host, file, place);
    if (from == to)
        throw InputError(file, place, fmt::format("names the host {} twice, expected two", in_quotes(from)));
    link.from = from, link.to = to;
}

void hosts_from_name(LinkMeasurement& link, const std::string& file) {
    const std::string stem = std::filesystem::path(file).stem().string();
    const auto last = stem.rfind('_');
    const auto before =
        last == std::string::npos || last == 0 ? std::string::npos : stem.rfind('_', last - 1);
    if (before == std::string::npos)
        throw InputError(file, {},
                         "names no hosts: OSU does not write them, so the file's name must end in _A_B, or a "
                         "line \"# hosts: A B\" say them");
    set_hosts(link, std::string_view(stem).substr(before + 1, last - before - 1),
              std::string_view(stem).substr(last + 1), file, "the file's name");
}

/// Log of osu_bw or osu_latency between two hosts, MB/s (1e6) or us by size: the first host sends. OSU does
/// not write the hosts: a line "# hosts: a b" names them, else the last two parts of the file's name
/// (osu_bw_a_b.txt). Bandwidth is the peak over sizes, latency that of the smallest. Throws InputError with
/// the line.
Measurements read_osu(std::string_view text, const std::string& file) {
    Quantity quantity = Quantity::none;
    LinkMeasurement link;
    const auto lines = text_lines(text, file);
    for (const TextLine& line : lines) {
        const auto parts = words(line.text);
        if (parts.empty())
            continue;
        if (line.text.find("# OSU MPI") != std::string_view::npos) {
            if (quantity != Quantity::none)
                throw InputError(file, line.place(), "starts a second test: expected one test a file");
            quantity = quantity_of(trimmed(line.text), file, line);
        } else if (parts.size() == 4 && parts[0] == "#" && parts[1] == "hosts:") {
            set_hosts(link, parts[2], parts[3], file, line.place());
        } else if (quantity != Quantity::none && starts_with_digit(parts[0])) {
            if (parts.size() < 2)
                throw InputError(file, line.place(), "expected a size and a figure");
            const double bytes = parse_measure(parts[0], "a size in bytes", file, line);
            const double value = parse_measure(parts[1], "a figure", file, line);
            if (quantity == Quantity::bandwidth && value > 0 && !(value / osu_mb_per_gb <= link.gb_per_s))
                link.gb_per_s = value / osu_mb_per_gb, link.line = line.number;
            if (quantity == Quantity::latency && bytes <= 1024 && value > 0 && !(value >= link.latency_us))
                link.latency_us = value, link.line = line.number;
        }
    }
    if (quantity == Quantity::none)
        throw InputError(file, {}, "holds no \"# OSU MPI ... Test\" line");
    if (std::isnan(link.gb_per_s) && std::isnan(link.latency_us))
        throw InputError(file, lines.back().place(), "the log ends without a result: the test was cut off");
    if (text.back() != '\n') // half a figure is a figure, too
        throw InputError(file, lines.back().place(), "the last line has no end: the test was cut off");
    if (link.from.empty())
        hosts_from_name(link, file);
    Measurements result;
    result.file = file;
    result.tool = quantity == Quantity::bandwidth ? "osu_bw" : "osu_latency";
    result.meaning = BandwidthMeaning::flow;
    result.host(link.from);
    result.host(link.to);
    result.links.push_back(link);
    if (quantity == Quantity::latency) { // a ping-pong: half the round trip, so both ways
        std::swap(link.from, link.to);
        result.links.push_back(link);
    }
    return result;
}

const Registered<ImportFormat> osu_row({
    .name = "osu",
    .description = "osu_bw and osu_latency, a file a pair",
    .recognises = [](const FileBeginning& beginning) { return beginning.has("# OSU MPI"); },
    .read = read_osu,
});

} // namespace
} // namespace pipette
