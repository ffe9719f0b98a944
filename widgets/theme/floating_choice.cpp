// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/floating_choice.h"

#include "widgets/theme/theme.h"

#include <QAbstractItemView>

#include <algorithm>

namespace pipette {

FloatingChoice::FloatingChoice(QWidget* parent) : QComboBox(parent) {
    setFont(smallFont(parent->font()));
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
}

void FloatingChoice::fit(int most) {
    view()->setMinimumWidth(view()->sizeHintForColumn(0) + 24);
    const int wanted = QFontMetrics(font()).horizontalAdvance(currentText()) + 36;
    resize(std::min(wanted, std::max(most, 60)), sizeHint().height());
}

} // namespace pipette
