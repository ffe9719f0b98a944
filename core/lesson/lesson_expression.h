// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson_quantity.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// What an expression may name: the cases in their order, and whether they are plans.
struct LessonNames {
    std::vector<std::string> cases;
    LessonKnob::Of of = LessonKnob::Of::pipelines;
};

/// Arithmetic over figures of a lesson's cases (help: lessons.md): numbers, `case.quantity`, `case.knob`,
/// + - * / and brackets. Its dimension is known before any figure is.
class LessonExpression {
public:
    /// Throws InputError without file and place: what is not understood, or what cannot be added.
    LessonExpression(std::string_view text, const LessonNames& names);

    /// `results`: of every case that the names list. A division by zero gives 0.
    Measure of(std::span<const LessonCaseResult> results) const;
    Dimension dimension() const { return dimension_; }

private:
    friend class LessonExpressionParser;
    struct Step { // of a calculation on a stack
        enum class Do { number, quantity, knob, add, subtract, multiply, divide } what = Do::number;
        double number = 0;
        std::size_t of_case = 0;
        const LessonQuantity* quantity = nullptr;
        const LessonKnob* knob = nullptr;
    };
    std::vector<Step> steps_;
    Dimension dimension_ = Dimension::number;
};

/// A statement about figures that holds or does not: comparisons (<, >, =, !=) joined by "and". Figures
/// within half a percent of each other are equal, and neither is less than the other.
class LessonCondition {
public:
    /// Throws InputError without file and place.
    LessonCondition(std::string_view text, const LessonNames& names);
    bool holds(std::span<const LessonCaseResult> results) const;

private:
    struct Comparison {
        LessonExpression left, right;
        char sign; // '<', '>', '=', '!'
    };
    std::vector<Comparison> comparisons_;
};

/// A sentence with places for figures: "{a.idle_share} of the time". "{a.held / b.held: share}" shows a
/// number as a share.
class LessonSentence {
public:
    LessonSentence() = default;
    /// Throws InputError without file and place.
    LessonSentence(std::string_view text, const LessonNames& names);
    std::string filled(std::span<const LessonCaseResult> results) const;

private:
    struct Place {
        std::string before; // words in front of the figure
        LessonExpression figure;
        Dimension shown_as;
    };
    std::vector<Place> places_;
    std::string after_;
};

} // namespace pipette
