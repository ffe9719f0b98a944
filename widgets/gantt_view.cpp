// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gantt_view.h"

#include "widgets/legend.h"
#include "widgets/theme.h"
#include "widgets/timeline_plottable.h"
#include "widgets/units_text.h"

#include <QKeyEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <qcustomplot.h>

namespace pipette {
namespace {

using Bar = TimelinePlottable::Bar;
using Row = TimelinePlottable::Row;

std::size_t at(std::int32_t i) {
    return static_cast<std::size_t>(i);
}

OperationLook look_of(OperationKind kind) {
    switch (kind) {
    case OperationKind::weight_gradient:
        return OperationLook::weight;
    case OperationKind::overlapped:
        return OperationLook::overlapped;
    case OperationKind::backward:
    case OperationKind::input_gradient:
        return OperationLook::backward;
    default:
        return OperationLook::forward;
    }
}

QString name_of_operation(const Operation& o) {
    const QString name = QLatin1Char(letter_of(o.kind)) + QString::number(o.microbatch);
    return o.kind == OperationKind::overlapped
               ? QStringLiteral("F%1 B%2").arg(o.microbatch).arg(o.backward_microbatch)
               : name;
}

// Rows of one timeline: a device's operations and, thinner, what it sends. Sends may overlap; a row takes
// what it can.
void append_rows(std::vector<Row>& rows, const Timeline& timeline, int number, bool sends_shown) {
    const Schedule& schedule = *timeline.schedule;
    std::vector<bool> critical(at(schedule.count()), false);
    for (const std::int32_t i : timeline.critical_path)
        critical[at(i)] = true;
    std::vector<std::vector<Bar>> sends(at(schedule.devices()));
    for (const TimelineSend& send : timeline.sends)
        if (send.end > send.start)
            sends[schedule.operation(send.from).device].push_back(
                {send.start, send.end, send.from, OperationLook::communication, false});
    for (int d = 0; d < schedule.devices(); ++d) {
        Row row;
        row.timeline = number, row.device = d;
        for (const std::int32_t i : schedule.order(d))
            if (timeline.end[at(i)] > timeline.start[at(i)])
                row.bars.push_back({timeline.start[at(i)], timeline.end[at(i)], i,
                                    look_of(schedule.operation(i).kind), critical[at(i)]});
        for (const TimelineTail& tail : timeline.tails)
            if (tail.device == d)
                row.bars.push_back({tail.start, tail.end, -1, OperationLook::exchange, false});
        rows.push_back(std::move(row));
        auto& sent = sends[at(d)];
        if (!sends_shown || sent.empty())
            continue;
        std::sort(sent.begin(), sent.end(), [](const Bar& a, const Bar& b) { return a.start < b.start; });
        Row thin;
        thin.timeline = number, thin.device = d, thin.thin = true;
        for (Bar bar : sent) {
            if (!thin.bars.empty()) // what still runs is cut where the next one starts
                thin.bars.back().end = std::min(thin.bars.back().end, bar.start);
            if (!thin.bars.empty() && thin.bars.back().end <= thin.bars.back().start)
                thin.bars.pop_back();
            thin.bars.push_back(bar);
        }
        rows.push_back(std::move(thin));
    }
}

// Ticks in a unit of their own, so that short iterations do not read 0.0004.
class UnitTicker : public QCPAxisTicker {
public:
    explicit UnitTicker(double units_a_second) : units_(units_a_second) {}

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        return QString::number(tick * units_, 'g', 8);
    }

private:
    double units_;
};

std::vector<OperationLook> looks_of(const std::vector<Row>& rows) {
    std::array<bool, operation_look_count> seen{};
    for (const Row& row : rows)
        for (const Bar& bar : row.bars)
            seen[static_cast<std::size_t>(bar.look)] = true;
    std::vector<OperationLook> looks;
    for (std::size_t k = 0; k < operation_look_count; ++k)
        if (seen[k])
            looks.push_back(static_cast<OperationLook>(k));
    return looks;
}

} // namespace

// What the colours say, above the bars and in every picture of them.
class GanttLegend : public QCPLayoutElement {
public:
    explicit GanttLegend(QCustomPlot* plot) : QCPLayoutElement(plot) {
        setMinimumSize(10, 20);
        setMaximumSize(QWIDGETSIZE_MAX, 20);
    }
    void setLooks(const std::vector<OperationLook>& looks) { looks_ = looks; }
    void setTheme(const Theme* theme) { theme_ = theme; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }
    void draw(QCPPainter* painter) override {
        std::vector<LegendEntry> entries;
        for (const OperationLook look : looks_)
            entries.push_back({operationBrush(look, *theme_), name_of_look(look)});
        painter->setFont(smallFont(parentPlot()->font()));
        paintLegend(*painter, QRectF(rect()).adjusted(8, 3, -8, 0), entries, *theme_);
    }

private:
    QString name_of_look(OperationLook look) const {
        const bool splits = std::find(looks_.begin(), looks_.end(), OperationLook::weight) != looks_.end();
        switch (look) {
        case OperationLook::forward:
            return GanttView::tr("forward");
        case OperationLook::backward:
            return splits ? GanttView::tr("backward (input gradient or whole)") : GanttView::tr("backward");
        case OperationLook::weight:
            return GanttView::tr("weight gradient");
        case OperationLook::overlapped:
            return GanttView::tr("forward and backward overlapped");
        case OperationLook::communication:
            return GanttView::tr("send");
        case OperationLook::exchange:
            return GanttView::tr("gradient exchange, optimizer");
        case OperationLook::bubble:
            break;
        }
        return GanttView::tr("idle");
    }

    std::vector<OperationLook> looks_;
    const Theme* theme_ = &lightTheme();
};

GanttView::GanttView(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot(this)) {
    setAccessibleName(tr("Gantt chart"));
    setFocusPolicy(Qt::StrongFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(plot_);
    plot_->setFocusProxy(this);
    bars_ = new TimelinePlottable(plot_->xAxis, plot_->yAxis);
    bars_->setLabeller([this](const Row& row, const Bar& bar) {
        if (row.thin || bar.operation < 0)
            return QString();
        const Timeline& timeline = *entries_[row.timeline].timeline;
        const Operation& o = timeline.schedule->operation(bar.operation);
        return o.kind == OperationKind::overlapped ? name_of_operation(o) : QString::number(o.microbatch);
    });
    legend_ = new GanttLegend(plot_);
    plot_->plotLayout()->insertRow(0);
    plot_->plotLayout()->addElement(0, 0, legend_);
    plot_->plotLayout()->setRowSpacing(0);
    plot_->axisRect()->setMinimumMargins({left_margin, 4, 15, 4});
    plot_->yAxis->setRangeReversed(true);
    connect(plot_->xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
            [this](const QCPRange& range) { emit timeRangeChanged(range.lower, range.upper); });
    plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    plot_->axisRect()->setRangeDrag(Qt::Horizontal | Qt::Vertical);
    plot_->axisRect()->setRangeZoom(Qt::Horizontal);
    plot_->setMouseTracking(true);
    connect(plot_, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) { hover(event->pos()); });
    connect(plot_, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
        if (const auto hit = bars_->barAt(event->position()))
            choose(bars_->rows()[at(hit->first)].device);
    });
    connect(plot_, &QCustomPlot::mouseDoubleClick, this, &GanttView::showAll);
    applyTheme();
}

void GanttView::setTimelines(const QList<GanttEntry>& entries) {
    entries_.clear();
    for (const GanttEntry& entry : entries)
        if (entry.timeline && entries_.size() < most_timelines)
            entries_ << entry;
    rebuild();
    showAll();
}

void GanttView::rebuild() {
    std::vector<Row> rows;
    QStringList spoken;
    for (int k = 0; k < entries_.size(); ++k) {
        const Timeline& timeline = *entries_[k].timeline;
        if (!entries_[k].title.isEmpty()) {
            Row heading;
            heading.timeline = k;
            heading.heading = tr("%1: %2, bubble %3")
                                  .arg(entries_[k].title, timeText(timeline.total()),
                                       shareText(timeline.bubble_fraction()));
            spoken << heading.heading;
            rows.push_back(std::move(heading));
        }
        append_rows(rows, timeline, k, sends_shown_);
    }
    bars_->setRows(std::move(rows));
    const QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText);
    for (const Row& row : bars_->rows())
        if (!row.thin && row.heading.isEmpty())
            ticks->addTick(row.centre, QString::number(row.device));
    hovered_ = {-1, -1};
    plot_->yAxis->setTicker(ticks);
    legend_->setLooks(looks_of(bars_->rows()));
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
}

void GanttView::showAll() {
    bool found = false;
    const QCPRange times = bars_->getKeyRange(found);
    plot_->xAxis->setRange(0, found ? times.upper * 1.01 : 1);
    const bool short_times = found && times.upper < 1;
    plot_->xAxis->setTicker(QSharedPointer<QCPAxisTicker>(new UnitTicker(short_times ? 1e3 : 1)));
    plot_->xAxis->setLabel(short_times ? tr("time (ms)") : tr("time (s)"));
    plot_->yAxis->setRange(bars_->getValueRange(found));
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GanttView::setSelection(const Selection& selection) {
    selection_ = selection;
    bars_->setHighlightedDevice(selection.device);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GanttView::setPlayTime(std::optional<double> time) {
    bars_->setPlayTime(time);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GanttView::setCriticalShown(bool shown) {
    bars_->setCriticalShown(shown);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GanttView::setSendsShown(bool shown) {
    sends_shown_ = shown;
    rebuild();
    showAll();
}

void GanttView::renderTo(QPainter* painter, QSize size) {
    QCPPainter plot_painter;
    QPicture picture;
    plot_painter.begin(&picture);
    plot_->toPainter(&plot_painter, size.width(), size.height());
    plot_painter.end();
    painter->drawPicture(0, 0, picture);
}

void GanttView::choose(int device) {
    Selection wanted = selection_;
    wanted.device = device;
    emit selectionRequested(wanted);
}

QString GanttView::describe(int row, int bar) const {
    const Row& r = bars_->rows()[at(row)];
    const Bar& b = r.bars[at(bar)];
    const QString when =
        tr("%1 to %2 (%3)").arg(timeText(b.start), timeText(b.end), timeText(b.end - b.start));
    if (b.operation < 0)
        return tr("device %1, gradient exchange and optimizer\n%2").arg(r.device).arg(when);
    const Timeline& timeline = *entries_[r.timeline].timeline;
    const Operation& o = timeline.schedule->operation(b.operation);
    if (r.thin)
        return tr("device %1 sends the output of %2\n%3").arg(r.device).arg(name_of_operation(o), when);
    const int before = timeline.schedule->before(b.operation);
    const double idle = b.start - (before < timeline.schedule->count() ? timeline.end[at(before)] : 0);
    return tr("device %1, %2, stage %3\n%4\nidle before: %5%6")
        .arg(r.device)
        .arg(name_of_operation(o))
        .arg(o.stage)
        .arg(when, timeText(std::max(0.0, idle)), b.critical ? tr("\non the critical path") : QString());
}

void GanttView::hover(const QPoint& position) {
    const auto hit = bars_->barAt(position);
    const std::pair<int, int> now = hit.value_or(std::pair(-1, -1));
    if (now == hovered_)
        return;
    hovered_ = now;
    std::vector<TimelinePlottable::Arrow> arrows;
    if (hit) {
        const Row& row = bars_->rows()[at(hit->first)];
        const Bar& bar = row.bars[at(hit->second)];
        const auto row_of = [&](int device) {
            int r = 0;
            while (bars_->rows()[at(r)].timeline != row.timeline || bars_->rows()[at(r)].device != device)
                ++r;
            return r;
        };
        if (bar.operation >= 0)
            for (const TimelineSend& send : entries_[row.timeline].timeline->sends)
                if (send.to == bar.operation || send.from == bar.operation) {
                    const Timeline& timeline = *entries_[row.timeline].timeline;
                    arrows.push_back({timeline.end[at(send.from)], timeline.start[at(send.to)],
                                      row_of(timeline.schedule->operation(send.from).device),
                                      row_of(timeline.schedule->operation(send.to).device)});
                }
        QToolTip::showText(plot_->mapToGlobal(position), describe(hit->first, hit->second), plot_);
    } else {
        QToolTip::hideText();
    }
    bars_->setArrows(std::move(arrows));
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GanttView::keyPressEvent(QKeyEvent* event) {
    const QCPRange range = plot_->xAxis->range();
    const double step = range.size() / 8;
    int devices = 0;
    for (const GanttEntry& entry : entries_)
        devices = std::max(devices, entry.timeline->schedule->devices());
    switch (event->key()) {
    case Qt::Key_Left:
        plot_->xAxis->moveRange(-step);
        break;
    case Qt::Key_Right:
        plot_->xAxis->moveRange(step);
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        plot_->xAxis->scaleRange(0.7, range.center());
        break;
    case Qt::Key_Minus:
        plot_->xAxis->scaleRange(1 / 0.7, range.center());
        break;
    case Qt::Key_Home:
        showAll();
        return;
    case Qt::Key_Up:
        choose(std::max(0, selection_.device - 1));
        return;
    case Qt::Key_Down:
        choose(std::min(devices - 1, selection_.device + 1));
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GanttView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
    QWidget::changeEvent(event);
}

void GanttView::applyTheme() {
    const Theme& theme = themeOf(this);
    bars_->setTheme(&theme);
    plot_->setBackground(theme.base);
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
        axis->setBasePen(QPen(theme.outline));
        axis->setTickPen(QPen(theme.outline));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(theme.text);
        axis->setLabelColor(theme.text);
        axis->grid()->setPen(QPen(theme.grid, 1, Qt::DotLine));
    }
    plot_->yAxis->grid()->setVisible(false);
    legend_->setTheme(&theme);
    plot_->yAxis->setLabel(tr("device"));
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

} // namespace pipette
