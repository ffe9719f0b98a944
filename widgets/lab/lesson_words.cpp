// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/lesson_words.h"

#include "core/lesson/lesson_text.h"
#include "widgets/theme/plain_text.h"

#include <QLabel>
#include <QRegularExpression>

namespace pipette {
namespace {

/// Words of a span; a figure and its unit stay in one line.
QString wordsOf(const TextSpan& span) {
    static const QRegularExpression before_unit(QStringLiteral("(\\d) (?=(ms|s|µs|GiB)\\b|%)"));
    return nameText(span.text).replace(before_unit, QStringLiteral("\\1\u00a0"));
}

QString htmlOf(const TextSpan& span) {
    const QString words = wordsOf(span).toHtmlEscaped();
    switch (span.look) {
    case TextSpan::Look::strong:
        return QStringLiteral("<b>%1</b>").arg(words);
    case TextSpan::Look::emphasis:
        return QStringLiteral("<i>%1</i>").arg(words);
    case TextSpan::Look::code:
        return QStringLiteral("<code>%1</code>").arg(words);
    case TextSpan::Look::link:
        return QStringLiteral("<a href=\"%1\">%2</a>").arg(nameText(span.page).toHtmlEscaped(), words);
    case TextSpan::Look::plain:
        break;
    }
    return words;
}

} // namespace

QString lessonWords(std::string_view text) {
    QString words;
    for (const TextSpan& span : lesson_text(text).spans)
        words += nameText(span.text);
    return words;
}

void setLessonText(QLabel& label, std::string_view text) {
    const TextBlock block = lesson_text(text);
    QString html = block.kind == TextBlock::Kind::item ? QStringLiteral("•&nbsp;") : QString();
    for (const TextSpan& span : block.spans)
        html += htmlOf(span);
    label.setText(QStringLiteral("<span>%1</span>").arg(html));
    label.setAccessibleName(lessonWords(text));
}

QLabel* lessonLabel(std::string_view text, QWidget* parent) {
    QLabel* label = plainLabel({}, parent);
    label->setTextFormat(Qt::RichText); // of htmlOf() alone
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    label->setFocusPolicy(Qt::NoFocus);
    setLessonText(*label, text);
    return label;
}

} // namespace pipette
