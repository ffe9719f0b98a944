// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/machine_columns.h"

#include "core/base/input_error.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/launchers/megatron_layout.h"

#include <string>

namespace pipette {

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
    constexpr const char* layers_column = "layers_per_stage";
    const std::string& text = table.text(row, layers_column);
    try {
        return text.empty() ? std::vector<int>{} : layers_of_text(text, mtp_layers);
    } catch (const InputError& error) {
        table.refuse(row, layers_column, error.reason());
    }
}

} // namespace pipette
