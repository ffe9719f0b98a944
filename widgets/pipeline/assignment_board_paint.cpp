// SPDX-License-Identifier: GPL-3.0-or-later
// How AssignmentBoard draws: heads, cells, GPUs by node or by group, spares.
#include "widgets/pipeline/assignment_board.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QComboBox>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pipette {

void AssignmentBoard::paintHeaders(QPainter& painter, const Frame& f, QSize size) const {
    painter.save();
    painter.setClipRect(QRectF(f.cells.left(), f.heads, f.cells.width(), f.cells.top() - f.heads));
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
        const QRectF head(f.origin.x() + column / stages_ * f.band_step + device * f.cell_width + 1, f.heads,
                          f.cell_width - 2, f.cells.top() - f.heads - 3);
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
            painter.setPen(QPen(theme.accent, tokens::selection));
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

QBrush AssignmentBoard::brushOf(int gpu) const {
    const Theme& theme = themeOf(this);
    const int group = groups() ? groups()->of_gpu(gpu) : -1;
    return group >= 0 ? stageBrush(group, theme) : QBrush(nodeTint(shown().cluster->node_of(gpu), theme));
}

void AssignmentBoard::paintGpu(QPainter& painter, const QRectF& square, int gpu) const {
    const Theme& theme = themeOf(this);
    const QRectF box = square.adjusted(1, 1, -1, -1);
    const bool excluded = role(gpu).excluded;
    const int group = groups() ? groups()->of_gpu(gpu) : -1;
    const QBrush brush = excluded ? QBrush(theme.base) : brushOf(gpu);
    paintSquare(painter, box, brush, theme.outline);
    if (excluded)
        painter.fillRect(box, QBrush(theme.missing, Qt::BDiagPattern));
    if (selected(gpu)) {
        painter.setBrush(Qt::NoBrush);
        if (group >= 0) {
            painter.setPen(QPen(theme.base, 5));
            painter.drawRect(box);
        }
        painter.setPen(QPen(theme.accent, tokens::selection));
        painter.drawRect(box);
    }
    if (box.width() >= 12) {
        painter.setPen(theme.text);
        if (group >= 0 && !excluded)
            paintNumberOn(painter, box, group, brush);
        else
            paintNumber(painter, box, shown().cluster->place_of(gpu).local);
    }
    if (box.width() >= 8)
        paintGpuMarks(painter, box, gpu);
}

/// One tile where squares would be too small, in stripes of its GPUs.
void AssignmentBoard::paintTile(QPainter& painter, const QRectF& box, int cell) const {
    for (int place = 0; place < block_; ++place) {
        const int gpu = cell_gpus_[static_cast<std::size_t>(cell * block_ + place)];
        const QRectF stripe(box.left() + box.width() * place / block_, box.top(), box.width() / block_,
                            box.height());
        fillRect(painter, stripe, brushOf(gpu));
        if (selected(gpu)) {
            painter.setPen(QPen(themeOf(this).accent, tokens::selection));
            painter.drawLine(stripe.bottomLeft(), stripe.bottomRight());
        }
    }
}

void AssignmentBoard::paintCell(QPainter& painter, const Frame& f, int device, int replica) const {
    const Theme& theme = themeOf(this);
    const QRectF box = cellRect(f, device, replica).adjusted(1, 1, -1, -1);
    const int cell = device * replicas_ + replica;
    if (f.gpu_side < least_side)
        return paintTile(painter, box, cell);
    const int first = cell_gpus_[static_cast<std::size_t>(cell * block_)];
    const QColor tint = nodeTint(shown().cluster->node_of(first), theme);
    paintSquare(painter, box, theme.kind == ThemeKind::light ? tint.lighter(108) : tint.darker(130),
                theme.grid);
    paintCellName(painter, f, box, cell);
    for (int place = 0; place < block_; ++place) {
        const int index = cell * block_ + place;
        paintGpu(painter, gpuRect(f, index), cell_gpus_[static_cast<std::size_t>(index)]);
    }
}

void AssignmentBoard::paintCellName(QPainter& painter, const Frame& f, const QRectF& box, int cell) const {
    painter.setFont(smallFont(font()));
    painter.setPen(themeOf(this).text);
    const QString& full = cell_names_[static_cast<std::size_t>(cell)];
    if (f.host_line > 0) {
        const int room = static_cast<int>(box.width() - 6);
        const bool fits =
            painter.fontMetrics().horizontalAdvance(full) <= room; // else the host alone says most
        const QString name =
            painter.fontMetrics().elidedText(fits ? full : full.section(u':', 0, 0), Qt::ElideRight, room);
        painter.drawText(QRectF(box.left() + 3, box.top() + 2, box.width() - 6, f.host_line), Qt::AlignCenter,
                         name);
    } else if (f.host_side > 0)
        painter.drawText(box.adjusted(4, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         full.section(u':', 0, 0));
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
    if (!axes().empty()) {
        const double left = choice_->geometry().right() + 10;
        paintGroupLine(*painter, QRectF(left, 3, size.width() - left - margin, choiceHeight()));
    }
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
