// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/formats/logs/host_list.h"
#include "core/formats/logs/host_names.h"
#include "core/formats/logs/import_format.h"
#include "core/formats/text/text_file.h"
#include "core/formats/text/text_lines.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <unordered_map>

namespace pipette {
namespace {

bool same_word(std::string_view a, std::string_view b) { // SLURM does not care for case
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

/// SLURM's topology.conf: the switch that a node hangs on is its rack. Names hosts without saying that they
/// are in the cluster. Throws InputError with the line.
Measurements read_slurm_topology(std::string_view text, const std::string& file) {
    Measurements result;
    result.file = file;
    result.tool = "SLURM topology";
    result.names_only = true;
    std::unordered_map<std::string, std::string> rack_of;
    for (const TextLine& line : text_lines(text, file)) {
        std::string_view name, nodes;
        const auto parts = words(line.text.substr(0, line.text.find('#')));
        for (const std::string_view part : parts) {
            const auto equals = part.find('=');
            const std::string_view key = part.substr(0, equals);
            const std::string_view value =
                equals == std::string_view::npos ? std::string_view{} : part.substr(equals + 1);
            if (same_word(key, "SwitchName"))
                name = value;
            else if (same_word(key, "Nodes"))
                nodes = value;
            else if (!same_word(key, "Switches") && !same_word(key, "LinkSpeed"))
                throw InputError(file, line.place(),
                                 fmt::format("{} is not part of topology.conf, expected SwitchName, "
                                             "Nodes, Switches or LinkSpeed",
                                             in_quotes(part)));
        }
        if (!parts.empty() && name.empty())
            throw InputError(file, line.place(), "names no switch, expected SwitchName=NAME");
        if (nodes.empty())
            continue;
        check_host(name, file, line.place());
        for (const std::string& host : expand_hosts(nodes, file, line)) {
            const auto [found, fresh] = rack_of.emplace(host, name);
            if (!fresh)
                throw InputError(
                    file, line.place(),
                    fmt::format("node {} hangs on switches {} and {}", host, found->second, name));
            result.hosts.push_back({host, 0, {}, std::string(name)});
        }
    }
    if (result.hosts.empty())
        throw InputError(file, {}, "names no nodes (SwitchName=... Nodes=...)");
    return result;
}

const Registered<ImportFormat> slurm_topology_row({
    .name = "slurm-topology",
    .description = "SLURM's topology.conf: the switch of a node is its rack",
    .recognises = [](const FileBeginning& beginning) { return beginning.has("SwitchName="); },
    .read = read_slurm_topology,
});

} // namespace
} // namespace pipette
