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

/// What a person has chosen, kept from session to session; empty: nothing yet.
QString rememberedLanguage();
void rememberLanguage(const QString& name);

/// Every text and figure that is made after this call is in the language. Qt's own dialogs follow where their
/// translations are installed. English writes figures as files do. Call it before the first widget is made.
void speak(QCoreApplication& application, const Language& language);
/// That of the last call of speak(); before it, English.
const Language& spokenLanguage();

} // namespace pipette
