// SPDX-License-Identifier: GPL-3.0-or-later
// When a second window is there: opened, closed at any moment, remembered, presented, and what it costs.
#include "app/window/language.h"
#include "tests/app/habits/looks.h"
#include "tests/app/habits/own_settings.h"
#include "tests/app/habits/two_windows.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/pipeline/memory_bars.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>

#include <algorithm>

using namespace pipette;
using namespace pipette::test;

namespace {

/// Seconds that one edit and its undo take, with all that shows them; the middle of several.
double editSeconds(WindowFixture& bench) {
    std::vector<double> times;
    for (int i = 0; i < 9; ++i) {
        QElapsedTimer clock;
        clock.start();
        bench.window->edits().move({{0}, {3}});
        bench.settle();
        bench.document().undoStack().undo();
        bench.settle();
        times.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e9);
    }
    std::nth_element(times.begin(), times.begin() + 4, times.end());
    return times[4];
}

} // namespace

class SecondWindowLifeTest : public QObject {
    Q_OBJECT

private slots:
    void init() { applyTheme(*qApp, ThemeKind::light); }

    void opensOnceAndClosesAlone() {
        WindowFixture bench;
        QAction* action = bench.window->action(QStringLiteral("new-window"));
        QCOMPARE(action->shortcut(), QKeySequence(Qt::SHIFT | Qt::Key_F11));
        QVERIFY(!bench.window->second());
        action->trigger();
        const QPointer<SecondWindow> second = bench.window->second();
        QVERIFY(second && second->isVisible());
        QVERIFY(second->windowTitle().startsWith(QStringLiteral("small")));
        action->trigger();
        QCOMPARE(bench.window->second(), second.data());
        QVERIFY(second->close());
        QVERIFY(!bench.window->second());
        QTRY_VERIFY(!second);
        QVERIFY(bench.window->isVisible());
        action->trigger();
        QVERIFY(bench.window->second() && bench.window->second()->isVisible());
    }

    void closedWhileAPlanRuns() {
        TwoWindows bench;
        for (const char* view : {"annealing", "candidates", "why", "gantt"})
            bench.call(view);
        bench.fake.hold = true;
        bench.window->planning().plan();
        QVERIFY(QTest::qWaitFor([&] { return bench.document().table()->live(); }, 60000));
        bench.second->close();
        QVERIFY(!bench.window->second());
        QTRY_VERIFY(!bench.second);
        bench.window->planning().cancel();
        QVERIFY(bench.settle());
        bench.fake.hold = false;
        bench.window->planning().plan();
        QVERIFY(bench.settle());
        bench.window->edits().move({{0}, {3}});
        QVERIFY(bench.settle());
        bench.open();
        QCOMPARE(bench.there().gantt->drawnCount(), bench.here().gantt->drawnCount());
    }

    void closedWhileItCarriesAGpu() {
        TwoWindows bench;
        bench.call("board");
        bench.fake.evaluate_ms = 50;
        const int steps = bench.document().undoStack().count();
        clickGpu(*bench.there().board, 0);
        QTest::keyClick(bench.there().board, Qt::Key_M);
        QTest::keyClick(bench.there().board, Qt::Key_Right); // the answer is on its way
        bench.second->close();
        QTRY_VERIFY(!bench.second);
        QVERIFY(bench.settle());
        QCOMPARE(bench.document().undoStack().count(), steps);
    }

    void theMainWindowClosesBoth() {
        TwoWindows bench;
        QVERIFY(bench.window->close());
        QVERIFY(!bench.second);
        QVERIFY(!bench.window->second());
    }

    void goesWithTheMainWindowThatNobodyClosed() {
        TwoWindows bench;
        bench.fake.hold = true;
        bench.window->planning().plan();
        QVERIFY(QTest::qWaitFor([&] { return bench.document().table()->live(); }, 60000));
        bench.fake.hold = false;
        bench.window.reset();
        QVERIFY(!bench.second);
    }

    void comesBackOnlyIfItWasOpen() {
        const OwnSettings settings(QStringLiteral("second-window"));
        FakePlanner fake;
        const auto quit = [](MainWindow& window) {
            QTest::qWait(50);
            QVERIFY(window.close());
        };
        {
            MainWindow window({fake.calls(), {}, true});
            window.show();
            QTest::qWait(50);
            QVERIFY(!window.second());
            window.action(QStringLiteral("new-window"))->trigger();
            window.second()->resize(900, 620);
            window.second()->call(QStringLiteral("memory"));
            quit(window);
        }
        {
            MainWindow window({fake.calls(), {}, true});
            window.show();
            QTRY_VERIFY(window.second());
            QVERIFY(window.second()->isVisible());
            QCOMPARE(window.second()->size(), QSize(900, 620));
            QVERIFY(window.second()->shows(QStringLiteral("memory")));
            QVERIFY(window.second()->shows(QStringLiteral("gantt")));
            QVERIFY(!window.second()->shows(QStringLiteral("topology")));
            window.second()->close();
            quit(window);
        }
        MainWindow window({fake.calls(), {}, true});
        window.show();
        QTest::qWait(100);
        QVERIFY(!window.second());
        window.action(QStringLiteral("new-window"))->trigger();
        QCOMPARE(window.second()->size(), QSize(900, 620)); // as it was left, all the same
        QVERIFY(window.second()->shows(QStringLiteral("memory")));
        quit(window);
    }

    void settingsThatAreNoLayoutAreLeftOut() {
        const OwnSettings settings(QStringLiteral("second-window-broken"));
        QSettings().setValue(QStringLiteral("second/open"), true);
        QSettings().setValue(QStringLiteral("second/geometry"), QByteArray("no geometry"));
        QSettings().setValue(QStringLiteral("second/docks"), QByteArray(1 << 20, '\xff'));
        FakePlanner fake;
        MainWindow window({fake.calls(), {}, true});
        window.show();
        QTRY_VERIFY(window.second());
        QVERIFY(window.second()->shows(QStringLiteral("gantt")));
        QVERIFY(window.second()->width() > 400);
    }

    void resetBringsTheFirstLayoutBack() {
        TwoWindows bench;
        bench.call("memory");
        bench.second->findChild<QAction*>(QStringLiteral("action-reset-layout"))->trigger();
        QVERIFY(bench.settle());
        QVERIFY(!bench.second->shows(QStringLiteral("memory")));
        QVERIFY(bench.second->shows(QStringLiteral("gantt")) && bench.there().gantt->isVisible());
        bench.call("memory");
        QVERIFY(bench.there().memory->isVisible());
    }

    void aPresentationIsLargeInBothAndGivesBack() {
        TwoWindows bench;
        bench.call("candidates");
        const auto sizes = [&] {
            std::vector<int> all;
            for (const QWidget* widget : bench.second->findChildren<QWidget*>())
                if (widget->isVisible())
                    all.push_back(widget->font().pixelSize());
            std::sort(all.begin(), all.end());
            return all;
        };
        const std::vector<int> before = sizes();
        QAction* presentation = bench.window->action(QStringLiteral("presentation"));
        presentation->trigger();
        QTest::qWait(50);
        keepLook(*bench.second, QStringLiteral("second-presentation"));
        for (const int size : sizes())
            QVERIFY2(size >= 15, qPrintable(QString::number(size)));
        presentation->trigger();
        QTest::qWait(50);
        QCOMPARE(sizes(), before);
        presentation->trigger(); // a window that is opened meanwhile
        bench.second->close();
        QTRY_VERIFY(!bench.second);
        bench.open();
        presentation->trigger();
        QTest::qWait(50);
        QCOMPARE(sizes().front(), before.front());
        QCOMPARE(sizes().back(), before.back());
    }

    void closedItCostsNothing() {
        WindowFixture bench;
        QVERIFY(bench.settle());
        const auto widgets = QApplication::allWidgets().size();
        const double before = editSeconds(bench);
        bench.window->action(QStringLiteral("new-window"))->trigger();
        QVERIFY(bench.settle());
        const double open = editSeconds(bench);
        const QPointer<SecondWindow> second = bench.window->second();
        second->close();
        QTRY_VERIFY(!second);
        const double after = editSeconds(bench);
        qInfo("an edit and its undo: %.1f ms alone, %.1f ms with a second window, %.1f ms once it is closed",
              1e3 * before, 1e3 * open, 1e3 * after);
        QCOMPARE(QApplication::allWidgets().size(), widgets);
        QVERIFY2(after < 2 * before + 0.05, "what is closed still works");
    }

    void looks_data() {
        QTest::addColumn<ThemeKind>("theme");
        QTest::addColumn<QString>("language");
        QTest::newRow("light") << ThemeKind::light << QStringLiteral("en");
        QTest::newRow("dark") << ThemeKind::dark << QStringLiteral("en");
        QTest::newRow("german") << ThemeKind::light << QStringLiteral("de");
    }

    void looks() {
        QFETCH(ThemeKind, theme);
        QFETCH(QString, language);
        applyTheme(*qApp, theme);
        speak(*qApp, languageNamed(language));
        {
            TwoWindows bench;
            bench.second->resize(1280, 800);
            bench.second->reset();
            QVERIFY(bench.settle());
            QTest::qWait(100);
            const QString name = QStringLiteral("second-") + QLatin1String(QTest::currentDataTag());
            keepLook(*bench.second, name);
            for (const char* view : {"memory", "board"})
                bench.call(view);
            bench.document().select({0, {3}, 1, 0});
            QVERIFY(bench.settle());
            QTest::qWait(100);
            keepLook(*bench.second, name + QStringLiteral("-board"));
            bench.window->action(QStringLiteral("pin-plan"))->trigger();
            bench.second->choice().setCurrentIndex(1);
            QVERIFY(bench.settle());
            QTest::qWait(50);
            keepLook(*bench.second, name + QStringLiteral("-scenario"));
            QMenu* menu = bench.second->menuBar()->actions().at(1)->menu();
            menu->popup(bench.second->pos());
            keepLook(*menu, name + QStringLiteral("-menu"));
            menu->close();
        }
        speak(*qApp, languages().front());
    }
};

QTEST_MAIN(SecondWindowLifeTest)
#include "second_window_life_test.moc"
