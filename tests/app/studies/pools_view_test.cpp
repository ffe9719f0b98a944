// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspaces/window_views.h"
#include "tests/app/window_fixture.h"
#include "tests/planner_questions.h"
#include "widgets/plans/pools_view.h"
#include "widgets/plans/scenarios_view.h"
#include "widgets/theme/units_text.h"

#include <QAction>
#include <QComboBox>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>

using namespace pipette;
using namespace pipette::test;

namespace {

/// A window with the planner itself and a job on a node of A100 and a node of V100.
struct Person : WindowFixture {
    explicit Person(const char* cluster = "mixed_a100_v100_2x8.json")
        : WindowFixture(false, {}, core_planner(shipped_knowledge(), "test")) {
        window->openFiles({sample_cluster(cluster)});
        settle();
        window->store().openModelPreset(QStringLiteral("gpt-3.6b"));
        settle();
        TrainingJob job = document().setup().job;
        job.global_batch = 64, job.precision = Precision::fp16;
        document().set<DocumentPart::job>(job);
        AnnealingBudget budget = document().setup().budget;
        budget.moves = 20'000, budget.prefer = Preference::fastest;
        document().set<DocumentPart::budget>(budget);
        settle();
    }
    PoolsView& view() { return *window->views().pools; }
    void ask() { window->action(QStringLiteral("pools"))->trigger(); }
    QString cell(int row, int column) { return view().model().index(row, column).data().toString(); }
};

} // namespace

class PoolsViewTest : public QObject {
    Q_OBJECT

private slots:
    void theWindowAnswersAsTheCommandDoes() {
        Person person;
        QVERIFY(person.view().answer().contains(QLatin1String("not been planned yet")));
        person.ask();
        QVERIFY(person.settle());
        QVERIFY(person.view().isVisible());
        const Json command = answer_to(words({"pools", "--model", "gpt-3.6b", "--global-batch", "64",
                                              "--precision", "fp16", "--cluster"})
                                       << sample_cluster("mixed_a100_v100_2x8.json"));
        QCOMPARE(person.view().answer(), QString::fromStdString(command["answer_text"]));
        QCOMPARE(person.window->lastMessage(), person.view().answer());
        QCOMPARE(person.view().model().rowCount(), int(command["shares"].size()));
        const auto* table = person.view().findChild<QTableView*>();
        QVERIFY(!table->verticalScrollBar()->isVisible()); // the view scrolls as a whole
        QCOMPARE(person.cell(0, 0), QString::fromStdString(command["shares"][0]["pool"]));
        QCOMPARE(person.view().model().index(0, 3).data(Qt::UserRole).toDouble(),
                 double(command["shares"][0]["candidate"]["iteration_time_s"]));
    }

    void answersHoldForWhatIsEnteredAlone() {
        Person person;
        person.ask();
        QVERIFY(person.settle());
        const QString answer = person.view().answer();
        TrainingJob job = person.document().setup().job;
        job.global_batch = 32;
        person.document().set<DocumentPart::job>(job);
        QVERIFY(person.settle());
        QCOMPARE(person.view().model().rowCount(), 0);
        QVERIFY(person.view().answer() != answer);
        person.document().undoStack().undo();
        QVERIFY(person.settle());
        QCOMPARE(person.view().answer(), answer);
    }

    /// The plan of each pool becomes a scenario, which a person takes up.
    void poolsAreKeptAsScenarios() {
        Person person;
        auto* keep = person.view().findChild<QPushButton*>(QStringLiteral("keep-pools"));
        QVERIFY(!keep->isEnabled());
        person.ask();
        QVERIFY(person.settle());
        QVERIFY(keep->isEnabled());
        keep->click();
        const Scenarios& pinned = person.document().state().scenarios;
        QCOMPARE(int(pinned.size()), person.view().model().rowCount());
        QVERIFY(person.window->views().scenarios->isVisible());
        QCOMPARE(QString::fromStdString(pinned[0].name), person.cell(0, 0));
        QCOMPARE(timeText(pinned[0].candidate->iteration_time_s), person.cell(0, 3));
        const QString time = person.cell(0, 3), sequences = person.cell(0, 2);
        emit person.window->views().scenarios->takeUpRequested(0);
        QVERIFY(person.settle());
        const Shown shown = person.document().shown();
        QVERIFY(shown.candidate != nullptr);
        QCOMPARE(timeText(shown.candidate->iteration_time_s), time);
        QCOMPARE(numberText(person.document().setup().job.global_batch), sequences);
        person.document().undoStack().undo();
        person.document().undoStack().undo();
        QVERIFY(person.document().state().scenarios.empty());
    }

    void aPersonCancels() {
        Person person;
        person.ask();
        auto* cancel = person.view().findChild<QPushButton*>(QStringLiteral("cancel-pools"));
        QVERIFY(cancel->isEnabled());
        cancel->click();
        QVERIFY(person.settle());
        QVERIFY(!cancel->isEnabled());
        QCOMPARE(person.view().model().rowCount(), 0);
        QVERIFY(person.window->lastMessage().startsWith(QLatin1String("Cancelled")));
    }

    void whatCannotBePartedIsTold() {
        Person person("starter_2x8_a100.json");
        person.ask();
        QVERIFY(person.settle());
        QVERIFY2(person.window->lastMessage().contains(QLatin1String("of one kind of GPU")),
                 qPrintable(person.window->lastMessage()));
        auto* by = person.view().findChild<QComboBox*>(QStringLiteral("pools-by"));
        by->setCurrentIndex(1);
        person.view().findChild<QPushButton*>(QStringLiteral("find-pools"))->click();
        QVERIFY(person.settle());
        QVERIFY(person.window->lastMessage().contains(QLatin1String("zone")));
    }

    void theWindowMayCloseMeanwhile() {
        Person person;
        person.ask();
        person.window.reset();
    }
};

QTEST_MAIN(PoolsViewTest)
#include "pools_view_test.moc"
