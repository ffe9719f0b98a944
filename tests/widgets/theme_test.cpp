// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule_family.h"
#include "widgets/charts/chart_table.h"
#include "widgets/theme/bar_palette.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QPainter>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QtTest>

#include <cmath>
#include <limits>

using namespace pipette;

namespace {

/// CIE L* of a colour, 0 to 100.
double lightness(const QColor& colour) {
    const double y = 1.05 / contrastRatio(colour, Qt::white) - 0.05;
    return y > 0.008856 ? 116 * std::cbrt(y) - 16 : 903.3 * y;
}

QImage swatch(const QBrush& brush) {
    QImage image(32, 32, QImage::Format_RGB32);
    QPainter painter(&image);
    fillRect(painter, image.rect(), brush);
    return image;
}

} // namespace

class ThemeTest : public QObject {
    Q_OBJECT

private slots:
    void contrastIsTheRatioOfWcag() {
        QCOMPARE(contrastRatio(Qt::white, Qt::black), 21.0);
        QCOMPARE(contrastRatio(Qt::white, Qt::white), 1.0);
        QVERIFY(std::abs(contrastRatio(QColor(0x77, 0x77, 0x77), Qt::white) - 4.48) < 0.005);
    }

    /// The line of a slider, what lies before its handle and the handle itself are seen in both themes.
    void slidersAreSeen() {
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            applyTheme(*qApp, kind);
            const Theme& t = theme(kind);
            QSlider slider(Qt::Horizontal);
            slider.setRange(0, 100);
            slider.setValue(50);
            slider.resize(200, 24);
            const QImage image = slider.grab().toImage();
            const auto best = [&](int x) {
                double most = 1;
                for (int y = 0; y < image.height(); ++y)
                    most = std::max(most, contrastRatio(image.pixelColor(x, y), t.base));
                return most;
            };
            for (const int x : {30, 100, 170}) // before the handle, at it, behind it
                QVERIFY2(best(x) >= 3, qPrintable(QString::number(x)));
        }
    }

    void textAndEdgesAreReadable_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("light") << static_cast<int>(ThemeKind::light);
        QTest::newRow("dark") << static_cast<int>(ThemeKind::dark);
    }
    void textAndEdgesAreReadable() {
        QFETCH(int, kind);
        const Theme& t = theme(static_cast<ThemeKind>(kind));
        for (const QColor& background : {t.window, t.base, t.alternate}) {
            for (const QColor& text : {t.text, t.muted, t.good, t.warning, t.error})
                QVERIFY2(contrastRatio(text, background) >= 4.5, qPrintable(text.name() + background.name()));
            for (const QColor& edge : {t.outline, t.accent})
                QVERIFY2(contrastRatio(edge, background) >= 3, qPrintable(edge.name() + background.name()));
        }
        QVERIFY(contrastRatio(t.accent_text, t.accent) >= 4.5);
        const QPalette palette = paletteOf(t);
        QVERIFY(contrastRatio(palette.color(QPalette::ButtonText), palette.color(QPalette::Button)) >= 4.5);
        QVERIFY(contrastRatio(palette.color(QPalette::ToolTipText), palette.color(QPalette::ToolTipBase)) >=
                4.5);
        QCOMPARE(&themeOf(palette), &t);
        for (const QBrush& brush : t.stages)
            QVERIFY(contrastRatio(textOn(brush.color()), brush.color()) >= 4.5);
    }

    void stagesDifferPastTheirColours() {
        const Theme& t = lightTheme();
        const int different = static_cast<int>(t.stages.size());
        QVERIFY(different >= 32);
        for (int a = 0; a < different; ++a)
            for (int b = 0; b < a; ++b)
                QVERIFY2(swatch(stageBrush(a, t)) != swatch(stageBrush(b, t)),
                         qPrintable(QString::number(a)));
        QCOMPARE(stageBrush(different, t), stageBrush(0, t));
        QCOMPARE(stageColour(9), stageColour(1));
    }

    /// Forward, backward and idle time by lightness, so that they need no pattern; all by lightness or by
    /// hue.
    void operationsDifferByLightnessOrHue() {
        for (const Theme* t : {&lightTheme(), &darkTheme()}) {
            const auto apart = [&](OperationLook a, OperationLook b) {
                return std::abs(lightness(operationColour(a, *t)) - lightness(operationColour(b, *t)));
            };
            QVERIFY(apart(OperationLook::forward, OperationLook::backward) > 25);
            QVERIFY(apart(OperationLook::forward, OperationLook::bubble) > 10);
            QVERIFY(apart(OperationLook::backward, OperationLook::bubble) > 25);
            for (std::size_t a = 0; a + 1 < operation_look_count; ++a)
                for (std::size_t b = 0; b < a; ++b) {
                    const QColor &one = t->operations[a].color(), &other = t->operations[b].color();
                    const int hue = std::abs(one.hslHue() - other.hslHue());
                    QVERIFY2(std::abs(lightness(one) - lightness(other)) > 10 ||
                                 std::min(hue, 360 - hue) > 15 ||
                                 std::abs(one.hslSaturation() - other.hslSaturation()) > 60,
                             qPrintable(one.name() + other.name()));
                    QCOMPARE(t->operations[a].style(), Qt::SolidPattern);
                }
        }
    }

    /// Chunks shade away from the other kind: the last chunk's forward is still not its backward.
    void shadesOfForwardAndBackwardStayApart() {
        for (const Theme* t : {&lightTheme(), &darkTheme()}) {
            const BarPalette palette(*t);
            const auto schedule = make_schedule(*schedule_named("interleaved"), {2, 4, 4, 1});
            double darkest_forward = 100, lightest_backward = 0;
            for (int i = 0; i < schedule->count(); ++i) {
                const Operation& operation = schedule->operation(i);
                const double l =
                    lightness(palette.brush(style_of(*schedule, operation, BarColours::kind)).color());
                if (operation.kind == OperationKind::forward)
                    darkest_forward = std::min(darkest_forward, l);
                else
                    lightest_backward = std::max(lightest_backward, l);
            }
            QVERIFY(darkest_forward - lightest_backward > 25);
        }
    }

    /// Words of a state on the ground of its pill.
    void statesReadOnTheirSoftGrounds() {
        for (const Theme* t : {&lightTheme(), &darkTheme()}) {
            for (const auto& [ink, ground] : {std::pair(t->good, t->good_soft),
                                              {t->warning, t->warning_soft},
                                              {t->error, t->error_soft},
                                              {t->assumed, t->assumed_soft},
                                              {t->accent, t->accent_soft},
                                              {t->text, t->accent_soft}})
                QVERIFY2(contrastRatio(ink, ground) >= 4.5, qPrintable(ink.name() + ground.name()));
            QVERIFY(contrastRatio(t->faint, t->base) >= 4.5);
        }
    }

    void controlsAreDrawnInTheTheme() {
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            applyTheme(*qApp, kind);
            const Theme& t = theme(kind);
            QCOMPARE(qApp->font().pixelSize(), tokens::text);
            QPushButton main(QStringLiteral("Plan")), other(QStringLiteral("Open"));
            main.setDefault(true);
            QVERIFY(main.sizeHint().height() >= tokens::button);
            const auto colour = [](QWidget& of, QPoint at) {
                of.resize(90, tokens::button);
                return of.grab().toImage().pixelColor(at);
            };
            QCOMPARE(colour(main, {8, 5}), t.accent);
            QCOMPARE(colour(other, {8, 5}), t.base);
            QCOMPARE(colour(other, {45, 0}), t.strong_border);
            QCheckBox tick(QStringLiteral("Flash attention"));
            tick.setChecked(true);
            tick.resize(tick.sizeHint());
            const QImage ticked = tick.grab().toImage();
            QVERIFY(ticked.pixelColor(3, ticked.height() / 2 - 5) == t.accent);
            QSpinBox box;
            box.resize(80, tokens::field);
            QCOMPARE(box.grab().toImage().pixelColor(40, 0), t.strong_border);
        }
        applyTheme(*qApp, ThemeKind::light);
    }

    /// The table that reports have, too: no view has a colour or a name of its own for a part.
    void partsHaveTheColoursAndNamesOfTheTable() {
        for (const Theme* t : {&lightTheme(), &darkTheme()}) {
            for (std::size_t look = 0; look < operation_look_count; ++look)
                QCOMPARE(t->operations[look].color(),
                         inkColour(inkOf(static_cast<OperationLook>(look)), t->kind));
            for (const InkRow& row : ink_rows) {
                const QColor colour = QColor::fromRgb(t->kind == ThemeKind::light ? row.light : row.dark);
                QCOMPARE(inkColour(row.ink, t->kind), colour);
            }
            for (const Ink series :
                 {Ink::series_0, Ink::series_1, Ink::series_2, Ink::series_3, Ink::series_4, Ink::series_5})
                QVERIFY(contrastRatio(inkColour(series, t->kind), t->base) >= 3);
            const BarPalette palette(*t);
            for (const char* name : {"1f1b", "zb-h1", "varuna"}) {
                const auto schedule = make_schedule(*schedule_named(name), {2, 4});
                for (int i = 0; i < schedule->count(); ++i) {
                    const Operation& operation = schedule->operation(i);
                    QCOMPARE(palette.brush(style_of(*schedule, operation, BarColours::kind)).color().rgb(),
                             inkColour(ink_of(operation.kind), t->kind).rgb());
                }
            }
        }
        std::vector<BarStyle> styles;
        for (std::size_t look = 0; look < operation_look_count; ++look)
            styles.push_back(style_of(static_cast<OperationLook>(look)));
        const auto entries = legend_of(styles, BarPalette(lightTheme()), BarColours::kind);
        for (const LegendEntry& entry : entries)
            QVERIFY2(std::any_of(ink_rows.begin(), ink_rows.end(),
                                 [&](const InkRow& row) {
                                     return entry.text.startsWith(QString::fromUtf8(
                                         row.name.data(), static_cast<qsizetype>(row.name.size())));
                                 }),
                     qPrintable(entry.text));
    }

    void bandwidthGrowsLighter() {
        for (int i = 1; i <= 100; ++i)
            QVERIFY(lightness(bandwidthColour(i / 100.0)) > lightness(bandwidthColour((i - 1) / 100.0)));
        QCOMPARE(bandwidthColour(-1), QColor(0x44, 0x01, 0x54));
        QCOMPARE(bandwidthColour(2), QColor(0xfd, 0xe7, 0x25));
        QCOMPARE(logPosition(10, 1, 100), 0.5);
        QCOMPARE(logPosition(7, 7, 7), 0.0);
    }

    void marksHaveShapesOfTheirOwn() {
        std::vector<QImage> shapes; // as grey masks: alike in colour, still told apart
        for (const Mark mark : {Mark::good, Mark::warning, Mark::error, Mark::assumed, Mark::tie,
                                Mark::pinned, Mark::excluded}) {
            const QImage image = markIcon(mark, lightTheme()).pixmap(16, 16).toImage();
            shapes.push_back(image.convertToFormat(QImage::Format_Alpha8));
            for (std::size_t i = 0; i + 1 < shapes.size(); ++i)
                QVERIFY(shapes[i] != shapes.back());
        }
        QCOMPARE(markOf(Verdict::tight), Mark::warning);
        QCOMPARE(wordOf(Verdict::over), QStringLiteral("over"));
    }

    void glyphsAreDrawnInTheColourOfTheirText() {
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            applyTheme(*qApp, kind);
            std::vector<QImage> seen;
            for (int glyph = 0; glyph < glyph_count; ++glyph) {
                const QImage image = glyphIcon(static_cast<Glyph>(glyph)).pixmap(32, 32).toImage();
                int inked = 0, own = 0;
                for (int y = 0; y < image.height(); ++y)
                    for (int x = 0; x < image.width(); ++x)
                        if (const QColor pixel = image.pixelColor(x, y); pixel.alpha() == 255) {
                            ++inked;
                            own += pixel.rgb() == theme(kind).text.rgb();
                        }
                QVERIFY2(inked > 20 && own > inked / 2, qPrintable(QString::number(glyph)));
                for (const QImage& other : seen)
                    QVERIFY(other != image);
                seen.push_back(image);
            }
            const QImage on_accent = glyphIcon(Glyph::play, GlyphGround::accent).pixmap(32, 32).toImage();
            QCOMPARE(on_accent.pixelColor(14, 16), theme(kind).accent_text);
        }
        applyTheme(*qApp, ThemeKind::light);
    }

    void figuresCarryTheirUnit() {
        QCOMPARE(timeText(8.412), QStringLiteral("8.41 s"));
        QCOMPARE(timeText(0.4123), QStringLiteral("412 ms"));
        QCOMPARE(timeText(3.2e-6), QStringLiteral("3.20 µs"));
        QCOMPARE(shareText(0.72), QStringLiteral("72 %"));
        QCOMPARE(shareText(0.0015), QStringLiteral("0.15 %"));
        QCOMPARE(shareText(1), QStringLiteral("100 %"));
        QCOMPARE(shareText(0.997), QStringLiteral("99.7 %")); // three of 959 runs are missing
        QCOMPARE(shareText(0.99994), QStringLiteral("99.99 %"));
        QCOMPARE(wholeShareText(0.999), shareText(0.999));
        QCOMPARE(wholeShareText(1.002), QStringLiteral("101 %"));
        QCOMPARE(signedShareText(-0.0015), QStringLiteral("−0.15 %"));
        QCOMPARE(signedShareText(1.48), QStringLiteral("+148 %"));
        QCOMPARE(timeText(0), QStringLiteral("0 s"));
        QCOMPARE(changeText(-0.0123, 8.2), QStringLiteral("−12.3 ms (−0.15 %)"));
        QCOMPARE(changeText(24.209, 8.17), QStringLiteral("+24.2 s (+296 %)"));
        QCOMPARE(changeText(0.004, 0.8), QStringLiteral("+4.00 ms (+0.50 %)"));
        QCOMPARE(changeText(0, 1), QStringLiteral("no change"));
        QCOMPARE(countText(349'600), QStringLiteral("350 k"));
        QCOMPARE(countText(1'048'576), QStringLiteral("1.05 M"));
        QCOMPARE(countText(870), QStringLiteral("870"));
        QCOMPARE(moneyText(7'411'000, "USD"), QStringLiteral("7.41 M USD"));
        QCOMPARE(moneyText(62'900.4, "EUR"), QStringLiteral("62,900 EUR"));
        QCOMPARE(remainingText(1.37), QStringLiteral("2 s"));
        QCOMPARE(remainingText(119), QStringLiteral("119 s"));
        QCOMPARE(remainingText(200), QStringLiteral("4 min"));
    }

    /// Never "0.95 x": which is shorter, by how much, in words.
    void gainsAreToldInWords() {
        QCOMPARE(gainText(2.99, 3.50), QStringLiteral("17 % faster"));
        QCOMPARE(gainText(1, 0.95), QStringLiteral("5 % slower"));
        QCOMPARE(gainText(1, 1.0049), QStringLiteral("level with"));
        QCOMPARE(gainText(1.0049, 1), QStringLiteral("level with"));
        QCOMPARE(gainText(1, 1.006), QStringLiteral("0.6 % faster"));
        QCOMPARE(gainText(2, 1), QStringLiteral("100 % slower"));
        QCOMPARE(bandwidthText(21.43), QStringLiteral("21.4 GB/s"));
        QCOMPARE(bandwidthText(std::numeric_limits<double>::quiet_NaN()), QStringLiteral("not measured"));
        QCOMPARE(memoryText(63.2 * 1024 * 1024 * 1024), QStringLiteral("63.2 GiB"));
    }

    void tablesObeyTheModelRules() {
        ChartTable table;
        const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        table.setContent({{QStringLiteral("GPU"), QStringLiteral("GB/s")},
                          3,
                          [](int row, int column) {
                              return column == 0 ? ChartTable::Cell{QStringLiteral("a%1").arg(row), {}}
                                                 : ChartTable::Cell{bandwidthText(row + 1), row + 1.0};
                          },
                          {}});
        QCOMPARE(table.rowCount(), 3);
        QCOMPARE(table.data(table.index(1, 1)).toString(), QStringLiteral("2.00 GB/s"));
        QCOMPARE(table.data(table.index(1, 1), Qt::UserRole).toDouble(), 2.0);
        QCOMPARE(table.headerData(1, Qt::Horizontal).toString(), QStringLiteral("GB/s"));
        table.setContent({});
        QCOMPARE(table.rowCount(), 0);
    }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
