// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/answer/answer_line.h"

#include "widgets/answer/pill.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QStringList>
#include <QToolButton>

#include <algorithm>

namespace pipette {
namespace {

constexpr tokens::Length gap{6}; // between lead, figure, unit and the lines

/// A line that ends in dots where it has no room; text() and screen readers keep all of it.
class DottedLabel : public QLabel {
public:
    DottedLabel() {
        setTextFormat(Qt::PlainText);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(palette().color(foregroundRole()));
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(text(), Qt::ElideRight, width()));
    }
};

QLabel* wordsOf(const QFont& font) {
    QLabel* label = plainLabel();
    label->setFont(font);
    label->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    return label;
}

int wide(const QLabel& label, const QString& text) {
    return text.isEmpty() ? 0 : label.fontMetrics().horizontalAdvance(text) + 2;
}

/// The longest beginning of the text that has room in the label and ends where a sentence ends, or at a
/// semicolon. Empty: no such beginning has room.
QString sentencesWithin(const QLabel& label, const QString& text, int room) {
    QString some = text;
    while (!some.isEmpty() && wide(label, some) > room)
        some.truncate(1 + std::max(some.lastIndexOf(QLatin1String(". "), -3),
                                   some.lastIndexOf(QLatin1String("; "), -3)));
    return some;
}

int wide(const QLabel& label) {
    return wide(label, label.text());
}

} // namespace

QString Answer::whole() const {
    const auto line = [](std::initializer_list<QString> parts) {
        QStringList words;
        for (const QString& part : parts)
            if (!part.isEmpty())
                words << part;
        return words.join(QLatin1Char(' '));
    };
    QStringList lines{line({lead, figure, unit}), line({gain, facts}), reasons};
    for (const AnswerPill& pill : pills)
        lines << (pill.details.isEmpty() ? pill.text : pill.details);
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

AnswerLine::AnswerLine(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("answer"));
    setAccessibleName(tr("The answer"));
    QFont small = sizedFont(font(), tokens::text);
    QFont large = sizedFont(font(), tokens::answer_text);
    large.setWeight(QFont::DemiBold);
    lead_ = wordsOf(small), figure_ = wordsOf(large), unit_ = wordsOf(small);
    gain_ = wordsOf(strongFont(small)), facts_ = new DottedLabel, reasons_ = new DottedLabel;
    facts_->setFont(small), reasons_->setFont(small);
    facts_->setObjectName(QStringLiteral("answer-facts"));
    reasons_->setObjectName(QStringLiteral("answer-reasons"));
    auto* first = new QHBoxLayout;
    first->setSpacing(tokens::space_1);
    first->addWidget(gain_);
    first->addWidget(facts_, 1);
    auto* words = new QWidget; // takes the room beside the figure, also where it has nothing to say
    auto* lines = new QVBoxLayout(words);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(1);
    lines->addStretch(1);
    lines->addLayout(first);
    lines->addWidget(reasons_);
    lines->addStretch(1);
    why_ = new QToolButton;
    why_->setText(tr("&Why?"));
    why_->setAccessibleName(tr("Why is this plan the best?"));
    why_->setToolTip(tr("Why is this plan the best?"));
    why_->setFont(small);
    why_->hide();
    connect(why_, &QToolButton::clicked, this, &AnswerLine::whyRequested);
    pill_row_ = new QHBoxLayout;
    pill_row_->setSpacing(tokens::space_2);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(tokens::space_4, 0, tokens::space_2, 0);
    row->setSpacing(gap);
    for (QLabel* label : {lead_, figure_, unit_})
        row->addWidget(label);
    row->addSpacing(tokens::space_2);
    row->addWidget(words, 1);
    row->addSpacing(tokens::space_2);
    row->addWidget(why_);
    row->addLayout(pill_row_);
    setFixedHeight(tokens::answer_line);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    colour();
}

void AnswerLine::setAnswer(const Answer& answer) {
    if (answer == answer_)
        return;
    const bool same_pills = answer.pills == answer_.pills;
    answer_ = answer;
    for (const auto& [label, text] : {std::pair(lead_, &answer_.lead),
                                      {figure_, &answer_.figure},
                                      {unit_, &answer_.unit},
                                      {gain_, &answer_.gain}}) {
        label->setText(*text);
        label->setVisible(!text->isEmpty());
    }
    facts_->setVisible(!answer_.facts.isEmpty());
    why_->setVisible(answer_.explained);
    const QString whole = answer_.whole();
    setPlainTip(*this, whole);
    setAccessibleDescription(whole);
    if (!same_pills)
        showPills();
    colour();
    fit();
    update();
}

void AnswerLine::showPills() {
    for (Pill* pill : pills_) {
        pill->hide();
        pill->deleteLater(); // it may be the one that was pressed
    }
    pills_.clear();
    for (const AnswerPill& shown : answer_.pills) {
        if (pills_.size() == most_pills)
            break;
        auto* pill = new Pill(shown, this);
        connect(pill, &Pill::clicked, this, [this, reason = shown.reason] { emit reasonRequested(reason); });
        pill_row_->addWidget(pill);
        pill->show();
        pills_.push_back(pill);
    }
}

QSize AnswerLine::minimumSizeHint() const {
    return {0, tokens::answer_line};
}

void AnswerLine::fit() {
    int used = 6 * tokens::space_4;
    for (const QLabel* label : {lead_, figure_, unit_})
        used += wide(*label) + gap;
    if (answer_.explained)
        used += why_->sizeHint().width() + gap;
    const auto pills = [this](Pill::Length length) {
        int sum = 0;
        for (const Pill* pill : pills_)
            sum += pill->widthAt(length) + tokens::space_2;
        return sum;
    };
    const int full_room = width() - used - pills(Pill::Length::full);
    const bool brief = wide(*gain_) + wide(*facts_, answer_.facts) > full_room;
    for (Pill* pill : pills_)
        pill->setLength(brief ? Pill::Length::brief : Pill::Length::full);
    const int room = brief ? width() - used - pills(Pill::Length::brief) : full_room;
    // Sentences that the first line has no room for begin the second one.
    const QString first = sentencesWithin(*facts_, answer_.facts, room - wide(*gain_));
    const QString left = first.isEmpty() ? QString() : answer_.facts.mid(first.size()).trimmed();
    facts_->setText(first.isEmpty() ? answer_.facts : first);
    reasons_->setText(left.isEmpty() ? sentencesWithin(*reasons_, answer_.reasons, room) : left);
    reasons_->setVisible(!reasons_->text().isEmpty() && (!brief || !left.isEmpty()));
}

void AnswerLine::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void AnswerLine::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && lead_)
        colour();
    if (event->type() == QEvent::StyleChange && lead_) // which comes after another size of the type
        fit();
}

void AnswerLine::colour() {
    const Theme& theme = themeOf(this);
    const auto ink = [](QLabel* label, const QColor& colour) {
        QPalette palette = label->palette();
        if (palette.color(QPalette::WindowText) == colour)
            return;
        palette.setColor(QPalette::WindowText, colour);
        label->setPalette(palette);
    };
    for (QLabel* label : {lead_, unit_, reasons_})
        ink(label, theme.muted);
    for (QLabel* label : {figure_, gain_, facts_})
        ink(label, answer_.outdated ? theme.muted : theme.text);
}

void AnswerLine::paintEvent(QPaintEvent*) {
    constexpr int bar = 4; // pixels of the progress, above the line
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.border);
    if (!answer_.done)
        return;
    painter.fillRect(QRect(0, height() - bar, width(), bar), theme.track);
    painter.fillRect(QRectF(0, height() - bar, width() * std::clamp(*answer_.done, 0.0, 1.0), bar),
                     theme.accent);
}

} // namespace pipette
