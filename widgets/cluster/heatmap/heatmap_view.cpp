// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/heatmap/heatmap_view.h"

#include "widgets/cluster/heatmap/heatmap_painter.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/units_text.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QSlider>

#include <algorithm>

namespace pipette {
namespace {
constexpr int slider_height = 26;
}

HeatmapView::HeatmapView(QWidget* parent)
    : ChartView(parent), slider_(new QSlider(Qt::Horizontal, this)), time_(plainLabel({}, this)) {
    setAccessibleName(tr("Bandwidth heatmap: sender down, receiver across"));
    slider_->setAccessibleName(tr("Snapshot of the measured bandwidth"));
    slider_->setPageStep(1);
    slider_->hide();
    time_->hide();
    connect(slider_, &QSlider::valueChanged, this, [this](int value) { setSnapshot(value - 1); });
    connect(&pooling_, &SlicedWork::done, this, &HeatmapView::poolReady);
    refreshTable();
}

void HeatmapView::setShown(const Shown& shown) {
    if (shown.cluster == cells_.cluster())
        return;
    cells_ = HeatmapCells(shown.cluster);
    pooling_.drop();
    pool_.reset();
    scale_.clear();
    zoom_.setSide(0);
    zoom_.fitAll();
    cursor_ = {0, 0};
    snapshot_ = -1;
    const auto snapshots = shown.cluster ? static_cast<int>(shown.cluster->history.snapshots.size()) : 0;
    const QSignalBlocker blocker(slider_);
    slider_->setRange(0, snapshots);
    slider_->setValue(0);
    slider_->setVisible(snapshots > 0);
    time_->setVisible(snapshots > 0);
    resizeEvent(nullptr);
    startPool();
    refreshTable();
    tellItemsChanged(*this);
    update();
}

void HeatmapView::setSelection(const Selection& selection) {
    const bool other = selection.gpus != selection_.gpus;
    selection_ = selection;
    if (other)
        tellItemsSelected(*this, isChosen(cursor_) ? cells_.itemOf(cursor_) : -1);
    update();
}

void HeatmapView::setSnapshot(int snapshot) {
    snapshot = std::clamp(snapshot, -1, slider_->maximum() - 1);
    if (snapshot == snapshot_)
        return;
    snapshot_ = snapshot;
    slider_->setValue(snapshot + 1);
    startPool();
    refreshTable();
    emit snapshotChanged(snapshot);
}

void HeatmapView::startPool() {
    const std::shared_ptr<const Cluster>& cluster = cells_.cluster();
    time_->setText(snapshot_ < 0 ? tr("used for planning")
                                 : nameText(cluster->history.times[static_cast<std::size_t>(snapshot_)]));
    if (!cluster)
        return;
    next_ = std::make_shared<HeatmapPool>(cluster, snapshot_);
    scan_ = snapshot_ < 0 ? std::make_shared<LinkScan>(cluster) : nullptr;
    pooling_.start([pool = next_, scan = scan_] {
        const bool more = scan && scan->advance();
        return pool->advance() || more;
    });
}

void HeatmapView::poolReady() {
    pool_ = std::move(next_);
    slow_.clear();
    const MeasuredLinks measured = scan_ ? scan_->result() : MeasuredLinks();
    for (const MeasuredLink& link : measured.worst)
        if (measured.isSlow(link) && !link.of_zones) // all of a zone's would be marked
            slow_.push_back(cells_.cellOfGpus(link.from, link.to));
    zoom_.setSide(pool_->size());
    scale_.include(*pool_);
    update();
}

void HeatmapView::refreshTable() {
    ChartTable::Content content;
    content.rows = cells_.side();
    for (int i = 0; i < content.rows; ++i)
        content.columns << cells_.nameOf(i);
    content.cell = [this](int row, int column) {
        const double value = matrixBandwidth(*cells_.cluster(), snapshot_, row, column);
        const std::vector<int> faults = cells_.faultsOf({row, column});
        return faults.empty() ? ChartTable::Cell{bandwidthText(value), value}
                              : ChartTable::Cell{filled(tr("broken (%1); %2"), bandwidthText(value),
                                                        faultsText(*cells_.cluster(), faults)),
                                                 value};
    };
    content.row_name = [names = content.columns](int row) { return names[row]; };
    chartTable()->setContent(std::move(content));
}

bool HeatmapView::isChosen(HeatmapCell cell) const {
    return cell.from >= 0 && std::max(cell.from, cell.to) < cells_.side() &&
           cells_.gpusOf(cell) == selection_.gpus;
}

DrawnItem HeatmapView::drawnItem(int item) const {
    const HeatmapCell cell = cells_.cellOf(item);
    DrawnItem drawn;
    drawn.role = QAccessible::Cell;
    drawn.value = cells_.stateOf(cell, snapshot_);
    drawn.name = filled(tr("%1 to %2: %3"), cells_.nameOf(cell.from), cells_.nameOf(cell.to), drawn.value);
    if (const HeatmapZoom now = zoomIn(chartSize()); pool_)
        drawn.place = now.rectOf(cell) & now.plot();
    drawn.selected = isChosen(cell);
    return drawn;
}

int HeatmapView::drawnItemAt(const QPointF& point) const {
    return cells_.itemOf(zoomIn(chartSize()).cellAt(point));
}

void HeatmapView::addItemActions(QMenu& menu, int item) {
    if (item < 0)
        return;
    const HeatmapCell cell = cells_.cellOf(item);
    const int from = cells_.nodeOf(cell.from), to = cells_.nodeOf(cell.to);
    if (from != to)
        addLinkActions(menu, *cells_.cluster(), from, to,
                       [this](const LinkIntent& intent) { emit linkRequested(intent); });
}

QSize HeatmapView::chartSize() const {
    return slider_->maximum() > 0 ? QSize(width(), std::max(height() - slider_height, 1)) : size();
}

QRectF HeatmapView::plotArea(QSize size) const {
    const QFontMetricsF small(smallFont(font()));
    const double name = pool_ ? small.horizontalAdvance(cells_.nameOf(pool_->size() - 1)) : 30;
    const double left = heatmap_margin + small.height() + std::clamp(name, 20.0, 120.0) + heatmap_ruler + 6;
    const double top = heatmap_margin + 2 * small.height() + heatmap_ruler + 4;
    const double right =
        heatmap_margin + heatmap_bar_width + small.horizontalAdvance(QStringLiteral("0000 GB/s")) + 18;
    const double bottom = heatmap_margin + small.height() + 4;
    return {left, top, std::max(size.width() - left - right, 30.0),
            std::max(size.height() - top - bottom, 30.0)};
}

HeatmapZoom HeatmapView::zoomIn(QSize size) const {
    HeatmapZoom now = zoom_;
    now.setPlot(plotArea(size));
    return now;
}

HeatmapZoom& HeatmapView::zoom() {
    zoom_.setPlot(plotArea(chartSize()));
    return zoom_;
}

void HeatmapView::zoomTo(int first_row, int first_column, double cells_across) {
    pooling_.finish();
    if (!pool_)
        return;
    zoom().zoomTo({first_row, first_column}, cells_across);
    update();
}

void HeatmapView::choose(HeatmapCell cell) {
    if (cell.from < 0)
        return;
    cursor_ = cell;
    Selection selection = selection_;
    selection.device = selection.replica = -1;
    selection.gpus = cells_.gpusOf(cell);
    emit selectionRequested(selection);
    announce(cells_.textOf(cell, snapshot_));
    update();
}

QString HeatmapView::tipAt(const QPoint& point) const {
    const HeatmapCell cell = zoomIn(chartSize()).cellAt(point);
    return cell.from < 0 ? QString() : cells_.textOf(cell, snapshot_);
}

void HeatmapView::resizeEvent(QResizeEvent*) {
    const int top = height() - slider_height;
    const int label = fontMetrics().horizontalAdvance(QStringLiteral("2024-05-01T00:00:00Z")) + 12;
    time_->setGeometry(8, top, label, slider_height);
    slider_->setGeometry(label + 8, top, std::max(width() - label - 16, 40), slider_height);
    zoom().panBy({});
}

void HeatmapView::mousePressEvent(QMouseEvent* event) {
    zoom().take(event->position());
}

void HeatmapView::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & (Qt::LeftButton | Qt::MiddleButton) && pool_) {
        zoom().drag(event->position(), 4);
        update();
        return;
    }
    const HeatmapCell cell = zoom().cellAt(event->position());
    if (cell.from >= 0 && cell != cursor_) {
        cursor_ = cell;
        update();
    }
}

void HeatmapView::mouseReleaseEvent(QMouseEvent* event) {
    if (!zoom_.dragged() && event->button() == Qt::LeftButton)
        choose(zoom().cellAt(event->position()));
}

void HeatmapView::wheelEvent(QWheelEvent* event) {
    zoom().turnWheel(*event);
    event->accept();
    update();
}

void HeatmapView::keyPressEvent(QKeyEvent* event) {
    if (!pool_)
        return ChartView::keyPressEvent(event);
    const int step = event->modifiers() & Qt::ShiftModifier ? 8 : 1;
    const auto held = [this](int index) { return std::clamp(index, 0, cells_.side() - 1); };
    switch (event->key()) {
    case Qt::Key_Left:
        cursor_.to = held(cursor_.to - step);
        break;
    case Qt::Key_Right:
        cursor_.to = held(cursor_.to + step);
        break;
    case Qt::Key_Up:
        cursor_.from = held(cursor_.from - step);
        break;
    case Qt::Key_Down:
        cursor_.from = held(cursor_.from + step);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        return choose(cursor_);
    case Qt::Key_PageUp:
        return setSnapshot(snapshot_ - 1);
    case Qt::Key_PageDown:
        return setSnapshot(snapshot_ + 1);
    default:
        if (!zoom().pressKey(event->key(), zoom().rectOf(cursor_).center()))
            return ChartView::keyPressEvent(event);
        return update();
    }
    zoom().bringIntoSight(cursor_);
    tellItemFocused(*this, drawnCursor());
    announce(cells_.textOf(cursor_, snapshot_));
    update();
}

void HeatmapView::renderTo(QPainter* painter, QSize size) {
    const Theme& theme = themeOf(this);
    painter->fillRect(QRect(QPoint(), size), theme.base);
    if (cells_.cluster() && !pool_ && !isVisible())
        pooling_.finish(); // a picture for a file cannot wait
    if (!pool_ || pool_->size() == 0)
        return paintEmpty(*painter, size,
                          cells_.cluster() ? tr("Reading the bandwidth...")
                                           : tr("No cluster yet. Open one to see its measured bandwidth."));
    const HeatmapZoom now = zoomIn(size);
    if (cells_.cluster()->history.snapshots.empty())
        scale_.fit(*pool_, now, now.level(pool_->levels()));
    else
        scale_.fitShown();
    using Focus = HeatmapPicture::Focus;
    const HeatmapPicture picture{cells_,
                                 *pool_,
                                 now,
                                 scale_,
                                 snapshot_,
                                 cells_.endsOf(selection_.gpus),
                                 slow_,
                                 cursor_,
                                 hasFocus() ? Focus::yes : Focus::no,
                                 smallFont(font())};
    paintHeatmap(*painter, picture, theme, pixels_);
    paintHeatmapKey(*painter, picture, theme, size.width() - heatmap_margin);
}

void HeatmapView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), themeOf(this).base);
    renderTo(&painter, chartSize());
    if (hasFocus()) {
        painter.setPen(QPen(themeOf(this).accent, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace pipette
