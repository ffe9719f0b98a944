// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/nccl_tests.h"

#include "core/base/input_error.h"
#include "core/formats/host_names.h"
#include "core/formats/text_file.h"
#include "core/formats/text_lines.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr std::array<std::string_view, 3> operations{"sendrecv", "alltoall", "all_reduce"};
constexpr std::size_t most_ranks = 65536;
constexpr double small_message_bytes = 1024; // takes its latency, whatever the link

/// The line without what launchers put before it: "[1,0]<stdout>: " (mpirun --tag-output), "0: " (srun -l).
std::string_view untagged(std::string_view line) {
    if (line.substr(0, 1) == "[")
        if (const auto tag = line.find("<stdout>:"); tag != std::string_view::npos && tag < 24)
            return line.substr(tag + 9);
    if (const auto digits = line.find_first_not_of("0123456789");
        digits != std::string_view::npos && digits > 0 && line.substr(digits, 2) == ": ")
        return line.substr(digits + 2);
    return line;
}

class LogReader {
public:
    LogReader(const std::string& file, std::optional<NcclOperation> assumed)
        : file_(file), assumed_(assumed) {}

    void take(const TextLine& tagged) {
        const TextLine line{untagged(tagged.text), tagged.number};
        last_line_ = line.number;
        const std::string_view text = trimmed(line.text);
        constexpr std::string_view starting = "# Collective test starting:";
        if (text.substr(0, starting.size()) == starting)
            open(operation_of(trimmed(text.substr(starting.size()))), line);
        else if (text.substr(0, 9) == "# nThread" && !(section_ && section_->ranks.empty()))
            open_unnamed(line);
        else if (section_ && text.substr(0, 1) == "#")
            take_comment(text, line);
        else if (section_ && starts_with_digit(text))
            take_row(text, line);
        else if (!section_ && looks_like_row(text))
            throw InputError(file_, line.place(),
                             "is a result outside of a test: the log's beginning is missing");
    }

    std::vector<NcclSection> finish() {
        if (section_)
            throw InputError(
                file_, fmt::format("line {}", last_line_),
                fmt::format("the log ends before \"# Avg bus bandwidth\" of the test that line {} "
                            "starts: it was cut off",
                            section_->line));
        if (sections_.empty())
            throw InputError(file_, {}, "holds no run of nccl-tests (no \"# nThread ...\" line)");
        return std::move(sections_);
    }

private:
    static NcclOperation operation_of(std::string_view test) {
        for (std::size_t i = 0; i < operations.size(); ++i)
            if (test == std::string(operations[i]) + "_perf")
                return static_cast<NcclOperation>(i);
        return NcclOperation::other;
    }

    static bool looks_like_row(std::string_view text) {
        const auto parts = words(text);
        return parts.size() >= 11 && std::all_of(parts.begin(), parts.begin() + 2, starts_with_digit);
    }

    void open(NcclOperation operation, const TextLine& line) {
        if (section_)
            throw InputError(
                file_, line.place(),
                fmt::format("a test starts before the one of line {} has ended: that one was cut off, or "
                            "two runs wrote into this log at the same time",
                            section_->line));
        section_ = NcclSection{operation, line.number, {}, {}, {}};
    }

    void open_unnamed(const TextLine& line) {
        if (!assumed_ && !section_)
            throw InputError(
                file_, line.place(),
                "this version of nccl-tests does not write which test it ran: say it with --operation");
        open(assumed_.value_or(NcclOperation::other), line);
    }

    void take_comment(std::string_view text, const TextLine& line) {
        const auto parts = words(text);
        if (parts.size() > 6 && parts[1] == "Rank") {
            take_rank(text, parts, line);
        } else if (text.substr(0, 19) == "# Avg bus bandwidth") {
            if (section_->rows.empty())
                throw InputError(file_, line.place(),
                                 fmt::format("the test that line {} starts has no results", section_->line));
            sections_.push_back(std::move(*section_));
            section_.reset();
        }
    }

    void take_rank(std::string_view text, const std::vector<std::string_view>& parts, const TextLine& line) {
        const auto rank =
            static_cast<std::size_t>(parse_integer(parts[2], "a rank", file_, line, 0, most_ranks));
        if (rank != section_->ranks.size())
            throw InputError(
                file_, line.place(),
                fmt::format("is rank {}, expected rank {}: lines are missing, or two runs wrote into "
                            "this log at the same time",
                            rank, section_->ranks.size()));
        const auto on = std::find(parts.begin(), parts.end(), "on");
        if (on == parts.end() || on + 1 == parts.end())
            throw InputError(file_, line.place(), "names no host, expected \"on HOST device N\"");
        check_host(on[1], file_, line.place());
        const auto bracket = text.find(']');
        const auto device =
            bracket == std::string_view::npos ? std::string_view{} : trimmed(text.substr(bracket + 1));
        if (device.empty())
            throw InputError(file_, line.place(), "names no GPU, expected \"[bus] GPU NAME\" at its end");
        section_->ranks.push_back({std::string(on[1]), std::string(device)});
    }

    void take_row(std::string_view text, const TextLine& line) {
        const auto parts = words(text);
        if (parts.size() < 11 || parts.size() > 13)
            throw InputError(
                file_, line.place(),
                fmt::format("has {} columns, expected the 11 to 13 of a result (size, count, type, ..., "
                            "time, algbw, busbw, #wrong twice)",
                            parts.size()));
        if (section_->ranks.empty())
            throw InputError(file_, line.place(), "is a result before any \"# Rank\" line");
        NcclRow row;
        row.line = line.number;
        row.bytes = parse_measure(parts[0], "a size in bytes", file_, line);
        for (int place = 0; place < 2; ++place) {
            const auto* column = &parts[parts.size() - 8 + 4 * static_cast<std::size_t>(place)];
            row.time_us[place] = parse_measure(column[0], "a time in us", file_, line);
            row.algbw_gb_per_s[place] = parse_measure(column[1], "a bandwidth in GB/s", file_, line);
            row.busbw_gb_per_s[place] = parse_measure(column[2], "a bandwidth in GB/s", file_, line);
            if (column[3] != "N/A" && parse_measure(column[3], "a number of wrong values", file_, line) > 0)
                section_->notes.push_back(
                    fmt::format("{}: line {}: the test found wrong values on this link", file_, line.number));
        }
        section_->rows.push_back(row);
    }

    const std::string& file_;
    std::optional<NcclOperation> assumed_;
    std::optional<NcclSection> section_;
    std::vector<NcclSection> sections_;
    int last_line_ = 0;
};

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
            result.links.push_back({forth ? a.host : b.host, forth ? b.host : a.host, -1, -1, figure.gb_per_s,
                                    figure.latency_us, section.line});
}

} // namespace

std::string_view name_of(NcclOperation operation) {
    return operation == NcclOperation::other ? "other" : operations[static_cast<std::size_t>(operation)];
}

std::optional<NcclOperation> nccl_operation_named(std::string_view name) {
    for (std::size_t i = 0; i < operations.size(); ++i)
        if (operations[i] == name)
            return static_cast<NcclOperation>(i);
    return std::nullopt;
}

std::vector<NcclSection> read_nccl_sections(std::string_view text, const std::string& file,
                                            std::optional<NcclOperation> assumed) {
    LogReader reader(file, assumed);
    for (const TextLine& line : text_lines(text, file))
        reader.take(line);
    return reader.finish();
}

Measurements nccl_measurements(const std::vector<NcclSection>& sections, NcclOperation operation,
                               Statistic statistic, const std::string& file) {
    Measurements result;
    result.file = file;
    result.tool = "nccl-tests " + std::string(name_of(operation));
    result.meaning =
        operation == NcclOperation::sendrecv ? BandwidthMeaning::flow : BandwidthMeaning::aggregate;
    bool found = false;
    for (const NcclSection& section : sections) {
        const Measurements run = hosts_of(section);
        for (const HostFacts& facts :
             run.hosts) { // known to be in the cluster, whatever was measured on them
            HostFacts& known = result.host(facts.host);
            known.gpus = std::max(known.gpus, facts.gpus);
            known.device = facts.device;
        }
        if (section.operation != operation)
            continue;
        found = true;
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
    if (!found)
        result.notes.push_back(fmt::format("{}: holds no {} run", file, name_of(operation)));
    return result;
}

} // namespace pipette
