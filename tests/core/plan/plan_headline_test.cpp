// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_headline.h"

#include <QtTest>

using namespace pipette;

namespace {

Candidate candidate(int pp, double time_s, double filled) {
    Candidate made;
    made.config.pp = pp, made.iteration_time_s = time_s;
    DeviceMemory& memory = made.memory.emplace_back();
    memory.limit = 100, memory.upper = filled * memory.limit;
    memory.verdict = verdict_of(memory.upper, memory.limit);
    return made;
}

} // namespace

class PlanHeadlineTest : public QObject {
    Q_OBJECT

private slots:
    void aSafePlanThatIsAsFastIsNamedBesideATightOne() {
        Plan plan;
        QVERIFY(safer_text(plan).empty());
        plan.candidates = {candidate(1, 1.0, 0.98), candidate(2, 1.003, 0.9), candidate(4, 1.004, 0.64),
                           candidate(8, 1.005, 0.3)};
        const std::string said = safer_text(plan);
        QVERIFY2(
            said.starts_with(short_name(plan.candidates[2].config) + " is safe and takes 0.4 % longer than"),
            said.c_str());
        QVERIFY2(said.ends_with("it fills 64 % of its fullest GPU, the best plan 98 %"), said.c_str());
        for (Candidate& other : plan.candidates)
            if (&other != &plan.candidates.front())
                other.iteration_time_s = 1 + 1.01 * told_apart;
        QVERIFY(safer_text(plan).empty()); // each safe plan takes notably longer
        plan.candidates = {candidate(1, 1.0, 0.7), candidate(2, 1.001, 0.3)};
        QVERIFY(safer_text(plan).empty()); // the best plan is safe itself
    }

    void aSlowerBestPlanNamesTheFastest() {
        Plan plan;
        plan.candidates = {candidate(4, 1.004, 0.64), candidate(1, 1.0, 0.98)};
        const std::string fastest = short_name(plan.candidates[1].config);
        QCOMPARE(safer_text(plan), fastest +
                                       " is 0.4 % faster, which predictions cannot tell apart: it fills "
                                       "98 % of its fullest GPU, the best plan 64 %");
        plan.candidates[1] = candidate(1, 1.0, 0.3);
        plan.candidates[1].config.dp = 8;
        QCOMPARE(safer_text(plan),
                 short_name(plan.candidates[1].config) +
                     " is 0.4 % faster, which predictions cannot tell apart: it uses 8 GPUs, "
                     "the best plan 4");
    }

    void whatIsComputedAgainStandsBesideLessAndMore() {
        Plan plan;
        plan.candidates = {candidate(1, 2.0, 0.9), candidate(2, 2.1, 0.9), candidate(4, 1.9, 0.9)};
        QVERIFY(recomputation_text(plan).empty());
        Candidate& best = plan.candidates.front();
        best.config.recompute = Recompute::selective;
        best.config.recompute_modules = {RecomputeModule::moe_act};
        best.breakdown.recompute = 0.1;
        const std::string takes = "selective (moe_act) recomputation takes 100 ms of the iteration (5.0 %)";
        QCOMPARE(recomputation_text(plan), takes); // without any it is faster: another line says so
        plan.candidates.pop_back();
        QCOMPARE(recomputation_text(plan), takes + "; the fastest plan with none takes 5.0 % longer");
        plan.baselines = {candidate(1, 3.0, 0.5), candidate(1, 2.2, 1.5)};
        for (Candidate& baseline : plan.baselines)
            baseline.config.recompute = Recompute::full;
        QCOMPARE(recomputation_text(plan),
                 takes + "; the fastest plan with none takes 5.0 % longer, with full 50.0 % longer");
    }
};

QTEST_GUILESS_MAIN(PlanHeadlineTest)
#include "plan_headline_test.moc"
