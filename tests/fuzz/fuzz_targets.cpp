// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz_targets.h"

#include "core/base/input_error.h"
#include "core/formats/cluster_json.h"
#include "core/formats/hugging_face.h"
#include "core/formats/import_cluster.h"
#include "core/formats/megatron_arguments.h"
#include "core/formats/model_json.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace pipette {
namespace {

/// The importer and the merge behind it; what it makes must be a cluster file that reads back.
void import_bytes(std::string_view bytes, ImportFormat format) {
    ImportOptions options;
    options.gpu = "A100-SXM4-80GB";
    ImportReport report;
    const Cluster cluster = import_cluster({{"osu_bw_a_b.txt", std::string(bytes), format}}, options, report);
    if (cluster.node_count() > 64)
        return;
    const std::string file = "again";
    const auto document = parse_json(cluster_to_json(cluster).dump(), file);
    if (cluster_from_json(JsonValue(document, file), {}) != cluster)
        throw std::logic_error("a cluster does not read back as it was written");
}

void read_cluster_bytes(std::string_view bytes) {
    const std::string file = "cluster.json";
    const auto document = parse_json(bytes, file);
    cluster_from_json(JsonValue(document, file), "/nonexistent");
}

void read_model_bytes(std::string_view bytes) {
    const std::string file = "model.json";
    const auto document = parse_json(bytes, file);
    const JsonValue root(document, file);
    if (root.find("model_type"))
        model_from_hugging_face(root, "model");
    else
        model_from_json(root);
}

void read_megatron_bytes(std::string_view bytes) {
    model_from_megatron_arguments(bytes, "arguments", "model");
}

} // namespace

std::vector<FuzzTarget> fuzz_targets() {
    std::vector<FuzzTarget> targets{
        {"cluster", read_cluster_bytes}, {"model", read_model_bytes}, {"megatron", read_megatron_bytes}};
    for (const ImportFormat format : all_import_formats())
        targets.push_back({std::string(name_of(format)),
                           [format](std::string_view bytes) { import_bytes(bytes, format); }});
    return targets;
}

bool read_or_refuse(const FuzzTarget& target, std::string_view bytes) {
    try {
        target.read(bytes);
        return true;
    } catch (const InputError&) {
        return false;
    }
}

} // namespace pipette
