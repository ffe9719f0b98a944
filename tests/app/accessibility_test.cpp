// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspaces/window_views.h"
#include "tests/app/window_fixture.h"
#include "widgets/charts/chart_view.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QScrollBar>
#include <QToolBar>

using namespace pipette;
using namespace pipette::test;

class AccessibilityTest : public QObject {
    Q_OBJECT

private slots:
    void whatTakesTheFocusHasAName() {
        WindowFixture fixture;
        QStringList nameless;
        for (QWidget* widget : fixture.window->findChildren<QWidget*>()) {
            const QByteArray kind = widget->metaObject()->className();
            // Parts that Qt makes inside named widgets speak through those.
            if (widget->focusPolicy() == Qt::NoFocus ||
                widget->objectName().startsWith(QLatin1String("qt_")) || !widget->isEnabled())
                continue;
            if (qobject_cast<QScrollBar*>(widget) || kind.startsWith("QTabBar") || kind == "QHeaderView" ||
                kind == "QComboBoxListView" || kind == "QTableCornerButton")
                continue;
            const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
            if (!face || face->text(QAccessible::Name).trimmed().isEmpty())
                nameless << QStringLiteral("%1 in %2")
                                .arg(QString::fromLatin1(kind), widget->parentWidget()
                                                                    ? widget->parentWidget()->accessibleName()
                                                                    : QString());
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QStringLiteral(", "))));
    }

    void everyViewHasANameAndEveryChartItsTable() {
        WindowFixture fixture;
        fixture.window->settle();
        QVERIFY(fixture.window->views().all().size() >= 3);
        for (const ViewSlot& slot : fixture.window->views().all()) {
            QVERIFY2(!slot.widget->accessibleName().isEmpty(), qPrintable(slot.id));
            QVERIFY2(!slot.title.isEmpty(), qPrintable(slot.id));
            if (!slot.chart)
                continue;
            const QAbstractItemModelTester tester(slot.chart->chartTable(),
                                                  QAbstractItemModelTester::FailureReportingMode::QtTest);
            QVERIFY2(slot.chart->chartTable()->columnCount() > 0 || slot.id == QLatin1String("annealing"),
                     qPrintable(slot.id));
            QVERIFY2(slot.chart->focusPolicy() & Qt::TabFocus, qPrintable(slot.id));
        }
    }

    void tabGoesThroughTheWindowAndComesBack() {
        WindowFixture fixture;
        QWidget* first = fixture.window->nextInFocusChain();
        QSet<QWidget*> seen;
        for (QWidget* at = first; !seen.contains(at); at = at->nextInFocusChain())
            seen.insert(at);
        for (const ViewSlot& slot : fixture.window->views().all())
            QVERIFY2(seen.contains(slot.widget), qPrintable(slot.id));
    }

    void everyActionHasWordsAndShortcutsAreUnique() {
        WindowFixture fixture;
        QHash<QString, QString> taken;
        for (const QAction* action : fixture.window->findChildren<QAction*>()) {
            if (!action->objectName().startsWith(QLatin1String("action-")))
                continue;
            QVERIFY2(!action->text().isEmpty(), qPrintable(action->objectName()));
            const QString keys = action->shortcut().toString();
            if (keys.isEmpty())
                continue;
            QVERIFY2(!taken.contains(keys), qPrintable(keys + QLatin1Char(' ') + action->objectName() +
                                                       QLatin1Char(' ') + taken.value(keys)));
            taken.insert(keys, action->objectName());
        }
        QVERIFY(taken.size() > 10);
    }
};

QTEST_MAIN(AccessibilityTest)
#include "accessibility_test.moc"
