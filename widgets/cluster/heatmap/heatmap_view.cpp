// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/heatmap/heatmap_view.h"

#include "widgets/cluster/gpus/gpu_roles.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QSlider>

#include <algorithm>
#include <cmath>
#include <set>

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
    const bool same = shown.cluster == shown_.cluster;
    shown_ = shown;
    if (same)
        return;
    faults_ = KnownFaults(shown_.cluster);
    pooling_.drop();
    pool_.reset();
    whole_low_ = whole_high_ = 0;
    zoom_ = 1;
    origin_ = {};
    cursor_ = {0, 0};
    snapshot_ = -1;
    const auto snapshots = shown_.cluster ? static_cast<int>(shown_.cluster->history.snapshots.size()) : 0;
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
        tellItemsSelected(*this, isChosen(cursor_) ? itemOf(cursor_) : -1);
    update();
}

void HeatmapView::setSnapshot(int snapshot) {
    const auto snapshots = shown_.cluster ? static_cast<int>(shown_.cluster->history.snapshots.size()) : 0;
    snapshot = std::clamp(snapshot, -1, snapshots - 1);
    if (snapshot == snapshot_)
        return;
    snapshot_ = snapshot;
    slider_->setValue(snapshot + 1);
    startPool();
    refreshTable();
    emit snapshotChanged(snapshot);
}

void HeatmapView::startPool() {
    const QString time = snapshot_ < 0
                             ? tr("used for planning")
                             : nameText(shown_.cluster->history.times[static_cast<std::size_t>(snapshot_)]);
    time_->setText(time);
    if (!shown_.cluster)
        return;
    next_ = std::make_shared<HeatmapPool>(shown_.cluster, snapshot_);
    pooling_.start([pool = next_] { return pool->advance(); });
}

void HeatmapView::poolReady() {
    pool_ = std::move(next_);
    if (pool_->low() > 0) {
        whole_low_ = whole_low_ > 0 ? std::min(whole_low_, pool_->low()) : pool_->low();
        whole_high_ = std::max(whole_high_, pool_->high());
    }
    colours_.clear();
    update();
}

void HeatmapView::refreshTable() {
    ChartTable::Content content;
    const std::shared_ptr<const Cluster> cluster = shown_.cluster;
    if (cluster) {
        const bool nodes = cluster->inter_node.between == MatrixBetween::nodes;
        content.rows = nodes ? cluster->node_count() : cluster->gpu_count();
        for (int i = 0; i < content.rows; ++i)
            content.columns << nameOf(i);
        content.cell = [cluster, snapshot = snapshot_, this](int row, int column) {
            const double value = matrixBandwidth(*cluster, snapshot, row, column);
            const std::vector<int> faults = faultsOf({row, column});
            return faults.empty() ? ChartTable::Cell{bandwidthText(value), value}
                                  : ChartTable::Cell{filled(tr("broken (%1); %2"), bandwidthText(value),
                                                            faultsText(*cluster, faults)),
                                                     value};
        };
        content.row_name = [names = content.columns](int row) { return names[row]; };
    }
    chartTable()->setContent(std::move(content));
}

QString HeatmapView::nameOf(int index) const {
    return nameText(shown_.cluster->inter_node.between == MatrixBetween::nodes
                        ? shown_.cluster->nodes[static_cast<std::size_t>(index)].host
                        : shown_.cluster->gpu_name(index));
}

QString HeatmapView::cellText(Cell cell) const {
    if (cell.from == cell.to && shown_.cluster->inter_node.between == MatrixBetween::gpus)
        return tr("%1 itself").arg(nameOf(cell.from));
    QString text = nameOf(cell.from) + QStringLiteral(" \u2192 ") + nameOf(cell.to) + QStringLiteral(": ") +
                   bandwidthText(matrixBandwidth(*shown_.cluster, snapshot_, cell.from, cell.to));
    const bool nodes = shown_.cluster->inter_node.between == MatrixBetween::nodes;
    if (nodes ? cell.from == cell.to : shown_.cluster->node_of(cell.from) == shown_.cluster->node_of(cell.to))
        text += tr(" (inside the node)");
    const std::vector<int> faults = faultsOf(cell);
    return faults.empty() ? text : text + QLatin1Char('\n') + faultsText(*shown_.cluster, faults);
}

std::vector<int> HeatmapView::faultsOf(Cell cell) const {
    const Cluster& cluster = *shown_.cluster;
    if (cluster.inter_node.between == MatrixBetween::nodes)
        return cell.from == cell.to ? faults_.inside(cell.from) : faults_.ofLink(cell.from, cell.to);
    std::set<int> found;
    const auto add = [&found](const std::vector<int>& faults) { found.insert(faults.begin(), faults.end()); };
    add(faults_.ofGpu(cell.from));
    add(faults_.ofGpu(cell.to));
    if (cluster.node_of(cell.from) != cluster.node_of(cell.to))
        add(faults_.ofLink(cluster.node_of(cell.from), cluster.node_of(cell.to)));
    return {found.begin(), found.end()};
}

QSize HeatmapView::chartSize() const {
    return slider_->maximum() > 0 ? QSize(width(), std::max(height() - slider_height, 1)) : size();
}

double HeatmapView::cellsAcross(const QRectF&) const {
    return std::max(pool_ ? pool_->size() / zoom_ : 1.0, 1e-9);
}

double HeatmapView::pixelsPerCell(const QRectF& plot) const {
    return std::min(plot.width(), plot.height()) / cellsAcross(plot);
}

HeatmapView::Cell HeatmapView::cellAt(const QPointF& point) const {
    const QRectF plot = plotArea(chartSize());
    if (!pool_ || !plot.contains(point))
        return {};
    const double pixels = pixelsPerCell(plot);
    const auto to = static_cast<int>(std::floor(origin_.x() + (point.x() - plot.left()) / pixels));
    const auto from = static_cast<int>(std::floor(origin_.y() + (point.y() - plot.top()) / pixels));
    if (from < 0 || to < 0 || from >= pool_->size() || to >= pool_->size())
        return {};
    return {from, to};
}

QRectF HeatmapView::cellRect(const QRectF& plot, Cell cell) const {
    const double pixels = pixelsPerCell(plot);
    return {plot.left() + (cell.to - origin_.x()) * pixels, plot.top() + (cell.from - origin_.y()) * pixels,
            pixels, pixels};
}

void HeatmapView::clampView() {
    if (!pool_)
        return;
    const QRectF plot = plotArea(chartSize());
    const double pixels = pixelsPerCell(plot);
    const auto held = [&](double first, double length) {
        return std::clamp(first, 0.0, std::max(pool_->size() - length / pixels, 0.0));
    };
    origin_ = {held(origin_.x(), plot.width()), held(origin_.y(), plot.height())};
}

void HeatmapView::zoomAt(const QPointF& point, double factor) {
    if (!pool_)
        return;
    const QRectF plot = plotArea(chartSize());
    const QPointF inside(std::clamp(point.x(), plot.left(), plot.right()) - plot.left(),
                         std::clamp(point.y(), plot.top(), plot.bottom()) - plot.top());
    const QPointF cell = origin_ + inside / pixelsPerCell(plot);
    zoom_ = std::clamp(zoom_ * factor, 1.0, std::max(pool_->size() / 4.0, 1.0));
    origin_ = cell - inside / pixelsPerCell(plot);
    clampView();
    update();
}

void HeatmapView::zoomTo(int first_row, int first_column, double cells_across) {
    pooling_.finish();
    if (!pool_)
        return;
    zoom_ = std::clamp(pool_->size() / cells_across, 1.0, std::max(pool_->size() / 4.0, 1.0));
    origin_ = QPointF(first_column, first_row);
    clampView();
    update();
}

std::vector<int> HeatmapView::gpusOf(Cell cell) const {
    const Cluster& cluster = *shown_.cluster;
    std::vector<int> gpus;
    for (const int end : {std::min(cell.from, cell.to), std::max(cell.from, cell.to)}) {
        if (cluster.inter_node.between == MatrixBetween::gpus)
            gpus.push_back(end);
        else
            for (int gpu = cluster.first_gpu(end); gpu < cluster.first_gpu(end + 1); ++gpu)
                gpus.push_back(gpu);
        if (cell.from == cell.to)
            break;
    }
    return gpus;
}

void HeatmapView::choose(Cell cell) {
    if (cell.from < 0)
        return;
    cursor_ = cell;
    Selection selection = selection_;
    selection.device = selection.replica = -1;
    selection.gpus = gpusOf(cell);
    emit selectionRequested(selection);
    announce(cellText(cell));
    update();
}

QString HeatmapView::tipAt(const QPoint& point) const {
    const Cell cell = cellAt(point);
    return cell.from < 0 ? QString() : cellText(cell);
}

void HeatmapView::resizeEvent(QResizeEvent*) {
    const int top = height() - slider_height;
    const int label = fontMetrics().horizontalAdvance(QStringLiteral("2024-05-01T00:00:00Z")) + 12;
    time_->setGeometry(8, top, label, slider_height);
    slider_->setGeometry(label + 8, top, std::max(width() - label - 16, 40), slider_height);
    clampView();
}

void HeatmapView::mousePressEvent(QMouseEvent* event) {
    press_ = event->position();
    moved_ = false;
}

void HeatmapView::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & (Qt::LeftButton | Qt::MiddleButton) && pool_) {
        const QPointF way = event->position() - press_;
        if (!moved_ && way.manhattanLength() < 4)
            return;
        moved_ = true;
        origin_ -= way / pixelsPerCell(plotArea(chartSize()));
        press_ = event->position();
        clampView();
        update();
        return;
    }
    const Cell cell = cellAt(event->position());
    if (cell.from >= 0 && (cell.from != cursor_.from || cell.to != cursor_.to)) {
        cursor_ = cell;
        update();
    }
}

void HeatmapView::mouseReleaseEvent(QMouseEvent* event) {
    if (!moved_ && event->button() == Qt::LeftButton)
        choose(cellAt(event->position()));
}

void HeatmapView::wheelEvent(QWheelEvent* event) {
    zoomAt(event->position(), std::pow(1.0015, event->angleDelta().y()));
    event->accept();
}

void HeatmapView::keyPressEvent(QKeyEvent* event) {
    if (!pool_)
        return ChartView::keyPressEvent(event);
    const int step = event->modifiers() & Qt::ShiftModifier ? 8 : 1;
    const auto held = [this](int index) { return std::clamp(index, 0, pool_->size() - 1); };
    const QRectF plot = plotArea(chartSize());
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
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomAt(cellRect(plot, cursor_).center(), 1.25);
    case Qt::Key_Minus:
        return zoomAt(cellRect(plot, cursor_).center(), 0.8);
    case Qt::Key_0:
        return zoomAt(plot.center(), 1e-9);
    case Qt::Key_PageUp:
        return setSnapshot(snapshot_ - 1);
    case Qt::Key_PageDown:
        return setSnapshot(snapshot_ + 1);
    default:
        return ChartView::keyPressEvent(event);
    }
    const double pixels = pixelsPerCell(plot); // keep the cursor in sight
    const auto into = [pixels](double origin, int index, double length) {
        return std::clamp(origin, index + 1 - length / pixels, static_cast<double>(index));
    };
    origin_ = {into(origin_.x(), cursor_.to, plot.width()), into(origin_.y(), cursor_.from, plot.height())};
    clampView();
    tellItemFocused(*this, itemOf(cursor_));
    announce(cellText(cursor_));
    update();
}

} // namespace pipette
