// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_clusters/drawing.h"

#include "core/base/random.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

namespace pipette {
namespace {

constexpr int nodes_a_rack = 8;

double rounded(double share, double nic_gb_per_s) {
    return std::round(std::clamp(share, 0.08, 0.96) * nic_gb_per_s * 10) / 10;
}

/// Shares of the NIC's rate between every two nodes; the diagonal stays unmeasured.
BandwidthMatrix draw_shares(Random& random, int nodes) {
    std::vector<double> health(static_cast<std::size_t>(nodes), 1.0);
    for (double& node : health)
        if (random.uniform() < 0.1)
            node = random.uniform(0.5, 0.8);
    BandwidthMatrix shares(nodes);
    for (int a = 0; a < nodes; ++a)
        for (int b = a + 1; b < nodes; ++b) {
            double share = a / nodes_a_rack == b / nodes_a_rack ? 0.92 : 0.65;
            share *= std::min(health[static_cast<std::size_t>(a)], health[static_cast<std::size_t>(b)]);
            share *= random.lognormal(0, 0.15);
            if (random.uniform() < 0.05)
                share *= random.uniform(0.3, 0.6);
            shares.set(a, b, share * random.lognormal(0, 0.02));
            shares.set(b, a, share * random.lognormal(0, 0.02));
        }
    return shares;
}

/// A node or pair that falls and recovers; 1 while healthy.
class Health {
public:
    void next_day(Random& random, double probability) {
        if (factor_ < 1)
            factor_ = random.uniform() < 1.0 / 3 ? 1.0 : factor_;
        else if (random.uniform() < probability)
            factor_ = random.uniform(0.4, 0.7);
    }
    double factor() const { return factor_; }

private:
    double factor_ = 1;
};

/// Links wander as far in the long run however much a day keeps.
double step_of(double persistence) {
    return 0.04 * std::sqrt((1 - persistence * persistence) / (1 - 0.9 * 0.9));
}

History drift(Random& random, const BandwidthMatrix& shares, const Sample& sample) {
    const double step = step_of(sample.persistence);
    const auto nodes = static_cast<std::size_t>(shares.size());
    std::vector<double> wander(nodes * nodes, 0.0);
    std::vector<Health> pair_health(nodes * nodes), node_health(nodes);
    History history;
    for (int day = 0; day < sample.days; ++day) {
        if (sample.fork_after > 0 && day == sample.fork_after)
            random = Random(sample.seed + 1'000'003 * (sample.future + 1));
        for (Health& node : node_health)
            node.next_day(random, 0.002);
        BandwidthMatrix matrix(shares.size());
        for (std::size_t a = 0; a < nodes; ++a)
            for (std::size_t b = a + 1; b < nodes; ++b) {
                const std::size_t pair = a * nodes + b;
                wander[pair] = sample.persistence * wander[pair] + step * random.normal();
                pair_health[pair].next_day(random, 0.004);
                const double factor = std::exp(wander[pair]) * pair_health[pair].factor() *
                                      std::min(node_health[a].factor(), node_health[b].factor());
                for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
                    const int row = static_cast<int>(from), column = static_cast<int>(to);
                    matrix.set(row, column, rounded(shares.at(row, column) * factor, sample.nic_gb_per_s));
                }
            }
        const int may = day < 31 ? day + 1 : day - 30; // 40 days from the first of May
        history.times.push_back(fmt::format("2024-{:02}-{:02}T00:00:00Z", day < 31 ? 5 : 6, may));
        history.snapshots.push_back(std::move(matrix));
    }
    return history;
}

NodeKind kind_of(const SampleNodes& nodes) {
    NodeKind kind;
    kind.name = "8x" + nodes.gpu;
    kind.gpu = gpu_kind_named(nodes.gpu);
    kind.gpus = 8;
    kind.nics = nodes.nics;
    kind.intra_node = nodes.intra_node;
    return kind;
}

void append(Cluster& parts, const SampleNodes& nodes) {
    const int kind = static_cast<int>(parts.node_kinds.size());
    parts.node_kinds.push_back(kind_of(nodes));
    for (int i = 0; i < nodes.nodes; ++i)
        parts.nodes.push_back({fmt::format("{}{:02}", nodes.host_prefix, i + 1), kind,
                               fmt::format("r{}", parts.node_count() / nodes_a_rack + 1)});
}

} // namespace

std::vector<Sample> samples() {
    const IntraNode v100{120, 3, {}, {}}, a100{235, 3, {}, {}}, h100{360, 2, {}, {}};
    return {{"starter_2x8_a100.json", "Starter: 2 nodes of 8 A100", "A100-SXM4-80GB", "a", 2, 1, 25, a100, 1},
            {"v100_edr_16x8.json", "16 nodes of 8 V100, EDR", "V100-SXM2-32GB", "v", 16, 1, 12.5, v100, 16},
            {"a100_hdr_16x8.json", "16 nodes of 8 A100, HDR", "A100-SXM4-80GB", "a", 16, 1, 25, a100, 17},
            {"h100_ndr_64x8.json", "64 nodes of 8 H100, NDR", "H100-SXM5-80GB", "h", 64, 8, 50, h100, 64},
            {"drift_a100_hdr_16x8.json", "16 nodes of 8 A100, HDR, 40 days", "A100-SXM4-80GB", "a", 16, 1, 25,
             a100, 40, 40},
            {.file = "mixed_a100_v100_2x8.json",
             .name = "A node of 8 A100 and one of 8 V100",
             .gpu = "A100-SXM4-80GB",
             .host_prefix = "a",
             .nodes = 1,
             .nic_gb_per_s = 12.5,
             .intra_node = a100,
             .seed = 2,
             .others = {{"V100-SXM2-32GB", "v", 1, 1, v100}}}};
}

Sample sample_of(std::string_view file) {
    for (Sample& sample : samples())
        if (sample.file == file)
            return sample;
    throw std::logic_error("there is no such sample cluster");
}

Cluster draw(const Sample& sample) {
    Random random(sample.seed);
    Cluster parts;
    parts.name = sample.name;
    parts.origin = fmt::format("synthetic, seed {}, made by sample_clusters/generate.cpp", sample.seed);
    append(parts, {sample.gpu, sample.host_prefix, sample.nodes, sample.nics, sample.intra_node});
    for (const SampleNodes& nodes : sample.others)
        append(parts, nodes);
    const BandwidthMatrix shares = draw_shares(random, parts.node_count());
    if (sample.days > 0) {
        parts.history = drift(random, shares, sample);
        parts.inter_node.bandwidth = parts.history.snapshots.back();
    } else {
        parts.inter_node.bandwidth = BandwidthMatrix(shares.size());
        for (int from = 0; from < shares.size(); ++from)
            for (int to = 0; to < shares.size(); ++to)
                if (shares.measured(from, to))
                    parts.inter_node.bandwidth.set(from, to,
                                                   rounded(shares.at(from, to), sample.nic_gb_per_s));
    }
    return make_cluster(std::move(parts));
}

Cluster nominal(const MeasuredSite& site) {
    constexpr double reached = 0.8; // of the nominal rate, as nccl-tests shows on large messages
    Cluster parts;
    parts.name = site.name;
    parts.origin = "assumed: every link at 0.8 of its nominal rate; congestion as its training runs met it, "
                   "made by sample_clusters/generate.cpp";
    parts.node_kinds.push_back(kind_of({site.gpu, site.host_prefix, site.nodes, site.nics, site.intra_node}));
    parts.inter_node.bandwidth = BandwidthMatrix(site.nodes);
    for (int from = 0; from < site.nodes; ++from) {
        parts.nodes.push_back({fmt::format("{}{:02}", site.host_prefix, from + 1), 0,
                               fmt::format("leaf{}", from / site.nodes_per_leaf + 1)});
        for (int to = 0; to < site.nodes; ++to)
            if (from != to)
                parts.inter_node.bandwidth.set(from, to, reached * site.nic_gb_per_s);
    }
    parts.fabric.levels = {{"leaf", site.nodes_per_leaf, 0}};
    for (const Site& known : shipped_calibration().sites)
        if (std::find(known.sources.begin(), known.sources.end(), site.source) != known.sources.end())
            parts.fabric.congestion = known.congestion;
    return make_cluster(std::move(parts));
}

} // namespace pipette
