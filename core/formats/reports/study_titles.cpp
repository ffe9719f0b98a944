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

void add_deadline(ReportChart& chart, const TrainingGoal& goal, ChartPoint from, ChartPoint to,
                  ChartPoint name, ChartLabel::Anchor anchor) {
    const std::string text = fmt::format("deadline {:g} days", goal.days);
    chart.shapes.emplace_back(ChartPath{{from, to}, Ink::limit, 1.5, false});
    chart.shapes.emplace_back(ChartLabel{name.x, name.y, text, anchor, 10, false, Ink::limit});
    chart.told += (chart.told.empty() ? "" : "; ") + text;
}

} // namespace pipette
