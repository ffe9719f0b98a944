// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/marks.h"

#include <QString>

#include <optional>
#include <vector>

namespace pipette {

/// What a pill of the answer line opens when it is pressed.
enum class Reason { outdated, memory, ties, rejected, stopped, assumptions, links, points, runs };

/// A state in a mark and a word.
struct AnswerPill {
    Reason reason = Reason::memory;
    Mark mark = Mark::good;
    QString text;    ///< "memory safe, 26 %"
    QString brief;   ///< where there is little room, beside the mark: "26 %"
    QString details; ///< for the tool tip and for screen readers; empty: the text says all
    bool operator==(const AnswerPill&) const = default;
};

/// What the first line of a workspace says: one figure, what it means, and at most three pills.
struct Answer {
    QString lead;    ///< small, before the figure: "Best so far"
    QString figure;  ///< "2.99 s"
    QString unit;    ///< "a step"
    QString gain;    ///< strong, first in the first line: "17 % faster"
    QString facts;   ///< the rest of that line
    QString reasons; ///< second line
    std::vector<AnswerPill> pills;
    std::optional<double> done = {}; ///< of a search, 0 to 1; below 0: not known. Empty: none runs
    bool outdated = false;           ///< of another setup than the one that is entered
    bool explained = false;          ///< there are reasons to open: "Why?"
    bool operator==(const Answer&) const = default;

    QString whole() const; ///< all of it in sentences, for the tool tip and for screen readers
};

inline constexpr std::size_t most_pills = 3;

} // namespace pipette
