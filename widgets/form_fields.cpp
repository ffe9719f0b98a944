// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/form_fields.h"

#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QSpinBox>

namespace pipette {

QFormLayout* formLayout() {
    auto* layout = new QFormLayout;
    layout->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    layout->setRowWrapPolicy(QFormLayout::DontWrapRows);
    layout->setContentsMargins(8, 6, 8, 8);
    layout->setVerticalSpacing(5);
    return layout;
}

QGroupBox* formGroup(const QString& title, QLayout* layout) {
    auto* box = new QGroupBox(title);
    box->setLayout(layout);
    return box;
}

QLabel* formNote(const QString& name) {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setAccessibleName(name);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QSpinBox* formNumber(int low, int high, const QString& name) {
    auto* box = new QSpinBox;
    box->setRange(low, high);
    box->setAccessibleName(name);
    box->setKeyboardTracking(false);
    box->setGroupSeparatorShown(false);
    return box;
}

} // namespace pipette
