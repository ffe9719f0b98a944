// SPDX-License-Identifier: GPL-3.0-or-later
// A mixture of experts in the window, with the planner's own estimates: its expert groups shown, chosen and
// carried, and what that costs before it is done.
#include "app/window/move_dialog.h"
#include "app/workspaces/window_views.h"
#include "core/cluster/hypothetical.h"
#include "core/formats/documents/resources.h"
#include "core/formats/studies/study_json.h"
#include "core/search/rounds/evaluate.h"
#include "tests/app/window_fixture.h"
#include "widgets/board/assignment_board.h"
#include "widgets/cluster/topology/topology_view.h"
#include "widgets/plans/changes_text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QSignalSpy>

#include <cmath>

using namespace pipette;
using namespace pipette::test;

namespace {

/// Eight nodes of four GPUs, two NVLink domains of four nodes.
std::shared_ptr<const Cluster> two_domains() {
    HypotheticalCluster machine = reference_machine("GB300-279GB");
    machine.nodes = 8, machine.nodes_per_domain = 4;
    return share(hypothetical_cluster(machine));
}

/// Four expert groups of eight GPUs: two nodes each.
ParallelConfig eight_ways(const PlanInputs& inputs) {
    ParallelConfig config;
    config.dp = 32, config.ep = 8;
    config.global_batch = inputs.job.global_batch;
    config.layers_per_stage = {inputs.model.layers};
    return config;
}

/// Half of group 0 lies in the second domain, half of group 2 in the first.
RankMapping torn() {
    RankMapping mapping = host_order_mapping(32, 32, {});
    for (int rank = 0; rank < 4; ++rank)
        std::swap(mapping.gpu_of_rank[static_cast<std::size_t>(rank)],
                  mapping.gpu_of_rank[static_cast<std::size_t>(rank + 16)]);
    return mapping;
}

/// The planner, with that one plan in the place of a search.
PlannerCalls planner() {
    PlannerCalls calls = core_planner(shipped_knowledge(), "test");
    calls.plan = [evaluate = calls.evaluate](const PlanInputs& inputs, const PlannerCalls::Own& own,
                                             const SearchSinks&, const std::stop_token&) {
        Plan plan;
        plan.inputs = inputs;
        plan.candidates = {evaluate(inputs, own, eight_ways(inputs), torn())};
        plan.enumerated = plan.feasible = 1;
        return plan;
    };
    return calls;
}

struct ExpertBench : WindowFixture {
    ExpertBench() : WindowFixture(false, {}, planner()) {
        DocumentState state;
        state.setup.cluster = two_domains();
        state.setup.model = load_model("mixtral-8x7b");
        state.setup.job.global_batch = 256;
        state.setup.job.sequence_length = 4096;
        document().load(state, {});
        window->planning().plan();
        settle();
        document().select({0, {}, -1, -1, axis::ep});
        settle();
    }
    const Candidate& candidate() { return *document().table()->rows()[0].current; }
    /// What an estimate of the mapping on the board says, whatever was shown before.
    Candidate estimate() {
        return evaluate(document().state().record()->plan.inputs, candidate().config, candidate().mapping,
                        shipped_knowledge());
    }
};

class Drag {
public:
    Drag(QWidget& view, const Carried& carried) : view_(view), data_(toMime(carried)) {}
    void over(const QPointF& to, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QDragEnterEvent enter(to.toPoint(), Qt::MoveAction, data_.get(), Qt::LeftButton, modifiers);
        QCoreApplication::sendEvent(&view_, &enter);
        QDragMoveEvent move(to.toPoint(), Qt::MoveAction, data_.get(), Qt::LeftButton, modifiers);
        QCoreApplication::sendEvent(&view_, &move);
    }
    void drop(const QPointF& at, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QDropEvent drop(at, Qt::MoveAction, data_.get(), Qt::LeftButton, modifiers);
        QCoreApplication::sendEvent(&view_, &drop);
    }

private:
    QWidget& view_;
    std::unique_ptr<QMimeData> data_;
};

double change_of(const DropPreview& preview, double Breakdown::*part) {
    for (const TimeChange& change : preview.parts)
        if (change.seconds == part)
            return change.change_s;
    return std::nan("");
}

constexpr int patience_ms = 60000;

} // namespace

class ExpertGroupsTest : public QObject {
    Q_OBJECT

private:
    /// Carries the group of GPU `from` and compares what is said before the drop with an estimate after it.
    template <class View>
    void dragTellsWhatTheDropDoes(View& view, ExpertBench& bench, int onto, Qt::KeyboardModifiers modifiers,
                                  DropPreview* told) {
        QSignalSpy answered(&bench.window->edits(), &HandEdits::previewReady);
        const Candidate before = bench.candidate();
        Drag drag(view, {before.mapping.gpu_of_rank[0], -1, axis::ep});
        const QPointF to = view.scene()->rectOf(spotOfGpu(onto)).center();
        drag.over(to, modifiers);
        QTRY_COMPARE_WITH_TIMEOUT(answered.size(), 1, patience_ms);
        const auto preview = answered[0][0].template value<DropPreview>();
        QVERIFY2(preview.allowed, preview.text.c_str());
        QVERIFY(view.accessibleDescription().contains(QLatin1String("expert parallel")));
        QCOMPARE(bench.candidate().mapping, before.mapping); // nothing has been done yet
        drag.drop(to, modifiers);
        QVERIFY(bench.settle());
        const Candidate after = bench.estimate();
        QVERIFY(after.mapping != before.mapping);
        QVERIFY(std::abs(preview.time_s - after.iteration_time_s) < 1e-9);
        QVERIFY(std::abs(preview.change_s - (after.iteration_time_s - before.iteration_time_s)) < 1e-9);
        QVERIFY(std::abs(change_of(preview, &Breakdown::ep) - (after.breakdown.ep - before.breakdown.ep)) <
                1e-9);
        QCOMPARE(bench.candidate().iteration_time_s, preview.time_s);
        *told = preview;
    }

private slots:
    void aTornGroupPutOnANodeComesTogether() {
        ExpertBench bench;
        const RankMapping before = bench.candidate().mapping;
        DropPreview told;
        dragTellsWhatTheDropDoes(*bench.window->views().board, bench, 1, Qt::ShiftModifier, &told);
        QVERIFY(change_of(told, &Breakdown::ep) < -1e-3); // and at once by more than rounding
        QVERIFY(changesText(told.parts).startsWith(QStringLiteral("by part: expert parallel \u2212")));
        QVERIFY(QString::fromStdString(told.text).contains(QLatin1String("inside NVLink domain")));
        QCOMPARE(bench.candidate().mapping, host_order_mapping(32, 32, {}));
        bench.document().undoStack().undo();
        QVERIFY(bench.settle());
        QCOMPARE(bench.candidate().mapping, before);
    }

    void twoGroupsExchangeInTheTopologyToo() {
        ExpertBench bench;
        TopologyView& topology = *bench.window->views().topology;
        QCOMPARE(topology.content().colours.of(), TopologyColouring::group);
        DropPreview told;
        dragTellsWhatTheDropDoes(topology, bench, 30, Qt::NoModifier, &told);
        QVERIFY(
            QString::fromStdString(told.text).startsWith(QLatin1String("exchanges expert groups 0 and 3")));
    }

    void theKeyboardDoesTheSame() {
        ExpertBench bench;
        AssignmentBoard& board = *bench.window->views().board;
        const int first = bench.candidate().mapping.gpu_of_rank[0];
        bench.document().select({0, {first}, 0, 0, axis::ep});
        QVERIFY(bench.settle());
        QSignalSpy answered(&bench.window->edits(), &HandEdits::previewReady);
        board.setFocus();
        QTest::keyClick(&board, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(bench.document().selection().gpus.size(), std::size_t(8));
        QVERIFY(bench.settle());
        QTest::keyClick(&board, Qt::Key_M);
        QVERIFY(board.accessibleDescription().startsWith(QLatin1String("Moving expert group 0 (8 GPUs)")));
        QSignalSpy asked(&board.moves(), &MoveRequests::previewRequested);
        for (int step = 0; step < 32 && asked.empty(); ++step) // until it is over another group
            QTest::keyClick(&board, step % 2 == 0 ? Qt::Key_Right : Qt::Key_Down); // bands lie side by side
        QCOMPARE(asked.size(), 1);
        QTRY_COMPARE_WITH_TIMEOUT(answered.size(), 1, patience_ms);
        const RankMapping before = bench.candidate().mapping;
        QTest::keyClick(&board, Qt::Key_Return);
        QVERIFY(bench.settle());
        QVERIFY(bench.candidate().mapping != before);
        QCOMPARE(bench.candidate().iteration_time_s, answered[0][0].value<DropPreview>().time_s);
    }

    void whatGpusAreGroupedByIsOneForAllViews() {
        ExpertBench bench;
        WindowViews& views = bench.window->views();
        auto* choice = views.board->tools().findChild<QComboBox*>();
        QVERIFY(choice->currentText().contains(QLatin1String("expert group (ep 8)")));
        QTest::keyClick(views.board, Qt::Key_G); // on to the experts' replicas
        QVERIFY(bench.settle());
        QVERIFY(bench.document().selection().grouping == axis::edp);
        QVERIFY(choice->currentText().contains(QLatin1String("(edp 4)")));
        views.topology->setColouring(TopologyColouring::stage);
        emit choice->activated(0);
        QVERIFY(bench.settle());
        QVERIFY(!bench.document().selection().grouping);
        QCOMPARE(views.topology->content().colours.of(), TopologyColouring::stage);
        bench.window->action(QStringLiteral("clear-selection"))->trigger();
        emit choice->activated(1);
        QVERIFY(bench.settle());
        QVERIFY(bench.document().selection().grouping == axis::ep);
        QCOMPARE(views.topology->content().colours.of(), TopologyColouring::group);
        const int column = views.board->chartTable()->columnCount() - 1;
        QCOMPARE(views.board->chartTable()->index(31, column).data().toString(), QStringLiteral("3"));
    }

    void theDialogMovesGroups() {
        ExpertBench bench;
        bench.document().select({0, {bench.candidate().mapping.gpu_of_rank[0]}, 0, 0});
        QVERIFY(bench.settle());
        QSignalSpy answered(&bench.window->edits(), &HandEdits::previewReady);
        bench.window->action(QStringLiteral("move"))->trigger();
        auto* dialog = bench.window->findChild<MoveDialog*>();
        QVERIFY(dialog);
        const QList<QComboBox*> fields = dialog->findChildren<QComboBox*>();
        QTRY_COMPARE_WITH_TIMEOUT(answered.size(), 1, patience_ms);
        fields[0]->setCurrentIndex(2);
        QCOMPARE(fields[0]->currentText(), QStringLiteral("The expert group 0 (8 GPUs)"));
        QCOMPARE(fields[1]->count(), 3 + 8); // other groups, then nodes
        fields[1]->setCurrentIndex(3);       // the first node
        QVERIFY(QTest::qWaitFor(
            [&] {
                return !answered.empty() &&
                       QString::fromStdString(answered.back()[0].value<DropPreview>().text)
                           .startsWith(QLatin1String("puts expert group 0 on"));
            },
            patience_ms));
        QVERIFY(QTest::qWaitFor([&] { return answered.size() >= 2; }, patience_ms));
        emit dialog->findChild<QDialogButtonBox*>()->accepted();
        QVERIFY(bench.settle());
        QCOMPARE(bench.candidate().mapping, host_order_mapping(32, 32, {}));
    }

    void whatIsNotThereIsRefused() {
        ExpertBench bench;
        QSignalSpy answered(&bench.window->edits(), &HandEdits::previewReady);
        const auto group = [](int gpu) { return Carried{gpu, -1, axis::ep}; };
        for (const MoveIntent& move : {MoveIntent{group(99), {0}}, MoveIntent{group(0), {99}},
                                       MoveIntent{group(0), {-1, 99}}, MoveIntent{group(0), {}}})
            bench.window->edits().previewMove(move);
        QCOMPARE(answered.size(), 4);
        for (const QVariantList& answer : answered)
            QVERIFY(!answer[0].value<DropPreview>().allowed);
        const RankMapping now = bench.candidate().mapping;
        bench.document().setPinned({9}, true);
        bench.window->edits().move({group(0), {8}});
        QCOMPARE(bench.candidate().mapping, now);
        QVERIFY(bench.window->lastMessage().contains(QLatin1String("pinned")));
    }
};

QTEST_MAIN(ExpertGroupsTest)
#include "expert_groups_test.moc"
