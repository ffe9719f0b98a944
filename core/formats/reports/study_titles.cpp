// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/study_titles.h"

#include <fmt/format.h>

namespace pipette {
namespace {

/// "USD at 2.5 USD a GPU-hour (price as entered)"; empty where no price is known.
std::string money_words(const StudyResult& result) {
    std::string currency, price;
    bool same = true;
    for (const PointResult& point : result.points)
        if (const Outcome& outcome = point.outcome; point.planned.best && !point.moved && outcome.cost) {
            same = same && (price.empty() || price == outcome.price_text);
            currency = outcome.currency, price = outcome.price_text;
        }
    if (currency.empty())
        return {};
    return fmt::format("{} at {}", currency, same ? price : "the price of each point, named with the points");
}

} // namespace

std::string titled(const std::string& title, const StudyResult& result, std::size_t shown, std::size_t all,
                   const char* what) {
    return fmt::format("{}{}{}", title,
                       shown < all ? fmt::format(", the first {} of {} {}", shown, all, what) : "",
                       any_assumed(result) ? " (assumed cluster)" : "");
}

std::string currency_of(const StudyResult& result) {
    const std::string words = money_words(result);
    return words.substr(0, words.find(' '));
}

std::string with_money(const std::string& title, const StudyResult& result) {
    const std::string money = money_words(result);
    return money.empty() ? title : title + "; " + money;
}

std::string deadline_words(const TrainingGoal& goal) {
    return fmt::format("deadline {:g} days", goal.days);
}

std::string budget_words(const TrainingGoal& goal) {
    return "budget " + money_text(goal.budget, goal.currency);
}

} // namespace pipette
