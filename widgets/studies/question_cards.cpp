// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/studies/question_cards.h"

#include "widgets/lab/soft_box.h"
#include "widgets/theme/glyph_label.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QAction>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace pipette {

QuestionCards::QuestionCards(QWidget* parent) : QWidget(parent), cards_(new QVBoxLayout(this)) {
    cards_->setContentsMargins(tokens::space_2, tokens::space_2, tokens::space_2, 0);
    cards_->setSpacing(tokens::space_2);
}

void QuestionCards::add(const QuestionCard& card) {
    auto* box = new SoftBox(SoftBox::Ground::head);
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(tokens::space_3, tokens::space_2, tokens::space_3, tokens::space_2);
    grid->setHorizontalSpacing(tokens::space_2);
    grid->setVerticalSpacing(tokens::space_1);
    QLabel *question = plainLabel(card.question), *sentence = plainLabel(card.sentence);
    question->setFont(strongFont(font()));
    for (QLabel* label : {question, sentence}) {
        label->setWordWrap(true);
        label->setMinimumWidth(tokens::scaled(60));
    }
    auto* ask = new QPushButton(tr("Ask"));
    ask->setObjectName(QStringLiteral("card-") + card.ask->objectName());
    ask->setAccessibleName(filled(tr("Ask: %1"), card.question));
    grid->addWidget(new GlyphLabel(card.glyph), 0, 0, Qt::AlignTop);
    grid->addWidget(question, 0, 1);
    grid->addWidget(sentence, 1, 1);
    grid->addWidget(ask, 2, 1, Qt::AlignLeft);
    grid->setColumnStretch(1, 1);
    cards_->addWidget(box);
    connect(ask, &QPushButton::clicked, card.ask, &QAction::trigger);
}

} // namespace pipette
