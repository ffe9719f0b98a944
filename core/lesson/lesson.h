// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson_expression.h"
#include "core/lesson/lesson_values.h"
#include "core/plan/plan.h"
#include "core/plan/schedule_kind.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pipette {

/// A schedule of a lesson's example, without a cluster.
struct ScheduleCase {
    ScheduleKind kind = ScheduleKind::one_f_one_b;
    std::optional<P2p> p2p; ///< empty: the schedule's own way
    LessonValues values;    ///< in the place of the example's
};

/// A configuration of a lesson's example on a small cluster.
struct PlanCase {
    PlanInputs inputs;
    ParallelConfig config;
    RankMapping mapping;
};

/// One of the things that a lesson compares.
struct LessonCase {
    std::string name;  ///< in expressions: "a"
    std::string title; ///< for a person
    std::variant<ScheduleCase, PlanCase> what;
    enum class Shown { in_charts, in_words } shown = Shown::in_charts; ///< in_words: figures alone
};

/// A quantity of every case that is shown, over one knob.
struct LessonCurve {
    const LessonKnob* over = nullptr; ///< null: the lesson has no curve
    const LessonQuantity* of = nullptr;
    std::vector<double> at; ///< values of the knob, rising
};

struct LessonChoice {
    LessonSentence text;
    LessonCondition right_when;
};

/// A question whose right choice the simulator finds.
struct LessonQuestion {
    LessonSentence prompt;
    std::vector<LessonChoice> choices;
    LessonSentence explanation;
};

/// A lesson as its file states it (help: lessons.md). Texts are lesson text (see lesson_text.h).
struct Lesson {
    std::string id; ///< name of its file without the ending: how done marks know it
    std::string file;
    std::string title;
    int minutes = 0; ///< that it takes, about; 0: not said
    std::vector<LessonSentence> text;
    LessonValues values; ///< of the example
    std::vector<LessonCase> cases;
    LessonCurve curve;
    std::vector<LessonQuestion> questions;
    std::optional<LessonSentence> rule; ///< to take away
    std::vector<std::string> sources;
};

inline constexpr std::size_t most_lesson_cases = 6, most_shown_cases = 4;

/// The kind of its cases; all are of one kind.
LessonKnob::Of kind_of(const Lesson& lesson);

} // namespace pipette
