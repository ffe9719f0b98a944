// SPDX-License-Identifier: GPL-3.0-or-later
// Recognises the sentences of core_sentences.cpp in what the core has written.
#include "widgets/theme/core_sentences.h"

#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QRegularExpression>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace pipette {
namespace {

/// A sentence of the core, to be recognised, and what it is in the language of the window.
struct Sentence {
    QString part; ///< the longest of its fixed parts: what lacks it is spared the pattern
    QRegularExpression known;
    QString translated;
    bool has_separator;     ///< "," or ";" between its places, as lists have
    bool begins_with_place; ///< and may stand within another one
    qsizetype fixed; ///< characters between its places: the sentence with most of them is the one meant
};

const QRegularExpression& placeInSentence() {
    static const QRegularExpression place(QStringLiteral("%([1-9])"));
    return place;
}

std::vector<Sentence> translatedSentences() {
    static const QRegularExpression separator(QStringLiteral("[,;]"));
    std::vector<Sentence> all;
    for (const char* sentence : coreSentences()) {
        const QString source = QString::fromUtf8(sentence), translated = wordText(sentence);
        if (translated == source)
            continue;
        QStringList between = source.split(placeInSentence());
        const QString longest =
            *std::max_element(between.begin(), between.end(),
                              [](const QString& a, const QString& b) { return a.size() < b.size(); });
        for (QString& part : between)
            part = QRegularExpression::escape(part);
        all.push_back(
            {longest,
             QRegularExpression(QRegularExpression::anchoredPattern(between.join(QStringLiteral("(.+?)"))),
                                QRegularExpression::DotMatchesEverythingOption),
             translated, source.contains(separator), source.startsWith(QLatin1Char('%')),
             source.size() - 2 * (between.size() - 1)});
    }
    std::stable_sort(all.begin(), all.end(), [](const Sentence& a, const Sentence& b) {
        return std::pair(a.begins_with_place, -a.fixed) < std::pair(b.begins_with_place, -b.fixed);
    });
    return all;
}

/// Those of the language that the window speaks now.
const std::vector<Sentence>& knownSentences() {
    static std::mutex mutex;
    static std::map<QString, std::vector<Sentence>> of_language;
    const std::lock_guard lock(mutex);
    // A translated sentence tells the language: QLocale's default changes while figures are copied.
    const QString language = wordText(coreSentences().front());
    const auto found = of_language.find(language);
    return found != of_language.end() ? found->second
                                      : of_language.emplace(language, translatedSentences()).first->second;
}

/// "pp 8 · tp 1", as tables draw it, for "pp=8 tp=1", as the command line takes it.
QString drawnSizes(QString text) {
    static const QRegularExpression sizes(
        QStringLiteral("\\b[a-z]+=[0-9][0-9+*]*(?: [a-z]+=[0-9][0-9+*]*)*"));
    for (QRegularExpressionMatch run = sizes.match(text); run.hasMatch(); run = sizes.match(text)) {
        QString drawn = run.captured();
        drawn.replace(QLatin1Char(' '), QStringLiteral(" \u00b7 "))
            .replace(QLatin1Char('='), QLatin1Char(' '));
        text.replace(run.capturedStart(), run.capturedLength(), drawn);
    }
    return text;
}

QString listText(const QString& list);

/// The text in the language of the window, if it is one of the sentences that `may` be meant.
std::optional<QString> recognised(const QString& text, bool (*may)(const Sentence& sentence)) {
    for (const Sentence& sentence : knownSentences()) {
        if (!may(sentence) || !text.contains(sentence.part))
            continue;
        const QRegularExpressionMatch match = sentence.known.match(text);
        if (!match.hasMatch())
            continue;
        QString filled;
        qsizetype told = 0;
        for (auto places = placeInSentence().globalMatch(sentence.translated); places.hasNext();) {
            const QRegularExpressionMatch place = places.next();
            filled += sentence.translated.mid(told, place.capturedStart() - told) +
                      listText(match.captured(place.captured(1).toInt()));
            told = place.capturedEnd();
        }
        return filled + sentence.translated.mid(told);
    }
    return std::nullopt;
}

/// What stands at a place of a sentence: a sentence itself, or a list such as "412 ms less compute, 33 ms
/// less idle; 20 ms more send".
QString listText(const QString& list) {
    if (const auto whole = recognised(list, [](const Sentence& sentence) { return sentence.has_separator; }))
        return *whole;
    for (const QString& between : {QStringLiteral("; "), QStringLiteral(", ")})
        if (list.contains(between)) {
            QStringList items = list.split(between);
            for (QString& item : items)
                item = listText(item);
            return items.join(between);
        }
    return sentenceText(list.toStdString());
}

} // namespace

QString sentenceText(std::string_view text) {
    const QString shown = nameText(text);
    if (knownSentences().empty()) // English
        return drawnSizes(shown);
    if (const auto sentence = recognised(shown, [](const Sentence&) { return true; }))
        return drawnSizes(*sentence);
    static const QRegularExpression figure(QStringLiteral("^[+-]?[0-9][0-9.,]*( [A-Za-zµ/%]+)?$"));
    if (figure.match(shown).hasMatch())
        return figuresText(text);
    return drawnSizes(wordText(shown.toStdString()));
}

} // namespace pipette
