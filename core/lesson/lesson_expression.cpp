// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson_expression.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace pipette {
namespace {

constexpr std::size_t longest = 400; // characters of one expression
constexpr int deepest = 20;          // brackets

[[noreturn]] void refuse(const std::string& reason) {
    throw InputError({}, {}, reason);
}

bool is_name(char character) {
    return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9') ||
           character == '_';
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Every figure that a case of this kind has, for a message.
std::string figure_names(LessonKnob::Of of) {
    std::vector<std::string_view> names;
    for (const LessonQuantity& quantity : lesson_quantities())
        if (quantity.of == LessonQuantity::Of::every_case || of == LessonKnob::Of::plans)
            names.push_back(quantity.name);
    for (const LessonKnob& knob : lesson_knobs())
        if (knob.of == of)
            names.push_back(knob.name);
    return fmt::format("{}", fmt::join(names, ", "));
}

bool is_plain(Dimension dimension) {
    return dimension == Dimension::number || dimension == Dimension::share;
}

/// Of a sum: shares and numbers may be added, all else to its like alone.
Dimension of_sum(Dimension a, Dimension b) {
    if (a != b && !(is_plain(a) && is_plain(b)))
        refuse(fmt::format("adds or compares a {} and a {}, expected figures of one kind", name_of(a),
                           name_of(b)));
    return a == Dimension::number ? b : a;
}

Dimension of_product(Dimension a, Dimension b) {
    if (!is_plain(a) && !is_plain(b))
        refuse(fmt::format("multiplies a {} by a {}", name_of(a), name_of(b)));
    return is_plain(a) ? (a == Dimension::share && b == Dimension::number ? a : b) : a;
}

Dimension of_quotient(Dimension a, Dimension b) {
    if (!is_plain(a) && a == b)
        return Dimension::number;
    if (!is_plain(b))
        refuse(fmt::format("divides a {} by a {}", name_of(a), name_of(b)));
    return is_plain(a) ? Dimension::number : a;
}

} // namespace

class LessonExpressionParser {
public:
    LessonExpressionParser(std::string_view text, const LessonNames& names, LessonExpression& to)
        : text_(text), names_(names), to_(to) {}

    void parse() {
        if (text_.size() > longest)
            refuse(
                fmt::format("is an expression of {} characters, expected {} at most", text_.size(), longest));
        to_.dimension_ = sum(0);
        skip();
        if (at_ < text_.size())
            refuse(fmt::format("is not understood from {} on, expected +, -, * or /",
                               in_quotes(text_.substr(at_))));
    }

private:
    using Step = LessonExpression::Step;

    void skip() {
        while (at_ < text_.size() && text_[at_] == ' ')
            ++at_;
    }
    bool take(char character) {
        skip();
        if (at_ >= text_.size() || text_[at_] != character)
            return false;
        ++at_;
        return true;
    }
    void put(Step::Do what) { to_.steps_.push_back({.what = what}); }

    Dimension sum(int depth) {
        Dimension dimension = product(depth);
        for (;;) {
            const bool plus = take('+');
            if (!plus && !take('-'))
                return dimension;
            dimension = of_sum(dimension, product(depth));
            put(plus ? Step::Do::add : Step::Do::subtract);
        }
    }

    Dimension product(int depth) {
        Dimension dimension = factor(depth);
        for (;;) {
            const bool times = take('*');
            if (!times && !take('/'))
                return dimension;
            const Dimension next = factor(depth);
            dimension = times ? of_product(dimension, next) : of_quotient(dimension, next);
            put(times ? Step::Do::multiply : Step::Do::divide);
        }
    }

    Dimension factor(int depth) {
        if (depth > deepest)
            refuse(fmt::format("has brackets in brackets, {} at most", deepest));
        if (take('(')) {
            const Dimension inner = sum(depth + 1);
            if (!take(')'))
                refuse("has a ( without a )");
            return inner;
        }
        skip();
        if (at_ < text_.size() && (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0))
            return number();
        return figure();
    }

    Dimension number() {
        Step step;
        const char* const end = text_.data() + text_.size();
        const auto [stop, error] =
            std::from_chars(text_.data() + at_, end, step.number, std::chars_format::fixed);
        if (error != std::errc{})
            refuse(fmt::format("has no number at {}", in_quotes(text_.substr(at_))));
        at_ = static_cast<std::size_t>(stop - text_.data());
        to_.steps_.push_back(step);
        return Dimension::number;
    }

    std::string_view word() {
        const std::size_t from = at_;
        while (at_ < text_.size() && is_name(text_[at_]))
            ++at_;
        return text_.substr(from, at_ - from);
    }

    Dimension figure() {
        const std::size_t from = at_;
        const std::string_view of_case = word();
        const bool dotted = take('.');
        if (of_case.empty() || !dotted)
            refuse(fmt::format("is not understood at {}, expected a number, a bracket or case.quantity",
                               in_quotes(text_.substr(std::min(from, text_.size())))));
        const auto found = std::find(names_.cases.begin(), names_.cases.end(), of_case);
        if (found == names_.cases.end())
            refuse(fmt::format("names the case {}, expected {}", in_quotes(of_case),
                               fmt::join(names_.cases, ", ")));
        Step step;
        step.of_case = static_cast<std::size_t>(found - names_.cases.begin());
        const std::string_view name = word();
        const bool plans = names_.of == LessonKnob::Of::plans;
        step.quantity = lesson_quantity(name);
        if (step.quantity && (plans || step.quantity->of == LessonQuantity::Of::every_case)) {
            step.what = Step::Do::quantity;
            to_.steps_.push_back(step);
            return step.quantity->dimension;
        }
        step.knob = lesson_knob(name);
        if (!step.knob || step.knob->of != names_.of)
            refuse(fmt::format("names the figure {}, expected {}", in_quotes(name), figure_names(names_.of)));
        step.what = Step::Do::knob;
        to_.steps_.push_back(step);
        return step.knob->dimension;
    }

    std::string_view text_;
    const LessonNames& names_;
    LessonExpression& to_;
    std::size_t at_ = 0;
};

LessonExpression::LessonExpression(std::string_view text, const LessonNames& names) {
    LessonExpressionParser(text, names, *this).parse();
}

Measure LessonExpression::of(std::span<const LessonCaseResult> results) const {
    constexpr double milli = 1e-3; // knobs of time are in ms
    std::vector<double> stack;
    for (const Step& step : steps_) {
        const auto combine = [&](auto operation) {
            const double right = stack.back();
            stack.pop_back();
            stack.back() = operation(stack.back(), right);
        };
        switch (step.what) {
        case Step::Do::number:
            stack.push_back(step.number);
            break;
        case Step::Do::quantity:
            stack.push_back(step.quantity->figure(results[step.of_case]));
            break;
        case Step::Do::knob:
            stack.push_back(results[step.of_case].values.of(*step.knob, 0) *
                            (step.knob->dimension == Dimension::time ? milli : 1));
            break;
        case Step::Do::add:
            combine([](double a, double b) { return a + b; });
            break;
        case Step::Do::subtract:
            combine([](double a, double b) { return a - b; });
            break;
        case Step::Do::multiply:
            combine([](double a, double b) { return a * b; });
            break;
        case Step::Do::divide:
            combine([](double a, double b) { return b == 0 ? 0 : a / b; });
            break;
        }
    }
    return {stack.back(), dimension_};
}

LessonCondition::LessonCondition(std::string_view text, const LessonNames& names) {
    constexpr std::string_view joined = " and ";
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t to = std::min(text.find(joined, from), text.size());
        const std::string_view part = text.substr(from, to - from);
        const std::size_t sign = part.find_first_of("<>=!");
        const std::size_t width = sign < part.size() && part[sign] == '!' ? 2 : 1;
        if (sign == std::string_view::npos || (width == 2 && part.substr(sign, 2) != "!="))
            refuse(fmt::format("is {}, expected a comparison with <, >, = or !=", in_quotes(part)));
        Comparison comparison{LessonExpression(part.substr(0, sign), names),
                              LessonExpression(part.substr(sign + width), names), part[sign]};
        of_sum(comparison.left.dimension(), comparison.right.dimension());
        comparisons_.push_back(std::move(comparison));
        from = to + joined.size();
    }
}

bool LessonCondition::holds(std::span<const LessonCaseResult> results) const {
    return std::all_of(comparisons_.begin(), comparisons_.end(), [&](const Comparison& one) {
        const double left = one.left.of(results).value, right = one.right.of(results).value;
        const bool level = are_level(left, right);
        switch (one.sign) {
        case '<':
            return !level && left < right;
        case '>':
            return !level && left > right;
        case '!':
            return !level;
        default:
            return level;
        }
    });
}

LessonSentence::LessonSentence(std::string_view text, const LessonNames& names) {
    std::size_t from = 0;
    for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{', from)) {
        const std::size_t close = text.find('}', open);
        if (close == std::string_view::npos)
            refuse("has a { without a }");
        std::string_view inside = text.substr(open + 1, close - open - 1);
        std::optional<Dimension> shown;
        if (const std::size_t colon = inside.find(':'); colon != std::string_view::npos) {
            const std::string_view wanted = trimmed(inside.substr(colon + 1));
            if (wanted != "share" && wanted != "number")
                refuse(fmt::format("shows a figure as {}, expected share or number", in_quotes(wanted)));
            shown = wanted == "share" ? Dimension::share : Dimension::number;
            inside = inside.substr(0, colon);
        }
        LessonExpression figure(inside, names);
        if (shown && !is_plain(figure.dimension()))
            refuse(fmt::format("shows a {} as a {}", name_of(figure.dimension()), name_of(*shown)));
        const Dimension dimension = shown.value_or(figure.dimension());
        places_.push_back({std::string(text.substr(from, open - from)), std::move(figure), dimension});
        from = close + 1;
    }
    after_ = text.substr(from);
}

std::string LessonSentence::filled(std::span<const LessonCaseResult> results) const {
    std::string text;
    for (const Place& place : places_)
        text += place.before + text_of(Measure{place.figure.of(results).value, place.shown_as});
    return text + after_;
}

} // namespace pipette
