// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/planner/published_objective.h"

#include "core/formats/logs/pipette_json.h"
#include "core/formats/text/json_reader.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

constexpr int stages = 8;
constexpr double activation_gb = 0.05033, gradients_gb = 0.6812;

std::size_t index(int i) {
    return static_cast<std::size_t>(i);
}

std::vector<double> read_matrix(const std::filesystem::path& path) {
    const nlohmann::json document = read_json_file(path);
    const std::string file = path.string();
    const JsonValue root(document, file);
    const BandwidthMatrix bandwidth = pipette_matrix_from_json(root).bandwidth;
    const JsonValue rows = root.member("bandwidth");
    if (bandwidth.size() == 0 || bandwidth.size() % stages != 0)
        rows.refuse(
            fmt::format("is a matrix of {} nodes, expected a multiple of {}", bandwidth.size(), stages));
    for (int from = 0; from < bandwidth.size(); ++from)
        for (int to = 0; to < bandwidth.size(); ++to)
            if (from != to && !bandwidth.measured(from, to))
                rows.element(index(from)).element(index(to)).expected("GB/s: every link must be measured");
    std::vector<double> cells;
    for (std::size_t i = 0; i < bandwidth.cell_count(); ++i)
        cells.push_back(bandwidth.cell(i));
    return cells;
}

} // namespace

PublishedObjective::PublishedObjective(const std::filesystem::path& matrix)
    : bandwidth_(read_matrix(matrix)) {
    const int nodes = static_cast<int>(std::lround(std::sqrt(double(bandwidth_.size()))));
    links_.gpus = links_.hosts = links_.nodes = links_.rows = links_.nics = nodes;
    for (std::vector<int>* numbers :
         {&links_.node_of_gpu, &links_.host_of_gpu, &links_.nic_of_gpu, &links_.row_of_gpu})
        for (int node = 0; node < nodes; ++node)
            numbers->push_back(node);
    links_.kind_of_gpu.assign(index(nodes), 0), links_.local_of_gpu = links_.kind_of_gpu;
    links_.intra_row.assign(index(nodes), 0);
    links_.intra_s_per_byte = {0}, links_.intra_latency_s = {0};
    links_.inside_of_node.resize(index(nodes));
    links_.inter_s_per_byte = {bandwidth_.size(), 0};
    for (int a = 0; a < nodes; ++a)
        for (int b = 0; b < nodes; ++b)
            if (a != b)
                links_.inter_s_per_byte.set(index(a * nodes + b), 1e-9 / bandwidth_[index(a * nodes + b)]);

    ConfigWork work;
    work.config.pp = stages, work.config.dp = nodes / stages;
    work.config.p2p = P2p::overlapped;
    work.config.global_batch = work.config.dp; // one microbatch
    work.traffic.grid = work.config;
    Collective sends{.kind = CollectiveKind::send,
                     .when = When::boundary,
                     .axes = {axis::pp},
                     .bytes = {activation_gb * 1e9}};
    for (int stage = 0; stage + 1 < work.config.pp; ++stage)
        sends.links.push_back({stage, stage + 1});
    Collective gradients{.when = When::iteration, .axes = {axis::dp}, .bytes = {}};
    gradients.bytes.assign(stages, 0);
    gradients.bytes[0] = gradients_gb * 1e9;
    work.traffic.collectives = {std::move(sends), std::move(gradients)};
    work.exchange_use.resize(1), work.tied_use.resize(1);
    work.send_latency = {0};
    SlotLayout layout;
    SlotGroups groups;
    groups.class_of_slot.assign(index(nodes), 0), groups.example = {0}, groups.memory_bytes = {0};
    const std::vector<double> none(stages, 0);
    ClassTimes times{1, none, none, none, none, none};
    for (int i = 0; i < stages; ++i)
        work.device_of_chunk.push_back(i);
    for (int node = 0; node < nodes; ++node) {
        layout.gpus.push_back(node), layout.node_of_slot.push_back(node);
        layout.slot_of_block.push_back(std::uint32_t(node)); // rows of the node list are the pipelines
        layout.fixed.push_back(0);
    }
    // An activation there and its gradient back over the same figure, as the formula has it.
    auto table = std::make_shared<SiteTable>(*node_table(links_));
    std::vector<BothWays> cells;
    for (std::size_t cell = 0; cell < links_.inter_s_per_byte.size(); ++cell)
        cells.push_back({links_.inter_s_per_byte[cell], links_.inter_s_per_byte[cell]});
    table->s_per_byte = {std::move(cells), nodes};
    problem_ = placement_problem(links_, std::move(table), work, std::move(layout), groups, times);
}

double PublishedObjective::formula(const std::vector<std::uint32_t>& node) const {
    const std::size_t n = index(links_.nodes), rows = n / stages;
    double slowest = 0, ring = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        double sum = 0;
        for (std::size_t s = 0; s + 1 < stages; ++s)
            sum += 2 * activation_gb / bandwidth_[node[row * stages + s] * n + node[row * stages + s + 1]];
        slowest = std::max(slowest, sum);
        if (rows > 1)
            ring = std::max(ring, 1 / bandwidth_[node[row * stages] * n + node[(row + 1) % rows * stages]]);
    }
    return slowest + 2 * (double(rows) - 1) / double(rows) * gradients_gb * ring;
}

double PublishedObjective::lower_bound() const {
    const std::size_t n = index(links_.nodes), rows = n / stages;
    // A pipeline leaves 7 of its 8 nodes: in the mean of all rows at least the cheapest ways out, without the
    // dearest one of each row; a ring enters `rows` nodes over ways no faster than their best.
    std::vector<double> way_out;
    for (std::size_t a = 0; a < n; ++a) {
        double best = 1e300;
        for (std::size_t b = 0; b < n; ++b)
            if (a != b)
                best = std::min(best, 1 / bandwidth_[a * n + b]);
        way_out.push_back(best);
    }
    std::sort(way_out.begin(), way_out.end());
    double sum = 0;
    for (std::size_t i = 0; i < n - rows; ++i)
        sum += way_out[i];
    const double ring =
        rows > 1 ? 2 * (double(rows) - 1) / double(rows) * gradients_gb * way_out[rows - 1] : 0;
    return 2 * activation_gb * sum / double(rows) + ring;
}

} // namespace pipette
