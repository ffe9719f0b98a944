// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspaces/workspace_switch.h"
#include "tests/app/window_fixture.h"

#include <QLabel>
#include <QStatusBar>

using namespace pipette;
using namespace pipette::test;

namespace {

QLabel* hintOf(const WindowFixture& bench) {
    for (QLabel* label : bench.window->statusBar()->findChildren<QLabel*>())
        if (label->text() == QStringLiteral("A click selects. A drag shows what the change would cost."))
            return label;
    return nullptr;
}

} // namespace

/// How a plan is read and changed stands in the status bar where it is of use and has room.
class DragHintTest : public QObject {
    Q_OBJECT

private slots:
    void itStandsBesideAPlan() {
        WindowFixture bench(false);
        bench.window->resize(1900, 1000);
        const QLabel* hint = hintOf(bench);
        QVERIFY(hint && hint->isHidden());
        bench.window->planning().plan();
        QVERIFY(bench.settle());
        QTRY_VERIFY(hint->isVisible());
        bench.window->workspaces().show(QStringLiteral("lab"));
        QTRY_VERIFY(hint->isHidden());
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

QTEST_MAIN(DragHintTest)
#include "drag_hint_test.moc"
