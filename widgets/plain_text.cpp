// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plain_text.h"

#include <QLabel>
#include <QToolTip>

#include <algorithm>

namespace pipette {
namespace {

constexpr qsizetype longest_line = 100; // of a tool tip that is not wrapped

bool steersTheDisplay(QChar c) {
    switch (c.category()) {
    case QChar::Other_Control:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    case QChar::Other_Format: // joiners belong to the letters of some scripts
        return c != QChar(0x200c) && c != QChar(0x200d);
    default:
        return false;
    }
}

QString codeOf(QChar c) {
    switch (c.unicode()) {
    case '\n':
        return QStringLiteral("\\n");
    case '\r':
        return QStringLiteral("\\r");
    case '\t':
        return QStringLiteral("\\t");
    default:
        return c.unicode() < 0x100 ? QStringLiteral("\\x%1").arg(c.unicode(), 2, 16, QLatin1Char('0'))
                                   : QStringLiteral("\\u%1").arg(c.unicode(), 4, 16, QLatin1Char('0'));
    }
}

QString visible(const QString& text, bool keeps_lines) {
    const auto hidden = [keeps_lines](QChar c) {
        return steersTheDisplay(c) && !(keeps_lines && c == QLatin1Char('\n'));
    };
    if (std::none_of(text.begin(), text.end(), hidden))
        return text;
    QString result;
    for (const QChar c : text)
        if (hidden(c))
            result += codeOf(c);
        else
            result += c;
    return result;
}

QString fromUtf8(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

bool hasLongLine(const QString& text) {
    const QList<QStringView> lines = QStringView(text).split(QLatin1Char('\n'));
    return std::any_of(lines.begin(), lines.end(),
                       [](QStringView line) { return line.size() > longest_line; });
}

} // namespace

QString nameText(std::string_view name) {
    return nameText(fromUtf8(name));
}

QString nameText(const QString& name) {
    return visible(name, false);
}

QString messageText(std::string_view message) {
    return messageText(fromUtf8(message));
}

QString messageText(const QString& message) {
    return visible(message, true);
}

QString plainTip(const QString& text) {
    if (!Qt::mightBeRichText(text) && !hasLongLine(text))
        return text; // screen readers read it as it is
    return QStringLiteral("<p style='white-space:pre-wrap'>") + text.toHtmlEscaped() + QStringLiteral("</p>");
}

void setPlainTip(QWidget& widget, const QString& text) {
    widget.setToolTip(plainTip(text));
    widget.setAccessibleDescription(text);
}

void showPlainTip(const QPoint& global, const QString& text, QWidget* widget) {
    QToolTip::showText(global, plainTip(text), widget);
}

QString menuText(const QString& text) {
    return QString(text)
        .replace(QLatin1Char('&'), QLatin1String("&&"))
        .replace(QLatin1Char('\t'), QLatin1Char(' '));
}

QString titleText(const QString& text) {
    return QString(text).replace(QLatin1String("[*]"), QLatin1String("[*][*]"));
}

QLabel* plainLabel(const QString& text, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    return label;
}

QMessageBox* plainBox(QWidget* parent, QMessageBox::Icon icon, const QString& title, const QString& text,
                      const QString& more, QMessageBox::StandardButtons buttons) {
    auto* box = new QMessageBox(parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIcon(icon);
    box->setWindowTitle(titleText(title));
    box->setStandardButtons(buttons);
    box->setTextFormat(Qt::PlainText);
    box->setText(text);
    box->setInformativeText(more);
    for (QLabel* label : box->findChildren<QLabel*>()) // the box tells its format to the first one alone
        label->setTextFormat(Qt::PlainText);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return box;
}

} // namespace pipette
