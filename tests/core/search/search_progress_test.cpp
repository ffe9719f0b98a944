// SPDX-License-Identifier: GPL-3.0-or-later
// What a person hears of a running search, and how early.
#include "core/search/rounds/search_progress.h"

#include "core/formats/launchers/export_format.h"
#include "core/framework/framework.h"
#include "core/search/rounds/planner.h"
#include "tests/core/own_cluster.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

#include <algorithm>

using namespace pipette;

namespace {

PlanInputs some_inputs() {
    PlanInputs inputs = random_inputs({4, 4, 2, 0.2, MatrixBetween::nodes}, 9);
    inputs.budget.moves = 5'000;
    return inputs;
}

/// All that a search says, in order.
struct Heard {
    std::vector<Progress> told;
    std::vector<Candidate> found;
    std::size_t told_before_found = 0; ///< how much was told when the first candidate was found
    SearchSinks sinks() {
        SearchSinks sinks;
        sinks.progress = [this](const Progress& progress) { told.push_back(progress); };
        sinks.found = [this](const Candidate& candidate) {
            if (found.empty())
                told_before_found = told.size();
            found.push_back(candidate);
        };
        return sinks;
    }
    /// Where the first text that begins so stands; -1: there is none.
    std::ptrdiff_t first(const std::string& beginning) const {
        const auto place = std::find_if(told.begin(), told.end(), [&](const Progress& progress) {
            return progress.step.starts_with(beginning);
        });
        return place == told.end() ? -1 : place - told.begin();
    }
};

} // namespace

class SearchProgressTest : public QObject {
    Q_OBJECT

private slots:
    void everyStepSaysWhatItDoesAndHowManyOfHowMany() {
        Heard heard;
        (void)plan(some_inputs(), some_knowledge(), heard.sinks());
        std::ptrdiff_t last = -1;
        for (const char* step :
             {"Listing configurations", "Checking memory, 0 of ", "Placing, 0 of ", "Ordering nodes, ",
              "Improving in round 1 of ", "Refining in round 1 of ", "Comparing with other planners"}) {
            const std::ptrdiff_t place = heard.first(step);
            QVERIFY2(place > last, step);
            last = place;
        }
        double fraction = 0;
        for (const Progress& progress : heard.told) {
            QVERIFY2(progress.fraction >= fraction && progress.fraction <= 1, progress.step.c_str());
            fraction = progress.fraction;
        }
        QVERIFY(std::abs(fraction - 1) < 1e-9);
    }

    void aPlanIsFoundWhileMemoryIsStillChecked() {
        Heard heard;
        const Plan made = plan(some_inputs(), some_knowledge(), heard.sinks());
        QVERIFY(!heard.found.empty());
        QVERIFY(heard.told_before_found <= std::size_t(heard.first("Placing")));
        const Candidate& first = heard.found.front();
        QVERIFY(first.iteration_time_s > 0 && verdict_of(first) != Verdict::over);
        QVERIFY(made.candidates.front().iteration_time_s <= first.iteration_time_s);
        // And nobody's listening changes the result.
        QVERIFY(plan(some_inputs(), some_knowledge()).candidates == made.candidates);
    }

    void aSearchThatIsStoppedEarlyKeepsIt() {
        std::stop_source source;
        SearchSinks sinks;
        std::optional<Candidate> first;
        sinks.found = [&](const Candidate& candidate) {
            first = first ? first : candidate;
            source.request_stop();
        };
        const Plan made = plan(some_inputs(), some_knowledge(), sinks, source.get_token());
        QVERIFY(made.stopped_early);
        QCOMPARE(made.candidates.size(), std::size_t(1));
        QVERIFY(made.candidates.front().mapping == first->mapping);
    }

    void whatALauncherCostsComesAfterItsPlan() {
        PlanInputs inputs = some_inputs();
        inputs.limits.launcher = launcher_limit_named("torchrun");
        Heard heard;
        const Plan made = plan(inputs, some_knowledge(), heard.sinks());
        QVERIFY(made.unconstrained);
        QVERIFY(heard.told_before_found <= std::size_t(heard.first("Placing")));
        const std::ptrdiff_t second = heard.first("Without the launcher's limits: ");
        QVERIFY(second > heard.first("Comparing with other planners"));
        QVERIFY(heard.told[std::size_t(second)].fraction >= 0.5);
        QCOMPARE(heard.told.back().best_time_s, made.candidates.front().iteration_time_s);
    }

    void partsOfALongUnitMoveTheProgressAndNeverTakeItBack() {
        Heard heard;
        const SearchSinks sinks = heard.sinks();
        SearchProgress progress(sinks);
        progress.begin("Refining", 1, 4);
        ParallelConfig config;
        config.tp = 2;
        QTest::qWait(110);
        progress.part(0.5, config);
        QCOMPARE(heard.told.back().fraction, 0.125);
        QCOMPARE(heard.told.back().step, "Refining, 0 of 4: " + short_name(config) + ", 50 %");
        QTest::qWait(110);
        progress.part(0.25, config); // of another one, on another thread
        QCOMPARE(heard.told.back().fraction, 0.125);
        progress.done(4);
        QCOMPARE(heard.told.back().fraction, 1.0);
    }
};

QTEST_APPLESS_MAIN(SearchProgressTest)
#include "search_progress_test.moc"
