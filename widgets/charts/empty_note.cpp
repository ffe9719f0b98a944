// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/empty_note.h"

#include "widgets/theme/glyph_label.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace pipette {
namespace {

constexpr tokens::Length large_icon{28}, widest{380};

} // namespace

EmptyNote::EmptyNote(Glyph glyph, QWidget* parent)
    : QWidget(parent),
      icon_(new GlyphLabel(glyph, large_icon)),
      sentence_(plainLabel()),
      button_(new QPushButton) {
    sentence_->setWordWrap(true);
    sentence_->setAlignment(Qt::AlignCenter);
    sentence_->setMaximumWidth(widest);
    sentence_->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(tokens::space_3, tokens::space_2, tokens::space_3, tokens::space_2);
    layout->setSpacing(tokens::space_2);
    layout->addStretch(1);
    layout->addWidget(icon_);
    auto* centred = new QHBoxLayout; // a label that wraps takes its width from its place
    centred->addStretch(1);
    centred->addWidget(sentence_, 100);
    centred->addStretch(1);
    layout->addLayout(centred);
    layout->addWidget(button_, 0, Qt::AlignHCenter);
    layout->addStretch(1);
    setButton({});
    connect(button_, &QPushButton::clicked, this, &EmptyNote::asked);
}

void EmptyNote::setSentence(const QString& sentence) {
    sentence_->setText(sentence);
}

QString EmptyNote::sentence() const {
    return sentence_->text();
}

void EmptyNote::setButton(const QString& words) {
    button_->setText(words);
    button_->setMinimumWidth(button_->fontMetrics().horizontalAdvance(words) + 2 * tokens::space_4);
    button_->setVisible(!words.isEmpty());
    button_->setFocusPolicy(words.isEmpty() ? Qt::NoFocus : Qt::StrongFocus);
}

void EmptyNote::resizeEvent(QResizeEvent* event) {
    constexpr tokens::Length with_icon{140}; // the least height that has room for it
    QWidget::resizeEvent(event);
    icon_->setVisible(height() >= with_icon);
}

} // namespace pipette
