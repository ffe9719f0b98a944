// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/plan/rank_mapping.h"

#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// One line of a mapping file: a rank and the cluster's GPU that runs it.
struct PlacedRank {
    int rank = 0;
    int gpu = 0;
    bool operator==(const PlacedRank&) const = default;
};

/// The canonical mapping: a header line `rank host local_gpu`, then one line a rank in rank order, separated
/// by tabs. Throws InputError for a host name that holds a control character.
std::string mapping_tsv(const RankMapping& mapping, const Cluster& cluster);

/// Reads lines in any order; the header, empty lines and lines that start with `#` are optional. Ranks and
/// GPUs must be in the cluster and differ. Throws InputError with `file` and the line.
std::vector<PlacedRank> parse_placed_ranks(std::string_view text, const std::string& file,
                                           const Cluster& cluster);

/// Reads a mapping file of all ranks 0..n-1 (`--mapping`, `--start`). Throws InputError.
RankMapping read_mapping_tsv(const std::string& path, const Cluster& cluster);

/// Reads a mapping file of some ranks (`--pin`), in rank order. Throws InputError.
std::vector<PlacedRank> read_placed_ranks(const std::string& path, const Cluster& cluster);

} // namespace pipette
