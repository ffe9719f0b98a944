// SPDX-License-Identifier: GPL-3.0-or-later
// Training logs in the window: beside their prediction, against the plan, and calibrated on.
#include "app/document/document_file.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/base/input_error.h"
#include "core/evidence/own_calibration.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "tests/app/window_fixture.h"
#include "tests/training_logs.h"
#include "widgets/answer/answer_line.h"
#include "widgets/charts/empty_note.h"
#include "widgets/evidence/log_view.h"
#include "widgets/evidence/own_runs_card.h"
#include "widgets/evidence/step_chart.h"
#include "widgets/evidence/validation_view.h"
#include "widgets/plans/setup_panel.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>

#include <fstream>

using namespace pipette;
using namespace pipette::test;

namespace {

constexpr int batch = 64;
enum Column { run_column, steps_column, median_column, predicted_column, error_column, memory_column };

PlannerCalls planner() {
    return core_planner(shipped_knowledge(), "test");
}

/// Two nodes of A100, a model, and one planned configuration with two stages, in host order.
DocumentState planned_state() {
    auto record = std::make_shared<PlanRecord>();
    record->setup.cluster = share(read_cluster(PIPETTE_SOURCE_DIR "/sample_clusters/starter_2x8_a100.json"));
    record->setup.model = load_model("gpt-1.7b");
    record->setup.job.global_batch = batch;
    record->setup.job.sequence_length = 1024;
    record->setup.budget.moves = 10;
    record->cluster = record->setup.cluster;
    record->plan.inputs = record->setup;
    ParallelConfig config;
    config.tp = 2, config.pp = 2, config.dp = 4;
    config.micro_batch = 1;
    config.global_batch = batch;
    config.layers_per_stage = {record->setup.model.layers / 2, record->setup.model.layers / 2};
    record->plan.candidates.push_back(
        planner().evaluate(record->plan.inputs, nullptr, config, host_order_mapping(16, config.world(), {})));
    record->plan.enumerated = record->plan.feasible = 1;
    record->plan.calibrations = planner().calibrations(*record->cluster, record->setup.job.framework);
    return state_of(std::move(record));
}

Parts parts_of(const Candidate& candidate) {
    const Breakdown& parts = candidate.breakdown;
    return {parts.compute + parts.recompute + parts.tp + parts.cp + parts.ep, parts.pp_exposed + parts.bubble,
            parts.dp_exposed, parts.optimizer};
}

/// A window with that plan and the real planner.
struct PlannedWindow : WindowFixture {
    PlannedWindow() : WindowFixture(false, {}, planner()) {
        document().load(planned_state(), {});
        settle();
    }
    LogView& view() { return *window->views().log; }
    QString cell(int row, int column) { return view().runs()->index(row, column).data().toString(); }
    QString label(const char* name) {
        window->settle();
        for (const QLabel* one : window->findChildren<QLabel*>())
            if (one->accessibleName() == QLatin1String(name))
                return one->text();
        return {};
    }
    QString planNote() {
        return label("What the plan leaves spare, its launcher and the calibration of its times");
    }
    QPushButton* calibrateButton() {
        for (QPushButton* button : view().findChildren<QPushButton*>())
            if (button->text().startsWith(QLatin1String("&Calibrate")))
                return button;
        return nullptr;
    }
    void fillFromPlan() {
        view().findChild<QCheckBox*>()->click();
        settle();
    }
};

} // namespace

class LogViewTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    Parts planned_;
    QString written(const char* name, const std::string& text) {
        const QString path = folder_.filePath(QString::fromLatin1(name));
        std::ofstream(path.toStdString()) << text;
        return path;
    }
    /// Three runs of the plan, each some percent slower than planned.
    QStringList slowRuns() {
        QStringList paths;
        for (const double by : {1.18, 1.2, 1.22}) {
            const Parts parts{by * planned_.compute, by * planned_.pipeline, by * planned_.exchange,
                              planned_.optimizer};
            paths << written(qPrintable(QStringLiteral("slow-%1.log").arg(by)),
                             job_log([&](int) { return parts; }, 40, Timers::none, batch));
        }
        return paths;
    }

private slots:
    void initTestCase() { planned_ = parts_of(*planned_state().planned->rows()[0].current); }

    void theViewNamesTheSlowerPart_data() {
        QTest::addColumn<int>("slow");
        QTest::addColumn<QString>("name");
        QTest::newRow("compute") << 0 << "compute";
        QTest::newRow("pipeline") << 1 << "pipeline";
        QTest::newRow("exchange") << 2 << "gradient exchange (data parallel)";
        QTest::newRow("optimizer") << 3 << "optimizer";
    }

    /// 8 % more in one part of a job that is as planned otherwise.
    void theViewNamesTheSlowerPart() {
        QFETCH(int, slow);
        QFETCH(QString, name);
        Parts parts = planned_;
        (slow == 0   ? parts.compute
         : slow == 1 ? parts.pipeline
         : slow == 2 ? parts.exchange
                     : parts.optimizer) *= 1.08;
        QVERIFY(parts.total() > planned_.total());
        PlannedWindow fixture;
        fixture.window->openFiles(
            {written("job.log", job_log([&](int) { return parts; }, 60, Timers::all, batch))});
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.window->workspaces().current(), QStringLiteral("evidence"));
        QVERIFY2(fixture.view().answer().contains(
                     QStringLiteral("The part that is slower than planned is %1:").arg(name)),
                 qPrintable(fixture.view().answer()));
        const QAbstractItemModel& rows = *fixture.view().parts();
        for (int row = 0; row < rows.rowCount(); ++row)
            QCOMPARE(!rows.index(row, 5).data().toString().isEmpty(), rows.index(row, 0).data() == name);
    }

    void sinceWhenIsSaidInTheViewAndInTheAnswer() {
        Parts later = planned_;
        later.compute *= 1.2;
        PlannedWindow fixture;
        fixture.window->openFiles(
            {written("since.log", job_log([&](int step) { return step < 60 ? planned_ : later; }, 120,
                                          Timers::all, batch))});
        QVERIFY(fixture.settle());
        QVERIFY2(fixture.view().answer().contains(QLatin1String("The times left their level at step 60:")),
                 qPrintable(fixture.view().answer()));
        const QString line = fixture.window->findChild<AnswerLine*>()->accessibleName() +
                             fixture.window->findChild<AnswerLine*>()->accessibleDescription();
        QVERIFY2(line.contains(QLatin1String("compute")) && line.contains(QLatin1String("since step 60")),
                 qPrintable(line));
        QCOMPARE(fixture.view().chart()->chartTable()->rowCount(), 120);
        const QAbstractItemModelTester steps(fixture.view().chart()->chartTable(),
                                             QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModelTester parts(fixture.view().parts(),
                                             QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    void whatTheLogLacksIsNamedAndTakenFromThePlan() {
        PlannedWindow fixture;
        fixture.window->openFiles(
            {written("bare.log", job_log([&](int) { return planned_; }, 40, Timers::all, batch))});
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.cell(0, steps_column), QStringLiteral("39 of 40"));
        QCOMPARE(fixture.cell(0, predicted_column), QStringLiteral("–"));
        QVERIFY(!fixture.calibrateButton()->isEnabled());
        const QString gaps = fixture.label("What the log does not tell");
        QVERIFY2(gaps.startsWith(QLatin1String("Not predicted: the log does not tell the model's shape,")),
                 qPrintable(gaps));
        fixture.fillFromPlan();
        QVERIFY2(fixture.cell(0, predicted_column) != QLatin1String("–"),
                 qPrintable(fixture.label("What the log does not tell")));
        QVERIFY(fixture.label("What the log does not tell").startsWith(QLatin1String("From the plan: ")));
        QVERIFY(fixture.calibrateButton()->isEnabled());
        QCOMPARE(fixture.calibrateButton()->text(), QStringLiteral("&Calibrate on this run"));
    }

    /// A log that prints its arguments is known as one of the plan: then calibrating is the only click.
    void theRestIsTakenFromThePlanOfTheSameJob() {
        PlannedWindow fixture;
        const std::string arguments =
            fmt::format("using world size: 16, data-parallel size: 4, context-parallel size: 1, "
                        "tensor-model-parallel size: 2, pipeline-model-parallel size: 2\n"
                        "  global_batch_size ............................... {}\n"
                        "  micro_batch_size ................................ 1\n"
                        "  seq_length ...................................... 1024\n",
                        batch);
        const std::string steps = job_log([&](int) { return planned_; }, 40, Timers::all, batch);
        fixture.window->openFiles({written("same.log", arguments + steps)});
        QVERIFY(fixture.settle());
        QVERIFY2(fixture.calibrateButton()->isEnabled(),
                 qPrintable(fixture.label("What the log does not tell")));
        QVERIFY(fixture.view().findChild<QCheckBox*>()->isChecked());
        // It is predicted as it was planned: on the plan's cluster, ranks and layers.
        const double predicted =
            fixture.view().runs()->index(0, predicted_column).data(Qt::UserRole).toDouble();
        const double planned = fixture.document().table()->rows()[0].current->iteration_time_s;
        QVERIFY2(std::abs(predicted / planned - 1) < 1e-9,
                 qPrintable(QStringLiteral("%1 %2").arg(predicted).arg(planned)));
        fixture.fillFromPlan(); // no longer
        QVERIFY(!fixture.calibrateButton()->isEnabled());
    }

    void aLogOfAnotherJobSaysSo() {
        PlannedWindow fixture;
        fixture.window->openFiles({written("other.log", megatron_log())});
        QVERIFY(fixture.settle());
        const QString gaps = fixture.label("What the log does not tell");
        QVERIFY2(gaps.contains(QLatin1String("The log and the plan differ: ")) &&
                     gaps.contains(QLatin1String("tp: the log says \"4\", the plan \"2\"")),
                 qPrintable(gaps));
        QCOMPARE(fixture.cell(0, memory_column), QStringLiteral("50.0 GiB"));
    }

    void calibratingIsOneClickAndOneStep() {
        PlannedWindow fixture;
        fixture.window->openFiles(slowRuns());
        QVERIFY(fixture.settle());
        fixture.fillFromPlan();
        const double before =
            std::abs(fixture.view().runs()->index(1, error_column).data(Qt::UserRole).toDouble());
        QVERIFY2(before > 0.1, qPrintable(fixture.cell(1, error_column)));
        QCOMPARE(fixture.calibrateButton()->text(), QStringLiteral("&Calibrate on these 3 runs"));
        QUndoStack& steps = fixture.document().undoStack();
        const int count = steps.count();
        fixture.calibrateButton()->click();
        QVERIFY(fixture.settle());
        const auto own = fixture.document().setup().calibration;
        QVERIFY2(own, qPrintable(fixture.window->lastMessage()));
        QCOMPARE(steps.count(), count + 2); // the calibration, and the plan with it
        QVERIFY(fixture.document().state().record()->setup.calibration == own);
        QVERIFY2(fixture.planNote().startsWith(QLatin1String("Calibrated on 3 runs of yours. Times: ")),
                 qPrintable(fixture.planNote()));
        const double after =
            std::abs(fixture.view().runs()->index(1, error_column).data(Qt::UserRole).toDouble());
        QVERIFY2(after < before / 2, qPrintable(fixture.cell(1, error_column)));

        const std::string text = document_text(fixture.document().state());
        const DocumentState back = parse_document(text, "plan.json");
        QVERIFY(back.setup.calibration && *back.setup.calibration == *own);
        QVERIFY(back.record()->setup == back.setup);

        steps.undo(); // the plan
        QVERIFY(fixture.document().state().outdated());
        steps.undo(); // the calibration
        QVERIFY(!fixture.document().setup().calibration && !fixture.document().state().outdated());
        QVERIFY(fixture.settle());
        QVERIFY(!fixture.planNote().contains(QLatin1String("of yours")));
        steps.redo();
        QCOMPARE(fixture.document().setup().calibration, own);
        fixture.window->settle();
        fixture.window->action(QStringLiteral("shipped-calibration"))->trigger();
        QVERIFY(fixture.settle());
        QVERIFY(!fixture.document().setup().calibration);
    }

    /// The card beside the published runs asks for a log, for what it lacks, and says what calibrating
    /// brings.
    void ownRunsStandBesidePublishedOnes() {
        PlannedWindow fixture;
        OwnRunsCard& card = fixture.window->views().validation->ownRuns();
        fixture.window->workspaces().show(QStringLiteral("evidence"));
        QVERIFY(fixture.settle());
        const auto published = static_cast<int>(fixture.window->evidence().runs().size());
        QVERIFY(published > 0 && card.sentence().isEmpty());
        QVERIFY(card.chart().emptyNote().button().text().startsWith(QLatin1String("Add my own log")));
        fixture.window->openFiles(slowRuns());
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.window->lastMessage(), QStringLiteral("Read 3 measured runs"));
        QCOMPARE(static_cast<int>(fixture.window->evidence().runs().size()), published + 3);
        const QString answer = fixture.window->findChild<AnswerLine*>()->accessibleDescription();
        QVERIFY2(answer.contains(QLatin1String("% slower than planned, 3 runs in the mean")) &&
                     answer.contains(QLatin1String("The slowest, slow-1.22: ")),
                 qPrintable(answer));
        QCOMPARE(fixture.window->views().validation->worst()->rowCount(),
                 published); // nothing is known of them
        QCOMPARE(card.chart().emptyNote().button().text(), QStringLiteral("Take the rest from the plan"));
        card.chart().emptyNote().button().click();
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.window->views().validation->worst()->rowCount(), published + 3);
        QVERIFY2(card.sentence().startsWith(QLatin1String("The estimates are 1")) &&
                     card.sentence().contains(QLatin1String("too short, run after run. Calibrating leaves ")),
                 qPrintable(card.sentence()));
        QVERIFY(card.chart().emptyNote().isHidden());
        for (QPushButton* button : card.findChildren<QPushButton*>())
            if (button->text() == QLatin1String("Calibrate with these 3 runs"))
                button->click();
        QVERIFY(fixture.settle());
        QVERIFY(fixture.document().setup().calibration);
    }

    void aBrokenCalibrationInADocumentIsRefused() {
        PlannedWindow fixture;
        auto own = std::make_shared<Calibration>(shipped_calibration());
        fixture.document().set<DocumentPart::calibration>(own, QStringLiteral("own"));
        std::string text = document_text(fixture.document().state());
        const std::string version = "\"version\":9";
        const std::size_t at = text.find(version, text.find("\"setup_calibration\""));
        QVERIFY(at != std::string::npos);
        text.replace(at, version.size(), "\"version\":99");
        try {
            parse_document(text, "plan.json");
            QFAIL("was taken");
        } catch (const InputError& error) {
            QVERIFY2(std::string(error.what()).starts_with("plan.json: $.window.setup_calibration"),
                     error.what());
        }
    }

    void logsThatSayTooLittleCalibrateNothing() {
        PlannedWindow fixture;
        fixture.window->openFiles({written("nemo.log", nemo_log())});
        QVERIFY(fixture.settle());
        fixture.window->logs().calibrate();
        QVERIFY(fixture.settle());
        QVERIFY(!fixture.document().setup().calibration);
        QVERIFY2(fixture.window->lastMessage().contains(QLatin1String("the training logs: ")),
                 qPrintable(fixture.window->lastMessage()));
    }

    /// What stands in a log is plain text, and a file beside it that holds no step is named.
    void namesArePlainTextAndSkippedFilesAreNamed() {
        PlannedWindow fixture;
        const QString folder = folder_.filePath(QStringLiteral("job<b>"));
        QDir().mkpath(folder);
        std::ofstream((folder + QStringLiteral("/<i>run.log")).toStdString()) << megatron_log();
        std::ofstream((folder + QStringLiteral("/notes.txt")).toStdString()) << "nothing here\n";
        fixture.window->openFiles({folder});
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.cell(0, run_column), QStringLiteral("<i>run"));
        QVERIFY2(
            fixture.label("What the log does not tell").contains(QLatin1String("notes.txt: holds no step")),
            qPrintable(fixture.label("What the log does not tell")));
        for (const QLabel* label : fixture.view().findChildren<QLabel*>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }
};

QTEST_MAIN(LogViewTest)
#include "log_view_test.moc"
