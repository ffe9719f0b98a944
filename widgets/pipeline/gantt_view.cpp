// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/gantt_view.h"

#include "core/base/index.h"
#include "core/base/inks.h"
#include "core/cost/candidate_timeline.h"
#include "core/plan/time_parts.h"
#include "core/schedule/idle_share.h"
#include "widgets/charts/copy_table.h"
#include "widgets/charts/view_menu.h"
#include "widgets/pipeline/device_table.h"
#include "widgets/pipeline/gantt_rows.h"
#include "widgets/pipeline/gantt_shares.h"
#include "widgets/pipeline/timeline_marks.h"
#include "widgets/pipeline/timeline_plottable.h"
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
#include <cmath>
#include <qcustomplot.h>

namespace pipette {
namespace {

using Bar = TimelinePlottable::Bar;
using Row = TimelinePlottable::Row;

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

// Numbers of devices, as many as there is room for.
class DeviceTicker : public QCPAxisTickerText {
public:
    explicit DeviceTicker(const QCPAxis& axis) : axis_(axis) {}

protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override {
        QVector<double> ticks = QCPAxisTickerText::createTickVector(step, range);
        // The first picture is drawn before its axes are laid out; they get more than half of the height.
        const int height = std::max(axis_.axisRect()->height(), axis_.parentPlot()->viewport().height() / 2);
        const double pixels = height / range.size();
        int apart = 1; // devices from one number to the next
        while (apart * pixels < least_number && apart < most_apart)
            apart *= 2;
        const auto left_out = [&](double tick) { return this->ticks().value(tick).toInt() % apart != 0; };
        ticks.erase(std::remove_if(ticks.begin(), ticks.end(), left_out), ticks.end());
        return ticks;
    }

private:
    static constexpr double least_number = 13; // pixels
    static constexpr int most_apart = 4096;
    const QCPAxis& axis_;
};

} // namespace

// What the colours say, above the bars and in every picture of them.
class GanttLegend : public QCPLayoutElement {
public:
    explicit GanttLegend(QCustomPlot* plot) : QCPLayoutElement(plot) {}
    void setEntries(std::vector<LegendEntry> entries) { entries_ = std::move(entries); }
    void setTheme(const Theme* theme) { theme_ = theme; }

    // As many lines as it takes.
    QSize minimumOuterSizeHint() const override { return {10, height()}; }
    QSize maximumOuterSizeHint() const override { return {QWIDGETSIZE_MAX, height()}; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }
    void draw(QCPPainter* painter) override {
        painter->setFont(smallFont(parentPlot()->font()));
        paintLegend(*painter, QRectF(rect()).adjusted(margin, 3, -margin, 0), entries_, *theme_);
    }

private:
    static constexpr int margin = 8;
    int height() const {
        const QFontMetricsF small(smallFont(parentPlot()->font()));
        const int width = parentPlot()->viewport().width() - 2 * margin;
        return 4 + static_cast<int>(std::ceil(legendHeight(small, std::max(width, 1), entries_)));
    }

    std::vector<LegendEntry> entries_;
    const Theme* theme_ = &lightTheme();
};

GanttView::GanttView(QWidget* parent)
    : QWidget(parent), plot_(new QCustomPlot(this)), empty_(plainLabel({}, this)) {
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
    marks_ = new TimelineMarks(*plot_, *bars_);
    legend_ = new GanttLegend(plot_);
    shares_ = new GanttShares(plot_, *plot_->axisRect());
    plot_->plotLayout()->insertRow(0);
    plot_->plotLayout()->addElement(0, 0, shares_);
    plot_->plotLayout()->addElement(2, 0, legend_);
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
        if (const auto hit = bars_->barAt(event->position())) {
            choose(bars_->rows()[index(hit->first)].device);
            tellChosen(*hit);
        }
    });
    connect(plot_, &QCustomPlot::mouseDoubleClick, this, &GanttView::showAll);
    plot_->axisRect()->setVisible(false);
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

void GanttView::setTimelines(const QList<GanttEntry>& entries) {
    changeTimelines(entries);
    showAll();
}

void GanttView::changeTimelines(const QList<GanttEntry>& entries) {
    entries_.clear();
    for (const GanttEntry& entry : entries)
        if (entry.timeline && entries_.size() < most_timelines)
            entries_ << entry;
    empty_->setVisible(entries_.isEmpty());
    plot_->axisRect()->setVisible(!entries_.isEmpty());
    table_.setContent(deviceTable(entries_));
    showShares();
    marks_->setMarks({});
    rebuild();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GanttView::setEmptyText(const QString& text) {
    empty_->setText(text);
    empty_->setAccessibleName(text);
}

void GanttView::rebuild() {
    std::vector<Row> rows;
    QStringList spoken;
    for (int k = 0; k < entries_.size(); ++k) {
        const Timeline& timeline = *entries_[k].timeline;
        if (!entries_[k].title.isEmpty()) {
            Row heading;
            heading.timeline = k;
            heading.heading = entries_[k].stuck_from
                                  ? tr("%1: deadlock, nothing runs after %2")
                                        .arg(entries_[k].title, timeText(*entries_[k].stuck_from))
                                  : tr("%1: %2, bubble %3")
                                        .arg(entries_[k].title, timeText(timeline.total()),
                                             shareText(entries_[k].bubble.value_or(idle_share(timeline))));
            spoken << heading.heading;
            if (entries_.size() > 1 ||
                !entries_[k].parts) // else the bar above says more, and rows get its room
                rows.push_back(std::move(heading));
        }
        append_rows(rows, timeline, k, sends_shown_ ? SendRows::each_device : SendRows::none, colours_);
        for (Row& row : rows)
            if (row.timeline == k && entries_[k].stuck_from)
                row.stuck_from = *entries_[k].stuck_from;
    }
    bars_->setRows(std::move(rows));
    placeRows(height());
    hovered_ = {-1, -1};
    numberItems();
    styles_ = styles_of(bars_->rows(), bars_->palette().count());
    showLegend();
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
}

void GanttView::placeRows(int height) {
    // Pixels of the bar of shares, of the legend, and of the numbers and the label of the time axis.
    const int around = 70 + shares_->minimumOuterSizeHint().height();
    bars_->placeRows(QFontMetricsF(font()).height() + 4, std::max(height - around, 1));
    const QSharedPointer<DeviceTicker> ticks(new DeviceTicker(*plot_->yAxis));
    for (const Row& row : bars_->rows())
        if (!row.thin && row.heading.isEmpty())
            ticks->addTick(row.centre, QString::number(row.device));
    plot_->yAxis->setTicker(ticks);
    bool found = false;
    plot_->yAxis->setRange(bars_->getValueRange(found));
}

void GanttView::showLegend() {
    std::vector<LegendEntry> entries = legend_of(styles_, bars_->palette(), colours_);
    if (!entries.empty())
        entries.push_back(
            {operationColour(OperationLook::bubble, themeOf(this)), ownText(name_of(Ink::idle))});
    if (bars_->criticalShown() && !entries.empty())
        entries.push_back({{}, tr("critical path"), QPen(themeOf(this).accent, 2)});
    legend_->setEntries(std::move(entries));
}

void GanttView::showShares() {
    std::vector<TimeShare> shares;
    if (entries_.size() == 1 && entries_.front().parts)
        for (const TimePart& part : time_parts())
            if (const double seconds = *entries_.front().parts.*part.seconds; seconds > 0)
                shares.push_back({part.ink == Ink::idle ? tr("idle") : ownText(part.name()),
                                  seconds / entries_.front().parts->total(),
                                  inkColour(part.ink, themeOf(this).kind)});
    shares_->setShares(std::move(shares));
}

void GanttView::showAll() {
    bool found = false;
    const QCPRange times = bars_->getKeyRange(found);
    all_ = {0, found ? times.upper * 1.01 : 1};
    plot_->xAxis->setRange(all_.first, all_.second);
    const bool short_times = found && times.upper < 1;
    plot_->xAxis->setTicker(QSharedPointer<QCPAxisTicker>(new UnitTicker(short_times ? 1e3 : 1)));
    plot_->xAxis->setLabel(short_times ? tr("time (ms)") : tr("time (s)"));
    plot_->yAxis->setRange(bars_->getValueRange(found));
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GanttView::setSelection(const Selection& selection) {
    const bool other = selection.device != selection_.device;
    selection_ = selection;
    if (other)
        tellItemsSelected(*this, -1); // all bars of the device
    bars_->setHighlightedDevice(selection.device);
    pointAtPlayTime();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GanttView::setPlayTime(std::optional<double> time) {
    play_time_ = time;
    bars_->setPlayTime(time);
    pointAtPlayTime();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GanttView::setCriticalShown(bool shown) {
    bars_->setCriticalShown(shown);
    showLegend();
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
    placeRows(size.height());
    paintPlot(*plot_, *painter, size);
    placeRows(height());
}

void GanttView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    empty_->setGeometry(rect());
    placeRows(height());
}

void GanttView::choose(int device) {
    Selection wanted = selection_;
    wanted.device = device;
    emit selectionRequested(wanted);
}

QString GanttView::describe(int row, int bar) const {
    const Row& r = bars_->rows()[index(row)];
    const Bar& b = r.bars[index(bar)];
    const QString when =
        tr("%1 to %2 (%3)").arg(timeText(b.start), timeText(b.end), timeText(b.end - b.start));
    const Timeline& timeline = *entries_[r.timeline].timeline;
    if (b.operation < 0) {
        const bool waits = std::any_of(timeline.tails.begin(), timeline.tails.end(), [&](const auto& tail) {
            return tail.device == r.device && tail.start == b.start && tail.name == waits_for_last;
        });
        return filled(waits ? tr("device %1 waits for the one that ends last on other snapshots\n%2")
                            : tr("device %1, gradient exchange and optimizer\n%2"),
                      r.device, when);
    }
    const Operation& o = timeline.schedule->operation(b.operation);
    if (r.thin)
        return filled(tr("device %1 sends the output of %2\n%3"), r.device, name_of_operation(o), when);
    if (b.start >= r.stuck_from)
        return filled(tr("device %1, %2, stage %3\nnever runs: the devices wait for each other"), r.device,
                      name_of_operation(o), o.stage);
    const int before = timeline.schedule->before(b.operation);
    const double idle = b.start - (before < timeline.schedule->count() ? timeline.end[index(before)] : 0);
    return filled(tr("device %1, %2, stage %3\n%4%5\nidle before: %6%7"), r.device, name_of_operation(o),
                  o.stage, when, sharesText(timeline, o.stage), timeText(std::max(0.0, idle)),
                  b.critical ? tr("\non the critical path") : QString());
}

void GanttView::hover(const QPoint& position) {
    const auto hit = bars_->barAt(position);
    const std::pair<int, int> now = hit.value_or(std::pair(-1, -1));
    if (const QString share = shares_->textAt(position); !share.isEmpty())
        showPlainTip(plot_->mapToGlobal(position), share, plot_);
    if (now == hovered_)
        return;
    if (hit)
        showPlainTip(plot_->mapToGlobal(position), describe(hit->first, hit->second), plot_);
    else
        showPlainTip({}, {}, plot_);
    pointAt(now);
}

void GanttView::pointAt(std::pair<int, int> bar) {
    hovered_ = bar;
    std::vector<TimelinePlottable::Arrow> arrows;
    if (bar.first >= 0) {
        const Row& row = bars_->rows()[index(bar.first)];
        arrows = arrows_of(bars_->rows(), row, row.bars[index(bar.second)], *entries_[row.timeline].timeline);
    }
    bars_->setArrows(std::move(arrows));
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GanttView::pointAtPlayTime() {
    std::vector<TimelinePlottable::Arrow> arrows;
    for (const Row& row : bars_->rows()) {
        if (!play_time_ || selection_.device < 0 || row.device != selection_.device || row.thin)
            continue;
        const auto bar = std::partition_point(row.bars.begin(), row.bars.end(),
                                              [&](const Bar& b) { return b.end <= *play_time_; });
        if (bar == row.bars.end() || bar->start > *play_time_)
            continue;
        const auto more = arrows_of(bars_->rows(), row, *bar, *entries_[row.timeline].timeline);
        arrows.insert(arrows.end(), more.begin(), more.end());
    }
    bars_->setArrows(std::move(arrows));
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

void GanttView::addColourActions(QMenu& menu) {
    const std::array<std::pair<BarColours, QString>, bar_colours_count> choices{
        {{BarColours::kind, tr("Colour by &kind of work")},
         {BarColours::stage, tr("Colour by &stage")},
         {BarColours::microbatch, tr("Colour by &microbatch")}}};
    for (const auto& [colours, text] : choices) {
        QAction* action = menu.addAction(text, this, [this, chosen = colours] { setColours(chosen); });
        action->setCheckable(true);
        action->setChecked(colours == colours_);
    }
}

void GanttView::contextMenuEvent(QContextMenuEvent* event) {
    openItemMenu(*this, *this, *event, &table_, [this](QMenu& menu, int) { addColourActions(menu); });
}

void GanttView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
    QWidget::changeEvent(event);
}

void GanttView::applyTheme() {
    const Theme& theme = themeOf(this);
    bars_->setTheme(&theme);
    marks_->setTheme(&theme);
    stylePlot(*plot_, theme);
    plot_->yAxis->grid()->setVisible(false);
    legend_->setTheme(&theme);
    shares_->setTheme(&theme);
    showShares();
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme.muted);
    empty_->setPalette(quiet);
    showLegend();
    plot_->yAxis->setLabel(tr("device"));
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

} // namespace pipette
