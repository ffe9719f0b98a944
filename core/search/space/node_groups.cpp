// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/space/node_groups.h"

#include <algorithm>

namespace pipette {
namespace {

/// Depth first: the node with the most broken links that is left chooses its company first.
class Grouping {
public:
    Grouping(const Cluster& cluster, const std::vector<int>& nodes, const BrokenLinks& broken, int gpus)
        : cluster_(cluster), nodes_(nodes), broken_(broken), gpus_(gpus), taken_(nodes.size(), 0) {
        std::vector<int> faults;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            hardest_first_.push_back(i);
            faults.push_back(broken.count_of(nodes[i]));
            free_gpus_ += gpus_of(i);
        }
        std::stable_sort(hardest_first_.begin(), hardest_first_.end(),
                         [&](std::size_t a, std::size_t b) { return faults[a] > faults[b]; });
    }

    std::vector<std::vector<int>> best() {
        seat(0);
        for (std::vector<int>& group : best_)
            std::sort(group.begin(), group.end());
        std::sort(best_.begin(), best_.end());
        return best_;
    }

private:
    int gpus_of(std::size_t i) const { return cluster_.kind_of_node(nodes_[i]).gpus; }
    /// Whether no more groups than were found can be made; `held`: GPUs of the group under way.
    bool over(int held) const {
        return steps_ <= 0 ||
               groups_.size() + static_cast<std::size_t>((free_gpus_ + held) / gpus_) <= best_.size();
    }

    /// Finds company for the first free node of hardest_first_ from `at` on, or leaves it out.
    void seat(std::size_t at) {
        while (at < hardest_first_.size() && taken_[hardest_first_[at]])
            ++at;
        if (groups_.size() > best_.size())
            best_ = groups_;
        if (at == hardest_first_.size() || over(0))
            return;
        const std::size_t seed = hardest_first_[at];
        take(seed);
        fill({nodes_[seed]}, gpus_of(seed), seed, at + 1);
        if (!over(0)) // once more without it
            seat(at + 1);
        give_back(seed);
    }

    /// Adds to a group of `size` GPUs from the nodes behind `last`, then from the first on.
    void fill(std::vector<int> group, int size, std::size_t last, std::size_t next_seed) {
        if (size == gpus_) {
            groups_.push_back(std::move(group));
            seat(next_seed);
            groups_.pop_back();
            return;
        }
        for (std::size_t step = 1; step < nodes_.size() && steps_ > 0; ++step) {
            const std::size_t i = (last + step) % nodes_.size();
            if (taken_[i] || size + gpus_of(i) > gpus_ || !reaches_all(nodes_[i], group))
                continue;
            --steps_;
            std::vector<int> larger = group;
            larger.push_back(nodes_[i]);
            take(i);
            fill(std::move(larger), size + gpus_of(i), i, next_seed);
            give_back(i);
            if (over(size))
                return;
        }
    }

    bool reaches_all(int node, const std::vector<int>& group) const {
        return std::none_of(group.begin(), group.end(),
                            [&](int other) { return broken_.between(node, other); });
    }
    void take(std::size_t i) {
        taken_[i] = 1;
        free_gpus_ -= gpus_of(i);
    }
    void give_back(std::size_t i) {
        taken_[i] = 0;
        free_gpus_ += gpus_of(i);
    }

    const Cluster& cluster_;
    const std::vector<int>& nodes_;
    const BrokenLinks& broken_;
    const int gpus_;
    long steps_ = 100'000; // nodes tried; more than every order of eight nodes
    long free_gpus_ = 0;
    std::vector<char> taken_;
    std::vector<std::size_t> hardest_first_;
    std::vector<std::vector<int>> groups_, best_;
};

} // namespace

std::vector<std::vector<int>> node_groups(const Cluster& cluster, const std::vector<int>& nodes,
                                          const BrokenLinks& broken, int gpus) {
    return Grouping(cluster, nodes, broken, gpus).best();
}

} // namespace pipette
