// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/memory_layout.h"

#include "core/base/index.h"
#include "core/base/units.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

constexpr double memory_edge = 8, plan_gap = 12; // at the edges, and from one plan to the next
constexpr double narrowest_plan = 220;           // pixels of a plan beside others
constexpr double shortest_room = 84;             // pixels of bars below which words give them room
constexpr int lowest_row = 11;                   // of a row
constexpr int highest_row = 36;                  // the same: bars are no blocks
constexpr int row_of_axis = 16;                  // of rows from which the axis has room
constexpr double widest_figure = 88.8;           // GiB

double fullest(const std::vector<ComparedPlan>& plans) {
    double most = 1;
    for (const ComparedPlan& plan : plans)
        for (const DeviceMemory& device : plan.candidate->memory)
            most = std::max({most, device.limit * 1.04, device.upper * 1.02, device.estimate * 1.02});
    return most;
}

} // namespace

MemoryLayout::MemoryLayout(const std::vector<ComparedPlan>& plans, QSize size, const QFont& font,
                           double legend, double scrolled)
    : most(fullest(plans)), font_(font) {
    const auto count = static_cast<int>(plans.size());
    const double wide = size.width() - 2 * memory_edge;
    columns_ =
        std::clamp(static_cast<int>((wide + plan_gap) / (narrowest_plan + plan_gap)), 1, std::max(count, 1));
    column_ = (wide - (columns_ - 1) * plan_gap) / columns_;
    const QFontMetricsF small(smallFont(font));
    heading_ = count > 1 ? small.height() + 4 : 0;
    chip_ = QFontMetricsF(sizedFont(font, tokens::chip_text)).horizontalAdvance(QStringLiteral("00")) + 8;
    const double top = memory_edge - 4 + small.height() + 2; // the names of the limits stand above
    const double room = size.height() - top - legend - memory_edge;
    choosePitch(plans, room, small.height());
    chooseWords();
    rows = QRectF(memory_edge, top, wide,
                  std::max(std::min(content_, room - (axis ? small.height() + 4 : 0)), pitch));
    scroll = std::clamp(scrolled, std::min(rows.height() - content_, 0.0), 0.0);
}

void MemoryLayout::choosePitch(const std::vector<ComparedPlan>& plans, double room, double line) {
    std::vector<int> most_rows;
    for (std::size_t plan = 0; plan < plans.size(); ++plan) {
        if (plan % index(columns_) == 0)
            most_rows.push_back(1);
        most_rows.back() = std::max(most_rows.back(), static_cast<int>(plans[plan].candidate->memory.size()));
    }
    double all = 0;
    for (const int rows_of_band : most_rows)
        all += rows_of_band;
    const double headings = heading_ * static_cast<double>(most_rows.size());
    const double with_axis = (room - line - 4 - headings) / std::max(all, 1.0);
    axis = with_axis >= tokens::scaled(row_of_axis);
    pitch = std::clamp(axis ? with_axis : (room - headings) / std::max(all, 1.0),
                       static_cast<double>(tokens::scaled(lowest_row)),
                       static_cast<double>(tokens::scaled(highest_row)));
    for (const int rows_of_band : most_rows) {
        bands_.push_back(content_);
        content_ += heading_ + rows_of_band * pitch;
    }
}

/// The longest words that leave the bars a length that can be compared.
void MemoryLayout::chooseWords() {
    const QFontMetricsF metrics(wordsFont());
    const double icon = metrics.height() + 8,
                 figure = metrics.horizontalAdvance(QStringLiteral(" ") +
                                                    memoryText(widest_figure * bytes_per_gib));
    double word = 0;
    for (const Verdict verdict : {Verdict::safe, Verdict::tight, Verdict::over}) // longer in other languages
        word = std::max(word, metrics.horizontalAdvance(wordOf(verdict) + QStringLiteral(" ")));
    const double left = column_ - chip_ - 8;
    words = left - icon - word - figure >= shortest_room ? MemoryWords::verdict
            : left - icon - figure >= shortest_room / 2  ? MemoryWords::figure
                                                         : MemoryWords::nothing;
    words_width_ = icon + (words == MemoryWords::verdict  ? word + figure
                           : words == MemoryWords::figure ? figure
                                                          : 0);
}

QFont MemoryLayout::wordsFont() const {
    return pitch < QFontMetricsF(font_).height() + 4 ? smallFont(font_) : font_;
}

QRectF MemoryLayout::headingOf(int plan) const {
    if (heading_ <= 0)
        return {};
    return {rows.left() + plan % columns_ * (column_ + plan_gap),
            rows.top() + scroll + bands_[index(plan / columns_)], column_, heading_};
}

QRectF MemoryLayout::rowOf(int plan, int stage) const {
    return {rows.left() + plan % columns_ * (column_ + plan_gap),
            rows.top() + scroll + bands_[index(plan / columns_)] + heading_ + stage * pitch, column_, pitch};
}

QRectF MemoryLayout::chipOf(const QRectF& row) const {
    const double high = std::min(row.height() - 1, static_cast<double>(tokens::scaled(16)));
    return {row.left(), row.center().y() - high / 2, chip_, high};
}

QRectF MemoryLayout::barOf(const QRectF& row) const {
    const double left = row.left() + chip_ + 6;
    return {left, row.top(), std::max(row.right() - words_width_ - left, 10.0), row.height()};
}

QRectF MemoryLayout::wordsOf(const QRectF& row) const {
    return {row.right() - words_width_ + 4, row.top(), words_width_ - 4, row.height()};
}

} // namespace pipette
