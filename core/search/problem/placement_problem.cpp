// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/problem/placement_problem.h"

#include "core/base/index.h"
#include "core/schedule/schedule_family.h"
#include "core/search/problem/alike_groups.h"

#include <algorithm>
#include <map>

namespace pipette {
namespace {

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
            if (links.host_of_gpu[index(gpu)] != links.host_of_gpu[index(layout.gpus_of(slot)[0])])
                return true;
    return false;
}

/// What is sent inside a domain. A slot on several domains is one by itself.
template <class Latency>
void add_inside(PlacementProblem& problem, const Links& links, const Latency& send_latency) {
    const SlotLayout& layout = problem.layout;
    std::vector<std::vector<int>> of_domain(index(links.nodes) + index(layout.size()));
    for (int slot = 0; slot < layout.size(); ++slot) {
        const auto gpus = layout.gpus_of(slot);
        const bool is_inside = std::all_of(gpus.begin(), gpus.end(),
                                           [&](int gpu) { return links.same_node(gpu, gpus.front()); });
        const int domain = is_inside ? links.node_of_gpu[index(gpus.front())] : links.nodes + slot;
        std::vector<int>& slots = of_domain[index(domain)];
        SlotFacts& facts = problem.slots[index(slot)];
        facts.domain = static_cast<std::uint32_t>(domain);
        facts.place = static_cast<std::uint32_t>(slots.size());
        slots.push_back(slot);
        problem.most_together = std::max(problem.most_together, static_cast<int>(slots.size()));
    }
    problem.sends.inside_s.assign(index(layout.size()) * index(problem.most_together), {});
    for (const std::vector<int>& slots : of_domain)
        for (const int a : slots)
            for (std::size_t b = 0; b < slots.size(); ++b)
                problem.sends.inside_s[index(a) * index(problem.most_together) + b] =
                    between_slots(layout, a, slots[b], [&](int i, int j) {
                        return links.send_s(i, j, problem.sends.activation_bytes, 1) + send_latency(a);
                    });
}

void add_slots(PlacementProblem& problem, const Links& links, const ConfigWork& work,
               const SlotGroups& groups, bool site_is_slot) {
    const SlotLayout& layout = problem.layout;
    const NicGroups nics(links, layout);
    const auto send_latency = [&](int slot) {
        return work.send_latency[index(links.kind_of_gpu[index(layout.gpus_of(slot)[0])])];
    };
    problem.nics = nics.count(), problem.nics_shared = nics.shared(), problem.nodes = links.hosts;
    problem.one_nic_group = nics.one_each();
    std::vector<int> seen(index(links.hosts), 0);
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
    add_inside(problem, links, send_latency);
    problem.nodes_movable = problem.most_local > 1;
    for (int slot = 0; slot < layout.size(); ++slot)
        problem.nodes_movable =
            problem.nodes_movable && layout.size() % problem.most_local == 0 &&
            layout.node_of_slot[index(slot)] == layout.node_of_slot[index(slot - slot % problem.most_local)];
}

/// How often each link counts in the rounds of each device (see ReplicaTime::rounds).
void add_rounds(PlacementProblem& problem, int vpp) {
    const int n = problem.pipeline.microbatches, devices = problem.devices;
    const std::size_t row = index(problem.padded), links = problem.sends.links.size();
    problem.pipeline.held_rounds.assign(row, 0);
    for (int device = 0; device < devices; ++device)
        problem.pipeline.held_rounds[index(device)] =
            n / std::min<double>(2.0 * (devices - 1 - device) + (vpp - 1.0) * devices + 1, double(n) * vpp);
    problem.pipeline.trips_over_link.assign(links, 0);
    problem.pipeline.round_busy.assign(links * row, 0),
        problem.pipeline.round_held = problem.pipeline.round_busy;
    for (int chunk = problem.pipeline.chunks - 1; chunk >= 0; --chunk) {
        const int link = problem.pipeline.link_of_boundary[index(chunk)];
        if (link >= 0)
            problem.pipeline.trips_over_link[index(link)] += 1;
        const std::size_t device = index(problem.pipeline.device_of_chunk[index(chunk)]);
        for (std::size_t l = 0; l < links; ++l) // this chunk's microbatch is away on every link from here on
            problem.pipeline.round_held[l * row + device] +=
                problem.pipeline.held_rounds[device] * problem.pipeline.trips_over_link[l];
    }
    for (int chunk = 0; chunk < devices; ++chunk) // the first of every device, and the links before it
        for (int before = 0; before < chunk; ++before)
            if (const int link = problem.pipeline.link_of_boundary[index(before)]; link >= 0)
                problem.pipeline
                    .round_busy[index(link) * row + index(problem.pipeline.device_of_chunk[index(chunk)])] +=
                    1;
}

/// Between stages, and which peers talk to each other.
void add_sends(PlacementProblem& problem, const ConfigWork& work) {
    SendProblem& sends = problem.sends;
    sends.end_use = work.tied_use;
    work.traffic.each_between(When::boundary, [&](const Collective& activations) {
        sends.activation_bytes += activations.bytes_of(0);
        sends.links = activations.links;
    });
    sends.used = sends.links;
    work.traffic.each_between(When::iteration, [&](const Collective& last) {
        sends.used.insert(sends.used.end(), last.links.begin(), last.links.end());
        for (const DeviceLink& link : last.links)
            if (last.bytes_of(link.from) > 0)
                sends.ends.push_back({link, last.bytes_of(link.from)});
    });
    sends.links_at.resize(index(problem.devices));
    for (std::size_t link = 0; link < sends.links.size(); ++link)
        for (const int device : {sends.links[link].from, sends.links[link].to})
            sends.links_at[index(device)].push_back(static_cast<int>(link));
    const Traffic inside = work.traffic.inside_a_block();
    std::vector<std::vector<Axis>> known;
    inside.each_inside(When::layer, [&](const Collective& inner) {
        if (std::find(known.begin(), known.end(), inner.axes) != known.end())
            return;
        known.push_back(inner.axes);
        problem.peer_groups.push_back(inside.grid.groups(inner.axes));
    });
}

void add_pipeline(PlacementProblem& problem, const ConfigWork& work) {
    const int n = problem.pipeline.microbatches, devices = problem.devices;
    const std::size_t row = index(problem.padded);
    problem.pipeline.device_of_chunk = work.device_of_chunk;
    for (int chunk = 0; chunk + 1 < problem.pipeline.chunks; ++chunk) {
        const DeviceLink link{work.device_of_chunk[index(chunk)], work.device_of_chunk[index(chunk + 1)]};
        const std::vector<DeviceLink>& links = problem.sends.links;
        const auto at = std::find(links.begin(), links.end(), link);
        problem.pipeline.link_of_boundary.push_back(at == links.end() ? -1 : int(at - links.begin()));
    }
    problem.pipeline.link_of_boundary.push_back(-1);
    if (problem.pipeline.form == PipelineForm::rounds) {
        add_rounds(problem, work.config.vpp);
        return;
    }
    for (auto* values :
         {&problem.pipeline.window_times, &problem.pipeline.window_stage, &problem.pipeline.window_half})
        values->assign(row * row, 0);
    for (int s = 0; s < devices; ++s)
        for (int t = s; t < devices; ++t) {
            const int w = t - s + 1;
            const int k = std::min(std::max(0, (n - devices + t) / w), (n - 1) / w);
            const int a = std::min(std::max(0, n - devices + s - k * w), n - 1 - k * w);
            const std::size_t at = index(s) * row + index(t);
            problem.pipeline.window_times[at] = k, problem.pipeline.window_stage[at] = a;
            problem.pipeline.window_half[at] = n - 1 - k * w - a;
        }
    problem.pipeline.single_times.assign(row, 0),
        problem.pipeline.single_half = problem.pipeline.single_times;
    for (std::size_t s = 0; s < index(devices); ++s) {
        const std::size_t at = s * row + s; // R_ss is X_s
        problem.pipeline.single_times[s] =
            problem.pipeline.window_times[at] + problem.pipeline.window_stage[at];
        problem.pipeline.single_half[s] = problem.pipeline.window_half[at];
    }
}

/// Whether the form was made for the schedule. Others are only ordered by it.
bool is_form_of(PipelineForm form, ScheduleKind schedule) {
    return form == PipelineForm::rounds ? schedule == ScheduleKind::interleaved
                                        : family_of(schedule).bound == TimeBound::one_f_one_b;
}

/// Interleaved chunks wait for transfers in ways that rounds do not tell, and blocks that share a network
/// card wait long. Simulations of long pipelines would take too long.
bool is_simulated(const PlacementProblem& problem, const ParallelConfig& config) {
    constexpr long most_operations = 2'048;
    return problem.nics_shared && problem.pipeline.form == PipelineForm::rounds &&
           problem.pipeline.classes == 1 && config.schedule == ScheduleKind::interleaved &&
           operation_count(schedule_size(config)) <= most_operations;
}

} // namespace

PlacementProblem placement_problem(const Links& links, std::shared_ptr<const SiteTable> table,
                                   const ConfigWork& work, SlotLayout layout, const SlotGroups& groups,
                                   const ClassTimes& times) {
    const ParallelConfig& config = work.config;
    PlacementProblem problem;
    problem.devices = work.traffic.grid.size(Spread::stages);
    problem.replicas = work.traffic.grid.size(Spread::replicas);
    problem.pipeline.chunks = config.chunks();
    problem.pipeline.microbatches = config.microbatches();
    problem.padded = (problem.devices + 3) / 4 * 4;
    problem.pipeline.form = config.vpp > 1 ? PipelineForm::rounds : PipelineForm::windows;
    problem.pipeline.p2p = config.p2p;
    problem.layout = std::move(layout);
    for (int block = 0; block < problem.blocks(); ++block) {
        problem.replica_of_block.push_back(static_cast<std::uint32_t>(block / problem.devices));
        problem.device_of_block.push_back(static_cast<std::uint32_t>(block % problem.devices));
    }
    problem.links = &links;
    problem.slots_span_nodes = spans_nodes(links, problem.layout);
    const bool site_is_slot = !table || problem.slots_span_nodes;
    problem.table = site_is_slot ? slot_table(links, problem.layout) : std::move(table);
    add_sends(problem, work);
    add_slots(problem, links, work, groups, site_is_slot);
    problem.pipeline.classes = times.classes;
    problem.pipeline.forward = times.forward, problem.pipeline.backward = times.backward;
    problem.pipeline.forward_compute = times.forward_compute;
    problem.pipeline.backward_compute = times.backward_compute;
    problem.pipeline.after.assign(index(times.classes) * index(problem.padded), 0);
    for (int c = 0; c < times.classes; ++c)
        for (int device = 0; device < problem.devices; ++device)
            problem.pipeline.after[index(c) * index(problem.padded) + index(device)] =
                times.optimizer[index(c) * index(problem.devices) + index(device)];
    add_pipeline(problem, work);
    if (is_simulated(problem, config))
        problem.pipeline.schedule = make_schedule(config.schedule, schedule_size(config));
    problem.cost_is_bound = times.classes == 1 && is_form_of(problem.pipeline.form, config.schedule);
    work.traffic.each_inside(When::layer, [&](const Collective& inner) {
        problem.cost_is_bound = problem.cost_is_bound && !inner.over_blocks(); // they are counted as the last
    });
    problem.exchange = exchange_problem(problem, work);
    problem.exchange.form = exchange_form(problem);
    problem.exchange.slots_alike =
        problem.exchange.form == ExchangeForm::groups && are_slots_alike(links, problem.layout);
    return problem;
}

} // namespace pipette
