// SPDX-License-Identifier: GPL-3.0-or-later
// Where a study and what was planned of it are kept: in files, in the document, through a crash.
#include "app/workspaces/workspace_switch.h"
#include "core/formats/studies/study_store.h"
#include "tests/app/studies/study_bench.h"

#include <QAction>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <atomic>

using namespace pipette;
using namespace pipette::test;

class StudyFilesTest : public QObject {
    Q_OBJECT

    static int linesOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? static_cast<int>(file.readAll().count('\n')) : 0;
    }

private slots:
    void aFileIsOfTheStudyThatWasWritten() {
        const QTemporaryDir folder;
        StudyBench bench;
        bench.quick({8.0});
        bench.studies().save(folder.filePath(QStringLiteral("first.json")));
        bench.quick({16.0}); // another one before it lies there
        QVERIFY(bench.settle());
        QVERIFY(QFileInfo::exists(folder.filePath(QStringLiteral("first.json"))));
        QVERIFY(bench.document().state().studies.current()->file.empty());
        bench.studies().save(folder.filePath(QStringLiteral("second.json")));
        bench.document().load({}, {});
        QVERIFY(bench.settle());
        QVERIFY(!bench.document().state().studies.current() && !bench.document().modified());
    }

    void filesOpenAndSave() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("study.json"));
        StudyBench bench;
        bench.quick({8.0, 16.0});
        bench.studies().save(file);
        QVERIFY(bench.settle());
        const Study saved = bench.studies().document().study;
        StudyBench other;
        other.window->openFiles({file});
        QVERIFY(other.settle());
        QCOMPARE(other.window->workspaces().current(), QStringLiteral("studies"));
        QVERIFY(other.studies().document().study == saved);
        other.studies().run();
        QVERIFY(other.settle());
        QVERIFY(QFileInfo::exists(folder.filePath(QStringLiteral("study.points.jsonl"))));
        for (const char* report : {"r.html", "r.pdf"}) {
            other.window->workspaces().show(QStringLiteral("studies"));
            other.window->writeReport(folder.filePath(QLatin1String(report)));
            QVERIFY(other.settle());
            QVERIFY(QFileInfo(folder.filePath(QLatin1String(report))).size() > 1000);
        }
    }

    /// Plans are the same at another price: what they cost shows at once.
    void anotherPriceShowsAtOnce_data() {
        QTest::addColumn<bool>("saved");
        QTest::newRow("never saved") << false;
        QTest::newRow("saved") << true;
    }

    void anotherPriceShowsAtOnce() {
        QFETCH(bool, saved);
        const QTemporaryDir folder;
        StudyBench bench;
        bench.quick({8.0, 16.0});
        bench.studies().run();
        QVERIFY(bench.settle());
        const std::vector<PointResult> before = bench.studies().result()->points;
        const QString points = folder.filePath(QStringLiteral("study.points.jsonl"));
        if (saved)
            bench.studies().save(folder.filePath(QStringLiteral("study.json")));
        QVERIFY(bench.settle());
        QCOMPARE(linesOf(points), saved ? 3 : 0); // its heading and two plans
        Study next = bench.studies().document().study;
        next.base.goal.price_per_gpu_hour = 6;
        emit bench.window->views().study->edited(next);
        QVERIFY(bench.settle());
        const std::vector<PointResult>& now = bench.studies().result()->points;
        QCOMPARE(now.size(), before.size());
        for (std::size_t i = 0; i < now.size(); ++i) {
            QVERIFY(now[i].planned == before[i].planned);
            QVERIFY(std::abs(*now[i].outcome.cost / *before[i].outcome.cost - 3) < 1e-9);
        }
        QCOMPARE(linesOf(points), saved ? 3 : 0); // nothing was planned again
        bench.document().undoStack().undo();
        QVERIFY(bench.settle());
        QCOMPARE(*bench.studies().result()->points[0].outcome.cost, *before[0].outcome.cost);
        next.base.lost_nodes = 1; // other plans: not before they are asked for
        emit bench.window->views().study->edited(next);
        QVERIFY(bench.settle());
        QVERIFY(bench.studies().result()->points.empty());
    }

    void whatRunsFollowsTheStudyIntoItsFile() {
        const QTemporaryDir folder;
        StudyBench bench;
        bench.quick({8.0, 16.0});
        bench.studies().save(folder.filePath(QStringLiteral("study.json")));
        bench.studies().run();
        QVERIFY(bench.settle());
        QVERIFY(bench.studies().result()->points.at(1).done);
        QCOMPARE(linesOf(folder.filePath(QStringLiteral("study.points.jsonl"))), 3);
    }

    /// Another session, or the command line, of the same program finds what is planned.
    void pointsBesideAFileAreFoundByTheirPlannerAlone() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("study.json"));
        StudyBench bench;
        bench.quick({8.0, 16.0});
        bench.studies().save(file);
        QVERIFY(bench.settle());
        bench.studies().run();
        QVERIFY(bench.settle());
        const Knowledge known = shipped_knowledge();
        const auto planned_by = [&](const std::string& program) {
            StudyStore store(store_path(file.toStdString()), planner_name(program, known),
                             StudyStore::Start::resume);
            std::atomic<int> planned = 0;
            StudySinks sinks;
            sinks.store.find = store.plans().find;
            sinks.store.keep = [&](const PlanInputs&, const PlannedPoint&) { ++planned; };
            const StudyDocument read = read_study(file.toStdString());
            run_study(read.study, sources_of(read, folder.path().toStdString()), known, sinks);
            return planned.load();
        };
        QCOMPARE(planned_by("test"), 0);
        QCOMPARE(planned_by("another commit"), 2);
    }

    void plansThatAreNotKeptAreTold() {
        FakePlanner fake;
        PlannerCalls calls = fake.calls();
        calls.study = [study = calls.study](auto&&... asked) {
            StudyResult result = study(std::forward<decltype(asked)>(asked)...);
            result.not_kept = "s.points.jsonl: no space left";
            return result;
        };
        WindowFixture bench(false, {}, calls);
        bench.document().setStudy({study_of(bench.document().setup(), usual_goal()), {}},
                                  QStringLiteral("study"));
        bench.window->studies().run();
        QVERIFY(bench.settle());
        QVERIFY2(bench.window->lastMessage().contains(QLatin1String("no space left")),
                 qPrintable(bench.window->lastMessage()));
    }

    void theStudyIsPartOfTheDocument() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("plan.json"));
        StudyBench bench;
        bench.quick({8.0, 16.0});
        const Study first = bench.studies().document().study;
        Study next = first;
        next.base.goal.days = 30;
        emit bench.window->views().study->edited(next);
        QVERIFY(bench.studies().document().study == next);
        bench.document().undoStack().undo();
        QVERIFY(bench.studies().document().study == first);
        bench.document().undoStack().redo();
        QVERIFY(bench.document().modified());
        bench.window->answerQuestionsWith(QStringLiteral("cancel"));
        QVERIFY(!bench.window->close()); // somebody has to say that it may go
        bench.window->store().save(file);
        QVERIFY(bench.settle());
        QVERIFY(!bench.document().modified());
        StudyBench other;
        other.window->openFiles({file});
        QVERIFY(other.settle());
        QVERIFY(other.studies().document().study == next);
        QCOMPARE(other.studies().document().clusters.begin()->second, other.document().setup().cluster);
        other.window->action(QStringLiteral("new"))->trigger();
        QVERIFY(!other.studies().any());
        QVERIFY(!other.action("run-study").isEnabled());
    }

    void aCrashLosesNoStudy() {
        const QTemporaryDir state;
        Study asked;
        {
            WindowFixture bench(false, state.path());
            bench.window->store().autosave().setDelay(1);
            QSignalSpy saved(&bench.window->store().autosave(), &Autosave::written);
            bench.document().setStudy({study_of(bench.document().setup(), usual_goal()), {}},
                                      QStringLiteral("study"));
            asked = bench.document().state().studies.current()->document.study;
            QTRY_VERIFY_WITH_TIMEOUT(!saved.isEmpty(), 60000);
        } // neither saved nor given up
        WindowFixture next(false, state.path());
        QVERIFY(next.window->store().autosave().recover());
        QVERIFY(next.settle());
        QVERIFY(next.document().state().studies.current() &&
                next.document().state().studies.current()->document.study == asked);
        QVERIFY(next.document().modified());
        QVERIFY(next.window->studies().document().study == asked);
    }

    void aStudyFileBringsItsBaseToAnEmptyWindow() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("study.json"));
        StudyBench bench;
        bench.quick({8.0, 16.0});
        bench.studies().save(file);
        QVERIFY(bench.settle());
        StudyBench empty;
        empty.document().load({}, {});
        empty.window->openFiles({file});
        QVERIFY(empty.settle());
        QVERIFY(empty.document().setup().complete());
        QCOMPARE(*empty.document().setup().cluster, *bench.document().setup().cluster);
        empty.document().undoStack().undo(); // one step
        QVERIFY(!empty.document().setup().cluster);
        QVERIFY(!empty.studies().any());
    }
};

QTEST_MAIN(StudyFilesTest)
#include "study_files_test.moc"
