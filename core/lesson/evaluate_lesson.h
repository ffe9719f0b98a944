// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"
#include "core/search/space/knowledge.h"

#include <functional>
#include <stop_token>

namespace pipette {

/// What the simulator finds for a question.
struct AnsweredQuestion {
    std::string prompt;               ///< lesson text with its figures, as all texts of an answer
    std::vector<std::string> choices; ///< lesson text
    std::vector<bool> right;          ///< [choice]
    std::string explanation;
    /// The one choice that is right; -1: none is, or several are.
    int only_right() const;
};

/// A lesson with every figure filled in.
struct LessonAnswer {
    std::vector<LessonCaseResult> cases;
    std::vector<std::string> text; ///< [paragraph] lesson text
    std::vector<AnsweredQuestion> questions;
    std::string rule; ///< lesson text; empty: the lesson has none
    struct Curve {
        std::size_t of_case = 0;
        std::vector<double> at, figures; ///< the values of the knob that the case allows
    };
    std::vector<Curve> curves; ///< one a case in the charts
};

/// Where knowledge for plans comes from; asked only by lessons whose cases are plans.
using KnowledgeSource = std::function<Knowledge()>;

/// Simulates every case of the lesson with the example's values replaced by `values`, and finds the answers.
/// On any thread. Throws InputError with the lesson's file and the case where a schedule or a plan does not
/// allow them. Asked to stop, it leaves out the curves.
LessonAnswer evaluate_lesson(const Lesson& lesson, const LessonValues& values,
                             const KnowledgeSource& knowledge, std::stop_token stop = {});

/// Throws InputError with file and place unless each question has exactly one right choice.
void check_answers(const Lesson& lesson, const LessonAnswer& answer);

} // namespace pipette
