// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/pipette_json.h"

#include "core/base/input_error.h"
#include "core/formats/documents/matrix_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/logs/host_names.h"
#include "core/formats/logs/import_format.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {

bool is_pipette_matrix(const JsonValue& root) {
    return root.is_object() && !root.find("format") && root.find("gpus") && root.find("bandwidth");
}

PipetteMatrix pipette_matrix_from_json(const JsonValue& root) {
    PipetteMatrix result;
    const JsonValue names = root.member("gpus");
    for (std::size_t i = 0; i < names.size(); ++i) {
        result.hosts.push_back(names.element(i).text());
        check_host(result.hosts.back(), names.file(), names.element(i).path());
    }
    const JsonValue rows = root.member("bandwidth");
    if (rows.size() != result.hosts.size())
        rows.refuse(
            fmt::format("has {} rows, expected {}, one a name in $.gpus", rows.size(), result.hosts.size()));
    result.bandwidth = matrix_from_json(rows, bounds::bandwidth, MatrixNumbers::or_text);
    for (int i = 0; i < result.bandwidth.size(); ++i) {
        if (result.bandwidth.measured(i, i))
            result.intra_node_gb_per_s.push_back(result.bandwidth.at(i, i));
        result.bandwidth.set(i, i, BandwidthMatrix::unmeasured);
    }
    return result;
}

Cluster cluster_of_pipette_matrix(const JsonValue& root) {
    PipetteMatrix matrix = pipette_matrix_from_json(root);
    const auto known = known_gpus();
    const KnownGpu* gpu = find_gpu(known, "A100-SXM4-80GB");
    if (gpu == nullptr)
        throw InputError("gpu_kinds.json", {}, "has no A100-SXM4-80GB");
    NodeKind kind;
    kind.name = "8 x " + gpu->kind.name;
    kind.gpu = gpu->kind;
    kind.gpus = gpu->gpus_per_node;
    kind.nics = gpu->nics_per_node;
    kind.intra_node.bandwidth_gb_per_s = gpu->nvlink_gb_per_s;
    if (auto& diagonal = matrix.intra_node_gb_per_s; !diagonal.empty()) {
        const auto middle = diagonal.begin() + static_cast<std::ptrdiff_t>(diagonal.size() / 2);
        std::nth_element(diagonal.begin(), middle, diagonal.end());
        kind.intra_node.bandwidth_gb_per_s = *middle;
    }
    Cluster parts;
    parts.name = std::filesystem::path(root.file()).stem().string();
    parts.origin = "Pipette bandwidth file; GPUs are not in it, assumed: " + kind.name + " a node";
    for (const std::string& host : matrix.hosts)
        parts.nodes.push_back({host, 0, {}});
    parts.node_kinds.push_back(std::move(kind));
    parts.inter_node.bandwidth = std::move(matrix.bandwidth);
    try {
        return make_cluster(std::move(parts));
    } catch (const InputError& error) {
        throw InputError(root.file(), error.place(), error.reason());
    }
}

namespace {

Measurements read_pipette_json(std::string_view text, const std::string& file) {
    const auto document = parse_json(text, file);
    const PipetteMatrix matrix = pipette_matrix_from_json(JsonValue(document, file));
    Measurements result;
    result.file = file;
    result.tool = "Pipette's profiler";
    result.meaning = BandwidthMeaning::flow;
    result.intra_flow_gb_per_s = matrix.intra_node_gb_per_s;
    for (const std::string& host : matrix.hosts)
        result.hosts.push_back({host, 0, {}, {}});
    for (int from = 0; from < matrix.bandwidth.size(); ++from)
        for (int to = 0; to < matrix.bandwidth.size(); ++to)
            if (matrix.bandwidth.measured(from, to))
                result.links.push_back({.from = matrix.hosts[static_cast<std::size_t>(from)],
                                        .to = matrix.hosts[static_cast<std::size_t>(to)],
                                        .gb_per_s = matrix.bandwidth.at(from, to)});
    return result;
}

const Registered<ImportFormat> pipette_json_row({
    .name = "pipette-json",
    .description = "the bandwidth matrix of Pipette's authors, node by node",
    .is_json = true,
    .recognises =
        [](const FileBeginning& beginning) {
            return beginning.has("\"gpus\"") && beginning.has("\"bandwidth\"");
        },
    .read = read_pipette_json,
});

} // namespace
} // namespace pipette
