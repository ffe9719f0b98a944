// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/startup.h"
#include "app/window/theme_choice.h"
#include "core/base/input_error.h"
#include "tests/app/window_fixture.h"

using namespace pipette;
using namespace pipette::test;

/// What the window is started with, and how mistakes in it are told.
class StartupTest : public QObject {
    Q_OBJECT

    static QString complaint(const QStringList& arguments) {
        try {
            (void)parseStartup(QStringList{QStringLiteral("pipette-planner")} + arguments, {});
        } catch (const InputError& error) {
            return QString::fromUtf8(error.what());
        }
        return {};
    }

private slots:
    void mistakesAreTold_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("told");
        const auto row = [](const char* line, const char* told) {
            QTest::newRow(line) << QString::fromLatin1(line).split(QLatin1Char(' '))
                                << QString::fromLatin1(told);
        };
        row("--render ", "--render: is empty");
        row("--size 99999x800", "--size: is 99999x800, expected width x height");
        row("--size 800x8193", "8192 each at most");
        row("--size 1x1", "--size: is 1x1");
        row("--global-batch -1", "--global-batch: is -1");
        row("--sequence-length 4k", "--sequence-length: is 4k");
        row("--theme blue", "--theme: is blue, expected light, dark or system");
        row("--language fr", "--language: is fr, expected one of system, en, de, zh_CN");
        row("--bogus", "--bogus: ");
        row("--size 1024x768,1280x800", "--size: has several values, which only --render can draw");
        row("--theme light,dark", "--theme: has several values");
        row("--scale 2", "--scale: is of pictures, which only --render draws");
        row("--render x --scale 9", "--scale: is 9, expected a number from 0.5 to 4");
        row("--render x --size 1024x768,", "--size: is 1024x768,, expected values with commas between");
    }

    void mistakesAreTold() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, told);
        const QString said = complaint(arguments);
        QVERIFY2(said.contains(told), qPrintable(said));
    }

    void whatIsMeantWellIsTaken() {
        const auto options =
            parseStartup({QStringLiteral("pipette-planner"), QStringLiteral("--size"),
                          QStringLiteral("8192x800"), QStringLiteral("--theme"), QStringLiteral("dark"),
                          QStringLiteral("--language"), QStringLiteral("de"), QStringLiteral("plan.json")},
                         {});
        QVERIFY(options);
        QCOMPARE(options->sizes, QList<QSize>{QSize(8192, 800)});
        QCOMPARE(options->themes, QStringList(QStringLiteral("dark")));
        QCOMPARE(options->language, QStringLiteral("de"));
        QCOMPARE(options->files, QStringList{QStringLiteral("plan.json")});
        const auto looks = parseStartup(
            QStringLiteral("p --render x --size 1024x768,2560x1440 --scale 1,1.5 --theme light,dark")
                .split(u' '),
            {});
        QCOMPARE(looks->sizes, (QList<QSize>{QSize(1024, 768), QSize(2560, 1440)}));
        QCOMPARE(looks->scales, (QList<double>{1, 1.5}));
        QCOMPARE(looks->themes.size(), 2);
    }

    void aThemeIsLightDarkOrThatOfTheDesktop() {
        const QPalette light = paletteOf(lightTheme()), dark = paletteOf(darkTheme());
        QCOMPARE(kindOf(ThemeChoice::light, dark), ThemeKind::light);
        QCOMPARE(kindOf(ThemeChoice::dark, light), ThemeKind::dark);
        QCOMPARE(kindOf(ThemeChoice::system, light), ThemeKind::light);
        QCOMPARE(kindOf(ThemeChoice::system, dark), ThemeKind::dark);
        for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark, ThemeChoice::system})
            QCOMPARE(themeChoiceNamed(nameOf(choice)), choice);
        QCOMPARE(themeChoiceNamed({}), ThemeChoice::system); // a first start
        WindowFixture fixture(false);
        QVERIFY(fixture.window->action(QStringLiteral("theme-system"))->isChecked());
        fixture.window->action(QStringLiteral("theme-dark"))->trigger();
        QTRY_COMPARE(themeOf(fixture.window.get()).kind, ThemeKind::dark);
        QVERIFY(fixture.window->action(QStringLiteral("theme-dark"))->isChecked());
        QEvent changed(QEvent::ThemeChange); // of the desktop: the choice stands
        QApplication::sendEvent(fixture.window.get(), &changed);
        QTRY_COMPARE(themeOf(fixture.window.get()).kind, ThemeKind::dark);
        fixture.window->action(QStringLiteral("theme-system"))->trigger(); // of the tests: light
        QTRY_COMPARE(themeOf(fixture.window.get()).kind, ThemeKind::light);
        QApplication::setPalette(paletteOf(darkTheme()));
        QApplication::sendEvent(fixture.window.get(), &changed);
        QTRY_COMPARE(themeOf(fixture.window.get()).kind, ThemeKind::light);
    }

    void picturesOfRunsThatCannotBeReadAreRefused() {
        WindowFixture fixture;
        QTemporaryDir folder;
        StartupOptions options;
        options.runs = folder.filePath(QStringLiteral("none.csv"));
        options.render_folder = folder.path();
        QVERIFY_EXCEPTION_THROWN(openAtStart(*fixture.window, options), InputError);
        QVERIFY(fixture.settle());
    }
};

QTEST_MAIN(StartupTest)
#include "startup_test.moc"
