// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/formats/text/json_reader.h"

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace pipette {

/// Reads a cluster file, or the Pipette authors' {"gpus", "bandwidth"}, with its history. Throws InputError.
Cluster read_cluster(const std::filesystem::path& path);

/// Writes the cluster file atomically; a large history goes to a binary file of the same stem beside it,
/// first.
void write_cluster(const Cluster& cluster, const std::filesystem::path& path);

/// The cluster of a parsed document (help: formats.md). `folder`: where a history file would lie.
Cluster cluster_from_json(const JsonValue& root, const std::filesystem::path& folder);

/// The document with the history inline. GPU kinds that equal a known one are written by name. `beside`: the
/// file that the document goes to; large matrices are written to binaries beside it. Empty: they are inline.
nlohmann::ordered_json cluster_to_json(const Cluster& cluster, const std::filesystem::path& beside = {});

/// `faults` of a cluster file, or some of them: [{"between" | "gpu" | "host", "reason", "source", "seen"}].
nlohmann::ordered_json faults_to_json(const Cluster& cluster, const std::vector<Fault>& faults);
/// Read back; hosts are those of `nodes`. Throws InputError.
std::vector<Fault> faults_from_json(const JsonValue& list, const std::vector<Node>& nodes);

/// Text of a document for people and programs: matrix rows on one line each, numbers as short as they read
/// back.
std::string pretty_json(const nlohmann::ordered_json& document);

} // namespace pipette
