// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/nccl_log.h"

#include "core/formats/logs/host_names.h"
#include "core/formats/text/text_file.h"
#include "core/formats/text/text_lines.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace pipette {
namespace {

constexpr std::array<std::string_view, 3> operations{"sendrecv", "alltoall", "all_reduce"};
constexpr std::size_t most_ranks = 65536;
constexpr std::string_view starting = "# Collective test starting:", average = "# Avg bus bandwidth";

/// The line without what launchers put before it: "[1,0]<stdout>: " (mpirun --tag-output), "0: " (srun -l).
std::string_view untagged(std::string_view line) {
    if (line.substr(0, 1) == "[")
        if (const auto tag = line.find("<std"); tag != std::string_view::npos && tag < 24)
            if (const auto end = line.find(">:", tag); end == tag + 7) // stdout, stderr
                return line.substr(end + 2);
    if (const auto digits = line.find_first_not_of("0123456789");
        digits != std::string_view::npos && digits > 0 && line.substr(digits, 2) == ": ")
        return line.substr(digits + 2);
    return line;
}

bool begins(std::string_view text, std::string_view with) {
    return text.substr(0, with.size()) == with;
}

/// How surely a line tells that NCCL failed; 0: it does not. The surest line of a test is quoted.
int failure_weight(std::string_view text) {
    const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
    if (has("Test NCCL failure") || has("Test timeout"))
        return 2;
    for (const std::string_view words :
         {"unhandled system error", "network error", "timed out", "TIME LIMIT"})
        if (has(words))
            return 1;
    return 0;
}

/// A line of a log for a person: bounded, without control characters.
std::string quotable(std::string_view text) {
    constexpr std::size_t most = 240;
    return text.size() <= most && is_printable(text) ? std::string(text) : in_quotes(text);
}

/// Two hosts with as many ranks each: all its "# Rank" lines are there.
bool names_a_pair(const NcclSection& section) {
    std::map<std::string_view, int> ranks;
    for (const NcclSection::Rank& rank : section.ranks)
        ++ranks[rank.host];
    return ranks.size() == 2 && ranks.begin()->second == ranks.rbegin()->second;
}

/// How a log, or a test in it, is over.
enum class LogEnd { whole_line, cut_line };

class LogReader {
public:
    LogReader(const std::string& file, std::optional<NcclOperation> assumed)
        : file_(file), assumed_(assumed) {}

    void take(const TextLine& tagged) {
        const TextLine line{untagged(tagged.text), tagged.number};
        last_line_ = line.number;
        const std::string_view text = trimmed(line.text);
        try {
            if (begins(text, starting))
                open(operation_of(trimmed(text.substr(starting.size()))), line);
            else if (begins(text, "# nThread") && !(test_ && test_->section.ranks.empty()))
                open_unnamed(line);
            else if (!test_)
                take_outside(text, line);
            else if (begins(text, average))
                close_at_average(line);
            else if (!begins(text, "#") && failure_weight(text) > test_->failure_weight)
                take_failure(text, line);
            else if (!test_->spoiled)
                take_inside(text, line);
            else if (!text.empty() && (!begins(text, "#") || is_rank(text)))
                test_->spoiled_to_its_end = false;
        } catch (const InputError& error) {
            if (test_) {
                test_->spoiled = error;
                test_->spoiled_to_its_end = true;
            } else {
                log_.skipped.push_back(error);
            }
        }
    }

    NcclLog finish(LogEnd end) {
        settle_overlapped();
        if (test_) {
            forget_cut(*test_);
            const std::string why =
                fmt::format("the log ends before \"{}\" of the test that line {} starts: it was cut off",
                            average, test_->section.line);
            close_unfinished(std::exchange(test_, std::nullopt).value(), last_line_, why, end);
        }
        if (orphan_ && log_.sections.empty() && log_.failures.empty())
            log_.failures.push_back(*orphan_);
        else if (orphan_)
            log_.notes.push_back(
                fmt::format("{}: line {}: outside of a test: {}", file_, orphan_->line, orphan_->words));
        if (log_.sections.empty() && log_.failures.empty() && log_.skipped.empty())
            log_.skipped.emplace_back(file_, "", "holds no run of nccl-tests (no \"# nThread ...\" line)");
        return std::move(log_);
    }

    /// The log ends, in the middle of a line, between two tests.
    void note_cut_between_tests(std::string_view last) {
        if (test_ || log_.sections.empty() || trimmed(last) == "#" ||
            begins(trimmed(last), "# Collective test concluded") || begins(trimmed(last), average))
            return;
        log_.skipped.emplace_back(file_, fmt::format("line {}", last_line_),
                                  "the log ends in the middle of a line: it was cut off after its first "
                                  "tests, which count");
    }

private:
    /// A test that is being read.
    struct Open {
        NcclSection section;
        std::optional<InputError> spoiled;
        bool spoiled_to_its_end = false; ///< what was wrong was its last line: it was cut off there
        int failure_weight = 0, failure_line = 0;
        std::string failure, last_words;
    };

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
        settle_overlapped();
        if (test_) {
            overlapped_ = std::move(test_);
            overlapped_until_ = line.number;
            if (overlapped_->failure_weight > 0) // it is known to be over
                settle_overlapped();
        }
        stray_told_ = false;
        test_.emplace();
        test_->section.operation = operation;
        test_->section.line = line.number;
    }

    void open_unnamed(const TextLine& line) {
        if (!assumed_ && !test_) {
            stray_told_ = true; // its results are known to be nobody's
            throw InputError(
                file_, line.place(),
                "this version of nccl-tests does not write which test it ran: say it with --operation");
        }
        open(assumed_.value_or(NcclOperation::other), line);
    }

    void take_outside(std::string_view text, const TextLine& line) {
        if (!begins(text, "#") && failure_weight(text) > 0) {
            if (!orphan_)
                orphan_ = NcclFailure{{}, line.number, quotable(text)};
            return;
        }
        const bool row = looks_like_row(text);
        if (overlapped_ && (row || begins(text, average))) {
            drop_both_overlapping();
        } else if (row && !stray_told_) {
            stray_told_ = true;
            log_.skipped.emplace_back(file_, line.place(),
                                      "is a result outside of a test: the log's beginning is missing");
        }
    }

    void take_inside(std::string_view text, const TextLine& line) {
        if (is_rank(text))
            take_rank(text, line);
        else if (starts_with_digit(text))
            take_row(text, line);
        else if (!text.empty() && !begins(text, "#"))
            test_->last_words = text;
    }

    void take_failure(std::string_view text, const TextLine& line) {
        test_->failure_weight = failure_weight(text);
        test_->failure_line = line.number;
        test_->failure = quotable(text);
    }

    static bool is_rank(std::string_view text) {
        const auto parts = words(text);
        return parts.size() > 6 && parts[0] == "#" && parts[1] == "Rank";
    }

    void take_rank(std::string_view text, const TextLine& line) {
        const auto parts = words(text);
        std::vector<NcclSection::Rank>& ranks = test_->section.ranks;
        const auto rank =
            static_cast<std::size_t>(parse_integer(parts[2], "a rank", file_, line, 0, most_ranks));
        if (rank != ranks.size())
            throw InputError(
                file_, line.place(),
                fmt::format("is rank {}, expected rank {}: lines are missing, or two runs wrote into "
                            "this log at the same time",
                            rank, ranks.size()));
        const auto on = std::find(parts.begin(), parts.end(), "on");
        if (on == parts.end() || on + 1 == parts.end())
            throw InputError(file_, line.place(), "names no host, expected \"on HOST device N\"");
        check_host(on[1], file_, line.place());
        const auto bracket = text.find(']');
        const auto device =
            bracket == std::string_view::npos ? std::string_view{} : trimmed(text.substr(bracket + 1));
        if (device.empty())
            throw InputError(file_, line.place(), "names no GPU, expected \"[bus] GPU NAME\" at its end");
        ranks.push_back({std::string(on[1]), std::string(device)});
    }

    void take_row(std::string_view text, const TextLine& line) {
        const auto parts = words(text);
        if (parts.size() < 11 || parts.size() > 13)
            throw InputError(
                file_, line.place(),
                fmt::format("has {} columns, expected the 11 to 13 of a result (size, count, type, ..., "
                            "time, algbw, busbw, #wrong twice)",
                            parts.size()));
        NcclSection& section = test_->section;
        if (section.ranks.empty())
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
                section.notes.push_back(
                    fmt::format("{}: line {}: the test found wrong values on this link", file_, line.number));
        }
        section.rows.push_back(row);
    }

    void close_at_average(const TextLine& line) {
        Open test = std::exchange(test_, std::nullopt).value();
        if (test.spoiled || test.section.rows.empty()) {
            close_unfinished(std::move(test), line.number, "the test has no results", LogEnd::whole_line);
            return;
        }
        if (test.failure_weight > 0)
            test.section.notes.push_back(fmt::format("{}: line {}: the test ended, but says {}", file_,
                                                     test.failure_line, test.failure));
        log_.sections.push_back(std::move(test.section));
    }

    /// `line`: where it is known to be over.
    void close_unfinished(Open test, int line, const std::string& why, LogEnd end) {
        if (test.failure_weight > 0) {
            log_.failures.push_back({std::move(test.section), test.failure_line, std::move(test.failure)});
            return;
        }
        // A GPU that has no memory left says nothing about the link.
        const bool of_gpu = test.last_words.find("Test CUDA failure") != std::string::npos;
        if (!test.spoiled && !test.spoiled_to_its_end && !of_gpu && end == LogEnd::whole_line &&
            test.section.rows.empty() && names_a_pair(test.section)) {
            std::string words = "the test ended without a result";
            if (!test.last_words.empty())
                words += ", its last words are: " + quotable(test.last_words);
            log_.failures.push_back({std::move(test.section), line, std::move(words)});
            return;
        }
        log_.skipped.push_back(
            test.spoiled ? *test.spoiled
                         : InputError(file_, fmt::format("line {}", line),
                                      why + (of_gpu ? ": " + quotable(test.last_words) : std::string())));
        log_.unused.push_back(std::move(test.section));
    }

    /// That a test was cut off says more than what is wrong with its last line.
    static void forget_cut(Open& test) {
        if (test.spoiled_to_its_end)
            test.spoiled.reset();
    }

    /// The test that another one cut into was over when that one began.
    void settle_overlapped() {
        if (!overlapped_)
            return;
        const std::string why =
            fmt::format("a test starts before the one of line {} has ended: that one was cut off",
                        overlapped_->section.line);
        forget_cut(*overlapped_);
        close_unfinished(std::exchange(overlapped_, std::nullopt).value(), overlapped_until_, why,
                         LogEnd::whole_line);
    }

    /// Results follow after the second of two tests has ended: lines of both are mixed.
    void drop_both_overlapping() {
        log_.skipped.emplace_back(
            file_, fmt::format("line {}", overlapped_until_),
            fmt::format(
                "a test starts before the one of line {} has ended, and ends before it: two runs wrote "
                "into this log at the same time, neither counts",
                overlapped_->section.line));
        log_.unused.push_back(std::move(overlapped_->section));
        overlapped_.reset();
        stray_told_ = true;
        if (!log_.sections.empty() && log_.sections.back().line == overlapped_until_) {
            log_.unused.push_back(std::move(log_.sections.back()));
            log_.sections.pop_back();
        }
    }

    const std::string& file_;
    std::optional<NcclOperation> assumed_;
    std::optional<Open> test_, overlapped_; ///< being read; begun before it and not ended
    int overlapped_until_ = 0;              ///< line at which the next one began
    std::optional<NcclFailure> orphan_;     ///< a failure outside of any test
    NcclLog log_;
    bool stray_told_ = false;
    int last_line_ = 0;
};

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

NcclLog read_nccl_log(std::string_view text, const std::string& file, std::optional<NcclOperation> assumed) {
    LogReader reader(file, assumed);
    const auto lines = text_lines(text, file);
    for (const TextLine& line : lines)
        reader.take(line);
    if (lines.empty() || text.back() == '\n')
        return reader.finish(LogEnd::whole_line);
    reader.note_cut_between_tests(lines.back().text);
    return reader.finish(LogEnd::cut_line);
}

} // namespace pipette
