// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/second/second_window.h"
#include "app/workspaces/plan_views.h"
#include "app/workspaces/window_views.h"
#include "tests/app/window_fixture.h"
#include "widgets/board/assignment_board.h"

#include <QAction>
#include <QPointer>

#include <vector>

namespace pipette::test {

/// A planned document with both windows open.
struct TwoWindows : WindowFixture {
    QPointer<SecondWindow> second;

    explicit TwoWindows(bool planned = true) : WindowFixture(planned) { open(); }
    void open() {
        window->action(QStringLiteral("new-window"))->trigger();
        second = window->second();
        QVERIFY(QTest::qWaitForWindowExposed(second));
        QVERIFY(settle());
    }
    PlanViews& here() { return window->views(); }
    PlanViews& there() { return second->views(); }
    void call(const char* view) {
        second->call(QString::fromLatin1(view));
        QVERIFY(settle());
        QTest::qWait(1);
    }
};

/// As a person does who points at the board.
inline void clickGpu(AssignmentBoard& board, int gpu) {
    QTest::mouseClick(&board, Qt::LeftButton, {}, board.scene()->rectOf(spotOfGpu(gpu)).center().toPoint());
}

inline std::vector<int> mappingOn(const AssignmentBoard& board) {
    return board.gpus().shown().candidate->mapping.gpu_of_rank;
}

} // namespace pipette::test
