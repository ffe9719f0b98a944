// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/assignment_board.h"

#include "core/plan/mapping_edit.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

constexpr double board_margin = 6;
constexpr double band_gap = 8;
constexpr int most_bands = 8;
constexpr double legible_side = 16; // of a GPU's square with its number

/// GPUs side by side that give the largest squares in a box.
int bestColumns(int count, double width, double height, double* side) {
    int best = 1;
    *side = 0;
    for (int columns = 1; columns <= count; ++columns) {
        const int rows = (count + columns - 1) / columns;
        const double fits = std::min(width / columns, height / rows);
        if (fits > *side + 1e-9) {
            *side = fits;
            best = columns;
        }
    }
    return best;
}

} // namespace

AssignmentBoard::AssignmentBoard(QWidget* parent) : GpuView(parent) {
    setAccessibleName(tr("Assignment board: stages across, replicas down"));
    shownChanged();
}

void AssignmentBoard::shownChanged() {
    const std::shared_ptr<const Cluster> cluster = shown().cluster;
    cell_gpus_.clear();
    cell_names_.clear();
    longest_host_.clear();
    spares_.clear();
    index_of_gpu_.assign(roles().size(), 0);
    stages_ = replicas_ = 0;
    if (cluster && shown().candidate) {
        const RankGrid grid(shown().candidate->config);
        stages_ = grid.size(Spread::stages), replicas_ = grid.size(Spread::replicas),
        block_ = grid.size(Spread::peers);
        for (int device = 0; device < stages_; ++device)
            for (int replica = 0; replica < replicas_; ++replica) {
                std::vector<int> block;
                for (int peer = 0; peer < block_; ++peer) {
                    const auto rank = static_cast<std::size_t>(grid.rank({device, replica, peer}));
                    const int gpu = shown().candidate->mapping.gpu_of_rank[rank];
                    index_of_gpu_[static_cast<std::size_t>(gpu)] = static_cast<int>(cell_gpus_.size());
                    cell_gpus_.push_back(gpu);
                    block.push_back(gpu);
                }
                std::sort(block.begin(), block.end());
                cell_names_.push_back(nameText(gpu_list_name(*cluster, block)));
                if (const QString host = cell_names_.back().section(u':', 0, 0);
                    host.size() > longest_host_.size())
                    longest_host_ = host;
            }
    }
    for (std::size_t gpu = 0; gpu < roles().size(); ++gpu)
        if (roles()[gpu].rank < 0) {
            index_of_gpu_[gpu] = -1 - static_cast<int>(spares_.size());
            spares_.push_back(static_cast<int>(gpu));
        }
    chartTable()->setContent(tableContent());
}

ChartTable::Content AssignmentBoard::tableContent() const {
    ChartTable::Content content;
    content.columns = {tr("GPU"), tr("Rank"), tr("Stage"), tr("Replica"), tr("State")};
    content.rows = static_cast<int>(roles().size());
    content.cell = [cluster = shown().cluster, all = roles()](int gpu, int column) {
        const GpuRole& role = all[static_cast<std::size_t>(gpu)];
        const auto number = [&role](int value) {
            return role.rank < 0 ? ChartTable::Cell{} : ChartTable::Cell{QString::number(value), value};
        };
        switch (column) {
        case 0:
            return ChartTable::Cell{nameText(cluster->gpu_name(gpu)), {}};
        case 1:
            return number(role.rank);
        case 2:
            return number(role.place.stage);
        case 3:
            return number(role.place.replica);
        default:
            return ChartTable::Cell{role.excluded   ? tr("excluded")
                                    : role.pinned   ? tr("pinned")
                                    : role.rank < 0 ? tr("spare")
                                                    : tr("in use"),
                                    {}};
        }
    };
    return content;
}

AssignmentBoard::Frame AssignmentBoard::frame(QSize size) const {
    const QFontMetricsF metrics(font());
    const QFontMetricsF small(smallFont(font()));
    Frame f;
    const double left = board_margin + metrics.horizontalAdvance(QStringLiteral("r000")) + 6;
    const double top = board_margin + metrics.height() + 4;
    double tray = 0;
    if (!spares_.empty()) { // squares as large as a tray of a quarter of the picture allows
        const double width = size.width() - 2 * board_margin;
        double side = 22;
        const auto rows = [&] {
            return std::ceil(static_cast<double>(spares_.size()) / std::max(std::floor(width / side), 1.0));
        };
        while (side > 5 && rows() * side > size.height() * 0.25)
            side -= 1;
        f.spare_side = side;
        tray = std::min(rows() * side, size.height() * 0.25) + small.height() + 8;
        f.tray = QRectF(board_margin, size.height() - tray, width, tray - board_margin);
    }
    f.cells = QRectF(left, top, std::max(size.width() - left - board_margin, 20.0),
                     std::max(size.height() - top - tray - board_margin, 20.0));
    chooseBands(f, left - board_margin, small.height());
    f.cell_width *= zoom_;
    f.cell_height *= zoom_;
    f.band_step = stages_ * f.cell_width + left - board_margin + band_gap;
    const double inner_width = f.cell_width - 8;
    f.host_line = f.cell_height > 2.4 * small.height() && f.cell_width > 40 ? small.height() + 1 : 0;
    f.columns = bestColumns(block_, inner_width, f.cell_height - 8 - f.host_line, &f.gpu_side);
    f.gpu_side = std::min(f.gpu_side, 48.0);
    const double beside = small.horizontalAdvance(longest_host_) + 6;
    if (f.host_line == 0 && f.cell_height - 2 >= small.height() &&
        inner_width - f.columns * f.gpu_side >= beside)
        f.host_side = beside;
    const double wide = contentSize(f).width();
    const double high = contentSize(f).height();
    const auto scrolled = [](double scroll, double length, double room) {
        return std::clamp(scroll, std::min(room - length, 0.0), 0.0);
    };
    f.origin = f.cells.topLeft() + QPointF(scrolled(scroll_.x(), wide, f.cells.width()),
                                           scrolled(scroll_.y(), high, f.cells.height()));
    return f;
}

void AssignmentBoard::chooseBands(Frame& f, double label_width, double host_height) const {
    double widest = 0;
    for (int bands = 1; bands <= std::min(std::max(replicas_, 1), most_bands); ++bands) {
        const int rows = (std::max(replicas_, 1) + bands - 1) / bands;
        const double room = f.cells.width() - (bands - 1) * (label_width + band_gap);
        const double width = std::clamp(room / bands / std::max(stages_, 1), 14.0, 340.0);
        const double height = std::clamp(f.cells.height() / rows, 10.0, 220.0);
        const double head = height > 2.4 * host_height && width > 40 ? host_height + 1 : 0;
        double side = 0;
        bestColumns(block_, width - 8, height - 8 - head, &side);
        // One band reads most easily: more only where that makes GPUs legible.
        if (bands > 1 && (widest >= legible_side || side < 1.25 * widest))
            continue;
        widest = side;
        f.bands = bands;
        f.band_rows = rows;
        f.cell_width = width;
        f.cell_height = height;
    }
}

QSizeF AssignmentBoard::contentSize(const Frame& f) const {
    return {(f.bands - 1) * f.band_step + stages_ * f.cell_width, f.band_rows * f.cell_height};
}

QRectF AssignmentBoard::cellRect(const Frame& f, int device, int replica) const {
    return {f.origin.x() + replica / f.band_rows * f.band_step + device * f.cell_width,
            f.origin.y() + replica % f.band_rows * f.cell_height, f.cell_width, f.cell_height};
}

QRectF AssignmentBoard::gpuRect(const Frame& f, int index) const {
    const int cell = index / block_;
    const int place = index % block_;
    const QRectF box = cellRect(f, cell / replicas_, cell % replicas_);
    if (f.gpu_side < least_side)
        return box;
    const int rows = (block_ + f.columns - 1) / f.columns;
    const double left = box.center().x() + (f.host_side - f.columns * f.gpu_side) / 2;
    const double top = box.top() + f.host_line + (box.height() - f.host_line - rows * f.gpu_side) / 2;
    return {left + place % f.columns * f.gpu_side, top + place / f.columns * f.gpu_side, f.gpu_side,
            f.gpu_side};
}

QRectF AssignmentBoard::spareRect(const Frame& f, int index) const {
    const int columns = std::max(static_cast<int>(f.tray.width() / f.spare_side), 1);
    const double top = f.tray.top() + QFontMetricsF(smallFont(font())).height() + 4;
    const QRectF rect(f.tray.left() + index % columns * f.spare_side, top + index / columns * f.spare_side,
                      f.spare_side, f.spare_side);
    return rect.bottom() <= f.tray.bottom() + 2 ? rect : QRectF();
}

Spot AssignmentBoard::spotAt(const QPointF& point) const {
    const Frame f = frame(size());
    for (std::size_t i = 0; i < spares_.size() && f.tray.contains(point); ++i)
        if (spareRect(f, static_cast<int>(i)).contains(point))
            return spotOfGpu(spares_[i]);
    int band =
        std::clamp(static_cast<int>(std::floor((point.x() - f.origin.x()) / f.band_step)), 0, f.bands - 1);
    const double across = point.x() - f.origin.x() - band * f.band_step;
    const auto device = static_cast<int>(std::floor(across / f.cell_width));
    const bool on_label = point.x() < f.cells.left() || (device >= stages_ && band + 1 < f.bands);
    band += point.x() >= f.cells.left() && on_label; // names of replicas stand left of their band
    const auto row = static_cast<int>(std::floor((point.y() - f.origin.y()) / f.cell_height));
    const int replica = band * f.band_rows + row;
    const bool on_device = point.x() >= f.cells.left() && across >= 0 && device < stages_;
    const bool on_replica = point.y() >= f.cells.top() && row >= 0 && row < f.band_rows &&
                            replica < replicas_ && point.y() < f.cells.bottom();
    if (on_device && point.y() < f.cells.top())
        return {Spot::Kind::stage, -1, -1, device, -1};
    if (on_replica && on_label)
        return {Spot::Kind::replica, -1, -1, -1, replica};
    if (!on_device || !on_replica)
        return {};
    for (int place = 0; place < block_ && f.gpu_side >= least_side; ++place) {
        const int index = (device * replicas_ + replica) * block_ + place;
        if (gpuRect(f, index).contains(point))
            return spotOfGpu(cell_gpus_[static_cast<std::size_t>(index)]);
    }
    return {Spot::Kind::cell, -1, -1, device, replica};
}

QRectF AssignmentBoard::rectOf(const Spot& spot) const {
    const Frame f = frame(size());
    switch (spot.kind) {
    case Spot::Kind::gpu: {
        const int index = index_of_gpu_[static_cast<std::size_t>(spot.gpu)];
        return index < 0 ? spareRect(f, -1 - index) : gpuRect(f, index);
    }
    case Spot::Kind::cell:
        return cellRect(f, spot.device, spot.replica).adjusted(2, 2, -2, -2);
    case Spot::Kind::stage:
        return cellRect(f, spot.device, 0) | cellRect(f, spot.device, std::min(replicas_, f.band_rows) - 1);
    case Spot::Kind::replica:
        return cellRect(f, 0, spot.replica) | cellRect(f, stages_ - 1, spot.replica);
    case Spot::Kind::node:
        return rectOf(spotOfGpu(shown().cluster->first_gpu(spot.node)));
    case Spot::Kind::none:
        break;
    }
    return {};
}

void AssignmentBoard::zoomAt(const QPointF& point, double factor) {
    const Frame before = frame(size());
    const int band =
        std::clamp(static_cast<int>((point.x() - before.origin.x()) / before.band_step), 0, before.bands - 1);
    const QPointF at((point.x() - before.origin.x() - band * before.band_step) / before.cell_width,
                     (point.y() - before.origin.y()) / before.cell_height);
    zoom_ = std::clamp(zoom_ * factor, 1.0, 24.0);
    const Frame after = frame(size());
    scroll_ = point -
              QPointF(band * after.band_step + at.x() * after.cell_width, at.y() * after.cell_height) -
              after.cells.topLeft();
    scroll_ = frame(size()).origin - after.cells.topLeft();
}

void AssignmentBoard::panBy(const QPointF& delta) {
    scroll_ += delta;
    const Frame f = frame(size());
    scroll_ = f.origin - f.cells.topLeft();
}

void AssignmentBoard::fitAll() {
    zoom_ = 1;
    scroll_ = {};
}

void AssignmentBoard::paintHeaders(QPainter& painter, const Frame& f, QSize size) const {
    painter.save();
    painter.setClipRect(QRectF(f.cells.left(), 0, f.cells.width(), f.cells.top()));
    paintStageHeads(painter, f);
    painter.restore();
    painter.save();
    painter.setClipRect(QRectF(0, f.cells.top(), size.width(), f.cells.height()));
    paintReplicaHeads(painter, f);
    painter.restore();
    paintScrollMarks(painter, f, size);
}

void AssignmentBoard::paintStageHeads(QPainter& painter, const Frame& f) const {
    const Theme& theme = themeOf(this);
    const QFontMetricsF metrics(font());
    painter.setFont(font());
    const int stride =
        std::max(1, static_cast<int>(std::ceil((metrics.horizontalAdvance(QString::number(stages_)) + 12) /
                                               f.cell_width)));
    const bool roomy = f.cell_width > metrics.horizontalAdvance(tr("stage %1").arg(stages_)) + 14;
    for (int column = 0; column < f.bands * stages_; ++column) {
        const int device = column % stages_;
        const QRectF head(f.origin.x() + column / stages_ * f.band_step + device * f.cell_width + 1,
                          board_margin, f.cell_width - 2, f.cells.top() - board_margin - 3);
        const QBrush brush = stageBrush(device, theme);
        fillRect(painter, head, brush);
        if (device % stride == 0) {
            const QString text = roomy ? tr("stage %1").arg(device) : QString::number(device);
            const double wide = metrics.horizontalAdvance(text) + 4;
            const QRectF plate(head.center().x() - wide / 2, head.top(), wide, head.height());
            painter.fillRect(plate & head, brush.color());
            painter.setPen(textOn(brush.color()));
            painter.drawText(plate, Qt::AlignCenter, text);
        }
        if (selection().device == device) {
            painter.setPen(QPen(theme.accent, 3));
            painter.drawLine(head.bottomLeft() + QPointF(0, 2), head.bottomRight() + QPointF(0, 2));
        }
    }
}

void AssignmentBoard::paintReplicaHeads(QPainter& painter, const Frame& f) const {
    const Theme& theme = themeOf(this);
    const QFontMetricsF metrics(font());
    const int rows = std::max(1, static_cast<int>(std::ceil((metrics.height() + 1) / f.cell_height)));
    for (int replica = 0; replica < replicas_; ++replica) {
        if (replica % f.band_rows % rows != 0)
            continue;
        const QRectF first = cellRect(f, 0, replica);
        const double right = replica < f.band_rows ? f.cells.left() : first.left(); // the first band's stay
        const QRectF head(right - f.cells.left(), first.top(), f.cells.left() - 6, f.cell_height);
        painter.setPen(selection().replica == replica ? theme.accent : theme.text);
        painter.setFont(selection().replica == replica ? strongFont(font()) : font());
        painter.drawText(
            QRectF(head.left(), head.center().y() - metrics.height() / 2, head.width(), metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, tr("r%1").arg(replica));
    }
}

/// How far the board is scrolled.
void AssignmentBoard::paintScrollMarks(QPainter& painter, const Frame& f, QSize size) const {
    const QSizeF content = contentSize(f);
    if (content.width() <= f.cells.width() + 1 && content.height() <= f.cells.height() + 1)
        return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(themeOf(this).outline);
    const double wide = f.cells.width() / content.width();
    const double high = f.cells.height() / content.height();
    if (wide < 1)
        painter.drawRect(QRectF(f.cells.left() - (f.origin.x() - f.cells.left()) * wide, f.cells.bottom() + 1,
                                f.cells.width() * wide, 3));
    if (high < 1)
        painter.drawRect(QRectF(size.width() - 4, f.cells.top() - (f.origin.y() - f.cells.top()) * high, 3,
                                f.cells.height() * high));
}

void AssignmentBoard::paintGpu(QPainter& painter, const QRectF& square, int gpu) const {
    const Theme& theme = themeOf(this);
    const GpuPlace place = shown().cluster->place_of(gpu);
    const QRectF box = square.adjusted(1, 1, -1, -1);
    const bool excluded = role(gpu).excluded;
    paintSquare(painter, box, excluded ? theme.base : nodeTint(place.node, theme), theme.outline);
    if (excluded)
        painter.fillRect(box, QBrush(theme.missing, Qt::BDiagPattern));
    if (selected(gpu)) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 2.5));
        painter.drawRect(box);
    }
    if (box.width() >= 12) {
        painter.setPen(theme.text);
        paintLocalNumber(painter, box, place.local);
    }
    if (box.width() >= 8)
        paintGpuMarks(painter, box, gpu);
}

void AssignmentBoard::paintCell(QPainter& painter, const Frame& f, int device, int replica) const {
    const Theme& theme = themeOf(this);
    const QRectF box = cellRect(f, device, replica).adjusted(1, 1, -1, -1);
    const int cell = device * replicas_ + replica;
    const int first = cell_gpus_[static_cast<std::size_t>(cell * block_)];
    const QColor tint = nodeTint(shown().cluster->node_of(first), theme);
    if (f.gpu_side < least_side) { // one tile, in stripes when the block spans nodes
        for (int place = 0; place < block_; ++place) {
            const int gpu = cell_gpus_[static_cast<std::size_t>(cell * block_ + place)];
            const QRectF stripe(box.left() + box.width() * place / block_, box.top(), box.width() / block_,
                                box.height());
            painter.fillRect(stripe, nodeTint(shown().cluster->node_of(gpu), theme));
            if (selected(gpu)) {
                painter.setPen(QPen(theme.accent, 2));
                painter.drawLine(stripe.bottomLeft(), stripe.bottomRight());
            }
        }
        return;
    }
    paintSquare(painter, box, theme.kind == ThemeKind::light ? tint.lighter(108) : tint.darker(130),
                theme.grid);
    painter.setFont(smallFont(font()));
    if (f.host_line > 0) {
        painter.setPen(theme.text);
        const QString& full = cell_names_[static_cast<std::size_t>(cell)];
        const int room = static_cast<int>(box.width() - 6);
        const bool fits =
            painter.fontMetrics().horizontalAdvance(full) <= room; // else the host alone says most
        const QString name =
            painter.fontMetrics().elidedText(fits ? full : full.section(u':', 0, 0), Qt::ElideRight, room);
        painter.drawText(QRectF(box.left() + 3, box.top() + 2, box.width() - 6, f.host_line), Qt::AlignCenter,
                         name);
    } else if (f.host_side > 0) {
        painter.setPen(theme.text);
        painter.drawText(box.adjusted(4, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         cell_names_[static_cast<std::size_t>(cell)].section(u':', 0, 0));
    }
    for (int place = 0; place < block_; ++place) {
        const int index = cell * block_ + place;
        paintGpu(painter, gpuRect(f, index), cell_gpus_[static_cast<std::size_t>(index)]);
    }
}

void AssignmentBoard::paintTray(QPainter& painter, const Frame& f) const {
    const Theme& theme = themeOf(this);
    painter.setPen(QPen(theme.grid, 1));
    painter.drawLine(f.tray.topLeft(), f.tray.topRight());
    painter.setFont(smallFont(font()));
    painter.setPen(theme.muted);
    int drawn = 0;
    for (std::size_t i = 0; i < spares_.size(); ++i) {
        const QRectF square = spareRect(f, static_cast<int>(i));
        if (square.isEmpty())
            break;
        paintGpu(painter, square, spares_[i]);
        ++drawn;
    }
    QString head = tr("%1 spare GPUs").arg(spares_.size());
    if (drawn < static_cast<int>(spares_.size()))
        head += tr(" (%1 shown; all are in the topology)").arg(drawn);
    painter.setPen(theme.muted);
    painter.drawText(QPointF(f.tray.left(), f.tray.top() + 1 + painter.fontMetrics().ascent()), head);
}

void AssignmentBoard::renderTo(QPainter* painter, QSize size) {
    painter->fillRect(QRect(QPoint(), size), themeOf(this).base);
    if (stages_ == 0)
        return paintEmpty(*painter, size,
                          tr("No plan yet. Plan, then drag GPUs here to see what each change would cost."));
    const Frame f = frame(size);
    painter->save();
    painter->setClipRect(f.cells);
    for (int device = 0; device < stages_; ++device)
        for (int replica = 0; replica < replicas_; ++replica)
            if (cellRect(f, device, replica).intersects(f.cells))
                paintCell(*painter, f, device, replica);
    painter->restore();
    paintHeaders(*painter, f, size);
    if (!spares_.empty())
        paintTray(*painter, f);
}

} // namespace pipette
