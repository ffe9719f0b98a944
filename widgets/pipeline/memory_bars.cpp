// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/memory_bars.h"

#include "core/base/units.h"
#include "widgets/charts/axis_ticks.h"
#include "widgets/cluster/gpus/gpu_roles.h"
#include "widgets/plans/candidates_model.h"
#include "widgets/theme/legend.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

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

double largest(const std::vector<ComparedPlan>& plans) {
    double most = 0;
    for (const ComparedPlan& plan : plans)
        for (const DeviceMemory& device : plan.candidate->memory)
            most = std::max({most, device.limit * 1.04, device.upper * 1.02, device.estimate * 1.02});
    return most;
}

constexpr double margin = 8;

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
    if (other)
        tellChosen();
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

QRectF MemoryBars::barArea(QSize size) const {
    const QFontMetricsF metrics(font());
    const QFontMetricsF small(smallFont(font()));
    const double left = margin + metrics.horizontalAdvance(QStringLiteral("stage 00")) + 6;
    double label = metrics.horizontalAdvance(QStringLiteral(" tight 000 GiB"));
    for (const Verdict verdict : {Verdict::safe, Verdict::tight, Verdict::over}) // longer in other languages
        label = std::max(label, metrics.horizontalAdvance(wordOf(verdict) + QStringLiteral(" 00,0 GiB")));
    const double right = margin + metrics.height() + label + 8;
    const double width = std::max(size.width() - left - right, 40.0);
    const double legend = legendHeight(small, size.width() - 2 * margin, legendOf(drawn(), lightTheme()));
    const double top = margin + small.height() + 4;
    const double bottom = margin + legend + small.height() * 2 + 12;
    return {left, top, width, std::max(size.height() - top - bottom, 20.0)};
}

int MemoryBars::rowAt(const QPointF& point) const {
    const QRectF area = barArea(size());
    const std::vector<Row> all = rows();
    const auto line = static_cast<int>(std::floor((point.y() - area.top()) / area.height() * lines()));
    for (std::size_t row = 0; row < all.size(); ++row)
        if (lineOf(all, row) == line)
            return static_cast<int>(row);
    return -1;
}

int MemoryBars::rowCount() const {
    return static_cast<int>(rows().size());
}

int MemoryBars::lines() const {
    const auto candidates = static_cast<int>(drawn().size());
    return rowCount() + (candidates > 1 ? candidates : 0);
}

int MemoryBars::lineOf(const std::vector<Row>& rows, std::size_t row) const {
    int headings = 0;
    if (rows.front().plan != rows.back().plan)
        for (std::size_t i = 0; i <= row; ++i)
            headings += rows[i].device == 0;
    return static_cast<int>(row) + headings;
}

QString MemoryBars::rowText(int number) const {
    const Row row = rows()[static_cast<std::size_t>(number)];
    const DeviceMemory& device = row.candidate->memory[static_cast<std::size_t>(row.device)];
    QString text = filled(tr("Stage %1: %2, %3 of %4 (upper %5)"), row.device, wordOf(device.verdict),
                          memoryText(device.estimate), memoryText(device.limit), memoryText(device.upper));
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
    return filled(tr("%1 full, %2"), shareText(device.limit > 0 ? device.estimate / device.limit : 0),
                  wordOf(device.verdict));
}

QRectF MemoryBars::rowPlace(int number) const {
    const QRectF area = barArea(size());
    const double pitch = area.height() / lines();
    return {area.left(), area.top() + lineOf(rows(), static_cast<std::size_t>(number)) * pitch, area.width(),
            pitch};
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

void MemoryBars::paintRow(QPainter& painter, const Row& row, const QRectF& area, double top, double height,
                          double scale) const {
    const Theme& theme = themeOf(this);
    const DeviceMemory& device = row.candidate->memory[static_cast<std::size_t>(row.device)];
    // The host's bar lies below the GPU's, stretched so that both limits are one line.
    const double of_gpu = device.host_limit > 0 ? 0.6 * height : height;
    const QRectF bar(area.left(), top, area.width(), of_gpu);
    const double x = paintParts(painter, device, MemoryPlace::gpu, bar, scale);
    if (device.host_limit > 0) {
        const QRectF host(area.left(), bar.bottom() + 1, area.width(), height - of_gpu - 1);
        const double end =
            paintParts(painter, device, MemoryPlace::host, host, scale * device.limit / device.host_limit);
        painter.setPen(QPen(theme.outline, 1));
        painter.drawRect(QRectF(host.left(), host.top(), end - host.left(), host.height()));
        painter.setFont(smallFont(font()));
        if (const QFontMetricsF small(painter.font()); host.height() >= small.height() - 2) {
            painter.setPen(theme.muted);
            painter.drawText(QRectF(end + 4, host.top(), 200, host.height()),
                             Qt::AlignLeft | Qt::AlignVCenter,
                             tr("host %1").arg(shareText(host_bytes(device) / device.host_limit)));
        }
        painter.setFont(font());
    }
    const bool selected = selection_.device == row.device;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(
        QPen(selected ? theme.accent : theme.outline, selected ? tokens::selection : tokens::border));
    painter.drawRect(QRectF(bar.left(), bar.top(), x - bar.left(), bar.height()));
    if (device.upper > device.estimate * 1.001) { // whisker
        const double from = bar.left() + device.estimate * scale;
        const double to = bar.left() + device.upper * scale;
        const double middle = bar.center().y();
        painter.setPen(QPen(theme.text, 1.5));
        painter.drawLine(QPointF(from, middle), QPointF(to, middle));
        painter.drawLine(QPointF(to, middle - bar.height() * 0.25),
                         QPointF(to, middle + bar.height() * 0.25));
    }
    for (const double share : {0.8, 1.0}) {
        const double at = bar.left() + share * device.limit * scale;
        painter.setPen(
            QPen(share < 1 ? theme.warning : theme.error, 1.5, share < 1 ? Qt::DashLine : Qt::SolidLine));
        painter.drawLine(QPointF(at, bar.top() - 2), QPointF(at, bar.bottom() + 2));
    }
}

void MemoryBars::paintScale(QPainter& painter, const QRectF& area, double most) const {
    const Theme& theme = themeOf(this);
    const QFontMetricsF small(smallFont(font()));
    const double scale = area.width() / most;
    painter.setFont(smallFont(font()));
    for (const double tick :
         linearTicks(0, most / bytes_per_gib, std::max(2, static_cast<int>(area.width() / 60)))) {
        const double x = area.left() + tick * bytes_per_gib * scale;
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(theme.muted);
        painter.drawText(QRectF(x - 40, area.bottom() + 3, 80, small.height()), Qt::AlignCenter,
                         numberText(tick));
    }
    painter.setPen(theme.muted);
    painter.drawText(QRectF(area.right() + 6, area.bottom() + 3, 60, small.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, tr("GiB"));
}

void MemoryBars::paintLimit(QPainter& painter, const QRectF& area, double limit) const {
    const QFontMetricsF small(smallFont(font()));
    const double tight = area.left() + (limit - area.left()) * 0.8;
    // Side by side where the bars are short: one ends at its line, the other begins at its own.
    const bool narrow = limit - tight < small.horizontalAdvance(QStringLiteral("100 %100 %"));
    painter.drawText(QRectF(tight - (narrow ? 78 : 40), margin - 2, 80, small.height()),
                     (narrow ? Qt::AlignRight : Qt::AlignHCenter) | Qt::AlignVCenter, tr("80 %"));
    painter.drawText(QRectF(limit - (narrow ? 2 : 40), margin - 2, 80, small.height()),
                     (narrow ? Qt::AlignLeft : Qt::AlignHCenter) | Qt::AlignVCenter, tr("100 %"));
}

void MemoryBars::paintHeading(QPainter& painter, const Row& row, const QRectF& line) const {
    const Theme& theme = themeOf(this);
    painter.save();
    painter.setFont(smallFont(font()));
    painter.setPen(theme.text);
    const QString heading = drawn()[row.plan].title();
    painter.drawText(
        line, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(heading, Qt::ElideRight, static_cast<int>(line.width())));
    if (row.plan > 0) {
        painter.setPen(QPen(theme.outline, 1, Qt::DotLine));
        painter.drawLine(line.topLeft(), line.topRight());
    }
    painter.restore();
}

void MemoryBars::paintLabels(QPainter& painter, const Row& row, const QRectF& line,
                             const QColor& colour) const {
    const Theme& theme = themeOf(this);
    const DeviceMemory& device = row.candidate->memory[static_cast<std::size_t>(row.device)];
    painter.setPen(colour);
    painter.drawText(QRectF(margin, line.top(), line.left() - margin - 6, line.height()),
                     Qt::AlignRight | Qt::AlignVCenter, tr("stage %1").arg(row.device));
    const double side = line.height() - 2;
    const QRectF mark(line.right() + 8, line.center().y() - side / 2, side, side);
    paintMark(painter, mark, markOf(device.verdict), theme);
    painter.setPen(markColour(markOf(device.verdict), theme));
    const QString text = wordOf(device.verdict) + QStringLiteral(" ") + memoryText(device.estimate);
    painter.drawText(QRectF(mark.right() + 4, line.top(), painter.fontMetrics().horizontalAdvance(text) + 2,
                            line.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, text);
}

void MemoryBars::renderTo(QPainter* painter, QSize size) {
    const Theme& theme = themeOf(this);
    painter->fillRect(QRect(QPoint(), size), theme.base);
    const std::vector<Row> all = rows();
    if (all.empty())
        return paintEmpty(*painter, size,
                          tr("No plan yet. Memory of each stage shows here once a candidate is chosen."));
    painter->setFont(font());
    const QFontMetricsF metrics(font());
    const QFontMetricsF small(smallFont(font()));
    const QRectF area = barArea(size);
    const double most = largest(drawn());
    const double scale = area.width() / most;
    paintScale(*painter, area, most);
    const double limit = all.front().candidate->memory.front().limit;
    if (std::all_of(all.begin(), all.end(), [limit](const Row& row) { // else each bar shows its own
            return row.candidate->memory[static_cast<std::size_t>(row.device)].limit == limit;
        }))
        paintLimit(*painter, area, area.left() + limit * scale);
    const double pitch = area.height() / lines();
    const double height = std::clamp(pitch * 0.72, 1.0, 34.0);
    const int stride = std::max(1, static_cast<int>(std::ceil((small.height() + 1) / pitch)));
    painter->setFont(pitch < metrics.height() + 2 ? smallFont(font()) : font());
    const QFontMetricsF words(painter->font());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double middle = area.top() + (lineOf(all, i) + 0.5) * pitch;
        paintRow(*painter, all[i], area, middle - height / 2, height, scale);
        if (all[i].device == 0 && drawn().size() > 1) // the candidate's heading on a line of its own
            paintHeading(*painter, all[i],
                         QRectF(margin, middle - 1.5 * pitch, size.width() - 2 * margin,
                                std::max(pitch, small.height())));
        if (all[i].device % stride == 0)
            paintLabels(*painter, all[i],
                        QRectF(area.left(), middle - words.height() / 2, area.width(), words.height()),
                        hasFocus() && static_cast<int>(i) == cursor() ? theme.accent : theme.text);
    }
    painter->setFont(smallFont(font()));
    paintLegend(*painter, QRectF(margin, area.bottom() + small.height() + 8, size.width() - 2 * margin, 0),
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
