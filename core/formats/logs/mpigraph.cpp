// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/formats/logs/host_names.h"
#include "core/formats/logs/import_format.h"
#include "core/formats/text/text_file.h"
#include "core/formats/text/text_lines.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr double mb_per_gb = 1000;

std::string host_of(std::string_view process, const std::string& file, const TextLine& line) {
    const auto colon = process.rfind(':');
    const std::string_view host = process.substr(0, colon);
    check_host(host, file, line.place());
    return std::string(host);
}

bool is_header(const std::vector<std::string_view>& parts) {
    return parts.size() > 1 && parts[0] == "Send" && parts[1] != "max" && parts[1] != "avg" &&
           parts[1] != "min";
}

/// Output of mpiGraph: its "Send" table, MB/s (1e6) with the sender in the row; each figure is one stream.
/// Several processes of a host count for the host. Throws InputError with the line.
Measurements read_mpigraph(std::string_view text, const std::string& file) {
    Measurements result;
    result.file = file;
    result.tool = "mpiGraph";
    result.meaning = BandwidthMeaning::flow;
    const auto lines = text_lines(text, file);
    const auto says = [&](std::string_view words) {
        return std::any_of(lines.begin(), lines.end(),
                           [&](const TextLine& line) { return line.text.substr(0, words.size()) == words; });
    };
    std::size_t at = 0;
    while (at < lines.size() && !is_header(words(lines[at].text)))
        ++at;
    if (at == lines.size())
        throw InputError(file, {}, "holds no \"Send\" table of mpiGraph");
    std::vector<std::string> hosts;
    const auto header = words(lines[at].text);
    for (std::size_t i = 1; i < header.size(); ++i) {
        hosts.push_back(host_of(header[i], file, lines[at]));
        result.host(hosts.back());
    }
    for (std::size_t from = 0; from < hosts.size(); ++from) {
        if (++at == lines.size())
            throw InputError(file, lines.back().place(),
                             fmt::format("the table ends after {} of {} rows: the output was cut off", from,
                                         hosts.size()));
        const TextLine& line = lines[at];
        const auto parts = words(line.text);
        if (parts.size() != hosts.size() + 2 || parts[1] != "to")
            throw InputError(
                file, line.place(),
                fmt::format("expected \"{} to\" and {} figures", header[from + 1], hosts.size()));
        if (parts[0] != header[from + 1])
            throw InputError(
                file, line.place(),
                fmt::format("is the row of {}, expected {}", in_quotes(parts[0]), header[from + 1]));
        for (std::size_t to = 0; to < hosts.size(); ++to) {
            const double mb_per_s = parse_measure(parts[to + 2], "a bandwidth in MB/s", file, line);
            if (hosts[from] != hosts[to] && mb_per_s > 0)
                result.links.push_back({.from = hosts[from],
                                        .to = hosts[to],
                                        .gb_per_s = mb_per_s / mb_per_gb,
                                        .line = line.number});
        }
    }
    if (says("START mpiGraph") && !says("END mpiGraph"))
        throw InputError(file, lines.back().place(), "there is no \"END mpiGraph\": the output was cut off");
    return result;
}

const Registered<ImportFormat> mpigraph_row({
    .name = "mpigraph",
    .description = "mpiGraph, node by node",
    .recognises = [](const FileBeginning& beginning) { return beginning.has("mpiGraph"); },
    .read = read_mpigraph,
});

} // namespace
} // namespace pipette
