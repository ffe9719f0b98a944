// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/help_pages.h"

#include "core/formats/documents/resources.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <optional>

namespace pipette {
namespace {

/// The headings of a page, the first one as its title. Lines between fences are examples, not headings.
void readHeadings(HelpPage& page) {
    bool fenced = false;
    for (const QString& line : page.text.split(QLatin1Char('\n'))) {
        if (line.startsWith(QLatin1String("```")))
            fenced = !fenced;
        else if (fenced)
            continue;
        else if (page.title.isEmpty() && line.startsWith(QLatin1String("# ")))
            page.title = line.mid(2).trimmed();
        else if (line.startsWith(QLatin1String("## ")))
            page.headings.push_back({line.mid(3).trimmed(), helpAnchor(line.mid(3).trimmed())});
    }
}

std::optional<HelpPage> readPage(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    HelpPage page{path, {}, QString::fromUtf8(file.readAll()), {}};
    readHeadings(page);
    if (page.title.isEmpty())
        page.title = QFileInfo(path).baseName();
    return page;
}

} // namespace

QString helpFolder() {
    return QString::fromStdString((find_resources() / "help").string());
}

QString helpAnchor(const QString& heading) {
    QString anchor;
    for (const QChar character : heading.toLower())
        if (character.isLetterOrNumber() || character == QLatin1Char('-') || character == QLatin1Char('_'))
            anchor += character;
        else if (character.isSpace())
            anchor += QLatin1Char('-');
    return anchor;
}

std::vector<HelpPage> helpPages() {
    const QDir folder(helpFolder());
    const auto index = readPage(folder.filePath(QStringLiteral("index.md")));
    if (!index)
        return {};
    std::vector<HelpPage> pages{*index};
    static const QRegularExpression link(QStringLiteral("\\]\\(([a-z-]+\\.md)[)#]"));
    QStringList seen{QStringLiteral("index.md")};
    for (auto match = link.globalMatch(index->text); match.hasNext();) {
        const QString name = match.next().captured(1);
        if (seen.contains(name))
            continue;
        seen << name;
        if (auto page = readPage(folder.filePath(name)))
            pages.push_back(std::move(*page));
    }
    return pages;
}

} // namespace pipette
