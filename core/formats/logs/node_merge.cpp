// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/node_merge.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/documents/resources.h"
#include "core/formats/text/text_file.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <map>

namespace pipette {
namespace {

constexpr double nvlink_latency_us = 3; // NCCL inside a node; said in the report

/// What the files together say of one host.
struct HostSum {
    int gpus = 0;
    std::string device;
    std::string file;
};

std::map<std::string, HostSum> sum_hosts(const std::vector<Measurements>& files, ImportReport& report) {
    std::map<std::string, HostSum> sums;
    for (const Measurements& file : files)
        for (const HostFacts& facts : file.hosts) {
            HostSum& sum = sums[facts.host];
            sum.gpus = std::max(sum.gpus, facts.gpus);
            if (sum.device.empty() || sum.file.empty()) {
                sum.device = facts.device;
                sum.file = file.file;
            } else if (!facts.device.empty() && facts.device != sum.device) {
                report.conflicts.push_back(fmt::format("{}: GPU {} ({}) and {} ({}), kept {}", facts.host,
                                                       sum.device, sum.file, facts.device, file.file,
                                                       sum.device));
            }
        }
    return sums;
}

const KnownGpu& gpu_of(const std::vector<KnownGpu>& known, const std::string& device, const std::string& file,
                       const ImportOptions& options) {
    const std::string& name = options.gpu.empty() ? device : options.gpu;
    if (const KnownGpu* gpu = find_gpu(known, name))
        return *gpu;
    std::vector<std::string> names;
    for (const KnownGpu& gpu : known)
        names.push_back(gpu.kind.name);
    const std::string list = fmt::format("known are {}", fmt::join(names, ", "));
    if (!options.gpu.empty())
        throw InputError("--gpu", {}, fmt::format("no GPU kind {}, {}", in_quotes(options.gpu), list));
    if (device.empty())
        throw GpuKindNeeded(
            {InputError(file, {}, "does not say which GPUs the nodes have: say it with --gpu, " + list)});
    throw GpuKindNeeded({InputError(
        file, {}, fmt::format("GPU {} is not known: say a kind with --gpu, {}", in_quotes(device), list))});
}

const Measurements* with_matrix(const std::vector<Measurements>& files, int gpus) {
    for (const Measurements& file : files)
        if (file.intra_gb_per_s.size() == gpus)
            return &file;
    return nullptr;
}

const Measurements* with_layout(const std::vector<Measurements>& files, int gpus) {
    for (const Measurements& file : files)
        if (file.layout && file.layout->gpus == gpus)
            return &file;
    return nullptr;
}

/// GPUs of a node whose files do not tell: the size of a matrix of its inside.
int gpus_inside(const std::vector<Measurements>& files) {
    int gpus = 0;
    for (const Measurements& file : files)
        gpus = std::max({gpus, file.intra_gb_per_s.size(), file.layout ? file.layout->gpus : 0});
    return gpus;
}

double mean_of(const BandwidthMatrix& matrix) {
    double sum = 0;
    int count = 0;
    for (int from = 0; from < matrix.size(); ++from)
        for (int to = 0; to < matrix.size(); ++to)
            if (matrix.measured(from, to))
                sum += matrix.at(from, to), ++count;
    return count > 0 ? sum / count : 0;
}

BandwidthMatrix nominal_matrix(const NodeLayout& layout, const KnownGpu& gpu) {
    BandwidthMatrix matrix(layout.gpus);
    const double one_link = gpu.nvlinks > 0 ? gpu.nvlink_gb_per_s / gpu.nvlinks : gpu.pcie_gb_per_s;
    for (int from = 0; from < layout.gpus; ++from)
        for (int to = 0; to < layout.gpus; ++to) {
            const int links = layout.nvlinks[static_cast<std::size_t>(from * layout.gpus + to)];
            if (from != to)
                matrix.set(from, to, links > 0 ? links * one_link : gpu.pcie_gb_per_s);
        }
    return matrix;
}

void fill_inside(NodeKind& kind, const KnownGpu& gpu, const std::vector<Measurements>& files,
                 const ImportOptions& options, ImportReport& report) {
    IntraNode& links = kind.intra_node;
    links.latency_us = nvlink_latency_us;
    std::vector<double> flows;
    for (const Measurements& file : files)
        flows.insert(flows.end(), file.intra_flow_gb_per_s.begin(), file.intra_flow_gb_per_s.end());
    const Measurements* layout = with_layout(files, kind.gpus);
    if (options.intra_node_gb_per_s > 0) {
        links.bandwidth_gb_per_s = options.intra_node_gb_per_s;
    } else if (const Measurements* matrix = with_matrix(files, kind.gpus);
               matrix != nullptr && kind.gpus > 1) {
        links.matrix = matrix->intra_gb_per_s;
        links.latency = matrix->intra_latency_us;
        links.bandwidth_gb_per_s = mean_of(links.matrix);
        if (!links.latency.empty())
            links.latency_us = mean_of(links.latency);
        report.measured.push_back(fmt::format("inside of a node of kind {} by {}", kind.name, matrix->tool));
    } else if (!flows.empty()) {
        links.bandwidth_gb_per_s = pick(Statistic::median, flows);
        const auto [low, high] = std::minmax_element(flows.begin(), flows.end());
        report.measured.push_back(fmt::format("inside of {}: {:.4g} to {:.4g} GB/s, kept the median {:.4g}",
                                              counted(static_cast<long>(flows.size()), "node"), *low, *high,
                                              links.bandwidth_gb_per_s));
    } else if (layout != nullptr && kind.gpus > 1) {
        links.matrix = nominal_matrix(*layout->layout, gpu);
        links.bandwidth_gb_per_s = mean_of(links.matrix);
        report.assumptions.push_back(
            fmt::format("{}: bandwidth inside a node is nominal, from the links that {} lists "
                        "and the rates of the GPU's data sheet",
                        kind.name, layout->file));
    } else {
        links.bandwidth_gb_per_s = gpu.nvlink_gb_per_s > 0 ? gpu.nvlink_gb_per_s : gpu.pcie_gb_per_s;
        report.assumptions.push_back(
            fmt::format("{}: bandwidth inside a node was not measured: {:.4g} GB/s of the data "
                        "sheet (--intra-node-bandwidth says otherwise)",
                        kind.name, links.bandwidth_gb_per_s));
    }
    if (links.latency.empty())
        report.assumptions.push_back(
            fmt::format("{}: latency inside a node was not measured: {} us", kind.name, links.latency_us));
}

void fill_nics(NodeKind& kind, const KnownGpu& gpu, const std::vector<Measurements>& files,
               const ImportOptions& options, ImportReport& report) {
    const Measurements* layout = with_layout(files, kind.gpus);
    if (layout != nullptr && !layout->layout->nics.empty()) {
        kind.nics = static_cast<int>(layout->layout->nics.size());
        if (options.nics > 0 && options.nics != kind.nics)
            throw InputError(
                "--nics", {},
                fmt::format("is {}, but {} shows {} near GPUs", options.nics, layout->file, kind.nics));
        kind.nic_of_gpu = layout->layout->nic_of_gpu;
        return;
    }
    kind.nics = options.nics > 0 ? options.nics : std::min(gpu.nics_per_node, kind.gpus);
    if (options.nics <= 0)
        report.assumptions.push_back(
            fmt::format("{}: no file tells the NICs of a node: {} as in the maker's reference "
                        "system (--nics says otherwise)",
                        kind.name, kind.nics));
}

NodeKind make_kind(int gpus, const KnownGpu& gpu, const std::vector<Measurements>& files,
                   const ImportOptions& options, ImportReport& report) {
    NodeKind kind;
    kind.gpu = gpu.kind;
    kind.gpus = gpus;
    kind.name = fmt::format("{}x{}", kind.gpus, gpu.kind.name);
    fill_nics(kind, gpu, files, options, report);
    fill_inside(kind, gpu, files, options, report);
    return kind;
}

int gpu_count(const HostSum& sum, const KnownGpu& gpu, int inside, const ImportOptions& options,
              ImportReport& report) {
    if (options.gpus_per_node > 0) {
        if (sum.gpus > options.gpus_per_node)
            throw InputError(
                "--gpus-per-node", {},
                fmt::format("is {}, but {} shows {} on one host", options.gpus_per_node, sum.file, sum.gpus));
        return options.gpus_per_node;
    }
    if (const int seen = std::max(sum.gpus, inside); seen > 0)
        return seen;
    const std::string line =
        fmt::format("no file tells the GPUs of a node: {} as in the maker's reference system "
                    "(--gpus-per-node says otherwise)",
                    gpu.gpus_per_node);
    if (std::find(report.assumptions.begin(), report.assumptions.end(), line) == report.assumptions.end())
        report.assumptions.push_back(line);
    return gpu.gpus_per_node;
}

} // namespace

void merge_node_kinds(Cluster& cluster, const std::vector<Measurements>& files, const ImportOptions& options,
                      ImportReport& report) {
    const auto known = known_gpus();
    const auto sums = sum_hosts(files, report);
    const int inside = gpus_inside(files);
    std::string common_device; // of hosts that only some files describe
    for (const auto& [host, sum] : sums)
        if (common_device.empty())
            common_device = sum.device;
    for (Node& node : cluster.nodes) {
        const auto found = sums.find(node.host);
        const HostSum sum = found != sums.end() ? found->second : HostSum{0, {}, files.front().file};
        const KnownGpu& gpu =
            gpu_of(known, sum.device.empty() ? common_device : sum.device, sum.file, options);
        const int gpus = gpu_count(sum, gpu, inside, options, report);
        const auto same = [&](const NodeKind& kind) { return kind.gpus == gpus && kind.gpu == gpu.kind; };
        auto kind = std::find_if(cluster.node_kinds.begin(), cluster.node_kinds.end(), same);
        if (kind == cluster.node_kinds.end()) {
            cluster.node_kinds.push_back(make_kind(gpus, gpu, files, options, report));
            kind = cluster.node_kinds.end() - 1;
            if (gpus < gpu.gpus_per_node && options.gpus_per_node == 0)
                report.notes.push_back(
                    fmt::format("{} a node took part; --gpus-per-node says it when there are more",
                                counted(gpus, "GPU")));
        }
        node.kind = static_cast<int>(kind - cluster.node_kinds.begin());
    }
}

} // namespace pipette
