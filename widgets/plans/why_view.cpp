// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/why_view.h"

#include "widgets/charts/figures_table.h"
#include "widgets/plans/form_fields.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>

namespace pipette {
namespace {

/// As high as its rows: the page scrolls, not the table.
void fitHeight(QTableView& table) {
    table.setFixedHeight(table.horizontalHeader()->sizeHint().height() + table.verticalHeader()->length() +
                         tokens::space_4);
}

QLabel* words() {
    QLabel* label = plainLabel();
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

WhyView::WhyView(QWidget* parent)
    : QWidget(parent),
      heading_(words()),
      sentences_(words()),
      stages_heading_(words()),
      times_table_(figuresTable(&times_, tr("Where the time goes, beside other plans"))),
      stages_table_(figuresTable(&stages_, tr("Stages on unlike GPUs"))) {
    setAccessibleName(tr("Why is this plan the best?"));
    heading_->setAccessibleName(tr("Of which plan the reasons are"));
    heading_->setFont(strongFont(font()));
    sentences_->setAccessibleName(tr("The reasons"));
    stages_heading_->setText(tr("Its stages, and what one microbatch computes for on each kind of GPUs"));
    stages_heading_->setAccessibleName(stages_heading_->text());
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(tokens::card_padding, tokens::space_2, tokens::card_padding, tokens::space_2);
    column->setSpacing(tokens::space_2);
    for (QWidget* part :
         std::initializer_list<QWidget*>{heading_, sentences_, times_table_, stages_heading_, stages_table_})
        column->addWidget(part);
    column->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(pageScroll(page, accessibleName()));
    setReasons({});
}

void WhyView::setReasons(const WhyShown& reasons) {
    const bool any = !reasons.heading.isEmpty();
    heading_->setText(any ? reasons.heading : tr("No plan yet"));
    sentences_->setText(any ? QStringLiteral("\u2022 ") + reasons.sentences.join(QStringLiteral("\n\u2022 "))
                            : tr("Plan first. Then this page tells why the best plan wins."));
    times_.setContent(reasons.times);
    stages_.setContent(reasons.stages);
    times_table_->setVisible(any);
    for (QWidget* part : {static_cast<QWidget*>(stages_heading_), static_cast<QWidget*>(stages_table_)})
        part->setVisible(reasons.stages.rows > 0);
    fitHeight(*times_table_);
    fitHeight(*stages_table_);
}

void WhyView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    emit wanted();
}

} // namespace pipette
