// SPDX-License-Identifier: GPL-3.0-or-later
// What was asked of a document that has changed since is dropped, and nobody ever sees rows of one cluster
// beside another.
#include "app/workspaces/window_views.h"
#include "tests/app/window_fixture.h"
#include "widgets/plans/candidates_view.h"

#include <functional>
#include <map>

using namespace pipette;
using namespace pipette::test;

namespace {

/// Asks what every view is shown, at every change that anybody may hear of.
struct Witness {
    PlanDocument& document;
    int asked = 0;
    QString contradiction;

    explicit Witness(PlanDocument& watched) : document(watched) {
        const auto ask = [this] { look(); };
        QObject::connect(&document, &PlanDocument::partChanged, &document, ask);
        QObject::connect(&document, &PlanDocument::planChanged, &document, ask);
        QObject::connect(&document, &PlanDocument::rowChanged, &document, ask);
        QObject::connect(&document, &PlanDocument::selectionChanged, &document, ask);
        QObject::connect(&document, &PlanDocument::loaded, &document, ask);
    }
    void look() {
        ++asked;
        for (int row = 0; row < static_cast<int>(document.table()->rows().size()); ++row) {
            const Shown shown = document.state().shown(*document.table(), row);
            const int gpus = shown.cluster->gpu_count();
            for (const int gpu : shown.candidate->mapping.gpu_of_rank)
                if (gpu >= gpus)
                    contradiction = QStringLiteral("row %1 uses GPU %2 of %3").arg(row).arg(gpu).arg(gpus);
        }
        const Shown shown = document.shown();
        for (const int gpu : document.selection().gpus)
            if (gpu >= shown.cluster->gpu_count())
                contradiction = QStringLiteral("GPU %1 is selected and not there").arg(gpu);
    }
};

bool live(WindowFixture& bench) {
    return QTest::qWaitFor([&] { return bench.document().table()->live(); }, 60000);
}

} // namespace

class OldResultsTest : public QObject {
    Q_OBJECT

private slots:
    void undoingTheOtherClusterWhileItIsPlannedEndsThePlan() {
        WindowFixture bench; // 16 GPUs, planned
        PlanDocument& document = bench.document();
        Witness witness(document);
        const auto record = document.state().record();
        document.setCluster(small_cluster(8, 8));
        bench.fake.hold = true;
        bench.window->planning().plan();
        QVERIFY(live(bench));
        document.select({0, {63}, 1, 3});
        QVERIFY(QTest::qWaitFor([&] { return !document.selection().gpus.empty(); }, 60000));
        document.undoStack().undo();
        QVERIFY(!bench.window->planning().running());
        QVERIFY(!document.table()->live());
        QCOMPARE(document.state().record(), record);
        QVERIFY(bench.settle());
        bench.window->settle();
        QCOMPARE(document.state().record(), record); // and the plan that came too late has changed nothing
        QVERIFY(witness.asked > 0);
        QVERIFY2(witness.contradiction.isEmpty(), qPrintable(witness.contradiction));
    }

    void whateverChangesEndsTheSearch_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"undo", "redo", "model", "job", "limits", "budget", "faults", "pins",
                                 "cluster", "estimator", "load", "reload"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }

    void whateverChangesEndsTheSearch() {
        QFETCH(QString, what);
        WindowFixture bench;
        PlanDocument& document = bench.document();
        bench.window->edits().move({{0}, {3}});
        QVERIFY(bench.settle());
        if (what == QLatin1String("redo"))
            document.undoStack().undo();
        Witness witness(document);
        bench.fake.hold = true;
        bench.window->planning().plan();
        QVERIFY(live(bench));
        change(document, what);
        QVERIFY(!bench.window->planning().running());
        QVERIFY(!document.table()->live());
        const auto record = document.state().record();
        const int step = document.undoStack().index();
        const auto seen = document.table();
        QVERIFY(bench.settle());
        QCOMPARE(document.state().record(), record);
        QCOMPARE(document.undoStack().index(), step);
        QCOMPARE(document.table()->count(), seen->count());
        QVERIFY2(witness.contradiction.isEmpty(), qPrintable(witness.contradiction));
        // And the next one can begin at once.
        bench.fake.hold = false;
        bench.window->planning().plan();
        QVERIFY(bench.settle());
        QVERIFY(document.state().record() != record);
    }

    void anImprovementOfWhatHasChangedIsDropped() {
        WindowFixture bench;
        PlanDocument& document = bench.document();
        bench.fake.hold = true;
        bench.window->planning().improve(0);
        QVERIFY(live(bench));
        document.setPinned({1}, true);
        QVERIFY(!bench.window->planning().running());
        QVERIFY(bench.window->lastMessage().startsWith(QLatin1String("Stopped")));
        const RankMapping mapping = bench.mapping();
        QVERIFY(bench.settle());
        QCOMPARE(bench.mapping(), mapping);
        QCOMPARE(document.undoStack().count(), 2);
    }

    void undoOfAMoveWhileASearchShowsFewerRowsIsOfThePlan() {
        WindowFixture bench;
        bench.document().select({3, {}, -1, -1});
        bench.window->edits().move({{0}, {3}});
        QVERIFY(bench.settle());
        const RankMapping before = bench.document().table()->rows()[3].planned->mapping;
        bench.fake.hold = true;
        bench.window->planning().plan();
        QVERIFY(live(bench)); // three rows
        bench.document().undoStack().undo();
        QCOMPARE(bench.mapping(3), before);
        QVERIFY(bench.settle());
    }

    void anEvaluationThatEndsDuringASearchIsOfThePlan() {
        WindowFixture bench;
        bench.fake.evaluate_ms = 20;
        bench.document().select({3, {}, -1, -1});
        bench.window->edits().move({{0}, {3}});
        bench.fake.hold = true;
        bench.window->planning().plan();
        QVERIFY(live(bench));
        QVERIFY(QTest::qWaitFor([&] { return !bench.document().state().planned->rows()[3].waiting; }, 60000));
        bench.fake.hold = false;
        bench.window->planning().cancel();
        QVERIFY(bench.settle());
        QVERIFY(bench.document().state().record()->plan.stopped_early);
    }

    void aPreviewOfAnotherPlanIsNotTaken() {
        WindowFixture bench;
        PlanDocument& document = bench.document();
        QSignalSpy answered(&bench.window->edits(), &HandEdits::previewReady);
        bench.window->edits().previewMove({{0}, {3}});
        QTRY_COMPARE_WITH_TIMEOUT(answered.size(), 1, 60000);
        auto other = std::make_shared<PlanRecord>(*document.state().record());
        DocumentState state = document.state();
        state.setup.job.global_batch *= 2;
        other->setup = state.setup;
        state.planned = std::make_shared<const PlanTable>(other);
        document.load(state, {});
        const int evaluations = bench.fake.evaluations;
        bench.window->edits().move({{0}, {3}});
        QVERIFY(bench.settle());
        QCOMPARE(bench.fake.evaluations.load(), evaluations + 1);
    }

    void whatIsNotThereIsNotChosenMovedPinnedOrCompared() {
        WindowFixture bench;
        PlanDocument& document = bench.document();
        document.select({99, {-1, 3, 16, 400}, 7, 12});
        QCOMPARE(document.selection(), (Selection{0, {3}, -1, -1}));
        document.setPinned({-5, 16}, true);
        QVERIFY(document.state().pinned.empty());
        document.setExcluded({16}, true);
        QVERIFY(document.setup().faults.excluded_gpus.empty());
        const RankMapping mapping = bench.mapping();
        HandEdits& edits = bench.window->edits();
        edits.move({{0}, {16}});
        edits.move({{-1, 0}, {-1, 4}});
        edits.previewMove({{-1}, {3}});
        edits.previewMove({{-1, -1}, {-1, 3}});
        bench.window->planning().improve(4);
        QVERIFY(bench.settle());
        QCOMPARE(bench.mapping(), mapping);
        // The table still lists the plan when a person ticks rows of it.
        document.undoStack().undo();
        QVERIFY(document.table()->rows().empty());
        bench.window->views().candidates->model().setCompared({0, 3});
        QVERIFY(bench.settle());
        QCOMPARE(bench.window->views().candidates->model().lineCount(), 0);
    }

    void aDocumentTakesNoPlanOfAnotherCluster() {
        WindowFixture bench;
        PlanDocument& document = bench.document();
        DocumentState state = document.state();
        state.setup.cluster = small_cluster(2, 8);
        QVERIFY_EXCEPTION_THROWN(document.load(state, {}), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(document.reload(state, {}), std::invalid_argument);
        const auto record = document.state().record();
        document.setCluster(small_cluster(2, 8));
        QVERIFY_EXCEPTION_THROWN(document.setPlan(record), std::invalid_argument);
        QVERIFY(document.table()->rows().empty());
    }

private:
    static void change(PlanDocument& document, const QString& what) {
        Setup setup = document.setup();
        setup.model.layers = 16;
        setup.job.global_batch = 128;
        setup.limits.max_tp = 2;
        setup.budget.moves += 1;
        setup.faults.excluded_gpus = {2};
        const std::map<QString, std::function<void()>> changes{
            {QStringLiteral("undo"), [&] { document.undoStack().undo(); }},
            {QStringLiteral("redo"), [&] { document.undoStack().redo(); }},
            {QStringLiteral("model"), [&] { document.set<DocumentPart::model>(setup.model); }},
            {QStringLiteral("job"), [&] { document.set<DocumentPart::job>(setup.job); }},
            {QStringLiteral("limits"), [&] { document.set<DocumentPart::limits>(setup.limits); }},
            {QStringLiteral("budget"), [&] { document.set<DocumentPart::budget>(setup.budget); }},
            {QStringLiteral("faults"), [&] { document.set<DocumentPart::faults>(setup.faults, {}); }},
            {QStringLiteral("pins"), [&] { document.setPinned({1}, true); }},
            {QStringLiteral("cluster"), [&] { document.setCluster(small_cluster(2, 8)); }},
            {QStringLiteral("estimator"),
             [&] { document.set<DocumentPart::estimator>(std::make_shared<const MemoryEstimator>()); }},
            {QStringLiteral("load"), [&] { document.load(document.state(), {}); }},
            {QStringLiteral("reload"), [&] { document.reload(document.state(), {}); }},
        };
        changes.at(what)();
    }
};

QTEST_MAIN(OldResultsTest)
#include "old_results_test.moc"
