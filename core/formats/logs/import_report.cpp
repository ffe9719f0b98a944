// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/import_report.h"

#include "core/base/readable.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using nlohmann::ordered_json;

/// Rows of the matrix as the cluster file names them.
std::string row_name(const Cluster& cluster, int row) {
    return cluster.inter_node.between == MatrixBetween::gpus
               ? cluster.gpu_name(row)
               : cluster.nodes[static_cast<std::size_t>(row)].host;
}

ordered_json measured_to_json(const Cluster& cluster, const ImportReport& report) {
    ordered_json list = ordered_json::array();
    if (report.measured_pairs == 0) // figures that were assumed may stand in the matrix
        return list;
    const BandwidthMatrix& matrix = cluster.inter_node.bandwidth;
    const bool gpus = cluster.inter_node.between == MatrixBetween::gpus;
    const auto node = [&](int row) { return gpus ? cluster.node_of(row) : row; };
    const auto broken = [&](int a, int b) {
        return std::any_of(cluster.faults.begin(), cluster.faults.end(), [&](const Fault& fault) {
            return fault.is_link() && std::minmax(fault.node, fault.other) == std::minmax(a, b);
        });
    };
    for (int a = 0; a < matrix.size(); ++a)
        for (int b = a + 1; b < matrix.size(); ++b)
            if (const int from = node(a), to = node(b);
                from != to && matrix.measured(a, b) && matrix.measured(b, a) && !broken(from, to))
                list.push_back({{"between", {row_name(cluster, a), row_name(cluster, b)}},
                                {"gb_per_s", {matrix.at(a, b), matrix.at(b, a)}}});
    return list;
}

ordered_json failed_to_json(const Cluster& cluster) {
    ordered_json list = ordered_json::array();
    for (const Fault& fault : cluster.faults) {
        const auto host = [&](int node) { return cluster.nodes[static_cast<std::size_t>(node)].host; };
        ordered_json entry;
        if (fault.is_link())
            entry["between"] = {host(fault.node), host(fault.other)};
        else
            entry["host"] = host(fault.node);
        entry["reason"] = fault.reason;
        entry["source"] = fault.source;
        list.push_back(std::move(entry));
    }
    return list;
}

} // namespace

std::vector<ReportSection> report_sections(const ImportReport& report) {
    std::vector<std::string> skipped;
    for (const InputError& error : report.skipped)
        skipped.emplace_back(error.what());
    std::vector<ReportSection> sections{{"measured", report.measured},
                                        {"failed (never routed over)", report.failed},
                                        {"skipped", skipped},
                                        {"missing (the planner says what it assumes)", report.missing},
                                        {"conflicts", report.conflicts},
                                        {"assumed", report.assumptions},
                                        {"notes", report.notes}};
    std::erase_if(sections, [](const ReportSection& section) { return section.lines.empty(); });
    return sections;
}

std::string size_of_import(const Cluster& cluster) {
    return fmt::format("{}, {} ({})", counted(cluster.node_count(), "node"),
                       counted(cluster.gpu_count(), "GPU"),
                       cluster.inter_node.meaning == BandwidthMeaning::flow
                           ? "flows: one stream between two nodes"
                           : "aggregates: all that two nodes reach together");
}

std::string counts_of_import(const ImportReport& report) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (report.pairs > 0)
        add(fmt::format("{} of {} measured", report.measured_pairs, counted(report.pairs, "pair")));
    if (report.failed_pairs > 0)
        add(fmt::format("{} failed", report.failed_pairs));
    if (report.missing_pairs > 0)
        add(fmt::format("{} missing", report.missing_pairs));
    if (!report.skipped.empty())
        add(fmt::format("{} {} skipped", report.skipped.size(),
                        report.skipped.size() == 1 ? "file or test" : "files or tests"));
    const auto add_lines = [&](const auto& lines, const char* noun) {
        if (!lines.empty())
            add(counted(static_cast<long>(lines.size()), noun));
    };
    add_lines(report.conflicts, "conflict");
    add_lines(report.assumptions, "assumption");
    return text;
}

ordered_json import_report_to_json(const Cluster& cluster, const ImportReport& report) {
    ordered_json value;
    value["cluster"] = cluster.name;
    value["nodes"] = cluster.node_count();
    value["gpus"] = cluster.gpu_count();
    value["measured"] = measured_to_json(cluster, report);
    value["failed"] = failed_to_json(cluster);
    value["missing"] = report.missing;
    value["skipped"] = ordered_json::array();
    for (const InputError& error : report.skipped)
        value["skipped"].push_back(
            {{"file", error.file()}, {"place", error.place()}, {"reason", error.reason()}});
    value["conflicts"] = report.conflicts;
    value["assumptions"] = report.assumptions;
    value["notes"] = report.notes;
    return value;
}

} // namespace pipette
