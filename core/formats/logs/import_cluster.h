// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/input_error.h"
#include "core/cluster/cluster.h"
#include "core/formats/logs/import_format.h"
#include "core/formats/logs/nccl_log.h"

#include <optional>
#include <string>
#include <vector>

namespace pipette {

/// One file: its name (for messages, and for hosts where a tool does not write them) and its content.
struct ImportInput {
    std::string file;
    std::string text;
    const ImportFormat* format = nullptr;      ///< null: detected
    std::optional<InputError> unreadable = {}; ///< why there is no content
};

/// Choices of the import, and what logs cannot say. Zero or empty: from the files, else from the GPU's data
/// sheet.
struct ImportOptions {
    std::string name;                        ///< of the cluster
    std::optional<NcclOperation> operation;  ///< of nccl-tests; empty: sendrecv, else what all the logs have
    Statistic statistic = Statistic::peak;   ///< over sizes, places and files
    std::optional<BandwidthMeaning> meaning; ///< where the files do not tell
    std::string gpu;                         ///< GPU kind, "A100-SXM4-80GB"
    int gpus_per_node = 0;
    int nics = 0;
    double intra_node_gb_per_s = 0;
    double inter_node_gb_per_s = 0; ///< one stream between two nodes where no link was measured
    double latency_us = 0;          ///< between nodes where it was not measured
    bool operator==(const ImportOptions&) const = default;
};

/// What became of the inputs, each a line for a person.
struct ImportReport {
    std::vector<std::string> measured;    ///< "45 pairs of 45 by nccl-tests sendrecv (45 files)"
    std::vector<std::string> failed;      ///< pairs, hosts on which a test failed, with its words and place
    std::vector<InputError> skipped;      ///< files and tests that were left out, and why; whole files first
    std::vector<std::string> conflicts;   ///< the same link measured differently, and which figure was kept
    std::vector<std::string> missing;     ///< "a03 -> a07 bandwidth"
    std::vector<std::string> assumptions; ///< figures that were not measured
    std::vector<std::string> notes;

    // Pairs of nodes (of GPUs of different nodes, where a matrix is between GPUs), each counted once.
    long pairs = 0;
    long measured_pairs = 0; ///< both ways, and no fault is known
    long failed_pairs = 0;   ///< a fault of the pair or of one of its hosts
    long missing_pairs = 0;  ///< one way or both
};

/// Nothing can be made of the inputs: what() holds all complaints, a line each, the worst first.
class ImportRefused : public InputError {
public:
    /// `complaints`: at least one.
    explicit ImportRefused(const std::vector<InputError>& complaints);
    const char* what() const noexcept override { return text_.c_str(); }

private:
    std::string text_;
};

/// The logs do not say which GPUs the nodes have, or name one that is not known: ImportOptions::gpu is to be
/// given. Complaints after the first: what will be left out.
class GpuKindNeeded : public ImportRefused {
public:
    using ImportRefused::ImportRefused;
};

/// Reads all inputs and merges those that can be used into one cluster; the report names the others. Throws
/// ImportRefused when nothing can be used or what can contradicts itself, InputError for options that cannot
/// be followed, GpuKindNeeded among them.
Cluster import_cluster(const std::vector<ImportInput>& inputs, const ImportOptions& options,
                       ImportReport& report);

} // namespace pipette
