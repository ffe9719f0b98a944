// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMessageBox>
#include <QString>

#include <concepts>
#include <string_view>

class QLabel;
class QPoint;
class QWidget;

namespace pipette {

// Text that came from a file, a path or a person is shown word for word. Qt guesses whether a string is HTML,
// reads
// "&" as a shortcut and "%2" as a place to fill; the one way around each of these stands here.

/// Words of our own, such as the names of kinds (UTF-8), as they are; never text from outside.
inline QString ownText(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
/// The same in the language of the window: words and sentences that the core gives, all of which stand in
/// widgets/theme/core_words.cpp for translators. What is not there stays as it is.
QString wordText(std::string_view text);
/// A name (UTF-8) in one line: characters that steer the display instead of being seen (control characters,
/// line ends, marks that turn the direction of writing) stand as their codes: "\x1b", "\n", "\u202e".
QString nameText(std::string_view name);
QString nameText(const QString& name);
/// A message (UTF-8), as nameText() but for its line ends, which stay.
QString messageText(std::string_view message);
QString messageText(const QString& message);

/// For tool tips, which may be HTML: shown word for word, long lines wrapped.
QString plainTip(const QString& text);
/// Gives a widget a tool tip of plain text, which screen readers read as its description.
void setPlainTip(QWidget& widget, const QString& text);
/// Shows a tool tip of plain text at a place of the screen; an empty one hides it.
void showPlainTip(const QPoint& global, const QString& text, QWidget* widget);
/// For actions and buttons, where "&" marks a key and a tab begins the shortcut.
QString menuText(const QString& text);
/// For window titles, where "[*]" stands for the mark of unsaved changes.
QString titleText(const QString& text);
/// A label that shows its text word for word, whatever it is set to.
QLabel* plainLabel(const QString& text = {}, QWidget* parent = nullptr);
/// A message that shows its texts word for word; deletes itself when closed. `more` stands below, in small.
QMessageBox* plainBox(QWidget* parent, QMessageBox::Icon icon, const QString& title, const QString& text,
                      const QString& more = {}, QMessageBox::StandardButtons buttons = QMessageBox::Ok);

inline QString partText(const QString& part) {
    return part;
}
inline QString partText(std::integral auto part) {
    return QString::number(part);
}
/// A sentence with its places %1, %2... filled with texts and whole numbers, all at once: a "%2" in a name
/// stays what it is.
template <class... Parts>
QString filled(const QString& sentence, const Parts&... parts) {
    return sentence.arg(partText(parts)...);
}

} // namespace pipette
