// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/training_log.h"
#include "core/formats/training/log_words.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// Gathers what the lines of one log tell, as one format understands them, into runs. A run ends where
/// another total of steps is printed, or the steps begin anew. The first rank that prints a step counts, the
/// others repeat it.
class RunCollector {
public:
    /// `format`: a row's name; `framework`: what measured runs call it.
    RunCollector(std::string file, std::string_view format, std::string_view framework);

    /// From here on the collector is told about this line.
    void at_line(long number) { line_ = number; }

    /// A step with what its line tells. A number below 0: the one behind the last.
    void step(LogStep step, long total, int rank);
    /// The step that was told last, to add what later lines say of it; null: there is none, or it repeats.
    LogStep* last_step() { return repeats_ || runs_.empty() ? nullptr : &runs_.back().steps.back(); }

    /// This line, too, is of the last step; the total of steps that it prints.
    void plan_steps(long total);

    /// A timer's figure of the last step, or, where the framework prints timers first, of the next.
    enum class TimerOf { last_step, next_step };
    void timer(std::string_view name, TimerPlace place, double seconds, TimerOf of = TimerOf::last_step);

    /// Bytes as `rank` reports them; a negative rank: none is named.
    void allocated(double bytes, int rank) { note_memory(&LogMemory::peak_allocated, bytes, rank); }
    void reserved(double bytes, int rank) { note_memory(&LogMemory::peak_reserved, bytes, rank); }
    void used_share(double share) { note_memory(&LogMemory::used_share, share, -1); }

    /// A column of measured runs with its text. What is told after a step and before another run begins is of
    /// the run that follows, as its arguments are. A name that begins with a dot is the format's own (see
    /// TrainingLogFormat::finish) and no column.
    void tell(std::string_view column, std::string_view words);
    void tell(std::string_view column, long value);
    /// A column that the last step's own line tells: of the run that goes on.
    void tell_of_step(std::string_view column, long value);
    /// What was told of the run so far; empty: nothing.
    std::string told(std::string_view column) const;
    /// Adds a name to a column of several, apart by ";".
    void tell_more(std::string_view column, std::string_view name);

    /// Words were seen that only this framework writes.
    void recognise() { recognised_ = true; }
    bool recognised() const { return recognised_; }
    bool has_steps() const { return !runs_.empty(); }
    std::size_t unrecognised_steps() const { return unrecognised_; } ///< told before words were seen

    /// The runs; the collector is empty afterwards.
    std::vector<LogRun> take();

private:
    struct PendingTimer {
        std::string name;
        TimerPlace place;
        double seconds;
    };
    using Told = std::map<std::string, std::string>;

    bool begins_another(const LogStep& step, long total, int rank) const;
    void begin_run(long total);
    void note_memory(double LogMemory::*figure, double value, int rank);
    void add_timer(std::string_view name, TimerPlace place, double seconds, long step);

    std::string file_;
    std::string_view format_, framework_;
    std::vector<LogRun> runs_;
    Told pending_;                          ///< told, but of no run yet
    LogMemory pending_memory_;              ///< before the first step
    std::vector<PendingTimer> next_timers_; ///< of the next step
    long line_ = 0;
    int rank_ = -1; ///< that is followed
    std::size_t unrecognised_ = 0;
    bool repeats_ = false, recognised_ = false;
};

} // namespace pipette
