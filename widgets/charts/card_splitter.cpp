// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/card_splitter.h"

#include "widgets/charts/card_frame.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPainter>

namespace pipette {
namespace {

/// The window behind the cards.
class CardGap : public QSplitterHandle {
public:
    using QSplitterHandle::QSplitterHandle;

protected:
    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), themeOf(this).window); }
};

} // namespace

CardSplitter::CardSplitter(Qt::Orientation orientation) : QSplitter(orientation) {
    setHandleWidth(tokens::dock_gap.plain());
    setChildrenCollapsible(false);
}

void CardSplitter::addCard(QWidget& view) {
    new CardFrame(view, TitleLine::none);
    addWidget(&view);
}

void CardSplitter::addCard(QLabel* title, QWidget* view) {
    auto* card = new QWidget;
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    title->setFont(strongFont(title->font()));
    title->setContentsMargins(tokens::space_3, 0, tokens::space_3, 0);
    title->setMinimumHeight(tokens::dock_title - 1);
    title->setWordWrap(true); // else the titles of cards side by side widen the window
    layout->addWidget(title);
    layout->addWidget(new CardLine);
    layout->addWidget(view, 1);
    new CardFrame(*card, TitleLine::none);
    addWidget(card);
}

QSplitterHandle* CardSplitter::createHandle() {
    return new CardGap(orientation(), this);
}

} // namespace pipette
