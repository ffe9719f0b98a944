// SPDX-License-Identifier: GPL-3.0-or-later
// What the frame shows is what every key and menu acts on: P and X in a view, Ctrl+P and Ctrl+E in the
// window.
#include "app/workspaces/window_views.h"
#include "tests/app/window_fixture.h"
#include "widgets/board/assignment_board.h"
#include "widgets/cluster/topology/topology_view.h"

#include <QAction>
#include <QMenu>

using namespace pipette;
using namespace pipette::test;

namespace {

/// A person before the board of a window.
struct Person : WindowFixture {
    AssignmentBoard& board = *window->views().board;

    Person() {
        window->activateWindow();
        board.setFocus();
        const auto& rows = document().table()->rows();
        const auto split = std::find_if(rows.begin(), rows.end(),
                                        [](const PlanRow& row) { return row.current->config.tp > 1; });
        document().select({static_cast<int>(split - rows.begin()), {}, -1, -1}); // blocks of several GPUs
        settle();
    }
    const std::vector<int>& gpus() { return document().shown().candidate->mapping.gpu_of_rank; }
    void clickGpu(int gpu, Qt::KeyboardModifiers modifiers = {}) {
        QTest::mouseClick(&board, Qt::LeftButton, modifiers,
                          board.scene()->rectOf(spotOfGpu(gpu)).center().toPoint());
    }
    /// Beside the GPUs of a cell.
    void clickGap(int device, int replica) {
        const QRectF cell =
            board.scene()->rectOf({.kind = Spot::Kind::cell, .device = device, .replica = replica});
        QTest::mouseClick(&board, Qt::LeftButton, {}, cell.topLeft().toPoint() + QPoint(2, 2));
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&board, key, modifiers); }
    void trigger(const char* action) { window->action(QLatin1String(action))->trigger(); }

    std::vector<int> pinned() { return document().state().pinned; }
    std::vector<int> excluded() { return document().setup().faults.excluded_gpus; }
    /// GPUs that the board and the topology frame.
    std::vector<int> framed() {
        settle();
        const Shown shown = document().shown();
        const std::vector<GpuRole> roles = gpuRoles(shown);
        std::vector<int> gpus;
        for (int gpu = 0; gpu < shown.cluster->gpu_count(); ++gpu)
            if (isSelected(board.gpus().selection(), gpu, roles[static_cast<std::size_t>(gpu)]))
                gpus.push_back(gpu);
        return gpus;
    }
};

/// P, Ctrl+P, X and Ctrl+E do their work on what is framed, and nothing else.
void allActOnTheFrame(Person& person) {
    const std::vector<int> framed = person.framed();
    QVERIFY(!framed.empty());
    QVERIFY(person.pinned().empty() && person.excluded().empty());
    person.key(Qt::Key_P);
    QCOMPARE(person.pinned(), framed);
    QVERIFY(person.settle());
    person.key(Qt::Key_P);
    QVERIFY(person.pinned().empty());
    person.trigger("pin");
    QCOMPARE(person.pinned(), framed);
    person.trigger("unpin");
    QVERIFY(person.pinned().empty());
    QVERIFY(person.settle());
    person.key(Qt::Key_X);
    QCOMPARE(person.excluded(), framed);
    QVERIFY(person.settle());
    person.key(Qt::Key_X);
    QVERIFY(person.excluded().empty());
    person.trigger("exclude");
    QCOMPARE(person.excluded(), framed);
    person.trigger("include");
    QVERIFY(person.settle());
}

} // namespace

class OneSelectionTest : public QObject {
    Q_OBJECT

private slots:
    void aGpuThenAnotherBlock() {
        Person person;
        person.clickGpu(person.gpus().front());
        QVERIFY(person.settle());
        allActOnTheFrame(person);
        person.clickGap(1, 1);
        QCOMPARE(person.framed(), gpusAt(person.document().shown(), 1, 1));
        allActOnTheFrame(person);
    }

    void theArrowsTakeTheSelectionAlong() {
        Person person;
        person.clickGap(0, 0);
        QVERIFY(person.settle());
        person.key(Qt::Key_Down);
        QCOMPARE(person.framed().size(), std::size_t(1));
        allActOnTheFrame(person);
        person.key(Qt::Key_Down); // at once, before anything is drawn
        person.key(Qt::Key_P);
        QCOMPARE(person.pinned(), person.framed());
        person.key(Qt::Key_P);
        const std::vector<int> first = person.framed();
        person.key(Qt::Key_Up, Qt::ControlModifier); // goes there without choosing
        QCOMPARE(person.framed(), first);
        allActOnTheFrame(person);
        person.key(Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(person.framed().size(), std::size_t(2));
        allActOnTheFrame(person);
    }

    void whatIsCarriedIsFramed() {
        Person person;
        person.clickGpu(person.gpus().front());
        const std::vector<int> first = person.framed();
        person.key(Qt::Key_M);
        person.key(Qt::Key_Down);
        person.key(Qt::Key_Escape);
        QCOMPARE(person.framed(), first);
        allActOnTheFrame(person);
    }

    void aStageOfAnotherView() {
        Person person;
        person.document().select({person.document().selection().candidate, {}, 1, -1});
        QCOMPARE(person.framed(), gpusAt(person.document().shown(), 1, -1));
        allActOnTheFrame(person);
    }

    void theMenuChoosesWhatItIsOpenedOn() {
        Person person;
        const int first = person.gpus().front(), last = person.gpus().back();
        person.clickGpu(first);
        QVERIFY(person.settle());
        const auto open_on = [&](int gpu) {
            const QPoint at = person.board.scene()->rectOf(spotOfGpu(gpu)).center().toPoint();
            QContextMenuEvent event(QContextMenuEvent::Mouse, at, person.board.mapToGlobal(at));
            QApplication::sendEvent(&person.board, &event);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            return person.board.findChild<QMenu*>();
        };
        const auto pin = [](QMenu* menu) {
            for (QAction* action : menu->actions())
                if (action->text().startsWith(QStringLiteral("Pin")))
                    action->trigger();
            delete menu;
        };
        pin(open_on(last));
        QCOMPARE(person.framed(), std::vector<int>{last});
        QCOMPARE(person.pinned(), std::vector<int>{last});
        person.trigger("unpin");
        person.clickGpu(first, Qt::ControlModifier);
        const std::vector<int> both = person.framed();
        QCOMPARE(both.size(), std::size_t(2));
        QMenu* menu = open_on(last); // one of them: the menu is of both
        QVERIFY2(menu->actions().front()->text().contains(QStringLiteral("2 GPUs")),
                 qPrintable(menu->actions().front()->text()));
        pin(menu);
        QCOMPARE(person.pinned(), both);
    }
};

QTEST_MAIN(OneSelectionTest)
#include "one_selection_test.moc"
