// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/import_cluster.h"

#include "core/base/bounds.h"
#include "core/base/input_error.h"
#include "core/cluster/implausible.h"
#include "core/formats/documents/csv_kind.h"
#include "core/formats/logs/cluster_merge.h"
#include "core/formats/logs/hostfile.h"
#include "core/formats/logs/mpigraph.h"
#include "core/formats/logs/nccl_tests.h"
#include "core/formats/logs/nvidia_smi_topo.h"
#include "core/formats/logs/osu.h"
#include "core/formats/logs/p2p_bandwidth.h"
#include "core/formats/logs/pipette_json.h"
#include "core/formats/logs/slurm_topology.h"
#include "core/formats/text/csv_matrix.h"
#include "core/formats/text/json_reader.h"
#include "core/formats/text/text_file.h"
#include "core/formats/text/text_lines.h"

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
constexpr std::array<std::string_view, formats.size()> format_names{
    "nccl-tests", "mpigraph",     "p2p-bandwidth",  "nvidia-smi-topo", "osu",
    "csv",        "pipette-json", "slurm-topology", "hostfile"};

ImportFormat format_of(const ImportInput& input) {
    if (input.text.find_first_not_of(" \t\r\n\xef\xbb\xbf") == std::string::npos)
        throw InputError(input.file, {}, "is empty");
    const auto format = input.format ? input.format : detect_format(input.text);
    if (!format) {
        text_lines(input.text, input.file); // that it is no text says more
        throw InputError(
            input.file, {},
            fmt::format("is none of the formats that can be imported: {}", fmt::join(format_names, ", ")));
    }
    if (format == ImportFormat::csv_matrix)
        if (const auto kind = csv_kind(input.text))
            throw InputError(input.file, "line 1", advice_for(*kind));
    return *format;
}

/// Several names, one a line, or one with its GPUs; a single word may be the last of a job that died
/// ("Killed").
bool looks_like_hostfile(std::string_view text) {
    int hosts = 0;
    while (!text.empty() && hosts < 2) {
        const auto end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, std::min(text.find('#'), end));
        text.remove_prefix(std::min(end + 1, text.size()));
        const auto parts = words(trimmed(line));
        if (parts.size() > 1 || (parts.size() == 1 && parts[0].find_first_of(":[") != std::string_view::npos))
            return parts.size() == 1 || parts[1].substr(0, 6) == "slots=";
        hosts += static_cast<int>(parts.size());
    }
    return hosts > 1;
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

/// Figures that no link has are no measurement; the whole file is in doubt then.
void check_figures(const Measurements& file) {
    const auto check = [&](double value, const Bounds& bounds, int line, const std::string& what) {
        if (!std::isnan(value) && !(value > 0 && bounds.hold(value)))
            throw InputError(file.file, line > 0 ? fmt::format("line {}", line) : "",
                             fmt::format("{} is {:.4g}, expected {}", what, value, text_of(bounds)));
    };
    const auto name = [](const std::string& host, int gpu) {
        return gpu < 0 ? host : fmt::format("{}:{}", host, gpu);
    };
    for (const LinkMeasurement& link : file.links) {
        const std::string ends = name(link.from, link.from_gpu) + " -> " + name(link.to, link.to_gpu);
        check(link.gb_per_s, bounds::bandwidth, link.line, ends);
        check(link.latency_us, bounds::latency, link.line, ends);
    }
    for (const double flow : file.intra_flow_gb_per_s)
        check(flow, bounds::bandwidth, 0, "the bandwidth inside a node");
    for (const double flow : file.intra_gb_per_s.cells())
        check(flow, bounds::bandwidth, 0, "a bandwidth inside a node");
    for (const double latency : file.intra_latency_us.cells())
        check(latency, bounds::latency, 0, "a latency inside a node");
}

struct ReadLog {
    const std::string* file;
    NcclLog log;
};

/// sendrecv when any log has it, else the first that any has: what is in the logs decides when nobody else
/// does.
std::optional<NcclOperation> operation_of(const std::vector<ReadLog>& logs, const ImportOptions& options) {
    if (options.operation)
        return options.operation;
    for (const NcclOperation operation :
         {NcclOperation::sendrecv, NcclOperation::alltoall, NcclOperation::all_reduce})
        for (const ReadLog& read : logs)
            for (const NcclSection& section : read.log.sections)
                if (section.operation == operation)
                    return operation;
    return std::nullopt;
}

/// All that the inputs hold, and what of them cannot be used.
class Reading {
public:
    explicit Reading(const ImportOptions& options) : options_(options) {}

    void take(const ImportInput& input) {
        try {
            if (input.unreadable)
                throw InputError(*input.unreadable);
            const ImportFormat format = format_of(input);
            if (format == ImportFormat::nccl_tests) {
                logs_.push_back({&input.file, read_nccl_log(input.text, input.file, options_.operation)});
                return;
            }
            Measurements file = read_one(input, format);
            check_figures(file);
            files_.push_back(std::move(file));
        } catch (const InputError& error) {
            skipped_.push_back(error);
        }
    }

    /// The files in the order in which they merge. Throws ImportRefused when none of them says anything.
    std::vector<Measurements> finish(ImportReport& report) {
        const auto operation = operation_of(logs_, options_);
        for (const ReadLog& read : logs_)
            take_log(read, operation);
        // Whole files before tests of files: they are the greater loss.
        std::stable_partition(skipped_.begin(), skipped_.end(),
                              [](const InputError& error) { return error.place().empty(); });
        if (std::none_of(files_.begin(), files_.end(), says_something))
            throw ImportRefused(complaints());
        report.skipped = skipped_;
        // A host file says in which order a person wants the nodes.
        std::stable_partition(files_.begin(), files_.end(),
                              [](const Measurements& file) { return file.tool == "hostfile"; });
        return std::move(files_);
    }

private:
    /// Logs of nccl-tests may hold only what failed.
    static bool says_something(const Measurements& file) {
        return file.is_log ? !file.links.empty() || !file.intra_flow_gb_per_s.empty() : true;
    }

    void take_log(const ReadLog& read, std::optional<NcclOperation> operation) {
        try {
            Measurements file = nccl_measurements(read.log, operation.value_or(NcclOperation::sendrecv),
                                                  options_.statistic, *read.file);
            skipped_.insert(skipped_.end(), file.skipped.begin(), file.skipped.end());
            check_figures(file);
            if (!says_something(file) && file.failed.empty() && file.skipped.empty() && file.notes.empty())
                skipped_.emplace_back(*read.file, "",
                                      operation ? fmt::format("holds no {} run over two hosts or within one",
                                                              name_of(*operation))
                                                : "holds no sendrecv, alltoall or all_reduce run");
            files_.push_back(std::move(file));
        } catch (const InputError& error) {
            skipped_.push_back(error);
        }
    }

    std::vector<InputError> complaints() const {
        std::vector<InputError> all;
        for (const Measurements& file : files_) {
            for (const PairTest& test : file.failed)
                all.emplace_back(file.file, fmt::format("line {}", test.line),
                                 test.a.empty() ? test.words
                                                : fmt::format("{} between {} and {} failed: {}", test.test,
                                                              test.a, test.b, test.words));
            for (const std::string& note : file.notes)
                all.emplace_back("", "", note);
        }
        all.insert(all.end(), skipped_.begin(), skipped_.end());
        if (all.empty())
            all.emplace_back("import", "", "the files hold nothing that can be used");
        return all;
    }

    const ImportOptions& options_;
    std::vector<Measurements> files_;
    std::vector<ReadLog> logs_;
    std::vector<InputError> skipped_;
};

std::string lines_of(const std::vector<InputError>& complaints) {
    std::string text;
    for (const InputError& complaint : complaints)
        text += (text.empty() ? "" : "\n") + std::string(complaint.what());
    return text;
}

} // namespace

std::string_view name_of(ImportFormat format) {
    return format_names[static_cast<std::size_t>(format)];
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
    for (const std::string_view sign :
         {"Collective test starting", "# nThread", "# nccl-tests version", "Test NCCL failure"})
        if (has(sign))
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
    return looks_like_hostfile(beginning.substr(first)) ? std::optional(ImportFormat::hostfile)
                                                        : std::nullopt;
}

ImportRefused::ImportRefused(const std::vector<InputError>& complaints)
    : InputError(complaints.front()), text_(lines_of(complaints)) {}

Cluster import_cluster(const std::vector<ImportInput>& inputs, const ImportOptions& options,
                       ImportReport& report) {
    if (inputs.empty())
        throw InputError("import", {}, "no files given");
    Reading reading(options);
    for (const ImportInput& input : inputs)
        reading.take(input);
    const std::vector<Measurements> files = reading.finish(report);
    const auto with_skipped = [&](const InputError& error) {
        std::vector<InputError> complaints{error};
        complaints.insert(complaints.end(), report.skipped.begin(), report.skipped.end());
        return complaints;
    };
    try {
        Cluster cluster = merge_measurements(files, options, report);
        for (std::string& line : implausible_links(cluster))
            report.assumptions.push_back(std::move(line));
        return cluster;
    } catch (const GpuKindNeeded& needed) {
        throw GpuKindNeeded(with_skipped(needed));
    } catch (const InputError& error) {
        throw ImportRefused(with_skipped(error));
    }
}

} // namespace pipette
