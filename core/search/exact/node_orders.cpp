// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/exact/node_orders.h"

#include "core/base/index.h"
#include "core/search/enumeration/replica_time.h"
#include "core/search/exchange/node_rings.h"
#include "core/search/placement/nic_sharing.h"
#include "core/search/placement/node_swap.h"
#include "core/search/placement/placement_cost.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

namespace pipette {
namespace {

constexpr std::size_t most_rows = 50'000; // that nodes can make
constexpr int most_nodes = 64;            // bits of a word

/// Whether nodes are alike but for the links between them.
bool nodes_are_alike(const PlacementProblem& problem) {
    return problem.nodes_movable && problem.nics_shared && problem.nodes <= most_nodes && !problem.broken &&
           problem.pipeline.classes == 1 && problem.exchange.form == ExchangeForm::nodes &&
           nodes_alike_inside(problem) &&
           std::none_of(problem.layout.fixed.begin(), problem.layout.fixed.end(),
                        [](char fixed) { return fixed != 0; });
}

/// The nodes of a placement as rows: every replica lies on the nodes of one row, stage by stage like the
/// others there, and all rows are laid out alike.
class NodeRows {
public:
    NodeRows(const PlacementProblem& problem, std::span<const std::uint32_t> slot_of_block)
        : problem_(problem), slot_of_block_(slot_of_block) {
        std::vector<std::size_t> row_of_node(index(problem.nodes), none);
        fit_ = true;
        for (int replica = 0; fit_ && replica < problem.replicas; ++replica)
            take(replica, row_of_node);
        fit_ = fit_ && nodes_.size() == row_of_node.size();
    }

    bool fit() const { return fit_; }
    std::size_t length() const { return length_; } ///< nodes of a row
    std::size_t count() const { return nodes_.size() / length_; }
    std::size_t place_of(int device) const { return place_of_device_[index(device)]; } ///< in its row
    std::uint32_t node(std::size_t row, std::size_t place) const { return nodes_[row * length_ + place]; }
    std::uint32_t slot(int device) const { return slot_of_block_[index(device)]; } ///< of the first replica

private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    std::uint32_t node_of(int replica, int device) const {
        return problem_.slots[slot_of_block_[index(replica * problem_.devices + device)]].node;
    }
    void take(int replica, std::vector<std::size_t>& row_of_node) {
        std::size_t row = row_of_node[node_of(replica, 0)];
        if (row == none) {
            row = replica == 0 ? 0 : count();
            std::vector<std::size_t> places;
            for (int device = 0; device < problem_.devices; ++device)
                add(node_of(replica, device), row, row_of_node, places);
            if (replica == 0)
                place_of_device_ = places, length_ = nodes_.size();
            fit_ = fit_ && places == place_of_device_ && nodes_.size() == (row + 1) * length_;
        }
        for (int device = 0; fit_ && device < problem_.devices; ++device)
            fit_ = node_of(replica, device) == node(row, place_of(device)) && is_laid_like_first(replica);
    }
    void add(std::uint32_t node, std::size_t row, std::vector<std::size_t>& row_of_node,
             std::vector<std::size_t>& places) {
        if (row_of_node[node] == none)
            row_of_node[node] = row, nodes_.push_back(node);
        fit_ = fit_ && row_of_node[node] == row;
        const auto first = nodes_.begin() + std::ptrdiff_t(row * length_);
        places.push_back(std::size_t(std::find(first, nodes_.end(), node) - first));
    }
    /// In what its links inside nodes take.
    bool is_laid_like_first(int replica) const {
        const std::uint32_t *here = &slot_of_block_[index(replica * problem_.devices)],
                            *first = slot_of_block_.data();
        return std::all_of(
            problem_.sends.used.begin(), problem_.sends.used.end(), [&](const DeviceLink& link) {
                if (place_of(link.from) != place_of(link.to))
                    return true;
                const auto inside = [&](const std::uint32_t* slots) {
                    return problem_.sends.inside_s[slots[link.from] * index(problem_.most_local) +
                                                   problem_.slots[slots[link.to]].local];
                };
                const BothWays a = inside(here), b = inside(first);
                return a.forward == b.forward && a.backward == b.backward;
            });
    }

    const PlacementProblem& problem_;
    std::span<const std::uint32_t> slot_of_block_;
    std::vector<std::uint32_t> nodes_;         // [row * length + place], rows as the rings run through them
    std::vector<std::size_t> place_of_device_; // [device]
    std::size_t length_ = 0;
    bool fit_ = false;
};

/// What a link of a row takes, by the nodes at its ends.
class RowLinks {
public:
    RowLinks(const PlacementProblem& problem, const NodeRows& rows, LinkTimes& times, NicSharing& sharing)
        : nodes_(index(problem.nodes)), links_(problem.sends.links.size()) {
        const auto local = std::uint32_t(problem.most_local);
        std::vector<NicStreams>& streams = times.streams();
        std::vector<NicStreams> of_place;
        for (std::size_t place = 0; place < rows.length(); ++place)
            of_place.push_back(streams[problem.slots[rows.node(0, place) * local].nic]);
        for (std::size_t row = 1; row < rows.count(); ++row)
            for (std::size_t place = 0; place < rows.length(); ++place)
                alike_ =
                    alike_ && streams[problem.slots[rows.node(row, place) * local].nic] == of_place[place];
        alike_ = alike_ && sharing.swaps_with_nodes();
        const auto put = [&](const DeviceLink& link, const auto& time) {
            const std::size_t from = rows.place_of(link.from), to = rows.place_of(link.to);
            ends_.push_back({from, to});
            const std::uint32_t a = rows.slot(link.from) % local, b = rows.slot(link.to) % local;
            for (std::uint32_t i = 0; i < nodes_; ++i)
                for (std::uint32_t j = 0; j < nodes_; ++j) {
                    streams[problem.slots[i * local].nic] = of_place[from];
                    streams[problem.slots[j * local].nic] = of_place[to];
                    times_.push_back((i == j) == (from == to) ? time(i * local + a, j * local + b)
                                                              : BothWays{});
                }
        };
        for (const DeviceLink& link : problem.sends.links)
            put(link, [&](std::uint32_t a, std::uint32_t b) { return times.link_time(a, b); });
        for (const EndExchange& end : problem.sends.ends)
            put(end.link, [&](std::uint32_t a, std::uint32_t b) {
                return BothWays{times.end_time(end, a, b), 0};
            });
    }
    /// Whether the nodes in a place send as much in all rows.
    bool alike() const { return alike_; }
    /// Those that activations cross first, then the exchanges between stages; `nodes` [place].
    BothWays operator()(std::size_t link, const std::uint32_t* nodes) const {
        return times_[(link * nodes_ + nodes[ends_[link].from]) * nodes_ + nodes[ends_[link].to]];
    }
    std::size_t links() const { return links_; }

private:
    struct Ends { ///< places
        std::size_t from, to;
    };
    std::size_t nodes_, links_;
    bool alike_ = true;
    std::vector<Ends> ends_;
    std::vector<BothWays> times_; // [link, from, to]
};

/// What the exchanges of a stage take, by the nodes that a hop of its ring joins.
class RingHops {
public:
    RingHops(const PlacementProblem& problem, const NodeRings& rings, bool has_hops)
        : nodes_(index(problem.nodes)) {
        for (int device = 0; device < problem.devices; ++device)
            for (std::uint32_t a = 0; a < nodes_; ++a)
                for (std::uint32_t b = 0; b < nodes_; ++b)
                    times_.push_back(!has_hops ? rings.values()[device]
                                     : a == b
                                         ? std::numeric_limits<double>::infinity()
                                         : rings.exchange_s(device, problem.table->s_per_byte.forward(a, b)));
        for (std::size_t device = 0; device < index(problem.devices); ++device)
            for (std::uint32_t node = 0; node < nodes_; ++node) {
                double leaving = (*this)(device, node, 0), reached = (*this)(device, 0, node);
                for (std::uint32_t other = 1; other < nodes_; ++other) {
                    leaving = std::min(leaving, (*this)(device, node, other));
                    reached = std::min(reached, (*this)(device, other, node));
                }
                least_.push_back(std::max(leaving, reached));
            }
    }
    double operator()(std::size_t device, std::uint32_t from, std::uint32_t to) const {
        return times_[(device * nodes_ + from) * nodes_ + to];
    }
    /// Of any ring with the node in it.
    double least(std::size_t device, std::uint32_t node) const { return least_[device * nodes_ + node]; }

private:
    std::size_t nodes_;
    std::vector<double> times_, least_;
};

/// Puts rows together.
class OrderSearch {
public:
    OrderSearch(const PlacementProblem& problem, const NodeRows& rows, const RowLinks& links,
                const RingHops& hops, double cost_s, long steps)
        : problem_(problem),
          rows_(rows),
          links_(links),
          hops_(hops),
          devices_(index(problem.devices)),
          least_s_(cost_s * (1 - 1e-9)),
          steps_(steps),
          time_(replica_time(problem)),
          link_s_(links.links()),
          after_(index(problem.padded), 0) {
        std::vector<std::uint32_t> nodes;
        list(nodes, 0);
        std::vector<std::size_t> order(rows_made());
        std::iota(order.begin(), order.end(), std::size_t(0));
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return made_[a].least_s < made_[b].least_s; });
        left_.resize(rows.count());
        left_[0] = std::move(order);
        chosen_.resize(rows.count());
        levels_.assign(rows.count() + 1,
                       {std::vector<double>(devices_, 0), std::vector<double>(devices_, 0)});
    }

    /// Whether all orders were looked at.
    bool run() {
        choose(0);
        return steps_ > 0;
    }
    /// [row * length + place] nodes; empty: none costs less.
    const std::vector<std::uint32_t>& best() const { return best_; }

private:
    struct Made { ///< a row of nodes
        std::uint64_t nodes = 0;
        double least_s = 0; ///< of any order with it
    };
    struct Level { ///< [device] when the rows so far have ended, and the slowest exchange
        std::vector<double> end_s, exchange_s;
    };
    std::size_t rows_made() const { return made_.size(); }
    const std::uint32_t* nodes_of(std::size_t made) const { return &nodes_[made * rows_.length()]; }
    std::uint32_t node_of(std::size_t made, std::size_t device) const {
        return nodes_of(made)[rows_.place_of(int(device))];
    }

    /// All rows that may be part of a better order.
    void list(std::vector<std::uint32_t>& nodes, std::uint64_t taken) {
        if (nodes.size() == rows_.length()) {
            make(nodes, taken);
            return;
        }
        for (std::uint32_t node = 0; node < std::uint32_t(problem_.nodes); ++node)
            if (const std::uint64_t bit = std::uint64_t(1) << node; (taken & bit) == 0) {
                nodes.push_back(node);
                list(nodes, taken | bit);
                nodes.pop_back();
            }
    }
    void make(const std::vector<std::uint32_t>& nodes, std::uint64_t taken) {
        for (std::size_t link = 0; link < link_s_.size(); ++link)
            link_s_[link] = links_(link, nodes.data());
        const auto latest = [&] {
            double last = -std::numeric_limits<double>::infinity();
            for (std::size_t device = 0; device < devices_; ++device)
                last =
                    std::max(last, after_[device] + hops_.least(device, nodes[rows_.place_of(int(device))]));
            return last;
        };
        double pipeline_s = time_->load(&no_slot_, link_s_.data(), after_.data());
        for (std::size_t end = 0; end < problem_.sends.ends.size(); ++end) {
            const DeviceLink& link = problem_.sends.ends[end].link;
            const double exchange_s = links_(link_s_.size() + end, nodes.data()).forward;
            after_[index(link.from)] += exchange_s, after_[index(link.to)] += exchange_s;
        }
        if (pipeline_s + latest() >= least_s_)
            return;
        pipeline_s = time_->pipeline(after_.data());
        if (const double least_s = pipeline_s + latest(); least_s < least_s_) {
            made_.push_back({taken, least_s});
            nodes_.insert(nodes_.end(), nodes.begin(), nodes.end());
            for (std::size_t device = 0; device < devices_; ++device)
                ends_.push_back(pipeline_s + after_[device]);
        }
    }

    /// What the rows chosen before `row` and this one take at least; fills the next level.
    double add(std::size_t row, std::size_t made) {
        const Level& before = levels_[row];
        Level& with = levels_[row + 1];
        double least_s = 0;
        for (std::size_t device = 0; device < devices_; ++device) {
            const std::uint32_t node = node_of(made, device);
            double exchange_s = std::max(before.exchange_s[device], hops_.least(device, node));
            if (row > 0)
                exchange_s = std::max(exchange_s, hops_(device, node_of(chosen_[row - 1], device), node));
            if (row > 0 && row + 1 == rows_.count())
                exchange_s = std::max(exchange_s, hops_(device, node, node_of(chosen_[0], device)));
            with.exchange_s[device] = exchange_s;
            with.end_s[device] = std::max(before.end_s[device], ends_[made * devices_ + device]);
            least_s = std::max(least_s, with.end_s[device] + exchange_s);
        }
        return least_s;
    }

    void choose(std::size_t row) {
        for (const std::size_t made : left_[row]) {
            if (--steps_ <= 0 || made_[made].least_s >= least_s_)
                return; // the others take no less
            if (row == 0 && (made_[made].nodes & 1) == 0)
                continue; // rings may begin with any row: with that of the first node
            const double least_s = add(row, made);
            if (least_s >= least_s_)
                continue;
            chosen_[row] = made;
            if (row + 1 == rows_.count()) {
                least_s_ = least_s;
                best_.clear();
                for (const std::size_t one : chosen_)
                    best_.insert(best_.end(), nodes_of(one), nodes_of(one) + rows_.length());
                continue;
            }
            std::vector<std::size_t>& left = left_[row + 1];
            left.clear();
            for (const std::size_t other : left_[row])
                if ((made_[other].nodes & made_[made].nodes) == 0)
                    left.push_back(other);
            steps_ -= long(left_[row].size() / 8);
            choose(row + 1);
        }
    }

    const PlacementProblem& problem_;
    const NodeRows& rows_;
    const RowLinks& links_;
    const RingHops& hops_;
    std::size_t devices_;
    double least_s_; // an order must take less
    long steps_;
    std::unique_ptr<ReplicaTime> time_;
    std::uint32_t no_slot_ = 0; // all are of one class
    std::vector<BothWays> link_s_;
    std::vector<double> after_;

    std::vector<Made> made_;
    std::vector<std::uint32_t> nodes_;           // [made * length + place]
    std::vector<double> ends_;                   // [made * devices + device]
    std::vector<std::vector<std::size_t>> left_; // [row] that the rows before leave, the least first
    std::vector<std::size_t> chosen_;            // [row]
    std::vector<Level> levels_;                  // [row] of the rows before
    std::vector<std::uint32_t> best_;
};

/// Rows that can be made of so many nodes.
std::size_t row_count(std::size_t nodes, std::size_t length) {
    std::size_t count = 1;
    for (std::size_t i = 0; i < length && count <= most_rows; ++i)
        count *= nodes - i;
    return count;
}

} // namespace

NodeOrder best_node_order(const PlacementProblem& problem, std::span<const std::uint32_t> slot_of_block,
                          long steps) {
    if (!nodes_are_alike(problem))
        return {};
    const NodeRows rows(problem, slot_of_block);
    if (!rows.fit() || row_count(index(problem.nodes), rows.length()) > most_rows)
        return {};
    LinkTimes times(problem);
    NicSharing sharing(problem, times.streams());
    sharing.reset(slot_of_block);
    const RowLinks links(problem, rows, times, sharing);
    if (!links.alike())
        return {};
    NodeRings rings(problem);
    rings.reset(slot_of_block);
    const RingHops hops(problem, rings, rows.count() > 1);
    OrderSearch search(problem, rows, links, hops, PlacementCost(problem, slot_of_block).cost(), steps);
    NodeOrder order;
    order.is_best = search.run();
    if (search.best().empty())
        return order;
    std::vector<std::uint32_t> new_node(index(problem.nodes));
    for (std::size_t row = 0; row < rows.count(); ++row)
        for (std::size_t place = 0; place < rows.length(); ++place)
            new_node[rows.node(row, place)] = search.best()[row * rows.length() + place];
    const auto local = std::uint32_t(problem.most_local);
    for (const std::uint32_t slot : slot_of_block)
        order.slot_of_block.push_back(new_node[problem.slots[slot].node] * local + slot % local);
    return order;
}

} // namespace pipette
