// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/lesson_page.h"

#include "widgets/lab/lesson_words.h"
#include "widgets/lab/soft_box.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace pipette {
namespace {

QFont headed(const QFont& base, int pixels) {
    QFont font = sizedFont(base, pixels);
    font.setWeight(QFont::DemiBold);
    return font;
}

/// As many labels as texts, in a layout of their own.
void fit(std::vector<QLabel*>& labels, std::size_t count, QVBoxLayout& into) {
    for (; labels.size() > count; labels.pop_back())
        delete labels.back();
    while (labels.size() < count) {
        labels.push_back(lessonLabel());
        into.addWidget(labels.back());
    }
}

} // namespace

LessonPage::LessonPage(QWidget* parent)
    : QScrollArea(parent),
      caption_(plainLabel()),
      title_(plainLabel()),
      refusal_(plainLabel()),
      recap_(plainLabel()),
      rule_(lessonLabel()),
      sources_title_(plainLabel(tr("Sources"))),
      text_(new QVBoxLayout),
      source_list_(new QVBoxLayout),
      card_(new LessonQuestionCard),
      rule_box_(new QWidget),
      back_(new QPushButton(tr("Previous"))),
      on_(new QPushButton(tr("Check"))) {
    setAccessibleName(tr("Lesson"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(tokens::card_padding, tokens::space_2, tokens::card_padding, tokens::space_2);
    column->setSpacing(tokens::space_2);
    makeHead(*column);
    column->addWidget(card_);
    makeFoot(*column);
    column->addStretch(1);
    setWidget(content);
    connect(card_, &LessonQuestionCard::chosen, this, [this](int choice) {
        prediction().chosen = choice;
        showButtons();
    });
    connect(card_, &LessonQuestionCard::linkActivated, this, &LessonPage::helpRequested);
    connect(on_, &QPushButton::clicked, this, &LessonPage::goOn);
    connect(back_, &QPushButton::clicked, this, &LessonPage::goBack);
    for (QWidget* part :
         {static_cast<QWidget*>(card_), static_cast<QWidget*>(on_), static_cast<QWidget*>(recap_), rule_box_})
        part->hide();
}

void LessonPage::makeHead(QVBoxLayout& column) {
    caption_->setFont(smallFont(font()));
    title_->setFont(headed(font(), tokens::answer_text));
    title_->setWordWrap(true);
    refusal_->setWordWrap(true);
    refusal_->hide();
    text_->setSpacing(tokens::space_2);
    column.addWidget(caption_);
    column.addWidget(title_);
    column.addLayout(text_);
    column.addWidget(refusal_);
}

void LessonPage::makeFoot(QVBoxLayout& column) {
    auto* rule = new QVBoxLayout(rule_box_);
    rule->setContentsMargins(0, 0, 0, 0);
    rule->setSpacing(tokens::space_1);
    QLabel* name = plainLabel(tr("The rule to take away"));
    name->setFont(headed(font(), tokens::text));
    auto* box = new SoftBox(SoftBox::Ground::head);
    auto* inside = new QVBoxLayout(box);
    inside->setContentsMargins(tokens::space_3, tokens::space_2, tokens::space_3, tokens::space_2);
    inside->addWidget(rule_);
    connect(rule_, &QLabel::linkActivated, this, &LessonPage::helpRequested);
    rule->addWidget(name);
    rule->addWidget(box);
    recap_->setFont(strongFont(font()));
    recap_->setWordWrap(true);
    column.addWidget(recap_);
    column.addWidget(rule_box_);
    auto* buttons = new QHBoxLayout;
    back_->setToolTip(tr("The question before, or the lesson before"));
    on_->setToolTip(tr("Goes on (Enter)"));
    on_->setDefault(true);
    buttons->addWidget(back_);
    buttons->addStretch(1);
    buttons->addWidget(on_);
    column.addLayout(buttons);
    sources_title_->setFont(smallFont(font()));
    source_list_->setSpacing(2);
    column.addSpacing(tokens::space_2);
    column.addWidget(sources_title_);
    column.addLayout(source_list_);
}

void LessonPage::setLesson(std::shared_ptr<const Lesson> lesson, const LessonPlace& place) {
    lesson_ = std::move(lesson), place_ = place;
    answer_.reset();
    predictions_.assign(lesson_->questions.size(), {});
    question_ = 0;
    QString caption = filled(tr("Lesson %1 of %2"), place.number, place.of);
    if (lesson_->minutes > 0)
        caption = filled(tr("%1 · about %2 minutes"), caption, lesson_->minutes);
    caption_->setText(caption);
    title_->setText(nameText(lesson_->title));
    fit(sources_, lesson_->sources.size(), *source_list_);
    for (std::size_t i = 0; i < sources_.size(); ++i) {
        setLessonText(*sources_[i], lesson_->sources[i]);
        sources_[i]->setFont(smallFont(font()));
        disconnect(sources_[i], nullptr, this, nullptr);
        connect(sources_[i], &QLabel::linkActivated, this, &LessonPage::helpRequested);
    }
    sources_title_->setVisible(!sources_.empty());
    setRefusal({});
    fit(paragraphs_, 0, *text_);
    for (QWidget* part : {static_cast<QWidget*>(card_), static_cast<QWidget*>(recap_), rule_box_})
        part->hide();
    showButtons();
    verticalScrollBar()->setValue(0);
}

void LessonPage::setAnswer(std::shared_ptr<const LessonAnswer> answer) {
    answer_ = std::move(answer);
    setRefusal({});
    showText();
    showQuestion();
}

void LessonPage::setRefusal(const QString& why) {
    refusal_->setText(why.isEmpty() ? QString() : QStringLiteral("⚠ ") + why);
    refusal_->setVisible(!why.isEmpty());
}

void LessonPage::showText() {
    fit(paragraphs_, answer_->text.size(), *text_);
    for (std::size_t i = 0; i < paragraphs_.size(); ++i) {
        setLessonText(*paragraphs_[i], answer_->text[i]);
        disconnect(paragraphs_[i], nullptr, this, nullptr);
        connect(paragraphs_[i], &QLabel::linkActivated, this, &LessonPage::helpRequested);
    }
    setLessonText(*rule_, answer_->rule);
}

void LessonPage::showQuestion() {
    if (!answer_)
        return;
    card_->setQuestion(answer_->questions[static_cast<std::size_t>(question_)], prediction(),
                       filled(tr("Predict first · question %1 of %2"), question_ + 1,
                              static_cast<int>(predictions_.size())));
    card_->show();
    rule_box_->setVisible(!answer_->rule.empty() && allChecked());
    recap_->setVisible(allChecked() && predictions_.size() > 1);
    recap_->setText(recap());
    showButtons();
}

bool LessonPage::anyChecked() const {
    return std::any_of(predictions_.begin(), predictions_.end(),
                       [](const Prediction& one) { return one.checked; });
}

bool LessonPage::allChecked() const {
    return std::all_of(predictions_.begin(), predictions_.end(),
                       [](const Prediction& one) { return one.checked; });
}

QString LessonPage::recap() const {
    const int of = static_cast<int>(predictions_.size());
    int right = 0;
    for (std::size_t i = 0; i < predictions_.size(); ++i) {
        const int chosen = predictions_[i].chosen;
        right += chosen >= 0 && answer_->questions[i].right[static_cast<std::size_t>(chosen)];
    }
    return right == of ? filled(tr("You predicted all %1 questions right."), of)
                       : filled(tr("You predicted %1 of %2 questions right. Previous leads back to them."),
                                right, of);
}

void LessonPage::showButtons() {
    const bool checked = prediction().checked, last = question_ + 1 == static_cast<int>(predictions_.size());
    const QString next = nameText(place_.next);
    on_->setVisible(answer_ && (!checked || !last || !next.isEmpty()));
    on_->setEnabled(checked || prediction().chosen >= 0);
    on_->setText(menuText(!checked ? tr("Check") : !last ? tr("Next question") : tr("Next lesson")));
    on_->setAccessibleName(checked && last ? filled(tr("Next lesson: %1"), next) : on_->text());
    back_->setEnabled(question_ > 0 || place_.number > 1);
}

void LessonPage::goOn() {
    if (!answer_)
        return;
    const bool last = question_ + 1 == static_cast<int>(predictions_.size());
    if (!prediction().checked) {
        if (prediction().chosen < 0)
            return;
        prediction().checked = true;
        showQuestion();
        on_->setFocus();
        emit answerChecked();
        if (allChecked())
            emit finished();
    } else if (!last) {
        ++question_;
        showQuestion();
    } else if (!place_.next.isEmpty()) {
        emit nextRequested();
        return;
    }
    // Words that have just come are to be seen: the layout knows their place once events are through.
    QMetaObject::invokeMethod(
        this, [this] { ensureWidgetVisible(on_, 0, tokens::space_4); }, Qt::QueuedConnection);
}

void LessonPage::goBack() {
    if (question_ == 0)
        return emit previousRequested();
    --question_;
    showQuestion();
}

bool LessonPage::take(const QKeyEvent& event) {
    if (!lesson_ || (event.modifiers() != Qt::NoModifier && event.modifiers() != Qt::KeypadModifier))
        return false;
    if (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter) {
        goOn();
        return true;
    }
    if (event.key() >= Qt::Key_1 && event.key() <= Qt::Key_6) {
        choose(event.key() - Qt::Key_1);
        return true;
    }
    return false;
}

void LessonPage::keyPressEvent(QKeyEvent* event) {
    event->ignore(); // arrows and pages are for the player and the list of lessons
}

void LessonPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && answer_ && lesson_)
        showQuestion(); // its mark is drawn in the theme's colours
    QScrollArea::changeEvent(event);
}

} // namespace pipette
