// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

#include <string_view>

namespace pipette {

/// Figures for a person, the same in every view: three significant digits, the unit always there, decimal
/// mark and thousands as the language of the window has them (QLocale's default).
QString numberText(double value, char format = 'g', int precision = 6); ///< as QString::number()
/// Figures that the core has written, "0.273 ms" or "1,130,086", with the marks of the window's language.
QString figuresText(std::string_view text);
/// What stands between the numbers of a list that a person types: a comma, or a semicolon where the comma is
/// the decimal mark.
QChar listSeparator();

/// Figures as files have them, with a decimal point, for as long as it lives: what is copied for other
/// programs.
class FiguresAsInFiles {
public:
    FiguresAsInFiles();
    ~FiguresAsInFiles();
    FiguresAsInFiles(const FiguresAsInFiles&) = delete;
    FiguresAsInFiles& operator=(const FiguresAsInFiles&) = delete;

private:
    QLocale before_;
};

/// So many decimals, with the marks of thousands of the window's language: "1,130,086".
QString groupedText(double value, int decimals);
QString timeText(double seconds);      ///< "8.41 s", "412 ms", "3.20 µs"
QString remainingText(double seconds); ///< whole seconds or minutes: "4 s", "3 min"
QString changeText(double change_s,
                   double before_s);      ///< "−12.3 ms (−0.15 %)", "+4.00 ms (+0.5 %)", "no change"
QString bandwidthText(double gb_per_s);   ///< "21.4 GB/s"; "not measured" for NaN
QString memoryText(double bytes);         ///< "63.2 GiB"
QString shareText(double fraction);       ///< "72 %", "0.15 %", "99.7 %": nearly all is not "100 %"
QString wholeShareText(double fraction);  ///< "72 %", "99.9 %", "101 %": 100 only where it is all
QString signedShareText(double fraction); ///< "+72 %", "−0.15 %"
/// Which of two times is shorter, in words: "17 % faster" than the other, "5 % slower", "level with".
QString gainText(double time_s, double other_s);
QString countText(double count);                            ///< "350 k", "1.05 M", "870"
QString moneyText(double money, std::string_view currency); ///< "7.41 M USD", "62,900 USD"
QString significant(double value, int digits = 3);          ///< without exponent where that stays short

} // namespace pipette
