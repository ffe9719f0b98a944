// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/lesson_fields.h"

#include "widgets/plans/form_fields.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace pipette {
namespace {

constexpr tokens::Length narrowest{70}; // pixels of a field

} // namespace

LessonFields::LessonFields(QWidget* parent)
    : QWidget(parent), form_(formLayout()), restore_(new QPushButton(tr("Reset the numbers"))) {
    setAccessibleName(tr("Change the example"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(tokens::space_2, tokens::space_2, tokens::space_2, 0);
    layout->setSpacing(tokens::space_2);
    QLabel* title = plainLabel(tr("Change the example"));
    title->setFont(strongFont(font()));
    layout->addWidget(title);
    form_->setVerticalSpacing(tokens::space_1);
    layout->addLayout(form_);
    restore_->setToolTip(tr("Sets every number of the example as the lesson has it"));
    layout->addWidget(restore_);
    layout->addStretch(1);
    connect(restore_, &QPushButton::clicked, this, &LessonFields::restore);
}

QDoubleSpinBox* LessonFields::field(const LessonKnob& knob) {
    QDoubleSpinBox* box = formFigure();
    box->setMinimumWidth(narrowest);
    box->setObjectName(QStringLiteral("value-") + ownText(knob.name));
    box->setAccessibleName(knob.unit.empty()
                               ? wordText(knob.title)
                               : filled(tr("%1, %2"), wordText(knob.title), wordText(knob.unit)));
    box->setRange(knob.bounds.least, knob.bounds.most);
    box->setDecimals(knob.whole ? 0 : 2);
    box->setSingleStep(knob.whole ? 1 : knob.dimension == Dimension::time ? 0.5 : 0.05);
    if (knob.whole && knob.bounds.most > 1000) // tokens and sequences
        box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    if (knob.dimension == Dimension::time)
        box->setSuffix(tr(" ms"));
    box->setKeyboardTracking(false);
    connect(box, &QDoubleSpinBox::valueChanged, this, [this] {
        restore_->setEnabled(changedByPerson());
        emit changed();
    });
    return box;
}

void LessonFields::setExample(const LessonValues& own) {
    while (form_->rowCount() > 0)
        form_->removeRow(0);
    fields_.clear();
    own_ = own;
    for (const auto& [knob, value] : own.all()) {
        QDoubleSpinBox* box = field(*knob);
        const QSignalBlocker quiet(box);
        box->setValue(value);
        form_->addRow(wordText(knob->title), box);
        fields_.emplace_back(knob, box);
    }
    keepFromWheel(*this);
    restore_->setEnabled(false);
    setVisible(!fields_.empty());
}

LessonValues LessonFields::values() const {
    LessonValues values;
    for (const auto& [knob, box] : fields_)
        values.set(*knob, box->value());
    return values;
}

void LessonFields::restore() {
    for (const auto& [knob, box] : fields_) {
        const QSignalBlocker quiet(box);
        box->setValue(own_.of(*knob, box->value()));
    }
    restore_->setEnabled(false);
    emit changed();
}

} // namespace pipette
