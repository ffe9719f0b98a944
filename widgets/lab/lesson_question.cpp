// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/lesson_question.h"

#include "widgets/lab/lesson_words.h"
#include "widgets/lab/soft_box.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QAccessible>
#include <QButtonGroup>
#include <QGridLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QRadioButton>
#include <QVBoxLayout>

#include <functional>

namespace pipette {
namespace {

/// The words of a choice, which wrap and choose it as its button does.
class ChoiceWords : public QWidget {
public:
    ChoiceWords(std::string_view text, std::function<void()> choose)
        : label_(lessonLabel(text)), choose_(std::move(choose)) {
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(label_);
        label_->setTextInteractionFlags(Qt::NoTextInteraction);
    }
    QLabel& label() { return *label_; }

protected:
    void mousePressEvent(QMouseEvent* event) override {
        event->accept();
        if (isEnabled())
            choose_();
    }

private:
    QLabel* label_;
    std::function<void()> choose_;
};

QFont strong(QFont font) {
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

LessonQuestionCard::LessonQuestionCard(QWidget* parent)
    : QWidget(parent),
      head_(new SoftBox(SoftBox::Ground::head)),
      verdict_(new SoftBox(SoftBox::Ground::good)),
      caption_(plainLabel()),
      prompt_(lessonLabel()),
      mark_(plainLabel()),
      verdict_title_(lessonLabel()),
      explanation_(lessonLabel()) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(tokens::space_2);
    auto* asked = new QVBoxLayout(head_);
    asked->setContentsMargins(tokens::space_3, tokens::space_2, tokens::space_3, tokens::space_2);
    asked->setSpacing(tokens::space_1);
    caption_->setFont(smallFont(font()));
    prompt_->setFont(strong(font()));
    asked->addWidget(caption_);
    asked->addWidget(prompt_);
    layout->addWidget(head_);
    auto* said = new QGridLayout(verdict_);
    said->setContentsMargins(tokens::space_3, tokens::space_2, tokens::space_3, tokens::space_2);
    said->setHorizontalSpacing(tokens::space_2);
    said->setVerticalSpacing(tokens::space_1);
    said->addWidget(mark_, 0, 0, Qt::AlignTop);
    said->addWidget(verdict_title_, 0, 1);
    said->addWidget(explanation_, 1, 0, 1, 2);
    said->setColumnStretch(1, 1);
    verdict_title_->setFont(strong(font()));
    layout->addWidget(verdict_);
    for (const QLabel* label : {prompt_, explanation_})
        connect(label, &QLabel::linkActivated, this, &LessonQuestionCard::linkActivated);
}

void LessonQuestionCard::setQuestion(const AnsweredQuestion& question, const Prediction& prediction,
                                     const QString& caption) {
    caption_->setText(caption);
    setLessonText(*prompt_, question.prompt);
    setAccessibleName(filled(tr("%1: %2"), caption, lessonWords(question.prompt)));
    makeChoices(question, prediction);
    showVerdict(question, prediction);
}

void LessonQuestionCard::makeChoices(const AnsweredQuestion& question, const Prediction& prediction) {
    const bool focused = choices_ && choices_->isAncestorOf(focusWidget());
    delete choices_;
    choices_ = new QWidget;
    group_ = new QButtonGroup(choices_);
    auto* rows = new QGridLayout(choices_);
    rows->setContentsMargins(tokens::space_3, 0, tokens::space_3, 0);
    rows->setVerticalSpacing(tokens::space_1);
    rows->setColumnStretch(1, 1);
    for (std::size_t k = 0; k < question.choices.size(); ++k) {
        const int row = static_cast<int>(k);
        auto* button = new QRadioButton;
        button->setObjectName(QStringLiteral("choice-%1").arg(row));
        button->setAccessibleName(lessonWords(question.choices[k]));
        button->setToolTip(tr("Choose with its number"));
        auto* words = new ChoiceWords(question.choices[k], [button] { button->click(); });
        const bool known = prediction.checked && question.right[k], own = row == prediction.chosen;
        if (known)
            words->label().setFont(strong(font()));
        button->setEnabled(!prediction.checked);
        words->setEnabled(!prediction.checked || known || own); // both are read beside the verdict
        rows->addWidget(button, row, 0, Qt::AlignTop);
        rows->addWidget(words, row, 1);
        if (prediction.checked && (known || own)) {
            auto* sign = plainLabel(); // not by weight and colour alone
            sign->setPixmap(
                markIcon(known ? Mark::good : Mark::error, themeOf(this)).pixmap(tokens::icon, tokens::icon));
            sign->setAccessibleName(known ? tr("right") : tr("not right"));
            rows->addWidget(sign, row, 2, Qt::AlignTop);
        }
        group_->addButton(button, row);
        button->setChecked(own);
        connect(button, &QRadioButton::clicked, this, [this, row] { emit chosen(row); });
    }
    qobject_cast<QVBoxLayout*>(layout())->insertWidget(1, choices_);
    if (focused && !prediction.checked)
        group_->button(std::max(prediction.chosen, 0))->setFocus();
}

void LessonQuestionCard::showVerdict(const AnsweredQuestion& question, const Prediction& prediction) {
    verdict_->setVisible(prediction.checked);
    if (!prediction.checked)
        return;
    const int right = question.only_right();
    const bool hit = right >= 0 && right == prediction.chosen;
    QString title = tr("Right.");
    if (right < 0)
        title = tr("With these numbers no single answer is right.");
    else if (!hit)
        title = filled(tr("Not quite. Right is: “%1”."),
                       lessonWords(question.choices[static_cast<std::size_t>(right)]));
    const Theme& theme = themeOf(this);
    verdict_->setGround(hit ? SoftBox::Ground::good : SoftBox::Ground::warning);
    mark_->setPixmap(markIcon(hit ? Mark::good : Mark::warning, theme).pixmap(tokens::icon, tokens::icon));
    mark_->setAccessibleName(hit ? tr("right") : tr("not right"));
    verdict_title_->setTextFormat(Qt::PlainText);
    verdict_title_->setText(title);
    verdict_title_->setAccessibleName(title);
    setLessonText(*explanation_, question.explanation);
    verdict_->setAccessibleName(title + QLatin1Char(' ') + lessonWords(question.explanation));
    QAccessibleEvent told(verdict_, QAccessible::Alert); // screen readers read what has just come
    QAccessible::updateAccessibility(&told);
}

void LessonQuestionCard::choose(int choice) {
    if (auto* button = group_ ? group_->button(choice) : nullptr; button && button->isEnabled()) {
        button->setFocus();
        button->click();
    }
}

} // namespace pipette
