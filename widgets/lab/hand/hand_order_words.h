// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/operation.h"
#include "widgets/pipeline/gantt_marks.h"
#include "widgets/theme/marks.h"

#include <QString>
#include <QStringList>

#include <cstdint>

namespace pipette {

class HandOrderEditor;

/// What is said of an order by hand.
struct HandOrderWords {
    Mark mark = Mark::good;
    QString title; ///< "Runs: a step takes 33 ms, 18 % idle"
    /// "At most 4 microbatches on device 0. Against 1F1B: step +3 %, 1 microbatch fewer on device 1."; empty:
    /// it does not run.
    QString comparison;
    QStringList reasons; ///< the numbered waits of a deadlock, or what is wrong with single operations
};
HandOrderWords wordsOf(const HandOrderEditor& editor);

/// What the chart marks of it, where the order is timeline `number`: the chosen operation, the waits of a
/// deadlock with the numbers of HandOrderWords::reasons, and the first moment over the memory limit.
GanttMarks marksOf(const HandOrderEditor& editor, int number, const Operation* chosen);

/// The operation of the judged timeline; -1: none.
std::int32_t numberOf(const HandOrderEditor& editor, const Operation& operation);

} // namespace pipette
