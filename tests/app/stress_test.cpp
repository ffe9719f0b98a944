// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "tests/app/window_fixture.h"

using namespace pipette;
using namespace pipette::test;

/// Drags, undoes, replans, pins, edits the setup and closes at random. PIPETTE_STRESS_STEPS sets how long
/// (the asan job runs 10000).
class StressTest : public QObject {
    Q_OBJECT

private slots:
    void anyOrderOfEditsIsSound() {
        bool given = false;
        const int steps = qEnvironmentVariableIntValue("PIPETTE_STRESS_STEPS", &given);
        Random random(11);
        auto fixture = std::make_unique<WindowFixture>();
        for (int step = 0; step < (given ? steps : 400); ++step) {
            PlanDocument& document = fixture->document();
            Planning& planning = fixture->window->planning();
            const int gpus = document.setup().cluster->gpu_count();
            const auto gpu = [&] { return static_cast<int>(random.below(static_cast<std::uint32_t>(gpus))); };
            switch (random.below(16)) {
            case 0:
                planning.plan();
                break;
            case 1:
                planning.cancel();
                break;
            case 2:
                planning.improve(document.selection().candidate);
                break;
            case 3:
                document.undoStack().undo();
                break;
            case 4:
                document.undoStack().redo();
                break;
            case 5:
                document.setPinned({gpu()}, random.below(2) == 0);
                break;
            case 6:
                document.setExcluded({gpu()}, random.below(4) == 0);
                break;
            case 7:
                document.select(
                    {static_cast<int>(random.below(4)), {gpu()}, static_cast<int>(random.below(2)), 0});
                break;
            case 8:
                planning.swapNodes(static_cast<int>(random.below(4)), static_cast<int>(random.below(4)));
                break;
            case 9:
                QTest::qWait(static_cast<int>(random.below(5)));
                break;
            case 10: {
                TrainingJob job = document.setup().job;
                job.global_batch = 32 * (1 + static_cast<int>(random.below(4)));
                document.setJob(job);
                break;
            }
            case 11:
                if (random.below(20) == 0)
                    fixture = std::make_unique<WindowFixture>(random.below(2) == 0);
                break;
            case 12:
                QCoreApplication::processEvents();
                break;
            default:
                planning.previewSwap(gpu(), gpu());
                planning.swap(gpu(), gpu());
            }
            const PlanDocument& now = fixture->document();
            for (const PlanRow& row : now.rows())
                check(row.current->mapping, row.current->config.world(), now.setup().cluster->gpu_count());
        }
        QVERIFY(fixture->settle());
        // All the way back and forth ends in the same state.
        QUndoStack& stack = fixture->document().undoStack();
        const auto mappings = [&] {
            std::vector<RankMapping> all;
            for (const PlanRow& row : fixture->document().rows())
                all.push_back(row.current->mapping);
            return all;
        };
        const auto before = mappings();
        const Setup setup = fixture->document().setup();
        const int index = stack.index();
        while (stack.canUndo())
            stack.undo();
        while (stack.index() < index)
            stack.redo();
        QVERIFY(fixture->settle());
        QCOMPARE(mappings(), before);
        QVERIFY(fixture->document().setup() == setup);
        for (const PlanRow& row : fixture->document().rows())
            QVERIFY(!row.waiting);
    }
};

QTEST_MAIN(StressTest)
#include "stress_test.moc"
