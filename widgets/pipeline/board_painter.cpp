// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/board_painter.h"

#include "widgets/cluster/gpus/gpu_squares.h"
#include "widgets/pipeline/board_scene.h"
#include "widgets/theme/fitting_text.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QCoreApplication>
#include <QPainter>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

struct BoardWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::AssignmentBoard)
};

/// One picture while it is drawn.
class BoardPainter {
public:
    BoardPainter(QPainter& painter, const BoardScene& scene, const QWidget& view, NumberTexts& numbers)
        : painter_(painter),
          scene_(scene),
          board_(scene.board()),
          gpus_(scene.gpus()),
          theme_(themeOf(&view)),
          font_(view.font()),
          numbers_(numbers) {}

    void paintCells();
    void paintHeaders();
    void paintTray();

private:
    void paintStageHeads();
    void paintReplicaHeads();
    void paintScrollMarks();
    void paintCell(int device, int replica);
    void paintTile(const QRectF& box, int cell);
    void paintCellName(const QRectF& box, int cell);
    void paintGpu(const QRectF& square, int gpu, const QColor& behind);
    QBrush brushOf(int gpu) const; ///< of its group, or its node

    QPainter& painter_;
    const BoardScene& scene_;
    const BoardCells& board_;
    const ShownGpus& gpus_;
    const Theme& theme_;
    const QFont font_;
    NumberTexts& numbers_;
};

void BoardPainter::paintCells() {
    painter_.save();
    painter_.setClipRect(scene_.cells);
    for (int device = 0; device < board_.stages; ++device)
        for (int replica = 0; replica < board_.replicas; ++replica)
            if (scene_.cellRect(device, replica).intersects(scene_.cells))
                paintCell(device, replica);
    painter_.restore();
}

void BoardPainter::paintHeaders() {
    painter_.save();
    painter_.setClipRect(
        QRectF(scene_.cells.left(), scene_.heads, scene_.cells.width(), scene_.cells.top() - scene_.heads));
    paintStageHeads();
    painter_.restore();
    painter_.save();
    painter_.setClipRect(
        QRectF(0, scene_.cells.top(), scene_.cells.right() + BoardScene::margin, scene_.cells.height()));
    paintReplicaHeads();
    painter_.restore();
    paintScrollMarks();
}

void BoardPainter::paintStageHeads() {
    const QFontMetricsF metrics(font_);
    painter_.setFont(font_);
    const int stride = std::max(
        1, static_cast<int>(std::ceil((metrics.horizontalAdvance(QString::number(board_.stages)) + 12) /
                                      scene_.cell_width)));
    const bool roomy =
        scene_.cell_width > metrics.horizontalAdvance(filled(BoardWords::tr("stage %1"), board_.stages)) + 14;
    for (int column = 0; column < scene_.bands * board_.stages; ++column) {
        const int device = column % board_.stages, band = column / board_.stages;
        const QRectF head(scene_.origin.x() + band * scene_.band_step + device * scene_.cell_width + 1,
                          scene_.heads, scene_.cell_width - 2, scene_.cells.top() - scene_.heads - 3);
        const QBrush brush = stageBrush(device, theme_);
        fillRect(painter_, head, brush);
        if (device % stride == 0) {
            const QString text = roomy ? filled(BoardWords::tr("stage %1"), device) : QString::number(device);
            const double wide = metrics.horizontalAdvance(text) + 4;
            const QRectF plate(head.center().x() - wide / 2, head.top(), wide, head.height());
            painter_.fillRect(plate & head, brush.color());
            painter_.setPen(textOn(brush.color()));
            painter_.drawText(plate, Qt::AlignCenter, text);
        }
        if (gpus_.selection().device == device) {
            painter_.setPen(QPen(theme_.accent, tokens::selection));
            painter_.drawLine(head.bottomLeft() + QPointF(0, 2), head.bottomRight() + QPointF(0, 2));
        }
    }
}

void BoardPainter::paintReplicaHeads() {
    const QFontMetricsF metrics(font_);
    const int rows = std::max(1, static_cast<int>(std::ceil((metrics.height() + 1) / scene_.cell_height)));
    for (int replica = 0; replica < board_.replicas; ++replica) {
        if (replica % scene_.band_rows % rows != 0)
            continue;
        const QRectF first = scene_.cellRect(0, replica);
        const double right =
            replica < scene_.band_rows ? scene_.cells.left() : first.left(); // the first band's stay
        const QRectF head(right - scene_.cells.left(), first.top(), scene_.cells.left() - 6,
                          scene_.cell_height);
        painter_.setPen(gpus_.selection().replica == replica ? theme_.accent : theme_.text);
        painter_.setFont(gpus_.selection().replica == replica ? strongFont(font_) : font_);
        painter_.drawText(
            QRectF(head.left(), head.center().y() - metrics.height() / 2, head.width(), metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, filled(BoardWords::tr("r%1"), replica));
    }
}

/// How far the board is scrolled.
void BoardPainter::paintScrollMarks() {
    const QSizeF content = scene_.contentSize();
    if (content.width() <= scene_.cells.width() + 1 && content.height() <= scene_.cells.height() + 1)
        return;
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(theme_.outline);
    const double wide = scene_.cells.width() / content.width();
    const double high = scene_.cells.height() / content.height();
    if (wide < 1)
        painter_.drawRect(QRectF(scene_.cells.left() - (scene_.origin.x() - scene_.cells.left()) * wide,
                                 scene_.cells.bottom() + 1, scene_.cells.width() * wide, 3));
    if (high < 1)
        painter_.drawRect(QRectF(scene_.cells.right() + BoardScene::margin - 4,
                                 scene_.cells.top() - (scene_.origin.y() - scene_.cells.top()) * high, 3,
                                 scene_.cells.height() * high));
}

QBrush BoardPainter::brushOf(int gpu) const {
    const int group = gpus_.groups() ? gpus_.groups()->of_gpu(gpu) : -1;
    return group >= 0 ? stageBrush(group, theme_) : QBrush(nodeTint(gpus_.cluster()->node_of(gpu), theme_));
}

void BoardPainter::paintGpu(const QRectF& square, int gpu, const QColor& behind) {
    const QRectF box = square.adjusted(1, 1, -1, -1);
    const bool excluded = gpus_.role(gpu).excluded;
    const int group = gpus_.groups() ? gpus_.groups()->of_gpu(gpu) : -1;
    const QBrush brush = excluded ? QBrush(theme_.base) : brushOf(gpu);
    paintSquare(painter_, box, brush, theme_.outline);
    if (excluded)
        painter_.fillRect(box, QBrush(theme_.missing, Qt::BDiagPattern));
    if (gpus_.selected(gpu)) {
        painter_.setBrush(Qt::NoBrush);
        if (group >= 0) {
            painter_.setPen(QPen(theme_.base, 5));
            painter_.drawRect(box);
        }
        painter_.setPen(QPen(theme_.accent, tokens::selection));
        painter_.drawRect(box);
    }
    if (box.width() >= 12) {
        painter_.setPen(theme_.text);
        if (group >= 0 && !excluded)
            numbers_.paintOn(painter_, box, group, brush);
        else
            numbers_.paint(painter_, box, gpus_.cluster()->place_of(gpu).local);
    }
    if (box.width() >= 8)
        paintGpuMarks(painter_, box, gpus_, gpu, behind, theme_);
}

/// One tile where squares would be too small, in stripes of its GPUs.
void BoardPainter::paintTile(const QRectF& box, int cell) {
    for (int place = 0; place < board_.block; ++place) {
        const int gpu = board_.gpus[static_cast<std::size_t>(cell * board_.block + place)];
        const QRectF stripe(box.left() + box.width() * place / board_.block, box.top(),
                            box.width() / board_.block, box.height());
        fillRect(painter_, stripe, brushOf(gpu));
        if (gpus_.selected(gpu)) {
            painter_.setPen(QPen(theme_.accent, tokens::selection));
            painter_.drawLine(stripe.bottomLeft(), stripe.bottomRight());
        }
    }
}

void BoardPainter::paintCell(int device, int replica) {
    const QRectF box = scene_.cellRect(device, replica).adjusted(1, 1, -1, -1);
    const int cell = board_.cell(device, replica);
    if (scene_.gpu_side < BoardScene::least_side)
        return paintTile(box, cell);
    const int first = board_.gpus[static_cast<std::size_t>(cell * board_.block)];
    const QColor tint = nodeTint(gpus_.cluster()->node_of(first), theme_);
    const QColor behind = theme_.kind == ThemeKind::light ? tint.lighter(108) : tint.darker(130);
    paintSquare(painter_, box, behind, theme_.grid);
    paintCellName(box, cell);
    for (int place = 0; place < board_.block; ++place) {
        const int index = cell * board_.block + place;
        paintGpu(scene_.gpuRect(index), board_.gpus[static_cast<std::size_t>(index)], behind);
    }
}

void BoardPainter::paintCellName(const QRectF& box, int cell) {
    painter_.setFont(smallFont(font_));
    painter_.setPen(theme_.text);
    const QString& full = board_.names[static_cast<std::size_t>(cell)];
    if (scene_.host_line > 0) {
        const int room = static_cast<int>(box.width() - 6);
        const QString host = full.section(u':', 0, 0), kind = board_.kinds[static_cast<std::size_t>(cell)],
                      dot = QStringLiteral(" \u00b7 ");
        const QStringList names = kind.isEmpty() // the squares say which GPUs of the host they are
                                      ? QStringList{full, host}
                                      : QStringList{full + dot + kind, host + dot + kind, kind};
        const QString fits = longestFit(names, QFontMetricsF(painter_.font()), room);
        const QString name =
            fits.isEmpty() ? painter_.fontMetrics().elidedText(names.back(), Qt::ElideRight, room) : fits;
        painter_.drawText(QRectF(box.left() + 3, box.top() + 2, box.width() - 6, scene_.host_line),
                          Qt::AlignCenter, name);
    } else if (scene_.host_side > 0)
        painter_.drawText(box.adjusted(4, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                          full.section(u':', 0, 0));
}

void BoardPainter::paintTray() {
    painter_.setPen(QPen(theme_.grid, 1));
    painter_.drawLine(scene_.tray.topLeft(), scene_.tray.topRight());
    painter_.setFont(smallFont(font_));
    painter_.setPen(theme_.muted);
    int drawn = 0;
    for (std::size_t i = 0; i < board_.spares.size(); ++i) {
        const QRectF square = scene_.spareRect(static_cast<int>(i));
        if (square.isEmpty())
            break;
        paintGpu(square, board_.spares[i], theme_.base);
        ++drawn;
    }
    QString head = filled(BoardWords::tr("%1 spare GPUs"), board_.spares.size());
    if (drawn < static_cast<int>(board_.spares.size()))
        head += filled(BoardWords::tr(" (%1 shown; all are in the topology)"), drawn);
    painter_.setPen(theme_.muted);
    painter_.drawText(QPointF(scene_.tray.left(), scene_.tray.top() + 1 + painter_.fontMetrics().ascent()),
                      head);
}

} // namespace

void paintBoard(QPainter& painter, const BoardScene& scene, const QWidget& view, NumberTexts& numbers) {
    BoardPainter board(painter, scene, view, numbers);
    board.paintCells();
    board.paintHeaders();
    if (!scene.board().spares.empty())
        board.paintTray();
}

} // namespace pipette
