// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_file.h"
#include "app/studies/studies.h"
#include "app/window/language.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/base/random.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/launchers/export_plan.h"
#include "core/formats/text/atomic_file.h"
#include "core/study/question.h"
#include "tests/app/habits/second_window_steps.h"
#include "tests/app/habits/walk_steps.h"
#include "tests/app/mouse_gesture.h"
#include "tests/app/window_fixture.h"
#include "widgets/cluster/gpus/gpu_view.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/plans/headroom_view.h"
#include "widgets/plans/scenarios_view.h"
#include "widgets/studies/study_editor.h"

#include <QAction>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>

using namespace pipette;
using namespace pipette::test;

namespace {

/// Does to a window what a person may do, in any order: one draw of `random` a step. Now and then the window
/// has the planner itself in the place of the fake one.
class Walk {
public:
    Walk(std::uint64_t seed, const QString& folder) : random_(seed), folder_(folder) {
        clusters_ = {small_cluster(4, 4), small_cluster(8, 8), small_cluster(2, 8), small_cluster(1, 16)};
        for (std::size_t i = 0; i < clusters_.size(); ++i)
            write_cluster(*clusters_[i], path("cluster", i).toStdString());
        start(Search::stand_in, true);
        for (std::size_t i = 0; i <= plan_files; ++i) // the last stays as it is
            save(path("plan", i));
    }

    void step() {
        (this->*any_action())();
        check_rows();
    }
    const Sights& sights() const { return sights_; }

    /// All the way back and forth ends in the same state.
    void backAndForth() {
        fixture_->fake.hold = false;
        QVERIFY(fixture_->settle());
        QUndoStack& stack = document().undoStack();
        const auto mappings = [&] {
            std::vector<RankMapping> all;
            for (const PlanRow& row : document().table()->rows())
                all.push_back(row.current->mapping);
            return all;
        };
        const auto before = mappings();
        const Setup setup = document().setup();
        const int index = stack.index();
        while (stack.canUndo())
            stack.undo();
        while (stack.index() < index)
            stack.redo();
        QVERIFY(fixture_->settle());
        QCOMPARE(mappings(), before);
        QVERIFY(document().setup() == setup);
        for (const PlanRow& row : document().table()->rows())
            QVERIFY(!row.waiting);
    }

private:
    enum class Search { stand_in, planner };
    static constexpr std::size_t plan_files = 2; ///< that are written over
    using Action = void (Walk::*)();
    struct Choice {
        Action action;
        int weight; ///< how often: what puts a plan aside is rarer than what plans
    };
    Action any_action() {
        static constexpr Choice choices[] = {
            {&Walk::plan, 6},          {&Walk::cancel, 2},        {&Walk::improve, 3},
            {&Walk::undo, 5},          {&Walk::redo, 4},          {&Walk::pin, 2},
            {&Walk::exclude, 2},       {&Walk::choose, 4},        {&Walk::swap, 6},
            {&Walk::swapNodes, 3},     {&Walk::job, 1},           {&Walk::limits, 1},
            {&Walk::openCluster, 1},   {&Walk::open, 2},          {&Walk::saveOne, 1},
            {&Walk::startNew, 1},      {&Walk::exportOne, 2},     {&Walk::compare, 2},
            {&Walk::wait, 6},          {&Walk::let, 6},           {&Walk::hold, 2},
            {&Walk::degrade, 1},       {&Walk::openSample, 1},    {&Walk::reload, 2},
            {&Walk::closeAndStart, 1}, {&Walk::answerBoxes, 3},   {&Walk::settle, 5},
            {&Walk::watch, 4},         {&Walk::replaceFile, 1},   {&Walk::workspace, 2},
            {&Walk::pinPlan, 2},       {&Walk::editScenarios, 2}, {&Walk::newStudy, 2},
            {&Walk::editStudy, 3},     {&Walk::runStudy, 2},      {&Walk::planPoint, 4},
            {&Walk::headroom, 1},      {&Walk::drag, 8},          {&Walk::layout, 1},
            {&Walk::secondWindow, 4},  {&Walk::palette, 2},       {&Walk::lab, 3},
            {&Walk::dropFiles, 2}};
        int all = 0;
        for (const Choice& choice : choices)
            all += choice.weight;
        int at = number(all);
        for (const Choice& choice : choices)
            if ((at -= choice.weight) < 0)
                return choice.action;
        return choices[0].action;
    }
    std::uint32_t below(std::size_t count) { return random_.below(static_cast<std::uint32_t>(count)); }
    int number(int count) { return static_cast<int>(below(static_cast<std::size_t>(std::max(count, 1)))); }
    QString path(const char* kind, std::size_t i) const {
        return QStringLiteral("%1/%2-%3.json").arg(folder_, QLatin1String(kind)).arg(i);
    }
    PlanDocument& document() { return fixture_->document(); }
    Planning& planning() { return fixture_->window->planning(); }
    HandEdits& edits() { return fixture_->window->edits(); }
    /// Any GPU, now and then of a cluster that was open before.
    int gpu() {
        const auto& cluster = document().setup().cluster;
        return number(cluster && below(10) > 0 ? cluster->gpu_count() : 64);
    }
    void start(Search search, bool planned) {
        fixture_.reset();
        speak(*qApp,
              languages()[static_cast<qsizetype>(below(static_cast<std::size_t>(languages().size())))]);
        sights_.languages.insert(spokenLanguage().name);
        real_ = search == Search::planner;
        fixture_ = std::make_unique<WindowFixture>(
            planned && !real_, folder_ + QStringLiteral("/state"),
            real_ ? std::optional(core_planner(shipped_knowledge(), "test")) : std::nullopt);
        fixture_->window->store().autosave().setDelay(5);
        AnnealingBudget budget = document().setup().budget;
        budget.moves = 500, budget.chains = 1;
        document().set<DocumentPart::budget>(budget);
    }
    void save(const QString& file) { fixture_->window->store().save(file); }

    void plan() { planning().plan(); }
    void cancel() { planning().cancel(); }
    void improve() { planning().improve(number(5)); }
    void undo() {
        sights_.undone += document().undoStack().canUndo() ? 1 : 0;
        document().undoStack().undo();
    }
    void redo() {
        sights_.redone += document().undoStack().canRedo() ? 1 : 0;
        document().undoStack().redo();
    }
    void pin() { document().setPinned({gpu()}, below(2) == 0); }
    void exclude() { document().setExcluded({gpu()}, below(4) == 0); }
    void choose() { document().select({number(5) - 1, {gpu()}, number(3) - 1, number(3) - 1}); }
    void swap() {
        edits().previewMove({{gpu()}, {gpu()}});
        edits().move({{gpu()}, {gpu()}});
    }
    void swapNodes() {
        edits().previewMove({{-1, number(8)}, {-1, number(8)}});
        edits().move({{-1, number(8)}, {-1, number(8)}});
    }
    void job() {
        TrainingJob job = document().setup().job;
        job.global_batch = 32 * (1 + number(4));
        document().set<DocumentPart::job>(job);
    }
    void limits() {
        SearchLimits limits = document().setup().limits;
        limits.max_vpp = 1 + number(4);
        document().set<DocumentPart::limits>(limits);
    }
    void degrade() {
        const auto& cluster = document().setup().cluster;
        if (!cluster || cluster->node_count() < 2)
            return;
        Faults faults = document().setup().faults;
        faults.degraded.clear();
        if (below(2) == 0)
            faults.degraded.push_back({"n0", "n1", 0.5});
        document().set<DocumentPart::faults>(faults, QStringLiteral("degraded"));
    }
    void openCluster() { fixture_->window->openFiles({path("cluster", below(clusters_.size()))}); }
    void openSample() {
        document().setCluster(clusters_[below(clusters_.size())]); // at once, as an undo does
    }
    void open() {
        const std::uint64_t before = document().revision();
        fixture_->window->openFiles({path("plan", below(plan_files + 1))});
        if (below(2) == 0) { // else what is done meanwhile meets it
            settle();
            sights_.opened += document().revision() != before ? 1 : 0;
        }
    }
    void saveOne() { save(path("plan", below(plan_files))); }
    /// Somebody else saves under a name that this window may have open.
    void replaceFile() {
        const QString file = path("plan", below(plan_files));
        QFile::remove(file);
        if (below(4) > 0)
            QFile::copy(path("plan", plan_files), file);
    }
    void reload() {
        if (!document().file().path.isEmpty())
            fixture_->window->store().reload();
        fixture_->window->store().checkFile();
    }
    void startNew() {
        if (below(4) == 0) // nothing can be planned then
            fixture_->window->action(QStringLiteral("new"))->trigger();
    }
    void closeAndStart() {
        if (below(4) > 0)
            return;
        if (below(2) == 0)
            sights_.closed += fixture_->window->close() ? 1 : 0;
        start(below(3) == 0 ? Search::planner : Search::stand_in, below(2) == 0);
    }
    void exportOne() {
        const auto formats = Registry<ExportFormat>::all();
        const ExportFormat& format = *formats[below(formats.size())];
        const QString name =
            QString::fromUtf8(format.name.data(), static_cast<qsizetype>(format.name.size()));
        fixture_->window->exportPlan(name, folder_ + QStringLiteral("/export-") + name);
    }
    void compare() {
        CandidatesModel& model = fixture_->window->views().candidates->model();
        std::vector<int> rows;
        for (int row = 0; row < model.lineCount(); ++row)
            if (below(2) == 0)
                rows.push_back(row);
        model.setCompared(std::move(rows));
    }
    void workspace() {
        const auto all = allWorkspaces();
        fixture_->window->workspaces().show(QString::fromLatin1(all[below(all.size())].id));
    }
    /// Of docks, separators, tabs, GPUs, splitters or whatever lies there; the workspace changes right after
    /// it, now and then in the midst of it.
    void drag() {
        QMainWindow* second = fixture_->window->second();
        QMainWindow& window = second && below(3) == 0 ? *second : *fixture_->window;
        if (!window.isVisible() || !QTest::qWaitForWindowExposed(&window))
            return;
        const QPointer<QMainWindow> still_there = &window; // its menu may close it
        const QPoint from = any_place(window, random_);
        std::vector<QPoint> stops{from + QPoint(40, 20), from - QPoint(80, 60)};
        if (below(2) == 0) {
            const int across = number(window.width());
            stops.emplace_back(across, number(window.height()));
        }
        const bool midst = below(4) == 0;
        const auto places = [&window] {
            QList<QRect> all;
            for (const auto* dock : window.findChildren<QDockWidget*>())
                all << (dock->isWindow() ? QRect() : dock->geometry());
            return all;
        };
        const QList<QRect> before = places();
        MouseGesture(window, from, stops, [this, midst] {
            if (!midst)
                return;
            rearrangeSecondWindow(*fixture_->window, random_);
            below(3) == 0 ? layout() : workspace();
        }).run();
        sights_.rearranged += still_there && places() != before ? 1 : 0;
        workspace();
    }
    void layout() {
        QList<QAction*> actions{fixture_->window->action(QStringLiteral("reset-layout"))};
        for (const ViewSlot& view : fixture_->window->views().all())
            actions << fixture_->window->action(QStringLiteral("view-") + view.id);
        actions[below(3) == 0 ? 0 : number(static_cast<int>(actions.size()))]->trigger();
    }
    void secondWindow() { stepOfSecondWindow(*fixture_->window, random_); }
    void palette() { stepOfPalette(*fixture_->window, random_); }
    void lab() { stepOfLab(*fixture_->window, random_); }
    /// A plan, clusters, or a plan beside a cluster that is not there.
    void dropFiles() {
        QStringList files{below(2) == 0 ? path("plan", below(plan_files))
                                        : path("cluster", below(clusters_.size()))};
        if (below(3) == 0)
            files << path("cluster", 99);
        sights_.dropped += dropOn(*fixture_->window, files) ? 1 : 0;
    }
    void pinPlan() {
        const char* action = below(2) == 0 ? "pin-plan" : "pin-before";
        fixture_->window->action(QLatin1String(action))->trigger();
    }
    void editScenarios() {
        const auto count = document().state().scenarios.size();
        if (count == 0)
            return;
        const int row = static_cast<int>(below(count));
        ScenariosView& view = *fixture_->window->views().scenarios;
        if (below(2) == 0)
            emit view.unpinRequested(row);
        else if (below(2) == 0)
            emit view.takeUpRequested(row);
        else
            emit view.model().renameRequested(row, QStringLiteral("another"));
    }
    void newStudy() {
        const auto questions = all_questions();
        const StudyQuestion& question = *questions[below(questions.size())];
        const QString action = below(2) == 0 ? QStringLiteral("new-study")
                                             : QStringLiteral("ask-") + QLatin1String(question.name.data());
        fixture_->window->action(action)->trigger();
    }
    void editStudy() {
        const auto& now = document().state().studies.current();
        if (!now)
            return;
        Study study = now->document.study;
        study.base.budget.moves = 100, study.base.budget.chains = 1;
        study.base.goal.days = number(3) * 20;
        if (below(2) == 0)
            study.axes = {{"gpus", {8.0, 16.0}}};
        emit fixture_->window->views().study->edited(study);
    }
    void runStudy() {
        StudyEditor& editor = *fixture_->window->views().study;
        if (document().state().studies.current() &&
            document().state().studies.current()->document.study.base.budget.moves > 100)
            editStudy(); // the planner itself would take its time
        switch (number(3)) {
        case 0:
            return emit editor.runRequested();
        case 1:
            return emit editor.sizeRequested();
        default:
            return fixture_->window->action(QStringLiteral("stop-study"))->trigger();
        }
    }
    void planPoint() {
        Studies& studies = fixture_->window->studies();
        if (studies.result()->points.empty() && !fixture_->fake.hold) { // else rarely are there any
            editStudy();
            studies.run();
            settle();
        }
        const auto count = studies.result()->points.size();
        if (count == 0)
            return;
        sights_.points_planned += studies.result()->points.front().done ? 1 : 0;
        studies.makePlan(static_cast<int>(below(count)), document().revision());
    }
    void headroom() {
        if (below(2) == 0)
            fixture_->window->action(QStringLiteral("headroom"))->trigger();
        else
            emit fixture_->window->views().headroom->cancelRequested();
    }
    void wait() { QTest::qWait(number(8)); }
    void let() { QCoreApplication::processEvents(); }
    void hold() { fixture_->fake.hold = below(3) == 0; }
    /// Until a search shows what it has found; what comes next meets its rows.
    void watch() {
        if (!planning().running()) {
            fixture_->fake.hold = true;
            planning().plan();
        }
        [[maybe_unused]] const bool shown =
            QTest::qWaitFor([this] { return document().table()->live() || !planning().running(); }, 1000);
    }
    /// All that runs comes to its end.
    void settle() {
        if (fixture_->fake.hold)
            return;
        const bool searching = real_ && planning().running();
        QVERIFY(fixture_->settle());
        sights_.real_plans += searching && !document().table()->rows().empty() ? 1 : 0;
    }
    /// Whatever asks for an answer gets one of those it offers; nothing that opens another dialog.
    void answerBoxes() {
        for (auto* box : fixture_->window->findChildren<QMessageBox*>()) {
            QList<QAbstractButton*> buttons = box->buttons();
            buttons.removeIf([](const QAbstractButton* button) {
                return button->objectName() == QLatin1String("save-as");
            });
            if (box->isVisible() && !buttons.isEmpty()) {
                ++sights_.answered;
                buttons[number(static_cast<int>(buttons.size()))]->click();
            }
        }
    }

    void check_rows() {
        sights_.plans_shown += !document().table()->live() && !document().table()->rows().empty() ? 1 : 0;
        sights_.searches_shown += document().table()->live() ? 1 : 0;
        const Shown shown = document().shown();
        for (const PlanRow& row : document().table()->rows())
            check(row.current->mapping, row.current->config.world(), shown.cluster->gpu_count());
        for (const int chosen : document().selection().gpus)
            QVERIFY(chosen < shown.cluster->gpu_count());
    }

    Random random_;
    QString folder_;
    std::vector<std::shared_ptr<const Cluster>> clusters_;
    std::unique_ptr<WindowFixture> fixture_;
    bool real_ = false; ///< the window has the planner itself
    Sights sights_;
};

int given(const char* variable, int otherwise) {
    bool there = false;
    const int value = qEnvironmentVariableIntValue(variable, &there);
    return there ? value : otherwise;
}

} // namespace

/// A walk of PIPETTE_STRESS_STEPS steps (400) from PIPETTE_STRESS_SEED (11).
class StressTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { speak(*qApp, languages().front()); }

    void anyOrderOfEditsIsSound() {
        QTemporaryDir folder;
        Walk walk(static_cast<std::uint64_t>(given("PIPETTE_STRESS_SEED", 11)), folder.path());
        const int steps = given("PIPETTE_STRESS_STEPS", 400);
        QElapsedTimer clock;
        clock.start();
        for (int step = 0; step < steps; ++step) {
            try {
                walk.step();
            } catch (const std::exception& error) {
                QFAIL(qPrintable(QStringLiteral("step %1: %2").arg(step).arg(QLatin1String(error.what()))));
            }
            if (QTest::currentTestFailed())
                return;
            if ((step + 1) % 1000 == 0)
                qInfo("%d steps, %lld s", step + 1, clock.elapsed() / 1000);
        }
        walk.backAndForth();
        const Sights& met = walk.sights();
        tell(met);
        QVERIFY(met.plans_shown > steps / 4 && met.searches_shown > steps / 50 && met.undone > steps / 100 &&
                met.rearranged > steps / 100 && met.dropped > steps / 200);
        constexpr int many = 2000; // a walk of so many steps opens several windows, each in a drawn language
        QVERIFY(steps < many || met.languages.size() > 1);
    }
};

QTEST_MAIN(StressTest)
#include "stress_test.moc"
