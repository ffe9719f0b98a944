// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/hostfile.h"

#include "core/base/bounds.h"
#include "core/base/input_error.h"
#include "core/formats/logs/host_list.h"
#include "core/formats/text/text_file.h"
#include "core/formats/text/text_lines.h"

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

} // namespace pipette
