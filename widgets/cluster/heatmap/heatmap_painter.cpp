// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/heatmap/heatmap_painter.h"

#include "core/base/index.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <set>

namespace pipette {
namespace {

constexpr double least_seen = 3;    // pixels of a broken cell below which it is a dot
constexpr double least_crossed = 9; // pixels of a cell from which it is crossed out itself
constexpr double small_cross = 12;  // pixels between the crosses of smaller cells

struct PainterWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::HeatmapView)
};

/// One picture while it is drawn.
class HeatmapPainter {
public:
    HeatmapPainter(QPainter& painter, const HeatmapPicture& picture, const Theme& theme, QImage& pixels)
        : painter_(painter),
          picture_(picture),
          theme_(theme),
          cells_(picture.cells),
          pool_(picture.pool),
          zoom_(picture.zoom),
          scale_(picture.scale),
          plot_(zoom_.plot()),
          level_(zoom_.level(pool_.levels())),
          pixels_(pixels) {}

    void cells(); ///< straight from the pool
    void values();
    void faults();
    void slowest();
    void axes();
    void selection();

private:
    QPainter& painter_;
    const HeatmapPicture& picture_;
    const Theme& theme_;
    const HeatmapCells& cells_;
    const HeatmapPool& pool_;
    const HeatmapZoom& zoom_;
    HeatmapScale& scale_;
    const QRectF plot_;
    const int level_; ///< of the pool
    QImage& pixels_;
};

void HeatmapPainter::cells() {
    const QRect box = plot_.toRect();
    if (pixels_.size() != box.size())
        pixels_ = QImage(box.size(), QImage::Format_RGB32);
    const double pixels = zoom_.pixelsPerCell();
    const int level = level_;
    const std::vector<QRgb>& colours = scale_.colours(theme_);
    const int side = pool_.sizeOf(level);
    const double step = 1 / (pixels * (1 << level));
    const QRgb background = theme_.base.rgb();
    const QRgb ink = theme_.missing.rgb();
    const QRgb inside = theme_.grid.rgb(); // links inside a node are another matter than those between
    const QRgb broken = (pixels * (1 << level) < least_seen ? theme_.error : theme_.base).rgb();
    const bool marks_inside = level == 0 && cells_.betweenNodes();
    std::vector<int> column(static_cast<std::size_t>(box.width()));
    for (int x = 0; x < box.width(); ++x)
        column[static_cast<std::size_t>(x)] =
            static_cast<int>(zoom_.origin().x() / (1 << level) + (x + 0.5) * step);
    for (int y = 0; y < box.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(pixels_.scanLine(y));
        const auto from = static_cast<int>(zoom_.origin().y() / (1 << level) + (y + 0.5) * step);
        if (from >= side) {
            std::fill(line, line + box.width(), background);
            continue;
        }
        const HeatmapPool::Code* row = pool_.row(level, from);
        for (int x = 0; x < box.width(); ++x) {
            const int to = column[static_cast<std::size_t>(x)];
            if (to >= side) {
                line[x] = background;
                continue;
            }
            const HeatmapPool::Code code = row[to];
            line[x] = code == HeatmapPool::broken                          ? broken
                      : marks_inside && to == from                         ? inside
                      : code == HeatmapPool::unmeasured && (x + y) % 6 < 2 ? ink
                                                                           : colours[code];
        }
    }
    painter_.drawImage(box.topLeft(), pixels_);
}

void HeatmapPainter::values() {
    const double pixels = zoom_.pixelsPerCell();
    painter_.setFont(picture_.small);
    const QFontMetricsF small(painter_.font());
    if (pixels < small.horizontalAdvance(QStringLiteral("000.0")) + 4)
        return;
    for (int from = static_cast<int>(zoom_.origin().y()); from < pool_.size(); ++from)
        for (int to = static_cast<int>(zoom_.origin().x()); to < pool_.size(); ++to) {
            const QRectF cell = zoom_.rectOf({from, to});
            if (cell.left() > plot_.right() || cell.top() > plot_.bottom())
                break;
            const double value = matrixBandwidth(*cells_.cluster(), picture_.snapshot, from, to);
            if (std::isnan(value) || pool_.row(0, from)[to] == HeatmapPool::broken)
                continue;
            painter_.setPen(cells_.betweenNodes() && from == to
                                ? theme_.text
                                : textOn(bandwidthColour(scale_.position(value))));
            painter_.drawText(cell, Qt::AlignCenter, significant(value));
        }
}

/// Crosses out what is broken, at any zoom: where cells are small, with crosses that can still be seen, as
/// many as have room beside each other.
void HeatmapPainter::faults() {
    if (cells_.faults().empty())
        return;
    const int level = level_;
    const double pixels = zoom_.pixelsPerCell() * (1 << level);
    const QPointF origin = zoom_.origin() / (1 << level);
    const int side = pool_.sizeOf(level);
    const auto last = [&](double first, double length) {
        return std::min(side, static_cast<int>(std::ceil(first + length / pixels)));
    };
    const int stride = std::max(static_cast<int>(std::ceil(small_cross / pixels)), 1);
    std::set<std::pair<int, int>> taken; // squares of `stride` cells that have their small cross
    painter_.save();
    painter_.setClipRect(plot_);
    for (int from = static_cast<int>(origin.y()); from < last(origin.y(), plot_.height()); ++from) {
        const HeatmapPool::Code* row = pool_.row(level, from);
        for (int to = static_cast<int>(origin.x()); to < last(origin.x(), plot_.width()); ++to) {
            if (row[to] != HeatmapPool::broken)
                continue;
            QRectF cell(plot_.left() + (to - origin.x()) * pixels, plot_.top() + (from - origin.y()) * pixels,
                        pixels, pixels);
            if (pixels < least_crossed) {
                const QPointF centre = cell.center();
                if (!taken.emplace(from / stride, to / stride).second)
                    continue;
                cell = QRectF(centre - QPointF(least_crossed, least_crossed) / 2,
                              QSizeF(least_crossed, least_crossed));
            }
            paintBroken(painter_, cell, theme_);
        }
    }
    painter_.restore();
}

/// Frames that can be seen however small the cells are.
void HeatmapPainter::slowest() {
    constexpr double least_frame = 5; // pixels
    painter_.save();
    painter_.setClipRect(plot_.adjusted(-1, -1, 1, 1));
    painter_.setBrush(Qt::NoBrush);
    for (const HeatmapCell cell : picture_.slow) {
        QRectF frame = zoom_.rectOf(cell);
        if (frame.width() < least_frame)
            frame = QRectF(frame.center() - QPointF(least_frame, least_frame) / 2,
                           QSizeF(least_frame, least_frame));
        painter_.setPen(QPen(theme_.base, 3));
        painter_.drawRect(frame);
        painter_.setPen(QPen(theme_.error, tokens::threshold));
        painter_.drawRect(frame);
    }
    painter_.restore();
}

void HeatmapPainter::axes() {
    painter_.setFont(picture_.small);
    const QFontMetricsF small(painter_.font());
    const double pixels = zoom_.pixelsPerCell();
    const double wide = small.horizontalAdvance(cells_.nameOf(pool_.size() - 1)) + 10;
    const int across = std::max(1, static_cast<int>(std::ceil(wide / pixels)));
    const int down = std::max(1, static_cast<int>(std::ceil((small.height() + 2) / pixels)));
    painter_.setPen(theme_.muted);
    for (int i = static_cast<int>(zoom_.origin().x()) / across * across; i < pool_.size(); i += across) {
        const double x = zoom_.rectOf({0, i}).center().x();
        if (x >= plot_.left() && x <= plot_.right())
            painter_.drawText(
                QRectF(x - wide / 2, plot_.top() - small.height() - heatmap_ruler - 1, wide, small.height()),
                Qt::AlignCenter, cells_.nameOf(i));
    }
    for (int i = static_cast<int>(zoom_.origin().y()) / down * down; i < pool_.size(); i += down) {
        const double y = zoom_.rectOf({i, 0}).center().y();
        if (y >= plot_.top() && y <= plot_.bottom())
            painter_.drawText(
                QRectF(0, y - small.height() / 2, plot_.left() - heatmap_ruler - 3, small.height()),
                Qt::AlignRight | Qt::AlignVCenter, cells_.nameOf(i));
    }
    painter_.setPen(theme_.text);
    painter_.drawText(
        QRectF(plot_.left(), heatmap_margin - 4, zoom_.drawnRight() - plot_.left(), small.height()),
        Qt::AlignCenter, PainterWords::tr("receiver"));
    painter_.save();
    painter_.translate(heatmap_margin, plot_.center().y());
    painter_.rotate(-90);
    painter_.drawText(QRectF(-80, -2, 160, small.height()), Qt::AlignCenter, PainterWords::tr("sender"));
    painter_.restore();
    const QString note =
        (picture_.cursor.from >= 0 ? cells_.textOf(picture_.cursor, picture_.snapshot) : QString())
            .replace(QLatin1Char('\n'), QLatin1String("; "));
    painter_.drawText(
        QRectF(plot_.left(), plot_.bottom() + 3, plot_.width(), small.height()),
        Qt::AlignLeft | Qt::AlignVCenter,
        painter_.fontMetrics().elidedText(note, Qt::ElideRight, static_cast<int>(plot_.width())));
}

void HeatmapPainter::selection() {
    const std::vector<int>& chosen = picture_.selected;
    painter_.save();
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(theme_.accent);
    for (const int index : chosen) { // rulers on both axes
        const QRectF cell = zoom_.rectOf({index, index});
        const double length = std::max(cell.width(), 2.0);
        if (cell.right() >= plot_.left() && cell.left() <= plot_.right())
            painter_.drawRect(QRectF(cell.left(), plot_.top() - heatmap_ruler, length, heatmap_ruler) &
                              plot_.adjusted(0, -heatmap_ruler, 0, 0));
        if (cell.bottom() >= plot_.top() && cell.top() <= plot_.bottom())
            painter_.drawRect(QRectF(plot_.left() - heatmap_ruler, cell.top(), heatmap_ruler, length) &
                              plot_.adjusted(-heatmap_ruler, 0, 0, 0));
    }
    painter_.setClipRect(plot_.adjusted(-1, -1, 1, 1));
    painter_.setBrush(Qt::NoBrush);
    if (chosen.size() == 2)
        for (const HeatmapCell cell :
             {HeatmapCell{chosen[0], chosen[1]}, HeatmapCell{chosen[1], chosen[0]}}) {
            painter_.setPen(QPen(theme_.base, 4));
            painter_.drawRect(zoom_.rectOf(cell));
            painter_.setPen(QPen(theme_.accent, tokens::selection));
            painter_.drawRect(zoom_.rectOf(cell));
        }
    if (picture_.focus == HeatmapPicture::Focus::yes && picture_.cursor.from >= 0) {
        const QRectF cell = zoom_.rectOf(picture_.cursor).adjusted(-1, -1, 1, 1);
        painter_.setPen(QPen(theme_.base, 3));
        painter_.drawRect(cell);
        painter_.setPen(QPen(theme_.text, 1, Qt::DotLine));
        painter_.drawRect(cell);
    }
    painter_.restore();
}

} // namespace

void paintHeatmap(QPainter& painter, const HeatmapPicture& picture, const Theme& theme, QImage& pixels) {
    HeatmapPainter heatmap(painter, picture, theme, pixels);
    heatmap.cells();
    heatmap.values();
    heatmap.slowest();
    heatmap.faults();
    heatmap.axes();
    heatmap.selection();
}

} // namespace pipette
