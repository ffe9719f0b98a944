// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/plain_text.h"

#include "core/base/readable.h"

#include <QCoreApplication>
#include <QLabel>
#include <QToolTip>

#include <algorithm>
#include <string>

namespace pipette {
namespace {

constexpr qsizetype longest_line = 100; // of a tool tip that is not wrapped

bool hasLongLine(const QString& text) {
    const QList<QStringView> lines = QStringView(text).split(QLatin1Char('\n'));
    return std::any_of(lines.begin(), lines.end(),
                       [](QStringView line) { return line.size() > longest_line; });
}

} // namespace

QString wordText(std::string_view text) {
    return QCoreApplication::translate("core", std::string(text).c_str());
}

QString nameText(std::string_view name) {
    return QString::fromStdString(readable(name, name.size()));
}

QString nameText(const QString& name) {
    return nameText(name.toStdString());
}

QString messageText(std::string_view message) {
    return QString::fromStdString(readable_lines(message));
}

QString messageText(const QString& message) {
    return messageText(message.toStdString());
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
