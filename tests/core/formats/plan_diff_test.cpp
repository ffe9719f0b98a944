// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/studies/plan_diff.h"

#include "tests/core/formats/launch_sample.h"

#include <QtTest>

using namespace pipette;

namespace {

const Difference* of(const std::vector<Difference>& all, const std::string& name) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Difference& one) { return one.name == name; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace

class PlanDiffTest : public QObject {
    Q_OBJECT

private slots:
    void nothing_differs_from_itself() {
        const Plan plan = launch_sample::plan();
        const DiffSide same{plan.inputs, plan.candidates[0]};
        QVERIFY(differences(same, same).empty());
    }

    void every_change_is_told_with_both_sides() {
        const Plan plan = launch_sample::plan();
        PlanInputs inputs = plan.inputs;
        Candidate other = plan.candidates[0];
        inputs.job.sequence_length *= 2;
        inputs.faults.degraded = {{"*", "*", 0.5}};
        other.iteration_time_s *= 1.5;
        other.breakdown.bubble += 1;
        std::swap(other.mapping.gpu_of_rank.front(), other.mapping.gpu_of_rank.back());
        other.memory = {{100.0 * (1 << 30), 50.0 * (1 << 30), 60.0 * (1 << 30), Verdict::safe, {}}};
        const auto found = differences({plan.inputs, plan.candidates[0]}, {inputs, other});
        QCOMPARE(of(found, "sequence length")->change, std::string("+100.0 %"));
        QVERIFY(of(found, "slow links")->before != of(found, "slow links")->after);
        QCOMPARE(of(found, "slow links")->after, std::string("* - * times 0.5"));
        QCOMPARE(of(found, "iteration, ms")->change, std::string("+50.0 %"));
        QVERIFY(of(found, "idle (bubble), ms") != nullptr);
        const auto ranks = std::to_string(other.mapping.gpu_of_rank.size());
        QCOMPARE(of(found, "ranks on the same GPU")->after,
                 std::to_string(other.mapping.gpu_of_rank.size() - 2) + " of " + ranks);
        QVERIFY(of(found, "GPUs that only one uses") == nullptr);
        QVERIFY(of(found, "pp") == nullptr);
    }

    void inputs_that_nobody_thought_of_are_told() {
        const Plan plan = launch_sample::plan();
        PlanInputs inputs = plan.inputs;
        inputs.job.tuning = {8, AdapterTargets::attention, 256};
        inputs.job.expert_imbalance = 3, inputs.job.flash_attention = !inputs.job.flash_attention;
        inputs.limits.max_vpp = 7, inputs.budget.history_quantile = 0.25;
        Candidate other = plan.candidates[0];
        other.config.zero_stage = 3 - other.config.zero_stage;
        const auto found = differences({plan.inputs, plan.candidates[0]}, {inputs, other});
        for (const char* name : {"lora rank", "lora targets", "mean sequence", "expert imbalance",
                                 "flash attention", "max vpp", "history quantile", "zero stage"})
            QVERIFY2(of(found, name) != nullptr, name);
        QCOMPARE(of(found, "expert imbalance")->before, std::string("as usual"));
        QCOMPARE(of(found, "expert imbalance")->after, std::string("3.0"));
    }
};

QTEST_APPLESS_MAIN(PlanDiffTest)
#include "plan_diff_test.moc"
