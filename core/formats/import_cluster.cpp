// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/import_cluster.h"

#include "core/base/input_error.h"
#include "core/cluster/implausible.h"
#include "core/formats/cluster_merge.h"
#include "core/formats/csv_matrix.h"
#include "core/formats/hostfile.h"
#include "core/formats/json_reader.h"
#include "core/formats/mpigraph.h"
#include "core/formats/nvidia_smi_topo.h"
#include "core/formats/osu.h"
#include "core/formats/p2p_bandwidth.h"
#include "core/formats/pipette_json.h"
#include "core/formats/slurm_topology.h"
#include "core/formats/text_file.h"
#include "core/formats/text_lines.h"

#include <algorithm>
#include <array>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

constexpr std::array formats{ImportFormat::nccl_tests,    ImportFormat::mpigraph,
                             ImportFormat::p2p_bandwidth, ImportFormat::nvidia_smi_topo,
                             ImportFormat::osu,           ImportFormat::csv_matrix,
                             ImportFormat::pipette_json,  ImportFormat::slurm_topology,
                             ImportFormat::hostfile};
constexpr std::array<std::string_view, formats.size()> names{
    "nccl-tests", "mpigraph",     "p2p-bandwidth",  "nvidia-smi-topo", "osu",
    "csv",        "pipette-json", "slurm-topology", "hostfile"};

ImportFormat format_of(const ImportInput& input) {
    if (input.format)
        return *input.format;
    if (const auto detected = detect_format(input.text))
        return *detected;
    throw InputError(input.file, {},
                     fmt::format("is none of the formats that can be imported: {}", fmt::join(names, ", ")));
}

Measurements read_pipette_json(const ImportInput& input) {
    const auto document = parse_json(input.text, input.file);
    const PipetteMatrix matrix = pipette_matrix_from_json(JsonValue(document, input.file));
    Measurements result;
    result.file = input.file;
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

Measurements read_one(const ImportInput& input, ImportFormat format) {
    switch (format) {
    case ImportFormat::mpigraph:
        return read_mpigraph(input.text, input.file);
    case ImportFormat::p2p_bandwidth:
        return read_p2p_bandwidth(input.text, input.file);
    case ImportFormat::nvidia_smi_topo:
        return read_nvidia_smi_topo(input.text, input.file);
    case ImportFormat::osu:
        return read_osu(input.text, input.file);
    case ImportFormat::csv_matrix:
        return read_csv_matrix(input.text, input.file);
    case ImportFormat::slurm_topology:
        return read_slurm_topology(input.text, input.file);
    case ImportFormat::hostfile:
        return read_hostfile(input.text, input.file);
    case ImportFormat::pipette_json:
    case ImportFormat::nccl_tests:
        break; // nccl-tests: all its logs are read together
    }
    return read_pipette_json(input);
}

/// sendrecv when any log has it, else the first that any has: what is in the logs decides when nobody else
/// does.
NcclOperation operation_of(const std::vector<std::vector<NcclSection>>& logs, const ImportOptions& options,
                           const std::string& first_file) {
    if (options.operation)
        return *options.operation;
    for (const NcclOperation operation :
         {NcclOperation::sendrecv, NcclOperation::alltoall, NcclOperation::all_reduce})
        for (const auto& sections : logs)
            for (const NcclSection& section : sections)
                if (section.operation == operation)
                    return operation;
    throw InputError(first_file, {}, "and the other logs hold no sendrecv, alltoall or all_reduce run");
}

std::vector<Measurements> read_nccl_logs(const std::vector<const ImportInput*>& inputs,
                                         const ImportOptions& options) {
    std::vector<std::vector<NcclSection>> logs;
    for (const ImportInput* input : inputs)
        logs.push_back(read_nccl_sections(input->text, input->file, options.operation));
    std::vector<Measurements> result;
    if (inputs.empty())
        return result;
    const NcclOperation operation = operation_of(logs, options, inputs.front()->file);
    for (std::size_t i = 0; i < logs.size(); ++i)
        result.push_back(nccl_measurements(logs[i], operation, options.statistic, inputs[i]->file));
    if (std::all_of(result.begin(), result.end(), [](const Measurements& log) {
            return log.links.empty() && log.intra_flow_gb_per_s.empty();
        }))
        throw InputError(inputs.front()->file, {},
                         fmt::format("{} no {} run over two hosts or within one",
                                     inputs.size() == 1 ? "holds" : "and the other logs hold",
                                     name_of(operation)));
    return result;
}

} // namespace

std::string_view name_of(ImportFormat format) {
    return names[static_cast<std::size_t>(format)];
}

std::optional<ImportFormat> import_format_named(std::string_view name) {
    for (const ImportFormat format : formats)
        if (name_of(format) == name)
            return format;
    return std::nullopt;
}

std::span<const ImportFormat> all_import_formats() {
    return formats;
}

std::optional<ImportFormat> detect_format(std::string_view text) {
    const std::string_view beginning = text.substr(0, std::size_t{1} << 20);
    const auto has = [&](std::string_view part) { return beginning.find(part) != std::string_view::npos; };
    const auto first = beginning.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    if (first == std::string_view::npos)
        return std::nullopt;
    if (beginning[first] == '{')
        return has("\"gpus\"") && has("\"bandwidth\"") ? std::optional(ImportFormat::pipette_json)
                                                       : std::nullopt;
    if (has("Collective test starting") || has("# nThread"))
        return ImportFormat::nccl_tests;
    if (has("mpiGraph"))
        return ImportFormat::mpigraph;
    if (has("P2P=Enabled") || has("P2P=Disabled"))
        return ImportFormat::p2p_bandwidth;
    if (has("# OSU MPI"))
        return ImportFormat::osu;
    if (has("SwitchName="))
        return ImportFormat::slurm_topology;
    const std::string_view line = beginning.substr(first, beginning.find('\n', first) - first);
    if (line.find("GPU0") != std::string_view::npos)
        return ImportFormat::nvidia_smi_topo;
    if (line.find_first_of(",;\t") != std::string_view::npos && line.find('[') == std::string_view::npos)
        return ImportFormat::csv_matrix;
    const auto parts = words(trimmed(line));
    if (parts[0].substr(0, 1) == "#" || parts.size() == 1 || parts[1].substr(0, 6) == "slots=")
        return ImportFormat::hostfile;
    return std::nullopt;
}

Cluster import_cluster(const std::vector<ImportInput>& inputs, const ImportOptions& options,
                       ImportReport& report) {
    if (inputs.empty())
        throw InputError("import", {}, "no files given");
    std::vector<Measurements> files;
    std::vector<const ImportInput*> logs;
    for (const ImportInput& input : inputs) {
        if (const ImportFormat format = format_of(input); format == ImportFormat::nccl_tests)
            logs.push_back(&input);
        else
            files.push_back(read_one(input, format));
    }
    for (Measurements& log : read_nccl_logs(logs, options))
        files.push_back(std::move(log));
    // A host file says in which order a person wants the nodes.
    std::stable_partition(files.begin(), files.end(),
                          [](const Measurements& file) { return file.tool == "hostfile"; });
    Cluster cluster = merge_measurements(files, options, report);
    for (std::string& line : implausible_links(cluster))
        report.assumptions.push_back(std::move(line));
    return cluster;
}

} // namespace pipette
