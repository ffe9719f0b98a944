// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/memory_bars.h"

#include "core/base/units.h"
#include "widgets/charts/axis_ticks.h"
#include "widgets/cluster/gpus/gpu_roles.h"
#include "widgets/plans/candidates_model.h"
#include "widgets/theme/legend.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/stage_chip.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QPainter>
#include <QWheelEvent>

#include <algorithm>

namespace pipette {
namespace {

std::vector<LegendEntry> legendOf(const std::vector<ComparedPlan>& plans, const Theme& theme) {
    std::vector<LegendEntry> entries;
    for (const ComparedPlan& plan : plans)
        for (const DeviceMemory& device : plan.candidate->memory)
            for (const MemoryPart& part : device.parts) {
                const QString name = wordText(part.name);
                const bool known =
                    std::any_of(entries.begin(), entries.end(),
                                [&name](const LegendEntry& entry) { return entry.text == name; });
                if (!known && part.bytes > 0)
                    entries.push_back({inkColour(memory_ink(part.name), theme.kind), name});
            }
    return entries;
}

constexpr double margin = 8;
constexpr double most_bar = 28; // pixels of a bar's height

} // namespace

MemoryBars::MemoryBars(QWidget* parent) : BarRows(parent) {
    setAccessibleName(tr("Memory per GPU of each pipeline stage"));
    refreshTable();
}

void MemoryBars::setShown(const Shown& shown) {
    shown_ = shown;
    refreshTable();
    update();
}

void MemoryBars::setSelection(const Selection& selection) {
    const bool other = selection.device != selection_.device;
    selection_ = selection;
    if (other) {
        tellChosen();
        reveal(selection.device);
    }
    update();
}

void MemoryBars::setCompared(std::vector<ComparedPlan> plans) {
    compared_ = std::move(plans);
    refreshTable();
    update();
}

std::vector<ComparedPlan> MemoryBars::drawn() const {
    std::vector<ComparedPlan> plans;
    for (const ComparedPlan& plan : compared_)
        if (plan.candidate && plans.size() < 4)
            plans.push_back(plan);
    if (plans.empty() && shown_.candidate)
        plans.push_back(comparedCandidate(shown_.candidate));
    return plans;
}

std::vector<MemoryBars::Row> MemoryBars::rows() const {
    std::vector<Row> rows;
    const std::vector<ComparedPlan> plans =
        drawn(); // who hold the candidates hold them longer than rows last
    for (std::size_t plan = 0; plan < plans.size(); ++plan)
        for (std::size_t device = 0; device < plans[plan].candidate->memory.size(); ++device)
            rows.push_back({plan, plans[plan].candidate.get(), static_cast<int>(device)});
    return rows;
}

void MemoryBars::refreshTable() {
    const std::vector<Row> all = rows();
    keepCursorInside();
    std::vector<QString> parts;
    for (const LegendEntry& entry : legendOf(drawn(), lightTheme()))
        parts.push_back(entry.text);
    ChartTable::Content content;
    content.columns = {tr("Configuration"), tr("Stage"), tr("Verdict"),     tr("Estimate"),
                       tr("Upper"),         tr("Limit"), tr("On the host"), tr("Of the host")};
    const auto figures = static_cast<int>(content.columns.size());
    for (const QString& part : parts)
        content.columns << part;
    content.rows = static_cast<int>(all.size());
    // The rows point into candidates that the copies below keep alive.
    content.cell = [all, parts, figures, plans = drawn()](int row, int column) {
        const Row& at = all[static_cast<std::size_t>(row)];
        const DeviceMemory& device = at.candidate->memory[static_cast<std::size_t>(at.device)];
        const auto bytes = [](double value) { return ChartTable::Cell{memoryText(value), value}; };
        switch (column) {
        case 0:
            return ChartTable::Cell{plans[at.plan].title(), {}};
        case 1:
            return ChartTable::Cell{QString::number(at.device), at.device};
        case 2:
            return ChartTable::Cell{wordOf(device.verdict), {}};
        case 3:
            return bytes(device.estimate);
        case 4:
            return bytes(device.upper);
        case 5:
            return bytes(device.limit);
        case 6:
            return bytes(host_bytes(device));
        case 7:
            return bytes(device.host_limit);
        default:
            break;
        }
        double sum = 0;
        for (const MemoryPart& part : device.parts)
            if (part.place == MemoryPlace::gpu &&
                wordText(part.name) == parts[static_cast<std::size_t>(column - figures)])
                sum += part.bytes;
        return bytes(sum);
    };
    chartTable()->setContent(std::move(content));
}

MemoryLayout MemoryBars::layoutIn(QSize size) const {
    const QFontMetricsF small(smallFont(font()));
    const double legend = legendHeight(small, size.width() - 2 * margin, legendOf(drawn(), lightTheme()));
    return {drawn(), size, font(), legend, scroll_};
}

int MemoryBars::rowAt(const QPointF& point) const {
    const MemoryLayout layout = layoutIn(size());
    const std::vector<Row> all = rows();
    for (std::size_t row = 0; row < all.size() && layout.rows.contains(point); ++row)
        if (layout.rowOf(static_cast<int>(all[row].plan), all[row].device).contains(point))
            return static_cast<int>(row);
    return -1;
}

int MemoryBars::rowCount() const {
    return static_cast<int>(rows().size());
}

void MemoryBars::scrollBy(double pixels) {
    scroll_ += pixels;
    scroll_ = layoutIn(size()).scroll; // as far as there is something to see
    update();
}

void MemoryBars::reveal(int number) {
    if (number < 0 || number >= rowCount())
        return;
    const MemoryLayout layout = layoutIn(size());
    const QRectF place = rowPlace(number);
    scrollBy(place.top() < layout.rows.top()         ? layout.rows.top() - place.top()
             : place.bottom() > layout.rows.bottom() ? layout.rows.bottom() - place.bottom()
                                                     : 0);
}

void MemoryBars::wheelEvent(QWheelEvent* event) {
    scrollBy(event->angleDelta().y() / 120.0 * 3 * layoutIn(size()).pitch);
}

void MemoryBars::keyPressEvent(QKeyEvent* event) {
    BarRows::keyPressEvent(event);
    reveal(cursor());
}

QString MemoryBars::rowText(int number) const {
    const Row row = rows()[static_cast<std::size_t>(number)];
    const DeviceMemory& device = row.candidate->memory[static_cast<std::size_t>(row.device)];
    QString text =
        filled(tr("Stage %1: %2, at most %3 of %4 (estimate %5)"), row.device, wordOf(device.verdict),
               memoryText(device.upper), memoryText(device.limit), memoryText(device.estimate));
    for (const MemoryPart& part : device.parts) {
        text += QStringLiteral("\n") + wordText(part.name) + QStringLiteral(": ") + memoryText(part.bytes);
        if (part.place == MemoryPlace::host)
            text += tr(" in host memory");
    }
    if (device.host_limit > 0)
        text += QStringLiteral("\n") + tr("host: %1 of %2 for each GPU, %3 full")
                                           .arg(memoryText(host_bytes(device)), memoryText(device.host_limit),
                                                shareText(host_bytes(device) / device.host_limit));
    if (row.candidate == shown_.candidate.get())
        text += stageReasonNote(shown_, row.device);
    if (const std::vector<ComparedPlan> plans = drawn(); plans.size() > 1)
        text = plans[row.plan].title() + QStringLiteral("\n") + text;
    return text;
}

QString MemoryBars::rowValue(int number) const {
    const Row row = rows()[static_cast<std::size_t>(number)];
    const DeviceMemory& device = row.candidate->memory[static_cast<std::size_t>(row.device)];
    return filled(tr("%1 full, %2"), shareText(device.limit > 0 ? device.upper / device.limit : 0),
                  wordOf(device.verdict));
}

QRectF MemoryBars::rowPlace(int number) const {
    const Row row = rows()[static_cast<std::size_t>(number)];
    return layoutIn(size()).rowOf(static_cast<int>(row.plan), row.device);
}

bool MemoryBars::rowChosen(int number) const {
    return rows()[static_cast<std::size_t>(number)].device == selection_.device;
}

double MemoryBars::paintParts(QPainter& painter, const DeviceMemory& device, MemoryPlace place,
                              const QRectF& bar, double scale) const {
    const Theme& theme = themeOf(this);
    double x = bar.left();
    for (const MemoryPart& part : device.parts) {
        if (part.place != place || !(part.bytes > 0))
            continue;
        const QRectF piece(x, bar.top(), part.bytes * scale, bar.height());
        fillRect(painter, piece, inkColour(memory_ink(part.name), theme.kind));
        if (piece.width() > 3 && bar.height() > 5) {
            painter.setPen(QPen(theme.base, 1));
            painter.drawLine(piece.topRight(), piece.bottomRight());
        }
        x = piece.right();
    }
    return x;
}

void MemoryBars::paintHost(QPainter& painter, const DeviceMemory& device, const QRectF& bar,
                           double scale) const {
    const Theme& theme = themeOf(this);
    const double end =
        paintParts(painter, device, MemoryPlace::host, bar, scale * device.limit / device.host_limit);
    painter.setPen(QPen(theme.outline, 1));
    painter.drawRect(QRectF(bar.left(), bar.top(), end - bar.left(), bar.height()));
    painter.setFont(smallFont(font()));
    if (const QFontMetricsF small(painter.font()); bar.height() >= small.height() - 2) {
        painter.setPen(theme.muted);
        painter.drawText(QRectF(end + 4, bar.top(), bar.right() - end - 4, bar.height()),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         tr("host %1").arg(shareText(host_bytes(device) / device.host_limit)));
    }
}

void MemoryBars::paintRow(QPainter& painter, const Row& row, const QRectF& room, double scale) const {
    const Theme& theme = themeOf(this);
    const DeviceMemory& device = row.candidate->memory[static_cast<std::size_t>(row.device)];
    for (const double share : {0.8, 1.0}) { // from row to row, one line
        const double at = room.left() + share * device.limit * scale;
        painter.setPen(QPen(share < 1 ? theme.warning : theme.error, tokens::threshold,
                            share < 1 ? Qt::DashLine : Qt::SolidLine));
        painter.drawLine(QPointF(at, room.top()), QPointF(at, room.bottom()));
    }
    const double height = std::min(std::max(room.height() * 0.72, room.height() - 5), most_bar);
    // The host's bar lies below the GPU's, stretched so that both limits are one line.
    const double of_gpu = device.host_limit > 0 ? 0.6 * height : height;
    const QRectF bar(room.left(), room.center().y() - height / 2, room.width(), of_gpu);
    const double x = paintParts(painter, device, MemoryPlace::gpu, bar, scale);
    if (device.host_limit > 0)
        paintHost(painter, device, QRectF(bar.left(), bar.bottom() + 1, bar.width(), height - of_gpu - 1),
                  scale);
    if (selection_.device == row.device) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, tokens::selection));
        painter.drawRect(QRectF(bar.left(), bar.top(), x - bar.left(), bar.height()));
    }
    if (device.upper > device.estimate * 1.001) { // whisker
        const double from = bar.left() + device.estimate * scale;
        const double to = bar.left() + device.upper * scale;
        const double middle = bar.center().y();
        painter.setPen(QPen(theme.text, 1.5));
        painter.drawLine(QPointF(from, middle), QPointF(to, middle));
        painter.drawLine(QPointF(to, middle - bar.height() * 0.25),
                         QPointF(to, middle + bar.height() * 0.25));
    }
}

void MemoryBars::paintScale(QPainter& painter, const MemoryLayout& layout, int column) const {
    const Theme& theme = themeOf(this);
    const QRectF bar = layout.barOf(layout.rowOf(column, 0));
    const double scale = bar.width() / layout.most, below = layout.rows.bottom() + 3;
    painter.setFont(smallFont(font()));
    const QFontMetricsF small(painter.font());
    const int ticks = std::max(2, static_cast<int>(bar.width() / 60));
    for (const double tick : linearTicks(0, layout.most / bytes_per_gib, ticks)) {
        const double x = bar.left() + tick * bytes_per_gib * scale;
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(x, layout.rows.top()), QPointF(x, layout.rows.bottom()));
        painter.setPen(theme.muted);
        painter.drawText(QRectF(x - 40, below, 80, small.height()), Qt::AlignCenter, numberText(tick));
    }
    painter.setPen(theme.muted);
    painter.drawText(QRectF(bar.right() + 8, below, 60, small.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("GiB"));
}

/// The names of the lines at 80 and 100 % of a GPU, above them.
void MemoryBars::paintLimits(QPainter& painter, const MemoryLayout& layout, int column, double limit) const {
    const Theme& theme = themeOf(this);
    painter.setFont(smallFont(font()));
    const QFontMetricsF small(painter.font());
    const QRectF bar = layout.barOf(layout.rowOf(column, 0));
    const double full = bar.left() + limit * bar.width() / layout.most;
    const double tight = bar.left() + 0.8 * (full - bar.left()), top = layout.rows.top() - small.height() - 1;
    const QString names[]{tr("80 %"), tr("full")};
    // Where the bars are short, one name ends at its line and the other begins at its own.
    const bool narrow = full - tight < (small.horizontalAdvance(names[0] + names[1])) / 2 + 6;
    painter.setPen(theme.warning);
    painter.drawText(QRectF(tight - (narrow ? 78 : 40), top, 80, small.height()),
                     (narrow ? Qt::AlignRight : Qt::AlignHCenter) | Qt::AlignVCenter, names[0]);
    painter.setPen(theme.error);
    painter.drawText(QRectF(full - (narrow ? 2 : 40), top, 80, small.height()),
                     (narrow ? Qt::AlignLeft : Qt::AlignHCenter) | Qt::AlignVCenter, names[1]);
    if (layout.words == MemoryWords::nothing)
        return;
    const QString figures = tr("at most"); // the figures are upper estimates
    const QRectF over(full + small.horizontalAdvance(names[1]) + 6, top, 0, small.height());
    painter.setPen(theme.muted);
    if (const double right = layout.wordsOf(layout.rowOf(column, 0)).right();
        right - over.left() >= small.horizontalAdvance(figures))
        painter.drawText(QRectF(over.topLeft(), QPointF(right, over.bottom())),
                         Qt::AlignRight | Qt::AlignVCenter, figures);
}

void MemoryBars::paintHeading(QPainter& painter, int plan, const QRectF& line) const {
    painter.setFont(smallFont(font()));
    painter.setPen(themeOf(this).text);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(drawn()[static_cast<std::size_t>(plan)].title(),
                                                      Qt::ElideRight, static_cast<int>(line.width())));
}

void MemoryBars::paintLabels(QPainter& painter, const Row& row, const MemoryLayout& layout,
                             const QRectF& line) const {
    const Theme& theme = themeOf(this);
    const DeviceMemory& device = row.candidate->memory[static_cast<std::size_t>(row.device)];
    painter.setFont(sizedFont(font(), tokens::chip_text));
    paintStageChip(painter, layout.chipOf(line), row.device, theme);
    painter.setFont(layout.wordsFont());
    const QRectF words = layout.wordsOf(line);
    const QFontMetricsF metrics(painter.font());
    const double side = std::min(metrics.height(), line.height()) - 1;
    paintMark(painter, QRectF(words.left(), words.center().y() - side / 2, side, side),
              markOf(device.verdict), theme);
    if (layout.words == MemoryWords::nothing)
        return;
    painter.setPen(markColour(markOf(device.verdict), theme));
    if (layout.words == MemoryWords::verdict)
        painter.drawText(QRectF(words.left() + side + 4, words.top(), words.width(), words.height()),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, wordOf(device.verdict));
    painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, memoryText(device.upper));
}

/// How far the rows are scrolled.
void MemoryBars::paintScrollMark(QPainter& painter, const MemoryLayout& layout) const {
    const double share = layout.rows.height() / layout.contentHeight();
    if (share > 0.999)
        return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(themeOf(this).outline);
    painter.drawRect(QRectF(layout.rows.right() + 3, layout.rows.top() - layout.scroll * share, 3,
                            layout.rows.height() * share));
}

void MemoryBars::paintRows(QPainter& painter, const MemoryLayout& layout) const {
    const std::vector<Row> all = rows();
    painter.save();
    painter.setClipRect(layout.rows.adjusted(-margin, 0, margin, 0));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto plan = static_cast<int>(all[i].plan);
        const QRectF line = layout.rowOf(plan, all[i].device);
        if (all[i].device == 0)
            paintHeading(painter, plan, layout.headingOf(plan));
        if (!line.intersects(layout.rows))
            continue;
        const QRectF bar = layout.barOf(line);
        paintRow(painter, all[i], bar, bar.width() / layout.most);
        paintLabels(painter, all[i], layout, line);
        if (hasFocus() && static_cast<int>(i) == cursor()) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(themeOf(this).accent, 1, Qt::DotLine));
            painter.drawRect(line.adjusted(-2, 0, 2, -1));
        }
    }
    painter.restore();
}

void MemoryBars::renderTo(QPainter* painter, QSize size) {
    const Theme& theme = themeOf(this);
    painter->fillRect(QRect(QPoint(), size), theme.base);
    const std::vector<Row> all = rows();
    if (all.empty())
        return paintEmpty(*painter, size,
                          tr("No plan yet. Memory of each stage shows here once a candidate is chosen."));
    const MemoryLayout layout = layoutIn(size);
    const double limit = all.front().candidate->memory.front().limit;
    const bool alike = std::all_of(all.begin(), all.end(), [limit](const Row& row) {
        return row.candidate->memory[static_cast<std::size_t>(row.device)].limit == limit;
    });
    for (int column = 0; column < layout.columns(); ++column) {
        if (layout.axis)
            paintScale(*painter, layout, column);
        if (alike) // else each bar shows its own
            paintLimits(*painter, layout, column, limit);
    }
    paintRows(*painter, layout);
    paintScrollMark(*painter, layout);
    painter->setFont(smallFont(font()));
    const double below = layout.axis ? painter->fontMetrics().height() + 4 : 0;
    paintLegend(*painter, QRectF(margin, layout.rows.bottom() + below + 4, size.width() - 2 * margin, 0),
                legendOf(drawn(), theme), theme);
}

void MemoryBars::choose(int row) {
    Selection selection = selection_;
    selection.device = rows()[static_cast<std::size_t>(row)].device;
    selection.replica = -1;
    selection.gpus = gpusAt(shown_, selection.device, -1);
    emit selectionRequested(selection);
}

} // namespace pipette
