// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/board_painter.h"

#include "core/plan/edits/mapping_edit.h"
#include "widgets/board/board_scene.h"
#include "widgets/cluster/gpus/gpu_squares.h"
#include "widgets/theme/fitting_text.h"
#include "widgets/theme/legend.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/stage_chip.h"
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
          chip_font_(sizedFont(view.font(), tokens::chip_text)),
          numbers_(numbers) {}

    void paintCells();
    void paintHeaders();
    QString trayText() const; ///< how many GPUs have no rank, and why
    void paintTray();
    void paintKey();

private:
    void paintStageHeads();
    void paintReplicaHeads();
    void paintScrollMarks();
    void paintCard(const BoardCard& card);
    void paintStripes(const QRectF& box, const BoardCard& card);
    void paintCardName(const CardParts& parts, const QRectF& box, const BoardCard& card);
    enum class Frame { no, yes }; ///< around a GPU that is selected; no: its card has one
    void paintGpu(const QRectF& square, int gpu, const QColor& behind, Frame framed = Frame::yes);
    void frame(const QRectF& box);
    std::vector<int> gpusOf(const BoardCard& card) const; ///< by replica
    QBrush brushOf(int gpu) const;                        ///< of its stage
    QColor tintOf(int rack) const;
    QString rackText(qsizetype rack) const;
    QColor tintOf(const BoardCard& card) const;

    QPainter& painter_;
    const BoardScene& scene_;
    const BoardCells& board_;
    const ShownGpus& gpus_;
    const Theme& theme_;
    const QFont font_, chip_font_;
    NumberTexts& numbers_;
};

void BoardPainter::paintCells() {
    painter_.save();
    painter_.setClipRect(scene_.cells);
    for (const BoardCard& card : scene_.cards())
        if (scene_.cardRect(card).intersects(scene_.cells))
            paintCard(card);
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
    const bool roomy =
        scene_.cell_width > metrics.horizontalAdvance(filled(BoardWords::tr("stage %1"), board_.stages)) + 14;
    const double widest = metrics.horizontalAdvance(QString::number(board_.stages));
    painter_.setFont(widest + 6 <= scene_.cell_width ? font_ : sizedFont(font_, tokens::chip_text));
    for (int column = 0; column < scene_.bands * board_.stages; ++column) {
        const int device = column % board_.stages, band = column / board_.stages;
        const QRectF head(scene_.origin.x() + band * scene_.band_step + device * scene_.cell_width + 1,
                          scene_.heads, scene_.cell_width - 2, scene_.cells.top() - scene_.heads - 3);
        if (roomy) {
            const QBrush brush = stageBrush(device, theme_);
            const QString text = filled(BoardWords::tr("stage %1"), device);
            const double wide = metrics.horizontalAdvance(text) + 4;
            const QRectF plate(head.center().x() - wide / 2, head.top(), wide, head.height());
            fillRect(painter_, head, brush);
            painter_.fillRect(plate & head, brush.color());
            painter_.setPen(textOn(brush.color()));
            painter_.drawText(plate, Qt::AlignCenter, text);
        } else
            paintStageChip(painter_, head, device, theme_);
        if (gpus_.selection().device == device) {
            painter_.setPen(QPen(theme_.accent, tokens::selection));
            painter_.drawLine(head.bottomLeft() + QPointF(0, 2), head.bottomRight() + QPointF(0, 2));
        }
    }
}

void BoardPainter::paintReplicaHeads() {
    const QFont plain = scene_.cell_height < QFontMetricsF(font_).height() + 2 ? smallFont(font_) : font_;
    const QFontMetricsF metrics(plain);
    int rows = std::max(1, static_cast<int>(std::ceil((metrics.height() - 1) / scene_.cell_height)));
    if (const auto run = static_cast<int>(std::lround(board_.usual_run)); rows > 1 && run > 1)
        rows = (rows + run - 1) / run * run; // one beside each card
    for (int replica = 0; replica < board_.replicas; ++replica) {
        if (replica % scene_.band_rows % rows != 0)
            continue;
        const QRectF first = scene_.cellRect(0, replica);
        const double right =
            replica < scene_.band_rows ? scene_.cells.left() : first.left(); // the first band's stay
        const QRectF head(right - scene_.cells.left(), first.top(), scene_.cells.left() - 6,
                          scene_.cell_height);
        painter_.setPen(gpus_.selection().replica == replica ? theme_.accent : theme_.text);
        painter_.setFont(gpus_.selection().replica == replica ? strongFont(plain) : plain);
        const double top = rows > 1 ? head.top() : head.center().y() - metrics.height() / 2;
        painter_.drawText(QRectF(head.left(), top, head.width(), metrics.height()),
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
    const GpuRole& role = gpus_.role(gpu);
    return role.rank >= 0 ? stageBrush(role.place.stage, theme_) : QBrush(theme_.base);
}

/// Of two racks, one is light and one is shaded; three racks or more have hues of their own.
QColor BoardPainter::tintOf(int rack) const {
    if (rack < 0 || board_.racks.size() < 2)
        return theme_.base;
    if (board_.racks.size() == 2)
        return rack == 0 ? theme_.base : theme_.track;
    const QColor tint = nodeTint(rack, theme_);
    return theme_.kind == ThemeKind::light ? tint.lighter(108) : tint;
}

QColor BoardPainter::tintOf(const BoardCard& card) const {
    return card.node < 0 ? theme_.base : tintOf(board_.rack_of_node[static_cast<std::size_t>(card.node)]);
}

void BoardPainter::frame(const QRectF& box) {
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(QPen(theme_.accent, tokens::selection));
    painter_.drawRect(box);
}

void BoardPainter::paintGpu(const QRectF& square, int gpu, const QColor& behind, Frame framed) {
    const QRectF box = square.width() >= 12 ? square.adjusted(1, 1, -1, -1) : square.adjusted(0, 0, -1, -1);
    const bool excluded = gpus_.role(gpu).excluded;
    const int group = gpus_.groups() ? gpus_.groups()->of_gpu(gpu) : -1;
    QBrush brush = excluded ? QBrush(theme_.base) : brushOf(gpu);
    if (box.width() < 12) // patterns need room
        brush = brush.color();
    paintSquare(painter_, box, brush, theme_.outline);
    if (excluded)
        painter_.fillRect(box, QBrush(theme_.missing, Qt::BDiagPattern));
    if (framed == Frame::yes && gpus_.selected(gpu)) {
        painter_.setBrush(Qt::NoBrush);
        painter_.setPen(QPen(theme_.base, box.width() >= 12 ? 5 : 3));
        painter_.drawRect(box);
        frame(box);
    }
    if (box.width() >= 12) {
        painter_.setPen(theme_.text);
        const int number = group >= 0 ? group : gpus_.cluster()->place_of(gpu).local;
        if (excluded || gpus_.role(gpu).rank < 0)
            numbers_.paint(painter_, box, number);
        else
            numbers_.paintOn(painter_, box, number, brush);
    }
    if (box.width() >= 8)
        paintGpuMarks(painter_, box, gpus_, gpu, behind, theme_);
}

std::vector<int> BoardPainter::gpusOf(const BoardCard& card) const {
    const auto first = board_.gpus.begin() + board_.cell(card.device, card.first) * board_.block;
    return {first, first + card.count * board_.block};
}

/// The colours of the GPUs of a card in which these would be too small.
void BoardPainter::paintStripes(const QRectF& box, const BoardCard& card) {
    const std::vector<int> gpus = gpusOf(card);
    const double wide = box.width() / static_cast<double>(gpus.size());
    double left = box.left();
    for (const int gpu : gpus) {
        const QRectF stripe(left, box.top(), wide, box.height());
        fillRect(painter_, stripe, brushOf(gpu));
        if (gpus_.selected(gpu)) {
            painter_.setPen(QPen(theme_.accent, tokens::selection));
            painter_.drawLine(stripe.bottomLeft(), stripe.bottomRight());
        }
        left += wide;
    }
}

void BoardPainter::paintCard(const BoardCard& card) {
    const QRectF box = scene_.cardRect(card);
    const CardParts parts = scene_.partsOf(card);
    const QColor behind = tintOf(card);
    paintSquare(painter_, box, behind, theme_.border);
    const std::vector<int> gpus = gpusOf(card);
    const auto selected = [this](int gpu) { return gpus_.selected(gpu); };
    const bool any = std::any_of(gpus.begin(), gpus.end(), selected);
    const bool all = any && std::all_of(gpus.begin(), gpus.end(), selected);
    if (parts.side <= 0 && parts.name.isEmpty())
        return paintStripes(box, card);
    if (parts.side <= 0 && gpus_.groups())
        paintStripes(QRectF(box.left() + 1, box.bottom() - 5, box.width() - 2, 4), card);
    paintCardName(parts, box, card);
    if (parts.side > 0) {
        painter_.setFont(chip_font_);
        for (std::size_t place = 0; place < gpus.size(); ++place)
            paintGpu(parts.chip(static_cast<int>(place)), gpus[place], behind, all ? Frame::no : Frame::yes);
    }
    if (all || (any && parts.side <= 0))
        frame(box);
}

/// The node, and which of its GPUs are meant; in clusters of several kinds, the kind.
void BoardPainter::paintCardName(const CardParts& parts, const QRectF& box, const BoardCard& card) {
    if (parts.name.isEmpty())
        return;
    painter_.setFont(scene_.name_font);
    const QFontMetricsF metrics(painter_.font());
    QString full;
    if (card.node < 0 || !parts.range.isEmpty()) {
        std::vector<int> gpus = gpusOf(card);
        std::sort(gpus.begin(), gpus.end());
        full = nameText(gpu_list_name(*gpus_.cluster(), gpus));
    }
    const QString host = card.node < 0        ? full
                         : scene_.brief_names ? board_.names.brief(card.node)
                                              : board_.names.full(card.node);
    const QString kind = card.node < 0 ? QString() : gpus_.kindOfNode(card.node),
                  both = host + QStringLiteral(" \u00b7 ") + kind;
    const double room = box.width() - 4;
    const bool told = !kind.isEmpty() && metrics.horizontalAdvance(both) <= room;
    painter_.setPen(theme_.text);
    painter_.drawText(parts.name, Qt::AlignCenter | Qt::TextDontClip,
                      told             ? both
                      : card.node >= 0 ? host // the scene knows that it fits
                                       : metrics.elidedText(host, Qt::ElideRight, room));
    if (parts.range.isEmpty())
        return;
    const QString range =
        card.node < 0 ? QString() : full.section(u':', 1).replace(u'-', QStringLiteral("\u2013"));
    const QString second = !kind.isEmpty() && !told ? kind : range;
    painter_.setPen(theme_.muted);
    if (metrics.horizontalAdvance(second) <= room)
        painter_.drawText(parts.range, Qt::AlignCenter | Qt::TextDontClip, second);
}

/// What the tints and the short names of nodes mean.
void BoardPainter::paintKey() {
    painter_.setFont(smallFont(font_));
    const QFontMetricsF metrics(painter_.font());
    QRectF room = scene_.key;
    painter_.setPen(QPen(theme_.grid, 1));
    painter_.drawLine(room.topLeft(), room.topRight());
    room.adjust(0, 2, 0, 0);
    if (const QString note = scene_.brief_names ? board_.names.note() : QString(); !note.isEmpty()) {
        painter_.setPen(theme_.muted);
        painter_.drawText(room, Qt::AlignRight | Qt::AlignVCenter, note);
        room.setRight(room.right() - metrics.horizontalAdvance(note) - 12);
    }
    std::vector<LegendEntry> entries;
    for (qsizetype rack = 0; rack < board_.racks.size(); ++rack)
        entries.push_back({tintOf(static_cast<int>(rack)), rackText(rack)});
    if (legendHeight(metrics, room.width(), entries) <= metrics.height() + 4)
        return paintLegend(painter_, room, entries, theme_);
    const double side = metrics.height() - 4; // the tints side by side, and the first and the last name
    for (std::size_t rack = 0; rack < entries.size(); ++rack)
        paintSquare(painter_,
                    QRectF(room.left() + static_cast<double>(rack) * side, room.top() + 2, side + 1, side),
                    entries[rack].brush, theme_.outline);
    painter_.setPen(theme_.text);
    paintLongest(painter_, room.adjusted(static_cast<double>(entries.size()) * side + 6, 0, 0, 0),
                 {filled(BoardWords::tr("%1 to %2"), entries.front().text, entries.back().text),
                  filled(BoardWords::tr("%1 racks"), entries.size())});
}

QString BoardPainter::rackText(qsizetype rack) const {
    return board_.racks[rack].isEmpty() ? BoardWords::tr("no rack given") : board_.racks[rack];
}

QString BoardPainter::trayText() const {
    const auto excluded = std::count_if(board_.spares.begin(), board_.spares.end(),
                                        [this](int gpu) { return gpus_.role(gpu).excluded; });
    const auto spare = static_cast<std::ptrdiff_t>(board_.spares.size()) - excluded;
    return excluded == 0 ? filled(BoardWords::tr("%1 spare GPUs"), spare)
           : spare == 0  ? filled(BoardWords::tr("%1 excluded GPUs"), excluded)
                         : filled(BoardWords::tr("%1 spare and %2 excluded GPUs"), spare, excluded);
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
    QString head = trayText();
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
    if (!scene.key.isEmpty())
        board.paintKey();
}

} // namespace pipette
