// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

namespace pipette {

/// Shows Markdown files in the colours of the theme: headings that links can name, tables with lines, code on
/// a ground of its own, SVG pictures drawn sharply and never wider than the view.
class HelpBrowser : public QTextBrowser {
    Q_OBJECT

public:
    explicit HelpBrowser(QWidget* parent = nullptr);

    QVariant loadResource(int type, const QUrl& name) override;

protected:
    void doSetSource(const QUrl& name, QTextDocument::ResourceType type) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void decorate(const QUrl& source);
    void nameHeadings();
    void drawTables();
    void shadeCode();
    void drawPictures();
    QImage picture(const QUrl& name) const;
    QUrl page_; ///< the last that was asked for: pictures lie beside it
};

} // namespace pipette
