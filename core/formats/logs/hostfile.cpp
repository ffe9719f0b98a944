// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/hostfile.h"

#include "core/base/bounds.h"
#include "core/base/input_error.h"
#include "core/formats/logs/host_list.h"
#include "core/formats/logs/import_format.h"
#include "core/formats/text/text_file.h"
#include "core/formats/text/text_lines.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>

namespace pipette {

Measurements read_hostfile(std::string_view text, const std::string& file) {
    Measurements result;
    result.file = file;
    result.tool = "hostfile";
    std::unordered_set<std::string> seen;
    for (const TextLine& line : text_lines(text, file)) {
        const auto parts = words(line.text.substr(0, line.text.find('#')));
        if (parts.empty())
            continue;
        std::string_view list = parts[0];
        int gpus = 0;
        const auto count = [&](std::string_view word) {
            gpus = static_cast<int>(parse_integer(word, "the GPUs of a host", file, line,
                                                  bounds::node_gpus.least, bounds::node_gpus.most));
        };
        if (const auto colon = list.find(':'); colon != std::string_view::npos) {
            count(list.substr(colon + 1));
            list = list.substr(0, colon);
        }
        for (std::size_t i = 1; i < parts.size(); ++i) {
            if (parts[i].substr(0, 6) == "slots=")
                count(parts[i].substr(6));
            else if (parts[i].substr(0, 10) != "max_slots=" && parts[i].substr(0, 10) != "max-slots=")
                throw InputError(
                    file, line.place(),
                    fmt::format("{} is not part of a host file, expected slots=N", in_quotes(parts[i])));
        }
        for (const std::string& host : expand_hosts(list, file, line)) {
            if (!seen.insert(host).second)
                throw InputError(file, line.place(), fmt::format("host {} appears twice", in_quotes(host)));
            result.hosts.push_back({host, gpus, {}, {}});
        }
    }
    if (result.hosts.empty())
        throw InputError(file, {}, "names no host");
    return result;
}

namespace {

/// Several names, one a line, or one with its GPUs; a single word may be the last of a job that died
/// ("Killed"). Commas and tabs in the first line are of a table.
bool looks_like_hostfile(const FileBeginning& beginning) {
    const std::string_view first = beginning.first_line();
    if (first.find_first_of(",;\t") != std::string_view::npos && first.find('[') == std::string_view::npos)
        return false;
    int hosts = 0;
    for (std::string_view text = beginning.text(); !text.empty() && hosts < 2;) {
        const auto end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, std::min(text.find('#'), end));
        text.remove_prefix(std::min(end + 1, text.size()));
        const auto parts = words(trimmed(line));
        if (parts.size() > 1 || (parts.size() == 1 && parts[0].find_first_of(":[") != std::string_view::npos))
            return parts.size() == 1 || parts[1].substr(0, 6) == "slots=";
        hosts += static_cast<int>(parts.size());
    }
    return hosts > 1;
}

const Registered<ImportFormat> hostfile_row({
    .name = "hostfile",
    .description = "hosts one a line: a01, a01 slots=8, a[01-16]",
    .likeness = Likeness::shape,
    .recognises = looks_like_hostfile,
    .read = read_hostfile,
    .orders_nodes = true,
});

} // namespace
} // namespace pipette
