// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/layer_profile_csv.h"

#include "core/base/input_error.h"
#include "core/formats/text/csv_table.h"
#include "core/formats/text/text_file.h"

#include <fmt/format.h>
#include <set>
#include <tuple>

namespace pipette {
namespace {

LayerKind kind_of(const CsvTable& table, std::size_t row) {
    const std::string& word = table.text(row, "layer");
    if (const auto kind = layer_kind_named(word))
        return *kind;
    table.refuse(row, "layer", fmt::format("is {}, expected embedding, block or head", in_quotes(word)));
}

} // namespace

LayerProfile parse_layer_profile(std::string_view text, const std::string& file) {
    constexpr std::size_t most_rows = 100'000;
    const CsvTable table(text, file, most_rows);
    table.require({"tp", "micro_batch", "sequence", "layer", "forward_ms", "backward_ms"});
    LayerProfile profile{file, {}};
    std::set<std::tuple<LayerKind, int, int, int>> seen;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        LayerTiming timing;
        timing.kind = kind_of(table, row);
        timing.tp = table.integer(row, "tp", 1, 100'000);
        timing.micro_batch = table.integer(row, "micro_batch", 1, 1'000'000);
        timing.sequence = table.integer(row, "sequence", 1, 100'000'000);
        timing.forward_s = 1e-3 * table.number(row, "forward_ms", bounds::layer_time);
        timing.backward_s = 1e-3 * table.number(row, "backward_ms", bounds::layer_time);
        if (!seen.emplace(timing.kind, timing.tp, timing.micro_batch, timing.sequence).second)
            table.refuse(row, "layer", "was timed at this size in a line above");
        profile.timings.push_back(timing);
    }
    if (!profile.measured(LayerKind::block))
        throw InputError(file, "layer", "has no row of a block, expected at least one");
    return profile;
}

LayerProfile read_layer_profile(const std::filesystem::path& path) {
    constexpr std::size_t most_bytes = 1 << 24;
    return parse_layer_profile(read_text_file(path, most_bytes), path.string());
}

} // namespace pipette
