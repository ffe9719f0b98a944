// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/glyphs.h"

#include "widgets/theme/theme.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

#include <array>

namespace pipette {
namespace {

/// What stands between the tags of a drawing of 16 by 16. Filled parts say so; all else is lines.
constexpr std::array<const char*, glyph_count> drawings{
    R"(<path d="M4.5 2.8 13 8l-8.5 5.2z" fill="ink"/>)",
    R"(<rect x="3.5" y="3.5" width="9" height="9" rx="1.5"/>)",
    R"(<path d="M2 11.5 6 7l3 3 5-5.5M10 4h4v4"/>)",
    R"(<path d="M5.5 2.5 2.5 5.5l3 3M2.5 5.5H9a4 4 0 0 1 0 8H5.5"/>)",
    R"(<path d="M10.5 2.5l3 3-3 3M13.5 5.5H7a4 4 0 0 0 0 8h3.5"/>)",
    R"(<path d="M5.5 2h5M6.5 2v4.5L4.5 9h7L9.5 6.5V2M8 9v5"/>)",
    R"(<path d="M9.5 1.8h-5a1 1 0 0 0-1 1v10.4a1 1 0 0 0 1 1h7a1 1 0 0 0 1-1V4.8zM9.5 1.8v3h3M6 8h4M6 11h4"/>)",
    R"(<rect x="1.8" y="2.5" width="12.4" height="11" rx="1.5"/><path d="M4.5 6l2 2-2 2M8.5 10.5H11"/>)",
    R"(<circle cx="7" cy="7" r="4.5"/><path d="M10.5 10.5 14 14"/>)",
    R"(<circle cx="3" cy="8" r="0.8" fill="ink"/><circle cx="8" cy="8" r="0.8" fill="ink"/>)"
    R"(<circle cx="13" cy="8" r="0.8" fill="ink"/>)",
    R"(<path d="M4 4l8 8M12 4l-8 8"/>)",
    R"(<rect x="2" y="2" width="5" height="5" rx="1"/><rect x="9" y="2" width="5" height="5" rx="1"/>)"
    R"(<rect x="2" y="9" width="5" height="5" rx="1"/><rect x="9" y="9" width="5" height="5" rx="1"/>)",
    R"(<path d="M2 2v12h12M4.5 11l3-4 2.5 2 4-5.5"/>)",
    R"(<path d="M8 2v12M5 14h6M3 4.5h10M3 4.5 1.2 9h3.6zM13 4.5 11.2 9h3.6z"/>)",
    R"(<path d="M6 2h4M6.8 2v4.2L2.8 13a.8.8 0 0 0 .7 1.2h9a.8.8 0 0 0 .7-1.2L9.2 6.2V2M4.8 10h6.4"/>)",
    R"(<path d="M2 13V3.5a1 1 0 0 1 1-1h3l1.5 2h5a1 1 0 0 1 1 1V7M2 13l2.2-5.2a1 1 0 0 1 .9-.6h9.4L12.4 13z"/>)",
    R"(<path d="M8 3v10M3 8h10"/>)",
    R"(<path d="M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.5 11.5v1a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-1"/>)",
    R"(<path d="M5.5 3v10M10.5 3v10"/>)",
    R"(<path d="M12.5 3.5 6.5 8l6 4.5z" fill="ink"/><path d="M3.5 3.5v9"/>)",
    R"(<path d="M3.5 3.5 9.5 8l-6 4.5z" fill="ink"/><path d="M12.5 3.5v9"/>)",
    R"(<path d="M10 3 5 8l5 5"/>)",
    R"(<path d="M6 3l5 5-5 5"/>)",
    R"(<rect x="2" y="2.5" width="12" height="4.5" rx="1"/><rect x="2" y="9" width="12" height="4.5" rx="1"/>)"
    R"(<path d="M4.7 4.75h.1M4.7 11.25h.1"/>)",
    R"(<path d="M8 1.8 13.5 4.9v6.2L8 14.2 2.5 11.1V4.9zM2.5 4.9 8 8l5.5-3.1M8 8v6.2"/>)",
    R"(<path d="M2 4.5h6M11.5 4.5H14M2 11.5h2.5M8 11.5h6"/><circle cx="9.8" cy="4.5" r="1.7"/>)"
    R"(<circle cx="6.2" cy="11.5" r="1.7"/>)",
    R"(<path d="M2 3v10M14 3v10M4.8 8h6.4M6.6 6l-2 2 2 2M9.4 6l2 2-2 2"/>)",
    R"(<circle cx="4" cy="3.5" r="1.6"/><circle cx="4" cy="12.5" r="1.6"/><circle cx="12" cy="5.5" r="1.6"/>)"
    R"(<path d="M4 5.1v5.8M12 7.1c0 2.7-3.6 2.3-7 4.3"/>)",
    R"(<path d="M8 14V8C8 4.7 5.6 3 2.5 3 2.5 6.2 4.6 8 8 8M8 10.5c0-2.9 2.2-4.5 5.5-4.5 0 2.9-2.2 4.5-5.5 4.5"/>)",
    R"(<path d="M13.8 4.2a3.6 3.6 0 0 1-4.9 4.6l-4.2 4.5a1.4 1.4 0 0 1-2-2L7 7.1a3.6 3.6 0 0 1 4.7-4.9L9.5 4.4l2.1 2.1z"/>)",
    R"(<circle cx="8" cy="8" r="6"/><path d="M8 7.4V11M8 5h.1"/>)",
    R"(<rect x="1.8" y="4" width="12.4" height="8" rx="1"/><circle cx="8" cy="8" r="1.9"/>)",
    R"(<path d="M4 14V2.5M4 3h8.5l-2 2.7 2 2.8H4"/>)",
    R"(<path d="M8 2.2 14.3 13.3H1.7zM8 6.5v3.2M8 11.6h.1"/>)",
};

QByteArray document(Glyph glyph, const QColor& ink) {
    QByteArray text =
        QByteArrayLiteral("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\" fill=\"none\" "
                          "stroke=\"ink\" stroke-width=\"1.5\" stroke-linecap=\"round\" "
                          "stroke-linejoin=\"round\">") +
        drawings[static_cast<std::size_t>(glyph)] + QByteArrayLiteral("</svg>");
    return text.replace("\"ink\"", '"' + ink.name().toLatin1() + '"');
}

class GlyphEngine : public QIconEngine {
public:
    GlyphEngine(Glyph glyph, GlyphGround ground) : glyph_(glyph), ground_(ground) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const QPalette palette = QGuiApplication::palette();
        const QColor ink = mode == QIcon::Disabled ? palette.color(QPalette::Disabled, QPalette::ButtonText)
                           : ground_ == GlyphGround::accent ? themeOf(palette).accent_text
                                                            : palette.color(QPalette::ButtonText);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        QSvgRenderer(document(glyph_, ink)).render(painter, rect);
        painter->restore();
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap made(size);
        made.fill(Qt::transparent);
        QPainter painter(&made);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return made;
    }
    QIconEngine* clone() const override { return new GlyphEngine(*this); }

private:
    Glyph glyph_;
    GlyphGround ground_;
};

} // namespace

QIcon glyphIcon(Glyph glyph, GlyphGround ground) {
    return QIcon(new GlyphEngine(glyph, ground));
}

} // namespace pipette
