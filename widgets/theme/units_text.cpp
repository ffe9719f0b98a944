// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/units_text.h"

#include "core/base/time_text.h"
#include "core/base/units.h"
#include "widgets/theme/plain_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pipette {
namespace {

QString withSign(double value, const QString& magnitude) {
    return (value < 0 ? QStringLiteral("\u2212") : QStringLiteral("+")) + magnitude;
}

int for_files = 0; ///< how many FiguresAsInFiles there are; on the thread of the window

/// How figures are written. The C locale of a system groups digits, files do not.
QLocale written() {
    const QLocale now;
    return now.language() == QLocale::C ? QLocale::c() : now;
}

} // namespace

QString numberText(double value, char format, int precision) {
    return written().toString(value, format, precision);
}

QString groupedText(double value, int decimals) {
    const QLocale now;
    // A system without a language has the marks of the window's own words.
    const QLocale shown = now.language() == QLocale::C ? QLocale(QLocale::English) : now;
    return for_files > 0 ? QLocale::c().toString(value, 'f', decimals) : shown.toString(value, 'f', decimals);
}

QString figuresText(std::string_view text) {
    static const QRegularExpression mark(QStringLiteral("(?<=\\d)[.,](?=\\d)"));
    QString figures = ownText(text);
    for (auto marks = mark.globalMatch(figures); marks.hasNext();) {
        const qsizetype at = marks.next().capturedStart();
        figures.replace(
            at, 1, figures[at] == QLatin1Char('.') ? QLocale().decimalPoint() : QLocale().groupSeparator());
    }
    return figures;
}

QChar listSeparator() {
    return QLatin1Char(QLocale().decimalPoint() == QLatin1String(",") ? ';' : ',');
}

FiguresAsInFiles::FiguresAsInFiles() {
    QLocale::setDefault(QLocale::c());
    ++for_files;
}

FiguresAsInFiles::~FiguresAsInFiles() {
    QLocale::setDefault(before_);
    --for_files;
}

QString significant(double value, int digits) {
    if (value == 0 || !std::isfinite(value))
        return numberText(value);
    const int before = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    if (before > 9 || before < -6)
        return numberText(value, 'g', digits);
    return numberText(value, 'f', std::clamp(digits - before, 0, 9));
}

QString timeText(double seconds) {
    return figuresText(time_text(seconds));
}

QString remainingText(double seconds) {
    constexpr double minute = 60, long_wait = 2 * minute;
    return seconds < long_wait ? numberText(std::ceil(seconds), 'f', 0) + QStringLiteral(" s")
                               : numberText(std::ceil(seconds / minute), 'f', 0) + QStringLiteral(" min");
}

QString changeText(double change_s, double before_s) {
    if (change_s == 0)
        return QCoreApplication::translate("pipette::Units", "no change");
    const double size = std::abs(change_s);
    QString text = withSign(change_s, size < 1 ? significant(size * 1e3) + QStringLiteral(" ms")
                                               : significant(size) + QStringLiteral(" s"));
    if (before_s > 0) {
        const double percent = std::abs(change_s / before_s) * 100;
        text += QStringLiteral(" (") + withSign(change_s, significant(percent, 2)) + QStringLiteral(" %)");
    }
    return text;
}

QString gainText(double time_s, double other_s) {
    if (is_level(time_s, other_s))
        return QCoreApplication::translate("pipette::Units", "level with");
    const double percent = 100 * (std::max(time_s, other_s) / std::min(time_s, other_s) - 1);
    const QString words =
        percent < 0.95 ? numberText(percent, 'f', 1) : QString::number(std::lround(percent));
    return (time_s < other_s ? QCoreApplication::translate("pipette::Units", "%1 % faster")
                             : QCoreApplication::translate("pipette::Units", "%1 % slower"))
        .arg(words);
}

QString countText(double count) {
    for (const auto& [size, letter] : {std::pair(1e9, "G"), {1e6, "M"}, {1e3, "k"}})
        if (std::abs(count) >= 0.9995 * size)
            return significant(count / size) + QLatin1Char(' ') + QLatin1String(letter);
    return significant(count);
}

QString moneyText(double money, std::string_view currency) {
    constexpr double million = 1e6;
    return (money >= million ? countText(money) : groupedText(money, 0)) + QLatin1Char(' ') +
           nameText(currency);
}

QString bandwidthText(double gb_per_s) {
    return std::isnan(gb_per_s) ? QCoreApplication::translate("pipette::Units", "not measured")
                                : significant(gb_per_s) + QStringLiteral(" GB/s");
}

QString memoryText(double bytes) {
    return significant(bytes / bytes_per_gib) + QStringLiteral(" GiB");
}

QString shareText(double fraction) {
    QString percent = significant(fraction * 100, 2);
    for (int digits = 3; digits < 6 && fraction < 1 && percent.startsWith(QLatin1String("100")); ++digits)
        percent = significant(fraction * 100, digits); // nearly all is not all
    return percent + QStringLiteral(" %");
}

QString wholeShareText(double fraction) {
    double percent = std::round(100 * fraction);
    if (percent == 100 && fraction < 1)
        return shareText(fraction); // as other views tell it
    if (percent == 100 && fraction > 1)
        percent = 101;
    return numberText(percent, 'f', 0) + QStringLiteral(" %");
}

QString signedShareText(double fraction) {
    return withSign(fraction, shareText(std::abs(fraction)));
}

} // namespace pipette
