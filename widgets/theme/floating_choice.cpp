// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/floating_choice.h"

#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QAbstractItemView>
#include <QMenu>

namespace pipette {

FloatingChoice::FloatingChoice(QWidget* parent) : QComboBox(parent) {
    setFont(smallFont(parent->font()));
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(this, &QComboBox::currentIndexChanged, this, &QWidget::updateGeometry);
}

void FloatingChoice::showTexts(const QStringList& texts, int now) {
    QStringList known;
    for (int item = 0; item < count(); ++item)
        known << itemText(item);
    if (texts != known) {
        clear();
        addItems(texts);
    }
    setCurrentIndex(now);
    view()->setMinimumWidth(view()->sizeHintForColumn(0) + 24);
}

void FloatingChoice::addTo(QMenu& menu) {
    QMenu* entries = menu.addMenu(menuText(accessibleName()));
    for (int item = 0; item < count(); ++item) {
        QAction* entry = entries->addAction(menuText(itemText(item)), this, [this, item] {
            setCurrentIndex(item);
            emit activated(item);
        });
        entry->setCheckable(true);
        entry->setChecked(item == currentIndex());
    }
}

QSize FloatingChoice::sizeHint() const {
    constexpr tokens::Length arrow_and_edges{36};
    return {QFontMetrics(font()).horizontalAdvance(currentText()) + arrow_and_edges,
            QComboBox::sizeHint().height()};
}

QSize FloatingChoice::minimumSizeHint() const {
    constexpr tokens::Length least{60};
    return {least, QComboBox::minimumSizeHint().height()};
}

} // namespace pipette
