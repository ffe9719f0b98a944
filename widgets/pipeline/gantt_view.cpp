// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/gantt_view.h"

#include "core/schedule/idle_share.h"
#include "widgets/charts/copy_table.h"
#include "widgets/charts/view_menu.h"
#include "widgets/pipeline/device_table.h"
#include "widgets/pipeline/gantt_bars.h"
#include "widgets/pipeline/gantt_plot.h"
#include "widgets/pipeline/gantt_rows.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/plot_style.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/units_text.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace pipette {
namespace {

/// Empty where nobody calls the timeline anything.
QString headingOf(const GanttEntry& entry) {
    const Timeline& timeline = *entry.timeline;
    return entry.title.isEmpty() ? QString()
           : !entry.told         ? entry.title
           : entry.stuck_from
               ? filled(GanttView::tr("%1: deadlock, nothing runs after %2"), entry.title,
                        timeText(*entry.stuck_from))
               : filled(GanttView::tr("%1: %2, idle %3"), entry.title, timeText(timeline.total()),
                        shareText(entry.bubble.value_or(idle_share(timeline))));
}

} // namespace

GanttView::GanttView(QWidget* parent)
    : QWidget(parent),
      plot_(new GanttPlot(this)),
      empty_(plainLabel({}, this)),
      bars_(std::make_unique<GanttBars>(plot_->bars().rows(), entries_)) {
    setAccessibleName(tr("Gantt chart"));
    setFocusPolicy(Qt::StrongFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(plot_);
    plot_->setFocusProxy(this);
    plot_->bars().setLabeller([this](const TimelinePlottable::Row& row, const TimelinePlottable::Bar& bar) {
        if (row.thin || bar.operation < 0)
            return QString();
        const Timeline& timeline = *entries_[row.timeline].timeline;
        const Operation& o = timeline.schedule->operation(bar.operation);
        return o.kind == OperationKind::overlapped ? name_of_operation(o) : QString::number(o.microbatch);
    });
    connect(plot_->xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
            [this](const QCPRange& range) { emit timeRangeChanged(range.lower, range.upper); });
    connect(plot_, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) { hover(event->pos()); });
    connect(plot_, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
        if (const auto hit = plot_->bars().barAt(event->position()))
            choose(*hit);
    });
    connect(plot_, &QCustomPlot::mouseDoubleClick, this, &GanttView::showAll);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    empty_->setMargin(12);
    empty_->setAttribute(Qt::WA_TransparentForMouseEvents);
    addCopyActions(*this, table_);
    auto* picture = new QAction(tr("Save the &picture…"), this);
    picture->setObjectName(QStringLiteral("save-picture"));
    connect(picture, &QAction::triggered, this, &GanttView::pictureRequested);
    addAction(picture);
    applyTheme();
}

GanttView::~GanttView() = default;

void GanttView::setTimelines(const QList<GanttEntry>& entries) {
    changeTimelines(entries);
    showAll();
}

void GanttView::changeTimelines(const QList<GanttEntry>& entries) {
    QList<GanttEntry> shown;
    for (const GanttEntry& entry : entries)
        if (entry.timeline && shown.size() < most_timelines)
            shown << entry;
    empty_->setVisible(shown.isEmpty()); // Qt may draw the chart at once: its rows speak of entries_
    plot_->shares().setParts(shown.size() == 1 ? shown.front().parts : std::nullopt);
    entries_ = std::move(shown);
    rebuild();
    plot_->axisRect()->setVisible(!entries_.isEmpty());
    table_.setContent(deviceTable(entries_));
    plot_->setMarks({});
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GanttView::setEmptyText(const QString& text) {
    empty_->setText(text);
    empty_->setAccessibleName(text);
}

void GanttView::rebuild() {
    std::vector<TimelinePlottable::Row> rows;
    QStringList spoken;
    for (int k = 0; k < entries_.size(); ++k) {
        const GanttEntry& entry = entries_[k];
        if (const QString heading = headingOf(entry); !heading.isEmpty()) {
            spoken << heading;
            if (entries_.size() > 1 || !entry.parts) { // else the bar above says more, and rows get its room
                TimelinePlottable::Row& row = rows.emplace_back();
                row.timeline = k;
                row.heading = heading;
            }
        }
        append_rows(rows, *entry.timeline, k, sends_shown_ ? SendRows::each_device : SendRows::none,
                    colours_);
        for (TimelinePlottable::Row& row : rows)
            if (row.timeline == k && entry.stuck_from)
                row.stuck_from = *entry.stuck_from;
    }
    plot_->setRows(std::move(rows), colours_);
    plot_->placeRows(height());
    hovered_ = {-1, -1};
    bars_->number();
    tellItemsChanged(*this);
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
}

void GanttView::showAll() {
    plot_->showAll();
}

void GanttView::setBarCursor(const GanttOperation& operation) {
    const auto bar = plot_->bars().barOf(operation.timeline, operation.operation);
    if (!bar)
        return;
    hovered_ = *bar;
    tellItemFocused(*this, drawnCursor());
}

void GanttView::setSelection(const Selection& selection) {
    const bool other = selection.device != selection_.device;
    selection_ = selection;
    if (other)
        tellItemsSelected(*this, -1); // all bars of the device
    plot_->bars().setHighlightedDevice(selection.device);
    pointAtPlayTime();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GanttView::setPlayTime(std::optional<double> time) {
    play_time_ = time;
    plot_->bars().setPlayTime(time);
    pointAtPlayTime();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GanttView::setCriticalShown(bool shown) {
    plot_->bars().setCriticalShown(shown);
    plot_->showLegend();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GanttView::setColours(BarColours colours) {
    if (colours == colours_)
        return;
    colours_ = colours;
    rebuild();
    plot_->replot(QCustomPlot::rpQueuedReplot);
    emit coloursChanged(colours);
}

void GanttView::setSendsShown(bool shown) {
    sends_shown_ = shown;
    rebuild();
    showAll();
}

void GanttView::renderTo(QPainter* painter, QSize size) {
    plot_->placeRows(size.height());
    paintPlot(*plot_, *painter, size);
    plot_->placeRows(height());
}

void GanttView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    empty_->setGeometry(rect());
    plot_->placeRows(height());
}

void GanttView::chooseDevice(int device) {
    Selection wanted = selection_;
    wanted.device = device;
    emit selectionRequested(wanted);
}

void GanttView::choose(GanttBar bar) {
    chooseDevice(bars_->row(bar).device);
    tellChosen(bar);
}

void GanttView::tellChosen(GanttBar bar) {
    if (const auto operation = bars_->operationOf(bar))
        emit operationChosen(*operation);
}

int GanttView::drawnCount() const {
    return bars_->count();
}

int GanttView::drawnCursor() const {
    return bars_->itemOf(hovered_);
}

DrawnItem GanttView::drawnItem(int item) const {
    const GanttBar bar = bars_->barOf(item);
    const TimelinePlottable::Row& row = bars_->row(bar);
    DrawnItem told;
    told.name = bars_->textOf(bar).replace(QLatin1Char('\n'), QLatin1String("; "));
    if (entries_.size() > 1)
        told.name = filled(tr("%1: %2"), entries_[row.timeline].title, told.name);
    told.value = filled(tr("%1 to %2"), timeText(bars_->at(bar).start), timeText(bars_->at(bar).end));
    told.place = plot_->bars().placeOf(bar.first, bar.second).translated(plot_->pos());
    told.selected = row.device >= 0 && row.device == selection_.device;
    return told;
}

int GanttView::drawnItemAt(const QPointF& point) const {
    return bars_->itemOf(plot_->bars().barAt(point - plot_->pos()).value_or(GanttBar(-1, -1)));
}

void GanttView::chooseDrawn(int item) {
    const GanttBar bar = bars_->barOf(item);
    pointAt(bar);
    choose(bar);
}

int GanttView::drawnRow(int item) const {
    return bars_->rankOfDevice(bars_->barOf(item));
}

void GanttView::stepBar(int step) {
    const GanttBar bar = bars_->next(hovered_, std::max(selection_.device, 0), step);
    if (bar.first < 0)
        return;
    pointAt(bar);
    const TimelinePlottable::Bar& at = bars_->at(bar);
    const QCPRange range = plot_->xAxis->range();
    if (at.start < range.lower || at.end > range.upper) // follow it
        plot_->xAxis->moveRange((at.start + at.end) / 2 - range.center());
    const QRectF place = plot_->bars().placeOf(bar.first, bar.second);
    showPlainTip(plot_->mapToGlobal(place.bottomLeft().toPoint()), bars_->textOf(bar), plot_);
    setAccessibleDescription(drawnItem(drawnCursor()).name);
    tellItemFocused(*this, drawnCursor());
    tellChosen(bar);
}

void GanttView::hover(const QPoint& position) {
    const GanttBar now = plot_->bars().barAt(position).value_or(GanttBar(-1, -1));
    if (const QString share = plot_->shares().textAt(position); !share.isEmpty())
        showPlainTip(plot_->mapToGlobal(position), share, plot_);
    if (now == hovered_)
        return;
    if (now.first >= 0)
        showPlainTip(plot_->mapToGlobal(position), bars_->textOf(now), plot_);
    else
        showPlainTip({}, {}, plot_);
    pointAt(now);
}

void GanttView::pointAt(GanttBar bar) {
    hovered_ = bar;
    plot_->bars().setArrows(bars_->arrowsOf(bar));
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GanttView::pointAtPlayTime() {
    const bool device = play_time_ && selection_.device >= 0;
    plot_->bars().setArrows(device ? bars_->arrowsAt(selection_.device, *play_time_)
                                   : std::vector<TimelinePlottable::Arrow>{});
}

void GanttView::keyPressEvent(QKeyEvent* event) {
    const QCPRange range = plot_->xAxis->range();
    const double step = range.size() / 8;
    int devices = 0;
    for (const GanttEntry& entry : entries_)
        devices = std::max(devices, entry.timeline->schedule->devices());
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int way = event->key() == Qt::Key_Left ? -1 : 1;
        if (event->modifiers() & Qt::ControlModifier)
            return stepBar(way);
        plot_->xAxis->moveRange(way * step);
        break;
    }
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
    case Qt::Key_C:
        setColours(static_cast<BarColours>((static_cast<int>(colours_) + 1) % bar_colours_count));
        return;
    case Qt::Key_Up:
        chooseDevice(std::max(0, selection_.device - 1));
        return;
    case Qt::Key_Down:
        chooseDevice(std::min(devices - 1, selection_.device + 1));
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GanttView::contextMenuEvent(QContextMenuEvent* event) {
    const std::array<std::pair<BarColours, QString>, bar_colours_count> choices{
        {{BarColours::kind, tr("Colour by &kind of work")},
         {BarColours::stage, tr("Colour by &stage")},
         {BarColours::microbatch, tr("Colour by &microbatch")}}};
    openItemMenu(*this, *this, *event, &table_, [&](QMenu& menu, int) {
        for (const auto& [colours, text] : choices) {
            QAction* action = menu.addAction(text, this, [this, chosen = colours] { setColours(chosen); });
            action->setCheckable(true);
            action->setChecked(colours == colours_);
        }
    });
}

void GanttView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
    QWidget::changeEvent(event);
}

void GanttView::applyTheme() {
    const Theme& theme = themeOf(this);
    plot_->setTheme(theme);
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme.muted);
    empty_->setPalette(quiet);
}

} // namespace pipette
