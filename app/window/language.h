// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QCoreApplication;

namespace pipette {

/// A language of the window. Files and the command line are always English.
struct Language {
    QString name;  ///< of settings and options: "en", "de", "zh_CN"
    QString title; ///< in the language itself: "Deutsch"
};

/// English first.
const QList<Language>& languages();
/// The language of the name; "system" and names that are none of them stand for the first language of the
/// desktop that is there, else English.
const Language& languageNamed(const QString& name);
/// "system" and the names of all languages: what settings and --language may say.
QStringList languageChoices();

/// Has everything that is made from now on speak the language and write figures as it does, Qt's own dialogs
/// where their translations are installed. English writes figures as files do. Comes before the first widget.
void speak(QCoreApplication& application, const Language& language);

} // namespace pipette
