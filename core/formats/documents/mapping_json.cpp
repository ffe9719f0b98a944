// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/mapping_json.h"

#include "core/cluster/hypothetical.h"
#include "core/formats/documents/candidate_json.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/launchers/export_format.h"

#include <nlohmann/json.hpp>

namespace pipette {

std::string mapping_to_text(const Cluster& cluster, const Candidate& candidate) {
    nlohmann::ordered_json ranks = nlohmann::ordered_json::array();
    for (std::size_t rank = 0; rank < candidate.mapping.gpu_of_rank.size(); ++rank) {
        const GpuPlace place = cluster.place_of(candidate.mapping.gpu_of_rank[rank]);
        ranks.push_back({{"rank", rank},
                         {"host", cluster.nodes[static_cast<std::size_t>(place.node)].host},
                         {"local_gpu", place.local}});
    }
    nlohmann::ordered_json document{{"format", "pipette-mapping"},
                                    {"version", 1},
                                    {"config", config_to_json(candidate.config)},
                                    {"ranks", std::move(ranks)}};
    if (const std::string assumed = assumed_text(cluster); !assumed.empty())
        document["assumed"] = assumed;
    return pretty_json(document);
}

namespace {

void write_mapping_json(const ExportRequest& request, const std::function<void(std::string_view)>& piece) {
    piece(mapping_to_text(*request.plan.inputs.cluster, request.candidate));
}

const Registered<ExportFormat>
    mapping_json_row({.name = "json",
                      .description = "where each rank runs, and the configuration (JSON)",
                      .main_file = "mapping.json",
                      .places_any_mapping = true,
                      .write = write_mapping_json});

} // namespace
} // namespace pipette
