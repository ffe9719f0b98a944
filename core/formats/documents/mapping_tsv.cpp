// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/mapping_tsv.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/cluster/hypothetical.h"
#include "core/formats/launchers/export_format.h"
#include "core/formats/logs/host_names.h"
#include "core/formats/text/text_file.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <unordered_map>

namespace pipette {
namespace {

constexpr std::size_t most_bytes = 256u << 20; // a million ranks with the longest host names

/// Whole text as a number of 0 or more; -1 when it is anything else.
int number_of(std::string_view text) {
    int value = -1;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end && value >= 0 ? value : -1;
}

/// Reads one mapping file; remembers which line gave each rank and GPU, to name it when another repeats it.
class MappingReader {
public:
    MappingReader(const std::string& file, const Cluster& cluster) : file_(file), cluster_(cluster) {
        for (int node = 0; node < cluster.node_count(); ++node)
            node_of_host_.emplace(cluster.nodes[static_cast<std::size_t>(node)].host, node);
    }

    void read_line(std::string_view line) {
        if (++line_ == 1 && line.starts_with("\xef\xbb\xbf"))
            line.remove_prefix(3);
        if (!line.empty() && line.back() == '\r')
            line.remove_suffix(1);
        if (line.empty() || line.front() == '#' || (ranks_.empty() && line == "rank\thost\tlocal_gpu"))
            return;
        const std::size_t first = line.find('\t'), second = line.find('\t', first + 1);
        if (first == std::string_view::npos || second == std::string_view::npos ||
            line.find('\t', second + 1) != std::string_view::npos)
            fail("expected three columns separated by tabs: rank, host, local_gpu");
        const int rank = number_of(line.substr(0, first));
        if (rank < 0)
            fail(fmt::format("{} is not a rank, expected a number of 0 or more",
                             in_quotes(line.substr(0, first))));
        const int gpu = gpu_at(line.substr(first + 1, second - first - 1), line.substr(second + 1));
        claim(line_of_rank_, rank, fmt::format("rank {}", rank));
        claim(line_of_gpu_, gpu, cluster_.gpu_name(gpu));
        ranks_.push_back({rank, gpu});
    }

    std::vector<PlacedRank> take() {
        if (ranks_.empty())
            throw InputError(file_, {},
                             "holds no rank, expected lines of rank, host, local_gpu separated by tabs");
        std::sort(ranks_.begin(), ranks_.end(),
                  [](const PlacedRank& a, const PlacedRank& b) { return a.rank < b.rank; });
        return std::move(ranks_);
    }

private:
    [[noreturn]] void fail(const std::string& reason) const {
        throw InputError(file_, fmt::format("line {}", line_), reason);
    }

    int gpu_at(std::string_view host, std::string_view local_text) const {
        const auto node = node_of_host_.find(std::string(host));
        if (node == node_of_host_.end())
            fail(fmt::format("host {} is not in the cluster", in_quotes(host)));
        const int gpus = cluster_.kind_of_node(node->second).gpus, local = number_of(local_text);
        if (local < 0 || local >= gpus)
            fail(fmt::format("local_gpu {} is not on host {}, expected 0 to {}", in_quotes(local_text),
                             in_quotes(host), gpus - 1));
        return cluster_.first_gpu(node->second) + local;
    }

    void claim(std::unordered_map<int, int>& line_of, int value, const std::string& name) {
        if (const auto [at, fresh] = line_of.emplace(value, line_); !fresh)
            fail(fmt::format("{} is on line {} already", name, at->second));
    }

    const std::string& file_;
    const Cluster& cluster_;
    std::unordered_map<std::string, int> node_of_host_;
    std::unordered_map<int, int> line_of_rank_, line_of_gpu_;
    std::vector<PlacedRank> ranks_;
    int line_ = 0;
};

} // namespace

std::string mapping_tsv(const RankMapping& mapping, const Cluster& cluster) {
    std::string text = "rank\thost\tlocal_gpu\n";
    for (std::size_t rank = 0; rank < mapping.gpu_of_rank.size(); ++rank) {
        const GpuPlace place = cluster.place_of(mapping.gpu_of_rank[rank]);
        const std::string& host = cluster.nodes[static_cast<std::size_t>(place.node)].host;
        require_no_control_characters(host);
        text += fmt::format("{}\t{}\t{}\n", rank, host, place.local);
    }
    return text;
}

std::vector<PlacedRank> parse_placed_ranks(std::string_view text, const std::string& file,
                                           const Cluster& cluster) {
    MappingReader reader(file, cluster);
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        reader.read_line(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return reader.take();
}

RankMapping read_mapping_tsv(const std::string& path, const Cluster& cluster) {
    RankMapping mapping;
    for (const PlacedRank& placed : read_placed_ranks(path, cluster)) {
        const std::size_t expected = mapping.gpu_of_rank.size();
        if (static_cast<std::size_t>(placed.rank) != expected)
            throw InputError(path, {},
                             fmt::format("rank {} is missing, expected every rank from 0 up", expected));
        mapping.gpu_of_rank.push_back(placed.gpu);
    }
    return mapping;
}

std::vector<PlacedRank> read_placed_ranks(const std::string& path, const Cluster& cluster) {
    return parse_placed_ranks(read_text_file(path, most_bytes), path, cluster);
}

namespace {

void write_mapping_tsv(const ExportRequest& request, const std::function<void(std::string_view)>& piece) {
    const Cluster& cluster = *request.plan.inputs.cluster;
    piece(mapping_tsv(request.candidate.mapping, cluster));
    if (const std::string assumed = assumed_text(cluster); !assumed.empty())
        piece("# " + readable(assumed, longest_shown_sentence) + "\n"); // readers leave such lines out
}

const Registered<ExportFormat>
    mapping_tsv_row({.name = "mapping",
                     .description = "where each rank runs: rank, host, local_gpu (TSV)",
                     .main_file = "mapping.tsv",
                     .places_any_mapping = true,
                     .write = write_mapping_tsv});

} // namespace
} // namespace pipette
