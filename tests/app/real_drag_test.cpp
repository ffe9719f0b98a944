// SPDX-License-Identifier: GPL-3.0-or-later
// A GPU dragged by the real pointer: the window under an X server of its own, the pointer moved by xdotool.
#include "app/workspaces/window_views.h"
#include "tests/app/under_xvfb.h"
#include "tests/app/window_fixture.h"
#include "widgets/board/assignment_board.h"

using namespace pipette;
using namespace pipette::test;

namespace {

/// Drags from one place to another and holds still there until `previewed`.
void drag(Hand& hand, QPoint from, QPoint to, const std::atomic<bool>& previewed) {
    hand.act(moved_to(from));
    hand.act({QStringLiteral("mousedown"), QStringLiteral("1")});
    for (int step = 1; step <= 20; ++step)
        hand.act(moved_to(from + (to - from) * step / 20));
    // Held still until the change shows; a nudge asks again, for a window may miss what came too early.
    for (int waited = 0; !previewed && !hand.leaving() && waited < patience_ms; waited += 100) {
        Hand::rest(100);
        hand.act(moved_to(to + QPoint(waited / 100 % 2, 0)));
    }
    if (!previewed)
        hand.complain(QStringLiteral("no preview while the pointer rested on the target"));
    hand.act({QStringLiteral("mouseup"), QStringLiteral("1")});
}

} // namespace

class RealDragTest : public QObject {
    Q_OBJECT

private slots:
    void aDragShowsTheChangeThenSwapsAndUndoes() {
        WindowFixture bench;
        bench.window->move(0, 0);
        QVERIFY(QTest::qWaitForWindowExposed(bench.window.get(), patience_ms));
        const auto before = bench.document().table()->rows()[0].current;
        const std::vector<int>& gpus = before->mapping.gpu_of_rank;
        AssignmentBoard& board = *bench.window->views().board;
        const auto place = [&](int gpu) {
            return board.mapToGlobal(board.scene()->rectOf(spotOfGpu(gpu)).center().toPoint());
        };
        std::atomic<bool> previewed = false;
        DropPreview seen;
        int asked = -1; // the pointer passes over other GPUs on its way: the target's answer is waited for
        QObject::connect(&board.moves(), &MoveRequests::previewRequested, bench.window.get(),
                         [&](const MoveIntent& move) { asked = move.onto.gpu; });
        QObject::connect(&bench.window->edits(), &HandEdits::previewReady, bench.window.get(),
                         [&](const DropPreview& preview) {
                             seen = preview;
                             previewed = asked == gpus.back();
                         });
        const Hand hand([&, from = place(gpus.front()), to = place(gpus.back())](Hand& at) {
            drag(at, from, to, previewed);
        });
        QVERIFY(QTest::qWaitFor([&] { return hand.done(); }, 4 * patience_ms));
        QVERIFY2(hand.trouble().isEmpty(), qPrintable(hand.trouble()));
        QVERIFY(QTest::qWaitFor([&] { return bench.document().undoStack().count() == 2; }, patience_ms));
        QVERIFY(bench.settle());
        QVERIFY(seen.allowed);
        QVERIFY(bench.mapping() != before->mapping);
        QCOMPARE(bench.document().table()->rows()[0].current->iteration_time_s, seen.time_s);
        bench.document().undoStack().undo();
        QVERIFY(bench.settle());
        QCOMPARE(*bench.document().table()->rows()[0].current, *before);
    }
};

int main(int argc, char** argv) {
    return run_under_xvfb<RealDragTest>(argc, argv);
}
#include "real_drag_test.moc"
