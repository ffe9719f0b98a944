// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/button_row.h"

#include "widgets/theme/plain_text.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

namespace pipette {

ButtonRow::ButtonRow(QWidget* parent)
    : QWidget(parent), row_(new QHBoxLayout(this)), group_(new QButtonGroup(this)) {
    row_->setContentsMargins(0, 0, 0, 0);
    row_->setSpacing(0);
    connect(group_, &QButtonGroup::idClicked, this, &ButtonRow::chosen);
}

QToolButton* ButtonRow::add(int id, const QString& text, const QString& tip) {
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setAccessibleName(text);
    button->setToolTip(plainTip(tip));
    button->setCheckable(true);
    button->show(); // into a row that may be seen already
    row_->addWidget(button);
    group_->addButton(button, id);
    return button;
}

void ButtonRow::clear() {
    qDeleteAll(group_->buttons());
}

void ButtonRow::choose(int id) {
    if (QAbstractButton* button = group_->button(id))
        button->setChecked(true);
}

QString ButtonRow::textOf(int id) const {
    const QAbstractButton* button = group_->button(id);
    return button ? button->text() : QString();
}

void ButtonRow::addTo(QMenu& menu) {
    for (QAbstractButton* button : group_->buttons()) {
        QAction* entry = menu.addAction(menuText(button->text()), button, &QAbstractButton::click);
        entry->setCheckable(true);
        entry->setChecked(button->isChecked());
    }
}

} // namespace pipette
