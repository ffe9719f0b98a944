// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/help_browser.h"

#include "app/window/help_pages.h"
#include "widgets/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSvgRenderer>
#include <QTextBlock>
#include <QTextFrame>
#include <QTextTable>

namespace pipette {

HelpBrowser::HelpBrowser(QWidget* parent) : QTextBrowser(parent) {
    setOpenExternalLinks(true);
    document()->setDocumentMargin(14);
    // Not in doSetSource(), which Back and reload() pass by.
    connect(this, &QTextBrowser::sourceChanged, this, &HelpBrowser::decorate);
}

void HelpBrowser::doSetSource(const QUrl& name, QTextDocument::ResourceType type) {
    page_ = name; // source() is still the page before while this one is read
    QTextBrowser::doSetSource(name, type);
}

void HelpBrowser::decorate(const QUrl& source) {
    nameHeadings();
    drawTables();
    shadeCode();
    if (source.hasFragment())
        scrollToAnchor(source.fragment());
}

/// The Markdown reader names no anchors.
void HelpBrowser::nameHeadings() {
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0)
            continue;
        QTextCursor cursor(block);
        QTextBlockFormat space = block.blockFormat();
        space.setTopMargin(space.headingLevel() == 1 ? 4 : 16);
        space.setBottomMargin(6);
        cursor.setBlockFormat(space);
        cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
        QTextCharFormat name;
        name.setAnchor(true);
        name.setAnchorNames({helpAnchor(block.text())});
        cursor.mergeCharFormat(name);
    }
}

void HelpBrowser::drawTables() {
    const Theme& look = themeOf(this);
    for (QTextFrame* frame : document()->rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(look.grid);
        format.setCellPadding(4);
        format.setCellSpacing(0);
        format.setTopMargin(6);
        format.setBottomMargin(10);
        table->setFormat(format);
        for (int column = 0; column < table->columns(); ++column) {
            QTextTableCell cell = table->cellAt(0, column);
            QTextCharFormat ground = cell.format();
            ground.setBackground(look.alternate);
            cell.setFormat(ground);
        }
    }
}

void HelpBrowser::shadeCode() {
    const QColor ground = themeOf(this).alternate;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        const bool code = block.blockFormat().hasProperty(QTextFormat::BlockCodeFence);
        QTextCursor cursor(block);
        if (code) {
            QTextBlockFormat format = block.blockFormat();
            format.setBackground(ground);
            cursor.setBlockFormat(format);
        }
    }
}

QImage HelpBrowser::picture(const QUrl& name) const {
    QSvgRenderer renderer(name.toLocalFile());
    if (!renderer.isValid())
        return {};
    const int room = viewport()->width() - 2 * int(document()->documentMargin());
    QSizeF size = renderer.defaultSize();
    if (room > 0 && size.width() > room)
        size *= room / size.width();
    QImage image((size * devicePixelRatioF()).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(devicePixelRatioF());
    image.fill(Qt::transparent);
    QPainter painter(&image);
    renderer.render(&painter, QRectF(QPointF(), size));
    return image;
}

QVariant HelpBrowser::loadResource(int type, const QUrl& name) {
    const QUrl url = page_.resolved(name);
    if (type == QTextDocument::ImageResource && url.path().endsWith(QLatin1String(".svg")))
        return picture(url);
    return QTextBrowser::loadResource(type, name);
}

void HelpBrowser::drawPictures() {
    bool any = false;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        for (auto at = block.begin(); !at.atEnd(); ++at) {
            const QTextImageFormat format = at.fragment().charFormat().toImageFormat();
            if (!format.isValid() || !format.name().endsWith(QLatin1String(".svg")))
                continue;
            const QUrl name = page_.resolved(QUrl(format.name()));
            document()->addResource(QTextDocument::ImageResource, name, picture(name));
            any = true;
        }
    if (any)
        document()->markContentsDirty(0, document()->characterCount());
}

void HelpBrowser::resizeEvent(QResizeEvent* event) {
    QTextBrowser::resizeEvent(event);
    drawPictures();
}

/// The reader writes the palette's colours into the text, so a change of theme reads the page again.
void HelpBrowser::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || source().isEmpty())
        return;
    const int place = verticalScrollBar()->value();
    reload();
    verticalScrollBar()->setValue(place);
}

} // namespace pipette
