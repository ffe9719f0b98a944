// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/placement/placement_problem.h"

#include "core/base/index.h"
#include "core/schedule/schedule_family.h"

#include <algorithm>
#include <map>

namespace pipette {
namespace {

/// Slowest of the peers, each way, between two slots.
BothWays between_slots(const SlotLayout& layout, int a, int b, const auto& figure) {
    BothWays slowest;
    const auto from = layout.gpus_of(a), to = layout.gpus_of(b);
    for (std::size_t i = 0; i < from.size(); ++i) {
        slowest.forward = std::max(slowest.forward, figure(from[i], to[i]));
        slowest.backward = std::max(slowest.backward, figure(to[i], from[i]));
    }
    return slowest;
}

/// One site a slot: for clusters measured GPU by GPU.
std::shared_ptr<const SiteTable> slot_table(const Links& links, const SlotLayout& layout) {
    auto table = std::make_shared<SiteTable>();
    table->sites = layout.size();
    table->uniform_latency_s = links.uniform_latency_s;
    for (int a = 0; a < layout.size(); ++a)
        for (int b = 0; b < layout.size(); ++b) {
            table->s_per_byte.push_back(between_slots(
                layout, a, b, [&](int i, int j) { return i == j ? 0 : links.s_per_byte(i, j); }));
            if (!links.inter_latency_s.empty())
                table->latency_s.push_back(between_slots(
                    layout, a, b, [&](int i, int j) { return i == j ? 0 : links.latency_s(i, j); }));
        }
    find_slowest(*table);
    return table;
}

/// NICs that every slot uses alike, or not at all, are one to us: traffic of whole blocks loads them the
/// same.
class NicGroups {
public:
    NicGroups(const Links& links, const SlotLayout& layout) {
        std::vector<std::map<int, int>> users(index(links.nics)); // [nic] slot -> GPUs
        for (int slot = 0; slot < layout.size(); ++slot)
            for (const int gpu : layout.gpus_of(slot))
                ++users[index(links.nic_of_gpu[index(gpu)])][slot];
        std::map<std::map<int, int>, int> groups;
        group_.assign(index(layout.size()), 0);
        streams_.assign(index(layout.size()), 0);
        for (const std::map<int, int>& slots : users) {
            if (slots.empty())
                continue;
            const int group = groups.try_emplace(slots, static_cast<int>(groups.size())).first->second;
            shared_ = shared_ || slots.size() > 1;
            for (const auto& [slot, streams] : slots) {
                one_each_ = one_each_ && (streams_[index(slot)] == 0 || group_[index(slot)] == group);
                if (streams > streams_[index(slot)])
                    streams_[index(slot)] = streams, group_[index(slot)] = group;
            }
        }
        count_ = static_cast<int>(groups.size());
    }
    int count() const { return count_; }
    bool shared() const { return shared_; }
    bool one_each() const { return one_each_; } ///< all NICs of a slot are one group
    int group(int slot) const { return group_[index(slot)]; }
    int streams(int slot) const { return streams_[index(slot)]; }

private:
    std::vector<int> group_, streams_;
    int count_ = 0;
    bool shared_ = false, one_each_ = true;
};

/// Whether some slot lies on several nodes.
bool spans_nodes(const Links& links, const SlotLayout& layout) {
    for (int slot = 0; slot < layout.size(); ++slot)
        for (const int gpu : layout.gpus_of(slot))
            if (!links.same_node(gpu, layout.gpus_of(slot)[0]))
                return true;
    return false;
}

void add_slots(PlacementProblem& problem, const Links& links, const ConfigWork& work,
               const SlotGroups& groups, bool site_is_slot) {
    const SlotLayout& layout = problem.layout;
    const NicGroups nics(links, layout);
    const auto send_latency = [&](int slot) {
        return work.send_latency[index(links.kind_of_gpu[index(layout.gpus_of(slot)[0])])];
    };
    problem.nics = nics.count(), problem.nics_shared = nics.shared(), problem.nodes = links.nodes;
    problem.one_nic_group = nics.one_each();
    std::vector<int> seen(index(links.nodes), 0);
    for (int slot = 0; slot < layout.size(); ++slot) {
        const int node = layout.node_of_slot[index(slot)];
        SlotFacts& facts = problem.slots.emplace_back();
        facts.node = static_cast<std::uint32_t>(node);
        facts.site = static_cast<std::uint32_t>(site_is_slot ? slot : node);
        facts.kind = static_cast<std::uint32_t>(groups.class_of_slot[index(slot)]);
        facts.nic = static_cast<std::uint32_t>(nics.group(slot));
        facts.streams = nics.streams(slot);
        facts.latency_s =
            send_latency(slot) + (problem.table->latency_s.empty() ? links.uniform_latency_s : 0);
        facts.local = static_cast<std::uint32_t>(seen[index(node)]++);
    }
    problem.most_local = std::max(1, *std::max_element(seen.begin(), seen.end()));
    std::vector<std::vector<int>> of_node(index(links.nodes));
    for (int slot = 0; slot < layout.size(); ++slot)
        of_node[index(layout.node_of_slot[index(slot)])].push_back(slot);
    problem.inside_s.assign(index(layout.size()) * index(problem.most_local), {});
    for (const std::vector<int>& slots : of_node)
        for (const int a : slots)
            for (std::size_t b = 0; b < slots.size(); ++b)
                problem.inside_s[index(a) * index(problem.most_local) + b] =
                    between_slots(layout, a, slots[b], [&](int i, int j) {
                        return links.send_s(i, j, problem.activation_bytes, 1) + send_latency(a);
                    });
    problem.nodes_movable = problem.most_local > 1;
    for (int slot = 0; slot < layout.size(); ++slot)
        problem.nodes_movable =
            problem.nodes_movable && layout.size() % problem.most_local == 0 &&
            layout.node_of_slot[index(slot)] == layout.node_of_slot[index(slot - slot % problem.most_local)];
}

/// How often each link counts in the rounds of each device (see ReplicaTime::rounds).
void add_rounds(PlacementProblem& problem, int vpp) {
    const int n = problem.microbatches, pp = problem.devices;
    const std::size_t row = index(problem.padded), links = problem.device_links.size();
    problem.held_rounds.assign(row, 0);
    for (int device = 0; device < pp; ++device)
        problem.held_rounds[index(device)] =
            n / std::min<double>(2.0 * (pp - 1 - device) + (vpp - 1.0) * pp + 1, double(n) * vpp);
    problem.trips_over_link.assign(links, 0);
    problem.round_busy.assign(links * row, 0), problem.round_held = problem.round_busy;
    for (int chunk = problem.chunks - 1; chunk >= 0; --chunk) {
        const int link = problem.link_of_boundary[index(chunk)];
        if (link >= 0)
            problem.trips_over_link[index(link)] += 1;
        const std::size_t device = index(problem.device_of_chunk[index(chunk)]);
        for (std::size_t l = 0; l < links; ++l) // this chunk's microbatch is away on every link from here on
            problem.round_held[l * row + device] += problem.held_rounds[device] * problem.trips_over_link[l];
    }
    for (int chunk = 0; chunk < pp; ++chunk) // the first of every device, and the links before it
        for (int before = 0; before < chunk; ++before)
            if (const int link = problem.link_of_boundary[index(before)]; link >= 0)
                problem.round_busy[index(link) * row + index(problem.device_of_chunk[index(chunk)])] += 1;
}

void add_pipeline(PlacementProblem& problem, const ConfigWork& work) {
    const int n = problem.microbatches, pp = problem.devices;
    const std::size_t row = index(problem.padded);
    problem.device_of_chunk = work.device_of_chunk;
    problem.links_at.resize(index(pp));
    std::map<std::pair<int, int>, int> known;
    for (int chunk = 0; chunk + 1 < problem.chunks; ++chunk) {
        const int from = work.device_of_chunk[index(chunk)], to = work.device_of_chunk[index(chunk + 1)];
        if (from == to) {
            problem.link_of_boundary.push_back(-1);
            continue;
        }
        const auto [at, is_new] = known.try_emplace({from, to}, static_cast<int>(known.size()));
        problem.link_of_boundary.push_back(at->second);
        if (is_new) {
            problem.device_links.push_back({from, to});
            problem.links_at[index(from)].push_back(at->second);
            problem.links_at[index(to)].push_back(at->second);
        }
    }
    problem.link_of_boundary.push_back(-1);
    if (problem.form == PipelineForm::rounds) {
        add_rounds(problem, work.config.vpp);
        return;
    }
    for (auto* values : {&problem.window_times, &problem.window_stage, &problem.window_half})
        values->assign(row * row, 0);
    for (int s = 0; s < pp; ++s)
        for (int t = s; t < pp; ++t) {
            const int w = t - s + 1;
            const int k = std::min(std::max(0, (n - pp + t) / w), (n - 1) / w);
            const int a = std::min(std::max(0, n - pp + s - k * w), n - 1 - k * w);
            const std::size_t at = index(s) * row + index(t);
            problem.window_times[at] = k, problem.window_stage[at] = a;
            problem.window_half[at] = n - 1 - k * w - a;
        }
    problem.single_times.assign(row, 0), problem.single_half = problem.single_times;
    for (std::size_t s = 0; s < index(pp); ++s) {
        const std::size_t at = s * row + s; // R_ss is X_s
        problem.single_times[s] = problem.window_times[at] + problem.window_stage[at];
        problem.single_half[s] = problem.window_half[at];
    }
}

void add_exchange(PlacementProblem& problem, const Links& links, const ConfigWork& work, bool spanning) {
    const ParallelConfig& config = work.config;
    problem.links = &links;
    problem.exchange_use = work.exchange_use, problem.tied_use = work.tied_use;
    const LinkUse& use = work.exchange_use.front();
    problem.tp = config.tp, problem.cp = config.cp;
    problem.reduce_bytes.assign(index(config.pp), 0), problem.gather_bytes = problem.reduce_bytes;
    problem.reduce_share = problem.last_share = problem.reduce_bytes;
    bool overlaps = false;
    work.traffic.each(When::iteration, false, [&](const Collective& last) {
        for (int device = 0; device < config.pp; ++device) {
            problem.reduce_bytes[index(device)] = last.bytes_of(device);
            problem.gather_bytes[index(device)] = last.gathered_of(device);
            problem.reduce_share[index(device)] = last.reduce_share(device);
            problem.last_share[index(device)] = last.last_share_of(device);
        }
        overlaps = last.hidden_by == HiddenBy::backward;
    });
    work.traffic.each(When::iteration, true,
                      [&](const Collective& last) { problem.tied_bytes += last.bytes_of(0); });
    // Rings of different tensor ranks differ only where the links of single GPUs do.
    bool uniform = links.rows == links.nodes && !spanning;
    for (const double s : links.intra_s_per_byte)
        uniform = uniform && s == links.intra_s_per_byte.front();
    problem.exchange_lanes = uniform && problem.one_nic_group ? 1 : config.tp;
    problem.simple_rings =
        !spanning && problem.most_local == 1 && config.cp == 1 && work.exchange_use.size() == 1;
    const double hops = config.dp;
    for (int device = 0; device < config.pp; ++device)
        problem.ring_part_bytes.push_back(
            (problem.reduce_bytes[index(device)] + problem.gather_bytes[index(device)]) / hops /
            use.inter_efficiency);
    problem.ring_steps = config.dp - 1;
    problem.exchange_wait_s = work.exchange_wait_s;
    problem.ring_wait_s = config.dp > 1 ? use.between_nodes_s(config.dp, config.dp) : 0;
    if (overlaps)
        for (int device = 0; device < config.pp; ++device) {
            double layers = 0, least = 0;
            for (int chunk = 0; chunk < problem.chunks; ++chunk)
                if (work.device_of_chunk[index(chunk)] == device) {
                    double fastest = problem.backward[index(chunk)];
                    for (int c = 1; c < problem.classes; ++c)
                        fastest = std::min(fastest, problem.backward[index(c * problem.chunks + chunk)]);
                    layers += config.layers_per_stage[index(chunk)];
                    least += fastest;
                }
            problem.hidden_s.push_back(layers >= 1 ? least * (layers - 1) / layers : 0);
        }
}

} // namespace

void find_slowest(SiteTable& table) {
    table.most_s_per_byte = 0, table.most_latency_s = table.uniform_latency_s;
    for (const BothWays& cell : table.s_per_byte)
        table.most_s_per_byte = std::max({table.most_s_per_byte, cell.forward, cell.backward});
    for (const BothWays& cell : table.latency_s)
        table.most_latency_s = std::max({table.most_latency_s, cell.forward, cell.backward});
}

std::shared_ptr<const SiteTable> node_table(const Links& links) {
    if (links.rows != links.nodes)
        return nullptr;
    auto table = std::make_shared<SiteTable>();
    table->sites = links.nodes;
    table->uniform_latency_s = links.uniform_latency_s;
    const std::size_t n = index(links.nodes);
    const auto both = [n](const std::vector<double>& one_way) {
        std::vector<BothWays> cells(one_way.size());
        for (std::size_t i = 0; i < n && !one_way.empty(); ++i)
            for (std::size_t j = 0; j < n; ++j)
                cells[i * n + j] = {one_way[i * n + j], one_way[j * n + i]};
        return cells;
    };
    table->s_per_byte = both(links.inter_s_per_byte);
    table->latency_s = both(links.inter_latency_s);
    find_slowest(*table);
    return table;
}

PlacementProblem placement_problem(const Links& links, std::shared_ptr<const SiteTable> table,
                                   const ConfigWork& work, SlotLayout layout, const SlotGroups& groups,
                                   const ClassTimes& times) {
    const ParallelConfig& config = work.config;
    PlacementProblem problem;
    problem.devices = config.pp, problem.chunks = config.chunks(), problem.replicas = config.dp;
    problem.microbatches = config.microbatches();
    problem.padded = (config.pp + 3) / 4 * 4;
    problem.form = config.vpp > 1 ? PipelineForm::rounds : PipelineForm::windows;
    problem.p2p = config.p2p;
    problem.layout = std::move(layout);
    for (int block = 0; block < problem.blocks(); ++block) {
        problem.replica_of_block.push_back(static_cast<std::uint32_t>(block / problem.devices));
        problem.device_of_block.push_back(static_cast<std::uint32_t>(block % problem.devices));
    }
    const bool spanning = spans_nodes(links, problem.layout), site_is_slot = !table || spanning;
    problem.table = site_is_slot ? slot_table(links, problem.layout) : std::move(table);
    work.traffic.each(When::boundary, true,
                      [&](const Collective& sends) { problem.activation_bytes += sends.bytes_of(0); });
    add_slots(problem, links, work, groups, site_is_slot);
    problem.classes = times.classes;
    problem.forward = times.forward, problem.backward = times.backward;
    problem.after.assign(index(times.classes) * index(problem.padded), 0);
    for (int c = 0; c < times.classes; ++c)
        for (int device = 0; device < config.pp; ++device)
            problem.after[index(c) * index(problem.padded) + index(device)] =
                times.optimizer[index(c) * index(config.pp) + index(device)];
    problem.stages_mirrored = family_of(config.schedule).bidirectional;
    add_pipeline(problem, work);
    add_exchange(problem, links, work, spanning);
    return problem;
}

} // namespace pipette
