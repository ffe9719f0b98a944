// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/fault_merge.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <map>

namespace pipette {
namespace {

/// A test and where it stands.
struct Attempt {
    const Measurements* file = nullptr;
    const PairTest* test = nullptr;
    std::size_t number = 0; ///< of the file
};

/// What was tried between two hosts.
struct Attempts {
    std::vector<Attempt> passed, failed;
    const Attempt* broken = nullptr; ///< a failure that nothing later made good; null: none
};

std::string place_of(const Attempt& attempt) {
    return fmt::format("{}: line {}", attempt.file->file, attempt.test->line);
}

/// Nodes by host, the longest names first: "gpu-10" is not "gpu-1".
class HostsInNames {
public:
    explicit HostsInNames(const Cluster& cluster) {
        for (int node = 0; node < cluster.node_count(); ++node)
            hosts_.emplace_back(cluster.nodes[static_cast<std::size_t>(node)].host, node);
        std::stable_sort(hosts_.begin(), hosts_.end(),
                         [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
    }

    /// The nodes whose names are whole words of the file's name.
    std::vector<int> in(const std::string& file) const {
        std::string name = std::filesystem::path(file).filename().string();
        std::vector<int> found;
        for (const auto& [host, node] : hosts_)
            if (take(name, host))
                found.push_back(node);
        return found;
    }

private:
    /// Blanks out every place of the host in the name; false when there is none.
    static bool take(std::string& name, const std::string& host) {
        const auto in_word = [&](std::size_t at) {
            return at < name.size() && std::isalnum(static_cast<unsigned char>(name[at])) != 0;
        };
        bool found = false;
        for (auto at = name.find(host); at != std::string::npos; at = name.find(host, at + 1))
            if (!(at > 0 && in_word(at - 1)) && !in_word(at + host.size())) {
                std::fill_n(name.begin() + static_cast<std::ptrdiff_t>(at), host.size(), ' ');
                found = true;
            }
        return found;
    }

    std::vector<std::pair<std::string, int>> hosts_;
};

bool made_good(const Attempt& failure, const Attempt& success) {
    const bool later = success.number > failure.number ||
                       (success.number == failure.number && success.test->line > failure.test->line);
    return later && (failure.test->gpus == 0 || success.test->repeats(*failure.test));
}

class FaultMerge {
public:
    FaultMerge(Cluster& cluster, ImportReport& report) : cluster_(cluster), report_(report) {
        for (int node = 0; node < cluster.node_count(); ++node)
            number_.emplace(cluster.nodes[static_cast<std::size_t>(node)].host, node);
    }

    void collect(const std::vector<Measurements>& files) {
        const HostsInNames names(cluster_);
        for (std::size_t i = 0; i < files.size(); ++i) {
            for (const PairTest& test : files[i].passed)
                between(number_.at(test.a), number_.at(test.b)).passed.push_back({&files[i], &test, i});
            for (const PairTest& test : files[i].failed) {
                std::vector<int> nodes;
                if (test.a.empty())
                    nodes = names.in(files[i].file);
                else
                    nodes = {number_.at(test.a), number_.at(test.b)};
                if (nodes.size() == 2)
                    between(nodes[0], nodes[1]).failed.push_back({&files[i], &test, i});
                else
                    report_.skipped.emplace_back(
                        files[i].file, fmt::format("line {}", test.line),
                        "a test failed before it named its hosts, and the file's name does not hold those of "
                        "two: " +
                            test.words);
            }
        }
    }

    NodePairs settle() {
        NodePairs pairs;
        for (auto& [pair, attempts] : attempts_) {
            settle(name_of(pair), attempts);
            if (attempts.broken != nullptr)
                pairs.insert(pair);
        }
        const std::map<int, int> hosts = broken_hosts();
        for (const auto& [host, count] : hosts)
            add_host(host, count);
        for (const auto& [a, b] : pairs)
            if (!hosts.contains(a) && !hosts.contains(b))
                add_link(a, b, *attempts_.at({a, b}).broken);
        return pairs;
    }

private:
    Attempts& between(int a, int b) { return attempts_[std::minmax(a, b)]; }

    const std::string& host(int node) const { return cluster_.nodes[static_cast<std::size_t>(node)].host; }
    std::string name_of(const std::pair<int, int>& pair) const {
        return host(pair.first) + " <-> " + host(pair.second);
    }

    void settle(const std::string& name, Attempts& attempts) {
        for (const Attempt& failure : attempts.failed) {
            const auto success =
                std::find_if(attempts.passed.begin(), attempts.passed.end(),
                             [&](const Attempt& other) { return made_good(failure, other); });
            if (success != attempts.passed.end())
                report_.conflicts.push_back(fmt::format("{}: failed ({}), but passed later ({}): no fault",
                                                        name, place_of(failure), place_of(*success)));
            else if (attempts.broken == nullptr)
                attempts.broken = &failure;
        }
        if (attempts.broken != nullptr && !attempts.passed.empty())
            report_.conflicts.push_back(fmt::format(
                "{}: failed ({}, {} of {} GPU{} a node), though {} of {} passed ({}): a fault until the same "
                "test passes later",
                name, place_of(*attempts.broken), attempts.broken->test->test, attempts.broken->test->gpus,
                attempts.broken->test->gpus == 1 ? "" : "s", attempts.passed.front().test->test,
                attempts.passed.front().test->gpus, place_of(attempts.passed.front())));
    }

    /// Hosts all of whose pairs are broken, with the number of the pairs.
    std::map<int, int> broken_hosts() const {
        std::map<int, int> broken;
        std::set<int> working;
        for (const auto& [pair, attempts] : attempts_)
            for (const int node : {pair.first, pair.second})
                if (attempts.broken != nullptr)
                    ++broken[node];
                else
                    working.insert(node);
        std::erase_if(broken,
                      [&](const auto& entry) { return entry.second < 2 || working.contains(entry.first); });
        return broken;
    }

    void add_link(int a, int b, const Attempt& failure) {
        Fault fault;
        fault.node = a, fault.other = b;
        fault.reason = failure.test->words, fault.source = place_of(failure);
        cluster_.faults.push_back(fault);
        report_.failed.push_back(
            fmt::format("{} <-> {}: {} ({})", host(a), host(b), fault.reason, fault.source));
    }

    void add_host(int node, int count) {
        const auto first = std::find_if(attempts_.begin(), attempts_.end(), [&](const auto& entry) {
            return entry.first.first == node || entry.first.second == node;
        });
        const Attempt& failure = *first->second.broken;
        const int other = first->first.first == node ? first->first.second : first->first.first;
        Fault fault;
        fault.node = node;
        fault.reason = fmt::format("the tests with all {} hosts tried failed, with {}: {}", count,
                                   host(other), failure.test->words);
        fault.source = place_of(failure);
        cluster_.faults.push_back(fault);
        report_.failed.push_back(fmt::format("{}: {} ({})", host(node), fault.reason, fault.source));
    }

    Cluster& cluster_;
    ImportReport& report_;
    std::map<std::string, int> number_;
    std::map<std::pair<int, int>, Attempts> attempts_;
};

} // namespace

NodePairs merge_faults(Cluster& cluster, const std::vector<Measurements>& files, ImportReport& report) {
    FaultMerge merge(cluster, report);
    merge.collect(files);
    return merge.settle();
}

} // namespace pipette
