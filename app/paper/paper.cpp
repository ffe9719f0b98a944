// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/paper/paper.h"

#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QPagedPaintDevice>
#include <QPainter>
#include <QTextDocument>
#include <QTextFrame>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pipette {
namespace {

constexpr double screen_dpi = 96;
constexpr int line_room = 30; // above and below what is printed
constexpr int apart = 14;     // between two things on a sheet

QFont fontOf(const tokens::Length& size) {
    return sizedFont(QApplication::font(), size.plain());
}

} // namespace

Paper::Paper(QPagedPaintDevice& device, QString head)
    : device_(device), head_(std::move(head)), font_(fontOf(tokens::text)), painter_(&device) {
    if (!ready())
        return;
    const double dots = device.logicalDpiX() / screen_dpi;
    painter_.scale(dots, dots);
    room_ = QSize(static_cast<int>(device.width() / dots),
                  static_cast<int>(device.height() / dots) - 2 * line_room);
    drawLines();
}

void Paper::drawLines() {
    const Theme& theme = lightTheme();
    painter_.setFont(fontOf(tokens::caption));
    painter_.setPen(theme.faint);
    const QRect above(0, 0, room_.width(), line_room),
        below(0, line_room + room_.height(), room_.width(), line_room);
    painter_.drawText(above, Qt::AlignLeft | Qt::AlignTop,
                      painter_.fontMetrics().elidedText(head_, Qt::ElideRight, above.width()));
    painter_.drawText(below, Qt::AlignRight | Qt::AlignBottom, QString::number(sheets_));
}

void Paper::nextSheet() {
    device_.newPage();
    ++sheets_;
    used_ = 0;
    drawLines();
}

void Paper::heading(const QString& text, int below) {
    constexpr tokens::Length size{15};
    const QFont font = strongFont(fontOf(size));
    const int high = static_cast<int>(std::ceil(QFontMetricsF(font).height()));
    if (used_ > 0 && used_ + high + below > room_.height())
        nextSheet();
    painter_.setFont(font);
    painter_.setPen(lightTheme().text);
    painter_.drawText(QRect(0, line_room + used_, room_.width(), high), Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(font).elidedText(text, Qt::ElideRight, room_.width()));
    used_ += high + apart / 2;
}

void Paper::words(QTextDocument& document) {
    document.setTextWidth(room_.width());
    const double high = document.size().height();
    if (used_ + high <= room_.height()) {
        painter_.save();
        painter_.translate(0, line_room + used_);
        document.drawContents(&painter_);
        painter_.restore();
        used_ += static_cast<int>(std::ceil(high)) + apart;
        return;
    }
    // Its pages are as high as a sheet. The first one is cut at the top where something stands there already.
    if (used_ > room_.height() / 2)
        nextSheet();
    const int taken = used_;
    QTextFrameFormat frame = document.rootFrame()->frameFormat();
    frame.setTopMargin(taken);
    document.rootFrame()->setFrameFormat(frame);
    document.setPageSize(room_);
    for (int page = 0; page < document.pageCount(); ++page) {
        if (page > 0)
            nextSheet();
        painter_.save();
        painter_.translate(0, line_room - page * room_.height());
        document.drawContents(&painter_, QRectF(QPointF(0, page * room_.height()), QSizeF(room_)));
        painter_.restore();
    }
    used_ = static_cast<int>(std::ceil(document.documentLayout()->documentSize().height())) % room_.height() +
            apart;
}

void Paper::picture(QSize size, const std::function<void(QPainter&)>& draw) {
    if (size.isEmpty())
        return;
    const int left = room_.height() - used_;
    double scale = std::min(1.0, room_.width() / double(size.width()));
    if (size.height() * scale > left) {
        if (used_ > room_.height() / 4)
            nextSheet();
        scale = std::min(scale, (room_.height() - used_) / double(size.height()));
    }
    painter_.save();
    painter_.translate((room_.width() - size.width() * scale) / 2, line_room + used_);
    painter_.scale(scale, scale);
    painter_.setClipRect(QRect({}, size));
    draw(painter_);
    painter_.restore();
    used_ += static_cast<int>(std::ceil(size.height() * scale)) + apart;
}

PaperColours::PaperColours() : before_(QApplication::palette()) {
    setColours(paletteOf(lightTheme()));
}

PaperColours::~PaperColours() {
    setColours(before_);
}

void PaperColours::setColours(const QPalette& palette) {
    if (themeOf(QApplication::palette()).kind == themeOf(palette).kind)
        return;
    QApplication::setPalette(palette);
    tellWindowsNow(QEvent::ApplicationPaletteChange); // before anything is drawn
}

} // namespace pipette
