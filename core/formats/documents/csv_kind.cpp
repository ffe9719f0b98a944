// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/csv_kind.h"

#include "core/formats/text/text_lines.h"

#include <algorithm>

namespace pipette {

std::optional<CsvKind> csv_kind(std::string_view text) {
    if (text.substr(0, 3) == "\xef\xbb\xbf")
        text.remove_prefix(3);
    std::string_view header = text.substr(0, std::min(text.find('\n'), text.size()));
    bool layer = false, forward = false;
    while (!header.empty()) {
        const auto end = std::min(header.find(','), header.size());
        std::string_view cell = trimmed(header.substr(0, end));
        if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
            cell = cell.substr(1, cell.size() - 2);
        if (cell == "run_id" || cell == "iteration_time_s" || cell == "peak_memory_gib")
            return CsvKind::runs;
        layer = layer || cell == "layer";
        forward = forward || cell == "forward_ms";
        header.remove_prefix(std::min(end + 1, header.size()));
    }
    return layer && forward ? std::optional(CsvKind::layer_profile) : std::nullopt;
}

const char* advice_for(CsvKind kind) {
    return kind == CsvKind::runs
               ? "holds measured training runs, no bandwidths: `pipette validate --runs FILE` or the "
                 "window's "
                 "Open compares predictions with them"
               : "holds layer times of profile_layer.py, no bandwidths: `pipette plan --layer-profile FILE` "
                 "plans with them";
}

} // namespace pipette
