// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/import_cluster.h"
#include "core/formats/logs/nccl_log.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

namespace pipette {
namespace {

constexpr double small_message_bytes = 1024; // takes its latency, whatever the link

/// Hosts of a run in order of their first rank, with their ranks.
Measurements hosts_of(const NcclSection& section) {
    Measurements result;
    for (const NcclSection::Rank& rank : section.ranks) {
        HostFacts& facts = result.host(rank.host);
        ++facts.gpus;
        facts.device = rank.device;
    }
    return result;
}

struct Figure {
    double gb_per_s = 0; ///< 0: nothing that counts was measured
    double latency_us = std::numeric_limits<double>::quiet_NaN();
};

Figure figure_of(const NcclSection& section, Statistic statistic, double algbw_share) {
    std::vector<double> bandwidths, latencies;
    for (const NcclRow& row : section.rows)
        for (int place = 0; place < 2; ++place) {
            const double gb_per_s =
                algbw_share > 0 ? row.algbw_gb_per_s[place] * algbw_share : row.busbw_gb_per_s[place];
            if (gb_per_s > 0)
                bandwidths.push_back(gb_per_s);
            if (section.operation == NcclOperation::sendrecv && row.bytes > 0 &&
                row.bytes <= small_message_bytes && row.time_us[place] > 0)
                latencies.push_back(row.time_us[place]);
        }
    Figure figure;
    if (!bandwidths.empty())
        figure.gb_per_s = pick(statistic, bandwidths);
    if (!latencies.empty())
        figure.latency_us = *std::min_element(latencies.begin(), latencies.end());
    return figure;
}

void add_pair(Measurements& result, const NcclSection& section, const Measurements& run,
              Statistic statistic) {
    const HostFacts &a = run.hosts[0], &b = run.hosts[1];
    // Each of a's ranks sends a share of 1/ranks of its bytes to each of b's, and the other way round.
    const double crossing = double(a.gpus) * b.gpus / static_cast<double>(section.ranks.size());
    const Figure figure =
        figure_of(section, statistic, section.operation == NcclOperation::alltoall ? crossing : 0);
    if (figure.gb_per_s > 0)
        for (const bool forth : {true, false})
            result.links.push_back({.from = forth ? a.host : b.host,
                                    .to = forth ? b.host : a.host,
                                    .gb_per_s = figure.gb_per_s,
                                    .latency_us = figure.latency_us,
                                    .line = section.line,
                                    .gpus = std::min(a.gpus, b.gpus)});
}

enum class RankList { whole, in_doubt };

/// Hosts that exist, whatever was measured on them. Their GPUs count only where the test listed all its
/// ranks.
void add_hosts(Measurements& result, const NcclSection& section, RankList ranks) {
    for (const HostFacts& facts : hosts_of(section).hosts) {
        HostFacts& known = result.host(facts.host);
        if (ranks == RankList::whole)
            known.gpus = std::max(known.gpus, facts.gpus);
        known.device = facts.device;
    }
}

/// Empty unless the test ran between two hosts or before it named any.
std::optional<PairTest> pair_test(const NcclSection& section, int line, const std::string& words) {
    const Measurements run = hosts_of(section);
    PairTest test{{}, {}, std::string(name_of(section.operation)), 0, line, words};
    if (run.hosts.size() == 2) {
        test.a = run.hosts[0].host, test.b = run.hosts[1].host;
        test.gpus = run.hosts[0].gpus;
    } else if (!run.hosts.empty()) {
        return std::nullopt;
    }
    return test;
}

/// A log that holds the same test of the same GPUs twice is worth a word: it may be two runs by mistake.
void note_repeats(Measurements& result, NcclOperation operation) {
    std::map<std::tuple<std::string, std::string, int>, int> lines; ///< hosts and GPUs, where it ran first
    for (const PairTest& test : result.passed) {
        if (test.test != name_of(operation))
            continue;
        const auto [a, b] = std::minmax(test.a, test.b);
        const auto [first, is_new] = lines.try_emplace({a, b, test.gpus}, test.line);
        if (!is_new)
            result.notes.push_back(
                fmt::format("{}: line {}: {} between {} and {} was run before, at line {}: both count",
                            result.file, test.line, test.test, a, b, first->second));
    }
}

void add_failures(Measurements& result, const NcclLog& log) {
    for (const NcclFailure& failure : log.failures) {
        add_hosts(result, failure.test, RankList::whole);
        if (auto test = pair_test(failure.test, failure.line, failure.words))
            result.failed.push_back(std::move(*test));
        else
            result.skipped.emplace_back(
                result.file, fmt::format("line {}", failure.line),
                fmt::format("a {} over {} host{} failed, which tells no pair: {}",
                            name_of(failure.test.operation), hosts_of(failure.test).hosts.size(),
                            hosts_of(failure.test).hosts.size() == 1 ? "" : "s", failure.words));
    }
}

/// What the runs of `operation` in a log say. Two hosts: sendrecv gives the flow (its ring crosses once each
/// way, whatever the ranks a node), alltoall the aggregate: algbw * ranks of one node * share of a rank's
/// bytes that crosses, all_reduce the aggregate of its ring, busbw. One host: sendrecv and all_reduce give
/// the stream inside a node. Latency only from sendrecv of at most 1 KiB. Tests of every operation tell which
/// pairs of hosts passed and which failed.
Measurements nccl_measurements(const NcclLog& log, NcclOperation operation, Statistic statistic,
                               const std::string& file) {
    Measurements result;
    result.file = file;
    result.tool = "nccl-tests " + std::string(name_of(operation));
    result.meaning =
        operation == NcclOperation::sendrecv ? BandwidthMeaning::flow : BandwidthMeaning::aggregate;
    result.is_log = true;
    result.skipped = log.skipped;
    result.notes = log.notes;
    for (const NcclSection& section : log.unused)
        add_hosts(result, section, RankList::in_doubt);
    add_failures(result, log);
    for (const NcclSection& section : log.sections) {
        const Measurements run = hosts_of(section);
        add_hosts(result, section, RankList::whole);
        if (const auto test = pair_test(section, section.line, {}); test && run.hosts.size() == 2)
            result.passed.push_back(*test);
        if (section.operation != operation)
            continue;
        result.notes.insert(result.notes.end(), section.notes.begin(), section.notes.end());
        if (run.hosts.size() == 2)
            add_pair(result, section, run, statistic);
        else if (run.hosts.size() > 2)
            result.notes.push_back(
                fmt::format("{}: line {}: a run over {} hosts says nothing about one pair: left out", file,
                            section.line, run.hosts.size()));
        else if (operation != NcclOperation::alltoall && section.ranks.size() > 1)
            if (const Figure figure = figure_of(section, statistic, 0); figure.gb_per_s > 0)
                result.intra_flow_gb_per_s.push_back(figure.gb_per_s);
    }
    note_repeats(result, operation);
    return result;
}

/// All logs are of one test: what is in them decides which, when nobody else does.
class NcclLogs : public FileSeries {
public:
    explicit NcclLogs(const ImportOptions& options) : options_(options) {}

    void add(std::string_view text, const std::string& file) override {
        logs_.push_back({&file, read_nccl_log(text, file, options_.operation)});
    }

    std::vector<Measurements> finish(std::vector<InputError>& skipped) override {
        const auto operation = chosen_operation();
        std::vector<Measurements> files;
        for (const ReadLog& read : logs_)
            try {
                files.push_back(nccl_measurements(read.log, operation.value_or(NcclOperation::sendrecv),
                                                  options_.statistic, *read.file));
                if (says_nothing(files.back()))
                    skipped.emplace_back(
                        *read.file, "",
                        operation
                            ? fmt::format("holds no {} run over two hosts or within one", name_of(*operation))
                            : "holds no sendrecv, alltoall or all_reduce run");
            } catch (const InputError& error) {
                skipped.push_back(error);
            }
        return files;
    }

private:
    struct ReadLog {
        const std::string* file;
        NcclLog log;
    };

    static bool says_nothing(const Measurements& file) {
        return file.links.empty() && file.intra_flow_gb_per_s.empty() && file.failed.empty() &&
               file.skipped.empty() && file.notes.empty();
    }

    /// sendrecv when any log has it, else the first that any has.
    std::optional<NcclOperation> chosen_operation() const {
        if (options_.operation)
            return options_.operation;
        for (const NcclOperation operation :
             {NcclOperation::sendrecv, NcclOperation::alltoall, NcclOperation::all_reduce})
            for (const ReadLog& read : logs_)
                for (const NcclSection& section : read.log.sections)
                    if (section.operation == operation)
                        return operation;
        return std::nullopt;
    }

    const ImportOptions& options_;
    std::vector<ReadLog> logs_;
};

bool is_nccl_log(const FileBeginning& beginning) {
    return beginning.has("Collective test starting") || beginning.has("# nThread") ||
           beginning.has("# nccl-tests version") || beginning.has("Test NCCL failure");
}

const Registered<ImportFormat> nccl_tests_row({
    .name = "nccl-tests",
    .description = "sendrecv_perf, alltoall_perf and all_reduce_perf; a file a pair of hosts",
    .recognises = is_nccl_log,
    .series = [](const ImportOptions& options) -> std::unique_ptr<FileSeries> {
        return std::make_unique<NcclLogs>(options);
    },
});

} // namespace
} // namespace pipette
