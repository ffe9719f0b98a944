// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_file.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/base/input_error.h"
#include "core/evidence/validation.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/memory_estimator_json.h"
#include "core/formats/evidence/runs_csv.h"
#include "tests/app/window_fixture.h"
#include "tests/made_up_runs.h"
#include "widgets/evidence/loss_curve.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QStatusBar>
#include <QTableView>

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace pipette;
using namespace pipette::test;

class EvidenceTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString file(const char* name) { return folder_.filePath(QString::fromLatin1(name)); }

    /// Trained on runs that nobody measured.
    std::shared_ptr<const MemoryEstimator> estimator() {
        write_runs(file("learn.csv"), 60);
        const std::vector<MeasuredRun> runs = read_runs_csv({file("learn.csv").toStdString()});
        auto own = std::make_shared<MemoryEstimator>(
            train_memory_estimator(memory_samples(runs, runs[0].framework), {}));
        own->framework = runs[0].framework;
        return own;
    }

private slots:
    /// The shipped calibration found that this source's label cannot be.
    void aLabelThatIsNotBelievedIsSaid() {
        WindowFixture fixture;
        write_runs(file("full.csv"), 12, "vTrain validation set (single-node)", "Megatron-DeepSpeed", "full");
        fixture.window->evidence().open({file("full.csv")});
        QVERIFY(fixture.settle());
        const auto labels = fixture.window->views().validation->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().contains(
                QLatin1String("their label: 2 runs of vTrain validation set (single-node)"));
        }));
    }

    /// Until a person opens runs of their own, published ones stand there.
    void publishedRunsAreTheExample() {
        WindowFixture fixture;
        QVERIFY(fixture.window->evidence().runs().empty());
        fixture.window->workspaces().show(QStringLiteral("evidence"));
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.window->evidence().runs().size(), std::size_t{18});
        // What Evidence says of itself stands there alone, and replaces nothing that was told.
        const QStatusBar& bar = *fixture.window->statusBar();
        const QString note = bar.currentMessage();
        QVERIFY(note.contains(QLatin1String("18 published runs")) && fixture.window->lastMessage() != note);
        fixture.window->workspaces().show(QStringLiteral("plan"));
        QCOMPARE(bar.currentMessage(), fixture.window->lastMessage());
        fixture.window->workspaces().show(QStringLiteral("evidence"));
        QCOMPARE(bar.currentMessage(), note);
        write_runs(file("own.csv"), 3);
        fixture.window->evidence().open({file("own.csv")});
        fixture.window->workspaces().show(QStringLiteral("plan"));
        fixture.window->workspaces().show(QStringLiteral("evidence"));
        QVERIFY(fixture.settle());
        QVERIFY(fixture.window->evidence().runs().size() != 18);
    }

    void runsAreComparedGroupedAndOpenedAsAPlan() {
        WindowFixture fixture;
        Evidence& evidence = fixture.window->evidence();
        ValidationView& view = *fixture.window->views().validation;
        write_runs(file("runs.csv"), 36);
        evidence.open({file("runs.csv")});
        QVERIFY(fixture.settle());
        QVERIFY2(fixture.window->lastMessage() == QLatin1String("Read 36 measured runs"),
                 qPrintable(fixture.window->lastMessage()));
        const QAbstractItemModelTester figures(view.figures(),
                                               QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModelTester worst(view.worst(),
                                             QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModelTester chart(view.chart()->chartTable(),
                                             QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(view.worst()->rowCount(), 36);
        QCOMPARE(view.figures()->rowCount(), 3); // two sources, and both
        const auto error = [&](int row) {
            return std::abs(view.worst()->index(row, 0).data(Qt::UserRole).toDouble());
        };
        for (int row = 1; row < 36; ++row)
            QVERIFY(error(row - 1) >= error(row));
        const QList<QComboBox*> choices = view.tools().findChildren<QComboBox*>();
        QCOMPARE(choices.size(), 2);
        choices[1]->setCurrentIndex(2);
        QCOMPARE(view.figures()->rowCount(), 1); // one kind of GPU
        choices[0]->setCurrentIndex(1);
        QCOMPARE(view.worst()->rowCount(), 36); // memory
        choices[0]->setCurrentIndex(2);         // rankings
        const ValidationReport report =
            validate(evidence.runs(), shipped_calibration(), shipped_memory_estimators());
        QCOMPARE(view.worst()->rowCount(), static_cast<int>(report.rankings.size()));
        QCOMPARE(view.figures()->index(0, 2).data(Qt::UserRole).toDouble(), report.overall.regret.mean);
        QCOMPARE(view.chart()->accessibleName(), QStringLiteral("Ranked first against Fastest"));
        view.chart()->setChosen(0);
        emit view.chart()->pointChosen(0);
        QAction& open = *fixture.window->action(QStringLiteral("open-run"));
        const auto load = [&open] {
            QVERIFY(open.isEnabled());
            open.trigger();
        };
        QSignalSpy first(&view, &ValidationView::loadRequested);
        load();
        QVERIFY(fixture.settle());
        QCOMPARE(first.size(), 1);
        QCOMPARE(first[0][0].toULongLong(), report.rankings[0].chosen.run);
        choices[0]->setCurrentIndex(1);

        QSignalSpy asked(&view, &ValidationView::loadRequested);
        QTableView* table = nullptr;
        for (auto* one : view.findChildren<QTableView*>())
            if (one->model() == view.worst())
                table = one;
        QVERIFY(table != nullptr);
        table->setCurrentIndex(table->model()->index(0, 0));
        QCOMPARE(view.chart()->chosen(), 0);
        load();
        QCOMPARE(asked.size(), 1);
        QVERIFY(fixture.settle());
        const MeasuredRun& run = evidence.runs()[static_cast<std::size_t>(asked[0][0].toInt())];
        QCOMPARE(fixture.document().table()->rows().size(), std::size_t(1));
        QCOMPARE(fixture.document().table()->rows()[0].current->config, config_of(run));
        QCOMPARE(fixture.document().setup().model, run.model);
        QCOMPARE(fixture.document().setup().cluster->gpu_count(), run.gpus);
        QVERIFY(!fixture.document().state().outdated());
    }

    /// The source that the shipped calibration was fitted on stands below, whatever its name.
    void whatTheFitNeverSawComesFirstAndFineTuningApart() {
        WindowFixture fixture;
        ValidationView& view = *fixture.window->views().validation;
        std::string known;
        for (const KindCalibration& entry : shipped_calibration().kinds)
            if (entry.architecture == "ampere" && entry.framework == "megatron")
                known = entry.sources.at(0);
        write_runs(file("known.csv"), 4, known.c_str());
        write_runs(file("new.csv"), 6, "zzz");
        write_runs(file("tuned.csv"), 3, "SFT by others", "NeMo", "none", "SFT");
        fixture.window->evidence().open({file("known.csv"), file("new.csv"), file("tuned.csv")});
        QVERIFY(fixture.settle());
        const auto group = [&](int row) { return view.figures()->index(row, 0).data().toString(); };
        const auto used = [&](int row) {
            return view.figures()->index(row, view.figures()->columnCount() - 1).data().toString();
        };
        QCOMPARE(view.figures()->rowCount(), 5);
        QCOMPARE(group(0), QString::fromStdString(known) + QLatin1String(" too"));
        QCOMPARE(group(1), QStringLiteral("zzz"));
        QCOMPARE(group(2), QStringLiteral("zzz too"));
        QCOMPARE(group(3), QString::fromStdString(known));
        QCOMPARE(QStringList({used(0), used(3), used(4)}),
                 QStringList({QStringLiteral("no, tested"), QStringLiteral("yes"), QString()}));
        QCOMPARE(group(4), QStringLiteral("All of them"));
        const auto labels = view.findChildren<QLabel*>();
        const auto says = [&](const char* text) {
            return std::any_of(labels.begin(), labels.end(), [text](const QLabel* label) {
                return label->text().startsWith(QLatin1String(text));
            });
        };
        QVERIFY(says("Sources that the calibration never saw: "));
        view.tools().findChildren<QComboBox*>()[0]->setCurrentIndex(3);
        QCOMPARE(view.worst()->rowCount(), 3);
        QVERIFY(view.chart()->accessibleName().contains(QLatin1String("Predicted")));
    }

    void cancelledRunsAreNotShownInPart() {
        WindowFixture fixture;
        write_runs(file("long.csv"), 3000);
        fixture.window->evidence().open({file("long.csv")});
        QTest::qWait(50);
        fixture.window->evidence().cancel();
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.window->views().validation->worst()->rowCount(), 0);
        QVERIFY(fixture.window->evidence().runs().empty());
    }

    void whatIsNotCountedIsSaid() {
        WindowFixture fixture;
        ValidationView& view = *fixture.window->views().validation;
        QCOMPARE(view.chart()->accessibleName(), QStringLiteral("Predicted against Measured")); // of none yet
        write_runs(file("two.csv"), 2); // of two sources
        std::ofstream(file("two.csv").toStdString(), std::ios::app)
            << "x<y>,first,Megatron-LM,gpt,1,1024,16,16,4096,0,1024,51200,A100,80,16,8,100,2,2,4,1,1,1,64,"
               "bf16,"
               "none,0,0,1,,,ok,1\n";
        fixture.window->evidence().open({file("two.csv")});
        QVERIFY(fixture.settle());
        const auto labels = view.findChildren<QLabel*>();
        const auto summary = std::find_if(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().contains(
                QLatin1String("Not counted: 1 run that no configuration can express."));
        });
        QVERIFY(summary != labels.end());
        QVERIFY2((*summary)->accessibleDescription().contains(QLatin1String("more than the 1 layers (x<y>)")),
                 qPrintable((*summary)->accessibleDescription()));
        view.tools().findChildren<QComboBox*>()[0]->setCurrentIndex(2);
        QVERIFY((*summary)->text().startsWith(QLatin1String("No two timed runs share")));
        QCOMPARE(view.worst()->rowCount(), 0);
    }

    void aBrokenFileOfRunsIsToldAndKeepsWhatWasThere() {
        WindowFixture fixture;
        write_runs(file("good.csv"), 6);
        fixture.window->evidence().open({file("good.csv")});
        QVERIFY(fixture.settle());
        std::ofstream(file("bad.csv").toStdString()) << "run_id,source\n1,2\n";
        fixture.window->evidence().open({file("bad.csv")});
        QVERIFY(fixture.settle());
        QVERIFY2(fixture.window->lastMessage().contains(QLatin1String("bad.csv")),
                 qPrintable(fixture.window->lastMessage()));
        QCOMPARE(fixture.window->views().validation->worst()->rowCount(), 6);
    }

    void trainingShowsItsLossAndWhatWasKeptOut() {
        WindowFixture fixture;
        Evidence& evidence = fixture.window->evidence();
        TrainingView& view = *fixture.window->views().training;
        write_runs(file("train.csv"), 60);
        evidence.open({file("train.csv")});
        QVERIFY(fixture.settle());
        QSignalSpy trained(&evidence, &Evidence::trained);
        for (QPushButton* button : view.findChildren<QPushButton*>())
            if (button->text() == QLatin1String("&Train"))
                button->click();
        QVERIFY(fixture.settle());
        QCOMPARE(trained.size(), 1);
        const auto result = trained[0][0].value<TrainingShown>();
        QVERIFY(!result.stopped_early);
        QCOMPARE(view.loss()->epochsDone(), TrainingOptions().epochs);
        QCOMPARE(view.scatter()->chartTable()->rowCount(), 60);
        QCOMPARE(result.kept_out.n, 12);
        const QAbstractItemModelTester tester(view.loss()->chartTable(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy saved(&evidence, &Evidence::estimatorSaved);
        evidence.saveEstimator(file("estimator.json"));
        QVERIFY(fixture.settle());
        QCOMPARE(saved.size(), 1);
        QVERIFY(read_memory_estimator(file("estimator.json").toStdString()).trained());

        const int plans = fixture.fake.plans;
        for (QPushButton* button : view.findChildren<QPushButton*>())
            if (button->text() == QLatin1String("Plan &with it"))
                button->click();
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.fake.plans, plans + 1);
        const auto own = fixture.document().setup().estimator;
        QVERIFY(own);
        QCOMPARE(QString::fromStdString(own->framework), result.framework);
        QCOMPARE(fixture.fake.planned_with.load(), own.get());

        // Rows of the plan before are judged as they were; the later ones as they will be again.
        QUndoStack& steps = fixture.document().undoStack();
        const auto judge = [&] {
            fixture.window->edits().move({{0}, {3}});
            QVERIFY(fixture.settle());
            steps.undo();
            QVERIFY(fixture.settle());
        };
        judge();
        QCOMPARE(fixture.fake.evaluated_with.load(), own.get());
        steps.undo(); // the plan
        QVERIFY(fixture.document().state().outdated());
        steps.undo(); // the choice of the estimator
        QVERIFY(!fixture.document().setup().estimator && !fixture.document().state().outdated());
        judge();
        QCOMPARE(fixture.fake.evaluated_with.load(), nullptr);
        QVERIFY(fixture.settle());
    }

    void anEstimatorIsUndoneAndRedone() {
        WindowFixture fixture;
        PlanDocument& document = fixture.document();
        const auto own = estimator();
        const std::uint64_t before = document.revision();
        document.set<DocumentPart::estimator>(own);
        QVERIFY(document.revision() > before && document.modified() && document.state().outdated());
        document.set<DocumentPart::estimator>(own); // no second step
        document.undoStack().undo();
        QVERIFY(!document.setup().estimator && !document.state().outdated());
        document.undoStack().redo();
        QCOMPARE(document.setup().estimator, own);
        fixture.window->settle();
        fixture.window->action(QStringLiteral("shipped-estimator"))->trigger();
        QVERIFY(fixture.settle());
        QVERIFY(!document.setup().estimator);
        QCOMPARE(fixture.fake.planned_with.load(), nullptr);
    }

    void aDocumentKeepsItsEstimators() {
        WindowFixture fixture;
        PlanDocument& document = fixture.document();
        const auto words = [](const std::shared_ptr<const MemoryEstimator>& estimator) {
            return estimator ? memory_estimator_to_json(*estimator).dump() : std::string();
        };
        const auto own = estimator();
        document.set<DocumentPart::estimator>(own);
        fixture.window->planning().plan();
        QVERIFY(fixture.settle());
        DocumentState back = parse_document(document_text(document.state()), "plan.json");
        QCOMPARE(words(back.setup.estimator), words(own));
        QVERIFY(back.record()->setup == back.setup);
        document.set<DocumentPart::estimator>(nullptr); // the plan stays that of the one before
        back = parse_document(document_text(document.state()), "plan.json");
        QVERIFY(!back.setup.estimator);
        QCOMPARE(words(back.record()->setup.estimator), words(own));

        DocumentState unplanned = document.state();
        unplanned.planned = std::make_shared<const PlanTable>(), unplanned.setup.estimator = own;
        QCOMPARE(words(parse_document(document_text(unplanned), "plan.json").setup.estimator), words(own));
    }

    void aBrokenEstimatorInADocumentIsRefused() {
        WindowFixture fixture;
        fixture.document().set<DocumentPart::estimator>(estimator());
        fixture.window->planning().plan();
        QVERIFY(fixture.settle());
        const std::string text = document_text(fixture.document().state());
        const auto broken = [&](const std::string& from, const std::string& to) {
            std::string other = text;
            const std::size_t at = other.find(from, other.find("\"memory_estimator\""));
            if (at == std::string::npos)
                return std::string("not in the document: " + from);
            other.replace(at, from.size(), to);
            try {
                parse_document(other, "plan.json");
            } catch (const InputError& error) {
                return std::string(error.what());
            }
            return std::string("taken");
        };
        for (const auto& [from, to] :
             {std::pair{"\"memory_estimator\":{", "\"memory_estimator\":7,\"other\":{"},
              std::pair{"\"version\":2", "\"version\":9"},
              std::pair{"\"target\":\"residual\"", "\"target\":\"luck\""},
              std::pair{"\"layers\":[{", "\"layers\":[{},{"},
              std::pair{"\"upper_shift\":", "\"upper_shift\":-1,\"was\":"},
              std::pair{"\"target_mean\":", "\"target_mean\":1e9,\"was\":"}}) {
            const std::string told = broken(from, to);
            QVERIFY2(told.find("plan.json: $.window.memory_estimator") == 0, told.c_str());
        }
    }

    void whatWasLearnedJudgesAPlan() {
        write_runs(file("use.csv"), 60);
        const std::vector<MeasuredRun> runs = read_runs_csv({file("use.csv").toStdString()});
        const auto own = estimator();
        Plan plan;
        plan.inputs.cluster = share(cluster_of(runs[0]));
        plan.inputs.model = runs[0].model;
        plan.inputs.job = job_of(runs[0]);
        QCOMPARE(plan.inputs.job.framework, own->framework);
        const ParallelConfig config = config_of(runs[0]);
        const RankMapping mapping = host_order_mapping(runs[0].gpus, config.world(), {});
        const PlannerCalls calls = core_planner(shipped_knowledge(), "test");
        const auto upper = [&](const PlannerCalls::Own& judge) {
            return calls.evaluate(plan.inputs, judge, config, mapping).memory[0].upper;
        };
        const double without = upper(nullptr);
        QVERIFY(upper(own) != without);
        QCOMPARE(upper(nullptr), without);
        Study study;
        study.base = setting_of(plan.inputs, "mine");
        study.base.budget.moves = 10;
        StudySources sources;
        sources.clusters["mine"] = plan.inputs.cluster;
        const PlanInputs inputs = inputs_of(study.base, sources);
        const PlannerCalls::Own judges[]{own, nullptr, own}; // what one has kept is not the other's
        for (const auto& judge : judges) {
            const StudyResult result =
                calls.study(study, sources, judge, file("s.points.jsonl").toStdString(), {}, {});
            const Candidate& best = *result.points.at(0).planned.best;
            QCOMPARE(best.memory[0].upper,
                     calls.evaluate(inputs, judge, best.config, best.mapping).memory[0].upper);
        }
    }

    void aCancelledTrainingKeepsWhatItHasLearned() {
        WindowFixture fixture;
        Evidence& evidence = fixture.window->evidence();
        write_runs(file("long.csv"), 400);
        evidence.open({file("long.csv")});
        QVERIFY(fixture.settle());
        QSignalSpy trained(&evidence, &Evidence::trained);
        evidence.train(QStringLiteral("megatron"), MemoryTarget::direct);
        evidence.cancel();
        QVERIFY(fixture.settle());
        TrainingView& view = *fixture.window->views().training;
        if (trained.isEmpty()) // cancelled before it began
            QCOMPARE(view.loss()->epochsDone(), 0);
        else
            QVERIFY(trained[0][0].value<TrainingShown>().stopped_early);
        for (QPushButton* button : view.findChildren<QPushButton*>())
            if (button->text() == QLatin1String("&Train"))
                QVERIFY(button->isEnabled());
    }

    void tooFewRunsAreTold() {
        WindowFixture fixture;
        write_runs(file("few.csv"), 10);
        fixture.window->evidence().open({file("few.csv")});
        QVERIFY(fixture.settle());
        fixture.window->evidence().train(QStringLiteral("megatron"), MemoryTarget::residual);
        QVERIFY(fixture.settle());
        QVERIFY2(fixture.window->lastMessage().contains(QLatin1String("20")),
                 qPrintable(fixture.window->lastMessage()));
    }
};

QTEST_MAIN(EvidenceTest)
#include "evidence_test.moc"
