// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_file.h"
#include "app/window/window_views.h"
#include "core/base/random.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/launchers/export_plan.h"
#include "core/formats/text/atomic_file.h"
#include "tests/app/window_fixture.h"
#include "widgets/cluster/gpu_view.h"
#include "widgets/plans/candidates_view.h"

#include <QAction>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>

using namespace pipette;
using namespace pipette::test;

namespace {

/// Does to a window what a person may do, in any order: one draw of `random` a step.
class Walk {
public:
    Walk(std::uint64_t seed, const QString& folder) : random_(seed), folder_(folder) {
        clusters_ = {small_cluster(4, 4), small_cluster(8, 8), small_cluster(2, 8), small_cluster(1, 16)};
        for (std::size_t i = 0; i < clusters_.size(); ++i)
            write_cluster(*clusters_[i], path("cluster", i).toStdString());
        start(true);
        save(path("plan", 0));
    }

    void step() {
        using Action = void (Walk::*)();
        static constexpr Action actions[] = {
            &Walk::plan,       &Walk::cancel,    &Walk::improve,       &Walk::undo,       &Walk::undo,
            &Walk::redo,       &Walk::pin,       &Walk::exclude,       &Walk::choose,     &Walk::swap,
            &Walk::swap,       &Walk::swapNodes, &Walk::job,           &Walk::limits,     &Walk::openCluster,
            &Walk::open,       &Walk::saveOne,   &Walk::startNew,      &Walk::exportOne,  &Walk::compare,
            &Walk::wait,       &Walk::wait,      &Walk::let,           &Walk::hold,       &Walk::degrade,
            &Walk::openSample, &Walk::reload,    &Walk::closeAndStart, &Walk::answerBoxes};
        (this->*actions[below(std::size(actions))])();
        check_rows();
    }

    /// All the way back and forth ends in the same state.
    void backAndForth() {
        fixture_->fake.hold = false;
        QVERIFY(fixture_->settle());
        QUndoStack& stack = document().undoStack();
        const auto mappings = [&] {
            std::vector<RankMapping> all;
            for (const PlanRow& row : document().rows())
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
        for (const PlanRow& row : document().rows())
            QVERIFY(!row.waiting);
    }

private:
    std::uint32_t below(std::size_t count) { return random_.below(static_cast<std::uint32_t>(count)); }
    int number(int count) { return static_cast<int>(below(static_cast<std::size_t>(std::max(count, 1)))); }
    QString path(const char* kind, std::size_t i) const {
        return QStringLiteral("%1/%2-%3.json").arg(folder_, QLatin1String(kind)).arg(i);
    }
    PlanDocument& document() { return fixture_->document(); }
    Planning& planning() { return fixture_->window->planning(); }
    /// Any GPU, now and then of a cluster that was open before.
    int gpu() {
        const auto& cluster = document().setup().cluster;
        return number(cluster && below(10) > 0 ? cluster->gpu_count() : 64);
    }
    void start(bool planned) {
        fixture_.reset();
        fixture_ = std::make_unique<WindowFixture>(planned, folder_ + QStringLiteral("/state"));
        fixture_->window->store().setAutosaveDelay(5);
    }
    void save(const QString& file) { fixture_->window->store().save(file); }

    void plan() { planning().plan(); }
    void cancel() { planning().cancel(); }
    void improve() { planning().improve(number(5)); }
    void undo() { document().undoStack().undo(); }
    void redo() { document().undoStack().redo(); }
    void pin() { document().setPinned({gpu()}, below(2) == 0); }
    void exclude() { document().setExcluded({gpu()}, below(4) == 0); }
    void choose() { document().select({number(5) - 1, {gpu()}, number(3) - 1, number(3) - 1}); }
    void swap() {
        planning().previewSwap(gpu(), gpu());
        planning().swap(gpu(), gpu());
    }
    void swapNodes() {
        planning().previewNodeSwap(number(8), number(8));
        planning().swapNodes(number(8), number(8));
    }
    void job() {
        TrainingJob job = document().setup().job;
        job.global_batch = 32 * (1 + number(4));
        document().setJob(job);
    }
    void limits() {
        SearchLimits limits = document().setup().limits;
        limits.max_vpp = 1 + number(4);
        document().setLimits(limits);
    }
    void degrade() {
        const auto& cluster = document().setup().cluster;
        if (!cluster || cluster->node_count() < 2)
            return;
        Faults faults = document().setup().faults;
        faults.degraded.clear();
        if (below(2) == 0)
            faults.degraded.push_back({"n0", "n1", 0.5});
        document().setFaults(faults, QStringLiteral("degraded"));
    }
    void openCluster() { fixture_->window->openFiles({path("cluster", below(clusters_.size()))}); }
    void openSample() {
        document().setCluster(clusters_[below(clusters_.size())]); // at once, as an undo does
    }
    void open() { fixture_->window->openFiles({path("plan", below(2))}); }
    void saveOne() { save(path("plan", below(2))); }
    void reload() {
        if (!document().path().isEmpty())
            fixture_->window->store().reload();
        fixture_->window->store().checkFile();
    }
    void startNew() {
        if (below(4) == 0)
            fixture_->window->action(QStringLiteral("new"))->trigger();
    }
    void closeAndStart() {
        if (below(20) > 0)
            return;
        if (below(2) == 0)
            fixture_->window->close();
        start(below(2) == 0);
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
    void wait() { QTest::qWait(number(8)); }
    void let() { QCoreApplication::processEvents(); }
    void hold() { fixture_->fake.hold = below(3) == 0; }
    /// Whatever asks for an answer gets one of those it offers; nothing that opens another dialog.
    void answerBoxes() {
        for (auto* box : fixture_->window->findChildren<QMessageBox*>()) {
            QList<QAbstractButton*> buttons = box->buttons();
            buttons.removeIf([](const QAbstractButton* button) {
                return button->objectName() == QLatin1String("save-as");
            });
            if (box->isVisible() && !buttons.isEmpty())
                buttons[number(static_cast<int>(buttons.size()))]->click();
        }
    }

    void check_rows() {
        const Shown shown = document().shown();
        for (const PlanRow& row : document().rows())
            check(row.current->mapping, row.current->config.world(), shown.cluster->gpu_count());
        for (const int chosen : document().selection().gpus)
            QVERIFY(chosen < shown.cluster->gpu_count());
    }

    Random random_;
    QString folder_;
    std::vector<std::shared_ptr<const Cluster>> clusters_;
    std::unique_ptr<WindowFixture> fixture_;
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
    }
};

QTEST_MAIN(StressTest)
#include "stress_test.moc"
