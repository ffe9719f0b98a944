// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace pipette {

/// What steps of one layout take with several numbers of sequences: simulated points, and lines through them.
/// The time of a pipeline grows by as much with each microbatch once the pipeline is full.
class StepTimes {
public:
    explicit StepTimes(int grain) : grain_(grain) {}

    int grain() const { return grain_; } ///< the layout takes multiples of so many sequences
    bool knows(int sequences) const { return known_s_.count(sequences) > 0; }
    void add(int sequences, double time_s) { known_s_[sequences] = time_s; }
    /// So many sequences do not fit in memory, nor do more.
    void end_before(int sequences) { end_ = sequences < end_ ? sequences : end_; }
    int end() const { return end_; } ///< all numbers of sequences are below
    /// Seconds: known, else by the line through the two known points next to it; in proportion where one
    /// alone is known, which there must be.
    double at(int sequences) const;

private:
    int grain_, end_ = std::numeric_limits<int>::max();
    std::map<int, double> known_s_;
};

/// The part of a step that a pool takes.
struct BatchShare {
    int layout = 0; ///< number of a layout of the pool
    int sequences = 0;
    bool operator==(const BatchShare&) const = default;
};

/// Shares out the sequences of a step so that the last pool ends as early as can be, to a millionth of the
/// time. Each pool takes one of its layouts and at least one grain of it. The times of a layout must not fall
/// where sequences are added. Takes time in proportion to the batch and to the layouts. Empty: no multiples
/// of the grains add up to the batch.
std::optional<std::vector<BatchShare>> split_batch(const std::vector<std::vector<StepTimes>>& layouts_of_pool,
                                                   int batch);

} // namespace pipette
