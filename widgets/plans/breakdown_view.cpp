// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/breakdown_view.h"

#include "core/plan/time_parts.h"
#include "widgets/charts/axis_ticks.h"
#include "widgets/charts/split_text.h"
#include "widgets/theme/legend.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QPainter>

#include <algorithm>

namespace pipette {
namespace {

constexpr double bars_margin = 8;
constexpr double whisker_room = 10; // pixels below a bar for the range of its estimate
constexpr double tallest_bar = 40;

std::vector<LegendEntry> legendOf(const std::vector<BreakdownBar>& bars, const Theme& theme) {
    std::vector<LegendEntry> entries;
    for (const TimePart& part : time_parts())
        if (std::any_of(bars.begin(), bars.end(),
                        [&part](const BreakdownBar& bar) { return bar.parts.*part.seconds > 0; }))
            entries.push_back({inkColour(part.ink, theme.kind), wordText(part.name())});
    if (std::any_of(bars.begin(), bars.end(), [](const BreakdownBar& bar) { return bar.low_s < bar.high_s; }))
        entries.push_back({{}, BreakdownView::tr("range of the estimate"), QPen(theme.text, 1.5)});
    return entries;
}

QString barText(const BreakdownBar& bar) {
    const double total = bar.parts.total();
    QString text = bar.name + QStringLiteral(": ") + timeText(total);
    if (bar.low_s < bar.high_s)
        text += BreakdownView::tr(" (%1 to %2)").arg(timeText(bar.low_s), timeText(bar.high_s));
    for (const TimePart& part : time_parts())
        if (const double seconds = bar.parts.*part.seconds; seconds > 0)
            text += QStringLiteral("\n%1: %2, %3")
                        .arg(wordText(part.name()), timeText(seconds), shareText(seconds / total));
    return text;
}

/// The bar from left to right; a piece wide enough says its share.
/// `below`: pixels under the bar for the range; 0: it lies over the bar.
void paintBar(QPainter& painter, const BreakdownBar& bar, const QRectF& area, double scale, double below,
              const Theme& theme) {
    const QFontMetricsF metrics(painter.font());
    double x = area.left();
    for (const TimePart& part : time_parts()) {
        const double seconds = bar.parts.*part.seconds;
        if (!(seconds > 0))
            continue;
        const QRectF piece(x, area.top(), seconds * scale, area.height());
        const QColor colour = inkColour(part.ink, theme.kind);
        painter.fillRect(piece, colour);
        const QString share = shareText(seconds / bar.parts.total());
        if (piece.width() > metrics.horizontalAdvance(share) + 8 && piece.height() > metrics.height()) {
            painter.setPen(textOn(colour));
            painter.drawText(piece, Qt::AlignCenter, share);
        }
        if (piece.width() > 3) {
            painter.setPen(QPen(theme.base, 1));
            painter.drawLine(piece.topRight(), piece.bottomRight());
        }
        x = piece.right();
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.outline, 1));
    painter.drawRect(QRectF(area.left(), area.top(), x - area.left(), area.height()));
    if (bar.low_s < bar.high_s) {
        const double y = below > 0 ? area.bottom() + below / 2 : area.bottom() - area.height() * 0.15;
        const double low = area.left() + bar.low_s * scale;
        const double high = area.left() + bar.high_s * scale;
        painter.setPen(QPen(theme.text, 1.5));
        painter.drawLine(QPointF(low, y), QPointF(high, y));
        painter.drawLine(QPointF(low, y - 3), QPointF(low, y + 3));
        painter.drawLine(QPointF(high, y - 3), QPointF(high, y + 3));
    }
}

/// Ticks in plain numbers, their unit at the right end. `most`: seconds.
void paintAxis(QPainter& painter, const QRectF& area, double most, const Theme& theme) {
    const QFontMetricsF small(painter.font());
    const double scale = area.width() / (most * 1.02);
    const double unit = most < 1 ? 1e-3 : 1;
    const QString title = most < 1 ? BreakdownView::tr("milliseconds") : BreakdownView::tr("seconds");
    const double titled = small.horizontalAdvance(title) + 8;
    for (const double tick : linearTicks(0, most / unit, std::max(2, static_cast<int>(area.width() / 80)))) {
        const double x = area.left() + tick * unit * scale;
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(theme.muted);
        const QString text = numberText(tick);
        const double wide = small.horizontalAdvance(text);
        if (x + wide / 2 < area.right() - titled)
            painter.drawText(
                QRectF(std::max(x - wide / 2, area.left()), area.bottom() + 2, wide + 1, small.height()),
                Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
    }
    painter.drawText(QRectF(area.left(), area.bottom() + 2, area.width(), small.height()),
                     Qt::AlignRight | Qt::AlignVCenter, title);
}

/// The outline that the selection has in every view.
void outlineBar(QPainter& painter, const BreakdownBar& bar, const QRectF& area, double scale,
                const Theme& theme) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, tokens::selection));
    painter.drawRect(QRectF(area.topLeft(), QSizeF(bar.parts.total() * scale, area.height())));
}

} // namespace

BreakdownView::BreakdownView(QWidget* parent) : BarRows(parent) {
    setAccessibleName(tr("Where the iteration time goes"));
    refreshTable();
}

void BreakdownView::setShown(const Shown& shown) {
    shown_ = shown;
    refreshTable();
    update();
}

void BreakdownView::setSelection(const Selection& selection) {
    const bool other = selection.candidate != selection_.candidate;
    selection_ = selection;
    if (other)
        tellChosen();
    update();
}

void BreakdownView::setBars(std::vector<BreakdownBar> bars) {
    bars_ = std::move(bars);
    refreshTable();
    update();
}

std::vector<BreakdownBar> BreakdownView::drawn() const {
    if (!bars_.empty() || !shown_.candidate)
        return bars_;
    const Candidate& candidate = *shown_.candidate;
    return {{splitLine(short_name(candidate.config)), candidate.breakdown, candidate.low_s, candidate.high_s,
             selection_.candidate}};
}

void BreakdownView::refreshTable() {
    const std::vector<BreakdownBar> bars = drawn();
    keepCursorInside();
    ChartTable::Content content;
    content.columns = {tr("Candidate"), tr("Iteration time")};
    for (const TimePart& part : time_parts())
        content.columns << wordText(part.name());
    content.rows = static_cast<int>(bars.size());
    content.cell = [bars](int row, int column) {
        const BreakdownBar& bar = bars[static_cast<std::size_t>(row)];
        if (column == 0)
            return ChartTable::Cell{bar.name, {}};
        const double seconds = column == 1
                                   ? bar.parts.total()
                                   : bar.parts.*time_parts()[static_cast<std::size_t>(column - 2)].seconds;
        return ChartTable::Cell{timeText(seconds), seconds};
    };
    chartTable()->setContent(std::move(content));
}

QRectF BreakdownView::barArea(QSize size) const {
    const QFontMetricsF small(smallFont(font()));
    const double legend =
        legendHeight(small, size.width() - 2 * bars_margin, legendOf(drawn(), lightTheme()));
    const double bottom = small.height() + 6 + legend + bars_margin;
    // Few bars stand at the top, with the axis right below them.
    const double most = (QFontMetricsF(font()).height() + tallest_bar + whisker_room + 24) *
                        static_cast<double>(std::max<std::size_t>(drawn().size(), 1));
    return {bars_margin, bars_margin, std::max(size.width() - 2 * bars_margin, 40.0),
            std::clamp(size.height() - bars_margin - bottom, 20.0, most)};
}

int BreakdownView::rowCount() const {
    return static_cast<int>(drawn().size());
}

QString BreakdownView::rowText(int row) const {
    return barText(drawn()[static_cast<std::size_t>(row)]);
}

QString BreakdownView::rowValue(int row) const {
    return timeText(drawn()[static_cast<std::size_t>(row)].parts.total());
}

QRectF BreakdownView::rowPlace(int row) const {
    const QRectF area = barArea(size());
    const double pitch = area.height() / rowCount();
    return {area.left(), area.top() + row * pitch, area.width(), pitch};
}

bool BreakdownView::rowChosen(int row) const {
    const int candidate = drawn()[static_cast<std::size_t>(row)].candidate;
    return candidate >= 0 && candidate == selection_.candidate;
}

int BreakdownView::rowAt(const QPointF& point) const {
    const QRectF area = barArea(size());
    const int count = rowCount();
    if (count == 0 || !area.contains(point))
        return -1;
    return std::clamp(static_cast<int>((point.y() - area.top()) / area.height() * count), 0, count - 1);
}

void BreakdownView::renderTo(QPainter* painter, QSize size) {
    const Theme& theme = themeOf(this);
    painter->fillRect(QRect(QPoint(), size), theme.base);
    const std::vector<BreakdownBar> bars = drawn();
    double most = 0;
    for (const BreakdownBar& bar : bars)
        most = std::max({most, bar.parts.total(), bar.high_s});
    if (!(most > 0))
        return paintEmpty(*painter, size, tr("No plan yet. Choose a candidate to see where its time goes."));
    painter->setFont(font());
    const QFontMetricsF metrics(font());
    const QFontMetricsF small(smallFont(font()));
    const QRectF area = barArea(size);
    const double scale = area.width() / (most * 1.02);

    painter->setFont(smallFont(font()));
    paintAxis(*painter, area, most, theme);
    const double pitch = area.height() / static_cast<double>(bars.size());
    const double label = pitch > metrics.height() * 2 ? metrics.height() + 5 : 0;
    const bool ranged =
        pitch - label > whisker_room + 12 &&
        std::any_of(bars.begin(), bars.end(), [](const BreakdownBar& bar) { return bar.low_s < bar.high_s; });
    const double below = ranged ? whisker_room : 0;
    const double height = std::clamp(pitch - label - below - 4, 2.0, tallest_bar);
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const double top = area.top() + static_cast<double>(i) * pitch + (pitch - label - height - below) / 2;
        if (label > 0) {
            const bool chosen =
                bars[i].candidate >= 0 && bars[i].candidate == selection_.candidate && bars.size() > 1;
            const bool under_cursor = hasFocus() && static_cast<int>(i) == cursor();
            painter->setFont(chosen ? strongFont(font()) : font());
            painter->setPen(chosen || under_cursor ? theme.accent : theme.text);
            const QString time = timeText(bars[i].parts.total());
            const double timeWidth = painter->fontMetrics().horizontalAdvance(time) + 8;
            painter->drawText(QRectF(area.left(), top, area.width(), label), Qt::AlignRight | Qt::AlignTop,
                              time);
            painter->drawText(QRectF(area.left(), top, area.width() - timeWidth, label),
                              Qt::AlignLeft | Qt::AlignTop,
                              QFontMetricsF(painter->font())
                                  .elidedText(bars[i].name, Qt::ElideRight, area.width() - timeWidth));
        }
        painter->setFont(smallFont(font()));
        const QRectF bar(area.left(), top + label, area.width(), height);
        paintBar(*painter, bars[i], bar, scale, below, theme);
        if (bars.size() > 1 && rowChosen(static_cast<int>(i)))
            outlineBar(*painter, bars[i], bar, scale, theme);
    }
    paintLegend(*painter,
                QRectF(bars_margin, area.bottom() + small.height() + 6, size.width() - 2 * bars_margin, 0),
                legendOf(bars, theme), theme);
}

void BreakdownView::choose(int row) {
    Selection selection = selection_;
    if (const int candidate = drawn()[static_cast<std::size_t>(row)].candidate; candidate >= 0)
        selection.candidate = candidate;
    emit selectionRequested(selection);
}

} // namespace pipette
