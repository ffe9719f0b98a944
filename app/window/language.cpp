// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>
#include <QTranslator>

#include <algorithm>

namespace pipette {
namespace {

const auto setting = QStringLiteral("language");
const auto as_system = QStringLiteral("system");

/// The installed one of a name, such as "en" for "en_GB"; null: none.
const Language* find(const QString& name) {
    const QLocale wanted(name);
    const auto found = std::find_if(languages().begin(), languages().end(), [&](const Language& language) {
        const QLocale own(language.name);
        return own.language() == wanted.language() && own.script() == wanted.script();
    });
    return found == languages().end() ? nullptr : &*found;
}

/// Adds a translation for as long as the program runs.
void add(QCoreApplication& application, const QString& file, const QString& folder) {
    auto* translator = new QTranslator(&application);
    if (translator->load(file, folder))
        QCoreApplication::installTranslator(translator);
}

} // namespace

const QList<Language>& languages() {
    static const QList<Language> all{{QStringLiteral("en"), QStringLiteral("English")},
                                     {QStringLiteral("de"), QStringLiteral("Deutsch")},
                                     {QStringLiteral("zh_CN"), QStringLiteral("简体中文")}};
    return all;
}

const Language& languageNamed(const QString& name) {
    for (const Language& language : languages())
        if (language.name == name)
            return language;
    for (const QString& wanted : QLocale::system().uiLanguages())
        if (const Language* language = wanted == QLatin1String("C") ? nullptr : find(wanted))
            return *language;
    return languages().front();
}

QStringList languageChoices() {
    QStringList choices{as_system};
    for (const Language& language : languages())
        choices << language.name;
    return choices;
}

QString rememberedLanguage() {
    return QSettings().value(setting).toString();
}

void rememberLanguage(const QString& name) {
    QSettings().setValue(setting, name);
}

void speak(QCoreApplication& application, const Language& language) {
    const bool english = &language == &languages().front();
    QLocale::setDefault(english ? QLocale::c() : QLocale(language.name));
    for (QTranslator* earlier : application.findChildren<QTranslator*>(QString(), Qt::FindDirectChildrenOnly))
        delete earlier;
    if (!english)
        add(application, QStringLiteral("qtbase_") + language.name,
            QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    add(application, QStringLiteral("pipette_") + language.name, QStringLiteral(":/translations"));
}

const Language& spokenLanguage() {
    const Language* language = QLocale() == QLocale::c() ? nullptr : find(QLocale().name());
    return language ? *language : languages().front();
}

} // namespace pipette
