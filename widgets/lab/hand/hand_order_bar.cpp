// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/hand/hand_order_bar.h"

#include "core/base/bounds.h"
#include "core/base/units.h"
#include "widgets/lab/hand/hand_order_editor.h"
#include "widgets/lab/hand/hand_order_words.h"
#include "widgets/lab/soft_box.h"
#include "widgets/plans/form_fields.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QAccessible>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace pipette {

HandOrderBar::HandOrderBar(HandOrderEditor& editor, QWidget* parent)
    : QWidget(parent),
      editor_(editor),
      box_(new SoftBox(SoftBox::Ground::good)),
      mark_(plainLabel()),
      title_(plainLabel()),
      comparison_(plainLabel()),
      reasons_(plainLabel()) {
    setAccessibleName(tr("Order by hand"));
    auto* outer = new QHBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(box_);
    auto* grid = new QGridLayout(box_);
    grid->setContentsMargins(tokens::space_3, tokens::space_2, tokens::space_3, tokens::space_2);
    grid->setHorizontalSpacing(tokens::space_2);
    grid->setVerticalSpacing(tokens::space_1);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    title_->setFont(strong);
    for (QLabel* label : {title_, comparison_, reasons_}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    title_->setObjectName(QStringLiteral("hand-verdict"));
    comparison_->setObjectName(QStringLiteral("hand-comparison"));
    reasons_->setObjectName(QStringLiteral("hand-reasons"));
    grid->addWidget(mark_, 0, 0, Qt::AlignTop);
    grid->addWidget(title_, 0, 1);
    grid->addWidget(makeButtons(), 0, 2, Qt::AlignTop | Qt::AlignRight);
    grid->addWidget(comparison_, 1, 1);
    grid->addWidget(makeBudget(), 1, 2, Qt::AlignRight);
    grid->addWidget(reasons_, 2, 1, 1, 2);
    grid->setColumnStretch(1, 1);
    connect(&editor_, &HandOrderEditor::judged, this, &HandOrderBar::showVerdict);
    connect(&editor_, &HandOrderEditor::activeChanged, this, [this] { setVisible(editor_.active()); });
    hide();
}

QToolButton* HandOrderBar::button(const QString& text, const QString& tip) {
    auto* made = new QToolButton;
    made->setText(text);
    made->setAccessibleName(text);
    made->setToolTip(plainTip(tip));
    return made;
}

QWidget* HandOrderBar::makeButtons() {
    auto* buttons = new QWidget;
    auto* row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(tokens::space_1);
    undo_ = button(tr("Undo"), tr("Take the last move back (Ctrl+Z)"));
    undo_->setIcon(glyphIcon(Glyph::undo));
    connect(undo_, &QToolButton::clicked, &editor_.undoStack(), &QUndoStack::undo);
    redo_ = button(tr("Redo"), tr("Make the move again (Ctrl+Shift+Z)"));
    redo_->setIcon(glyphIcon(Glyph::redo));
    connect(redo_, &QToolButton::clicked, &editor_.undoStack(), &QUndoStack::redo);
    reset_ = button(tr("Reset"), tr("Back to the order that this one came from"));
    connect(reset_, &QToolButton::clicked, &editor_, &HandOrderEditor::reset);
    auto* open = button(tr("Open…"), tr("Read an order from a schedule file"));
    connect(open, &QToolButton::clicked, this, &HandOrderBar::openRequested);
    auto* save =
        button(tr("Save…"), tr("Write the order to a schedule file, which pipette simulate reads, too"));
    connect(save, &QToolButton::clicked, this, &HandOrderBar::saveRequested);
    auto* done =
        button(tr("Done"), tr("Leave the order; Order by hand on the same schedule takes it up again"));
    connect(done, &QToolButton::clicked, &editor_, &HandOrderEditor::end);
    connect(&editor_.undoStack(), &QUndoStack::canUndoChanged, undo_, &QWidget::setEnabled);
    connect(&editor_.undoStack(), &QUndoStack::canRedoChanged, redo_, &QWidget::setEnabled);
    for (QToolButton* one : {undo_, redo_})
        one->setEnabled(false);
    for (QToolButton* one : {undo_, redo_, reset_, open, save, done})
        row->addWidget(one);
    return buttons;
}

QDoubleSpinBox* HandOrderBar::gibField(const QString& name, const QString& none, const QString& tip) {
    QDoubleSpinBox* field = formFigure();
    field->setRange(0, bounds::memory.most);
    field->setDecimals(2);
    field->setSpecialValueText(none);
    field->setSuffix(tr(" GiB"));
    field->setKeyboardTracking(false);
    field->setAccessibleName(name);
    field->setToolTip(plainTip(tip));
    connect(field, &QDoubleSpinBox::valueChanged, this, &HandOrderBar::tellBudget);
    return field;
}

QWidget* HandOrderBar::makeBudget() {
    auto* budget = new QWidget;
    auto* row = new QHBoxLayout(budget);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(tokens::space_2);
    microbatch_ = gibField(tr("Activations of a microbatch"), tr("not known"),
                           tr("What one microbatch keeps on a device between its forward and its backward"));
    limit_ = gibField(tr("Memory limit for activations"), tr("none"),
                      tr("How much of its memory a device has for activations"));
    row->addWidget(plainLabel(tr("A microbatch holds")));
    row->addWidget(microbatch_);
    row->addWidget(plainLabel(tr("limit")));
    row->addWidget(limit_);
    return budget;
}

void HandOrderBar::tellBudget() {
    ActivationBudget budget;
    if (microbatch_->value() > 0)
        budget.bytes = {microbatch_->value() * bytes_per_gib};
    budget.limit_bytes = limit_->value() * bytes_per_gib;
    editor_.setBudget(budget);
}

void HandOrderBar::showVerdict() {
    if (!editor_.active())
        return;
    const HandOrderWords words = wordsOf(editor_);
    const bool good = words.mark == Mark::good;
    box_->setGround(good ? SoftBox::Ground::good : SoftBox::Ground::over);
    mark_->setPixmap(markIcon(words.mark, themeOf(this)).pixmap(tokens::icon, tokens::icon));
    mark_->setAccessibleName(good ? tr("runs") : tr("does not run as it should"));
    const bool other = title_->text() != words.title;
    title_->setText(words.title);
    comparison_->setText(words.comparison);
    const QString reasons = words.reasons.join(QLatin1Char('\n'));
    reasons_->setText(reasons);
    reasons_->setVisible(!reasons.isEmpty());
    reset_->setEnabled(editor_.changed());
    if (!other)
        return;
    box_->setAccessibleName(QStringList{words.title, words.comparison, reasons}.join(QLatin1Char(' ')));
    QAccessibleEvent told(box_, QAccessible::Alert); // screen readers read what has just come
    QAccessible::updateAccessibility(&told);
}

} // namespace pipette
