// SPDX-License-Identifier: GPL-3.0-or-later
// Full screen, and large type for a projector.
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace.h"
#include "app/workspaces/workspace_switch.h"
#include "tests/app/habits/looks.h"
#include "tests/app/window_fixture.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QAction>
#include <QDockWidget>
#include <QMenuBar>
#include <QTableView>
#include <QToolBar>

using namespace pipette;
using namespace pipette::test;

namespace {

/// Every number of a widget that large type may change: as a line, so that a difference can be read.
QStringList numbersOf(const QWidget& window) {
    QStringList lines;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible())
            continue;
        const QRect at(widget->mapTo(&window, QPoint()), widget->size());
        if (!window.rect().intersects(at))
            continue; // a dock behind another one
        const QMargins margins = widget->layout() ? widget->layout()->contentsMargins() : QMargins();
        lines << QStringLiteral("%1 %2: type %3, at %4 %5, %6 x %7, margin %8")
                     .arg(QLatin1String(widget->metaObject()->className()), widget->objectName())
                     .arg(widget->font().pixelSize())
                     .arg(at.x())
                     .arg(at.y())
                     .arg(at.width())
                     .arg(at.height())
                     .arg(margins.left());
    }
    lines.sort();
    return lines;
}

} // namespace

class ScreenModesTest : public QObject {
    Q_OBJECT

private slots:
    void init() { applyTheme(*qApp, ThemeKind::light); }

    void f11TakesTheWholeScreenAndGivesItBack() {
        WindowFixture bench;
        QAction* full = bench.window->action(QStringLiteral("full-screen"));
        QCOMPARE(full->shortcut(), QKeySequence(Qt::Key_F11));
        QVERIFY(!full->isChecked());
        const QSize before = bench.window->size();
        full->trigger();
        QVERIFY(bench.window->isFullScreen() && full->isChecked());
        QTest::keyClick(bench.window.get(), Qt::Key_Escape);
        QVERIFY(bench.window->isFullScreen());
        bench.window->showNormal(); // as a window manager may
        QTRY_VERIFY(!full->isChecked());
        full->trigger();
        full->trigger();
        QVERIFY(!bench.window->isFullScreen() && !full->isChecked());
        QTRY_COMPARE(bench.window->size(), before);
    }

    void aPresentationIsLargeAndGivesAllBack() {
        WindowFixture bench;
        bench.window->resize(1920, 1080);
        bench.window->workspaces().reset();
        bench.window->workspaces().call(QStringLiteral("breakdown")); // a layout of the person's own
        bench.window->action(QStringLiteral("view-scenarios"))->trigger();
        QVERIFY(bench.settle());
        bench.window->views().candidates->table()->setFocus(); // buttons of docks are made anew
        QTest::qWait(100);
        const QStringList before = numbersOf(*bench.window);
        const QImage picture = bench.window->grab().toImage();
        QAction* presentation = bench.window->action(QStringLiteral("presentation"));
        presentation->trigger();
        QVERIFY(presentation->isChecked());
        QTest::qWait(100);
        QCOMPARE(tokens::typeScale(), 20.0 / 13);
        QCOMPARE(bench.window->size(), QSize(1920, 1080));
        for (const QWidget* widget : bench.window->findChildren<QWidget*>())
            if (widget->isVisible())
                QVERIFY2(widget->font().pixelSize() >= 15, qPrintable(widget->objectName()));
        QVERIFY(bench.window->menuBar()->isVisible());
        presentation->trigger();
        QVERIFY(!presentation->isChecked());
        QTest::qWait(100);
        QStringList other; // what is not as it was
        for (const QString& line : numbersOf(*bench.window))
            if (!before.contains(line))
                other << line;
        QVERIFY2(other.isEmpty(), qPrintable(other.join(QLatin1Char('\n'))));
        QCOMPARE(bench.window->grab().toImage(), picture);
    }

    void theThemeChangesInAPresentation() {
        WindowFixture bench;
        bench.window->action(QStringLiteral("presentation"))->trigger();
        bench.window->action(QStringLiteral("theme-dark"))->trigger();
        QTRY_COMPARE(themeOf(bench.window.get()).kind, ThemeKind::dark);
        QVERIFY(tokens::typeScale() > 1.4);
        bench.window->action(QStringLiteral("presentation"))->trigger();
        QTRY_COMPARE(themeOf(bench.window.get()).kind, ThemeKind::dark);
        QCOMPARE(tokens::typeScale(), 1.0);
    }

    void everyWorkspaceFitsAProjector_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<ThemeKind>("kind");
        QTest::newRow("1280x800") << QSize(1280, 800) << ThemeKind::light;
        QTest::newRow("1920x1080") << QSize(1920, 1080) << ThemeKind::dark;
    }

    void everyWorkspaceFitsAProjector() {
        QFETCH(QSize, size);
        QFETCH(ThemeKind, kind);
        WindowFixture bench;
        bench.window
            ->action(kind == ThemeKind::dark ? QStringLiteral("theme-dark") : QStringLiteral("theme-light"))
            ->trigger();
        bench.window->resize(size);
        bench.window->action(QStringLiteral("presentation"))->trigger();
        for (const Workspace& workspace : allWorkspaces()) {
            bench.window->workspaces().show(QString::fromLatin1(workspace.id));
            QVERIFY(bench.settle());
            QTest::qWait(100);
            keepLook(*bench.window,
                     filled(QStringLiteral("presentation-%1-%2"),
                            QString::fromLatin1(QTest::currentDataTag()), QString::fromLatin1(workspace.id)));
            QVERIFY2(bench.window->width() <= size.width() && bench.window->height() <= size.height(),
                     workspace.id);
        }
    }

    void aPresentationIsNotRemembered() {
        QCoreApplication::setOrganizationName(QStringLiteral("pipette-test"));
        QCoreApplication::setApplicationName(QStringLiteral("screen-modes"));
        QStandardPaths::setTestModeEnabled(true);
        QSettings().clear();
        FakePlanner fake;
        QByteArray usual;
        {
            MainWindow window({fake.calls(), {}, true});
            window.show();
            QTest::qWait(100);
            QSettings before;
            window.workspaces().remember(before);
            usual = before.value(QStringLiteral("window/layouts/plan")).toByteArray();
            window.action(QStringLiteral("presentation"))->trigger();
            QVERIFY(window.close());
        }
        QCOMPARE(tokens::typeScale(), 1.0);
        QCOMPARE(QSettings().value(QStringLiteral("window/layouts/plan")).toByteArray(), usual);
        QSettings().clear();
    }
};

QTEST_MAIN(ScreenModesTest)
#include "screen_modes_test.moc"
