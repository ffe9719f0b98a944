// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/machine_columns.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/launchers/megatron_layout.h"

#include <charconv>
#include <fmt/format.h>
#include <string_view>

namespace pipette {
namespace {

constexpr const char* layers_column = "layers_per_stage";

std::vector<int> listed_layers(const CsvTable& table, std::size_t row, std::string_view text) {
    constexpr int most_layers = 10'000;
    std::vector<int> layers;
    const char *at = text.data(), *const end = at + text.size();
    while (true) {
        int& number = layers.emplace_back();
        const auto [next, error] = std::from_chars(at, end, number);
        if (error != std::errc() || number < 0 || number > most_layers || (next < end && *next != '-'))
            table.refuse(
                row, layers_column,
                fmt::format("is {}, expected layers such as 4-7-6-7 or Et|(tt|)*3L", in_quotes(text)));
        if (next == end)
            return layers;
        at = next + 1;
    }
}

} // namespace

std::shared_ptr<const Cluster> NamedMachines::of(const CsvTable& table, std::size_t row) {
    const std::string& name = table.text(row, "cluster");
    if (name.empty())
        return nullptr;
    std::shared_ptr<const Cluster>& cluster = known_[name];
    if (!cluster)
        cluster = share(read_cluster(folder_ / name));
    return cluster;
}

std::vector<int> stated_layers(const CsvTable& table, std::size_t row, int mtp_layers) {
    const std::string& text = table.text(row, layers_column);
    if (text.empty())
        return {};
    if (text.front() != 'E')
        return listed_layers(table, row, text);
    try {
        return layers_of_layout(text, mtp_layers);
    } catch (const InputError& error) {
        table.refuse(row, layers_column, error.reason());
    }
}

} // namespace pipette
