// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspaces/workspace_switch.h"
#include "tests/app/window_fixture.h"

#include <QLabel>
#include <QStatusBar>

using namespace pipette;
using namespace pipette::test;

namespace {

QLabel* hintOf(const WindowFixture& bench) {
    return bench.window->statusBar()->findChild<QLabel*>(QStringLiteral("status-hint"));
}

} // namespace

/// What a click, a drag and the keys do stands in the status bar where it is of use and has room.
class StatusHintTest : public QObject {
    Q_OBJECT

private slots:
    void itTellsWhatIsDoneInAWorkspace() {
        WindowFixture bench(false);
        bench.window->resize(1900, 1000);
        const QLabel* hint = hintOf(bench);
        QVERIFY(hint && hint->isHidden());
        bench.window->planning().plan();
        QVERIFY(bench.settle());
        QTRY_VERIFY(hint->isVisible());
        QVERIFY(hint->text().contains(QStringLiteral("drag")));
        bench.window->workspaces().show(QStringLiteral("studies"));
        QTRY_VERIFY(hint->isHidden()); // none is open
        bench.window->workspaces().show(QStringLiteral("lab"));
        QTRY_COMPARE(hint->text(), QStringLiteral("Space plays. The arrow keys step."));
        QVERIFY(hint->isVisible());
        bench.window->workspaces().show(QStringLiteral("plan"));
        QTRY_VERIFY(hint->isVisible());
    }

    void aMessageComesBeforeIt() {
        WindowFixture bench;
        bench.window->resize(1900, 1000);
        const QLabel* hint = hintOf(bench);
        QTRY_VERIFY(hint->isVisible());
        QStatusBar& bar = *bench.window->statusBar();
        const int free = bar.width() - hint->sizeHint().width();
        QString message;
        while (bar.fontMetrics().horizontalAdvance(message) < free)
            message += QLatin1Char('x');
        bar.showMessage(message);
        QVERIFY(hint->isHidden());
        bar.clearMessage();
        QVERIFY(hint->isVisible());
    }
};

QTEST_MAIN(StatusHintTest)
#include "status_hint_test.moc"
