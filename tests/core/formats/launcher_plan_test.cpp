// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/formats/launchers/export_plan.h"
#include "core/plan/plan_headline.h"
#include "core/search/rounds/planner.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

#include <fmt/format.h>

using namespace pipette;

namespace {

PlanInputs inputs_with(const ClusterSketch& sketch) {
    PlanInputs inputs = random_inputs(sketch, 3);
    inputs.budget.moves = 1'000;
    inputs.limits.micro_batches = {1}, inputs.limits.recompute = {Recompute::none};
    inputs.job.global_batch = 48;
    inputs.top = 8;
    return inputs;
}

} // namespace

/// Plans for a launcher that is named beforehand.
class LauncherPlanTest : public QObject {
    Q_OBJECT

private slots:
    void rowsSayWhetherEveryMappingWillDo() {
        for (const ExportFormat* format : Registry<ExportFormat>::all())
            if (format->is_launcher())
                QCOMPARE(format->reach.any_mapping(), format->places_any_mapping);
        QVERIFY_EXCEPTION_THROWN(launcher_limit_named("csv"), InputError);
    }

    void everyLauncherTakesThePlanThatWasMadeForIt() {
        for (const ExportFormat* format : Registry<ExportFormat>::all()) {
            if (!format->is_launcher())
                continue;
            for (const ClusterSketch& sketch : {ClusterSketch{4, 4, 1}, ClusterSketch{9, 2, 2}}) {
                PlanInputs inputs = inputs_with(sketch);
                inputs.limits.launcher = launcher_limit_named(format->name);
                if (sketch.nodes == 9)
                    inputs.faults.excluded_gpus = {5}; // leaves a node that is not whole
                const Plan found = plan(inputs, some_knowledge());
                QVERIFY2(!found.candidates.empty(), format->name.data());
                for (const Candidate& candidate : found.candidates)
                    QVERIFY(!export_plan(found, candidate, *format).empty()); // throws what it cannot express
                QCOMPARE(found.unconstrained.has_value(), !format->reach.any_mapping());
                QVERIFY(!launcher_text(found).empty());
            }
        }
    }

    void withoutALauncherTorchrunRefusesSomePlan() {
        const ExportFormat& torchrun = export_format_named("torchrun");
        int refused = 0;
        for (const ClusterSketch& sketch : {ClusterSketch{2, 8, 1}, ClusterSketch{4, 4, 1}}) {
            PlanInputs inputs = random_inputs(sketch, 3);
            inputs.job.global_batch = 32, inputs.budget.moves = 2'000;
            const Plan found = plan(inputs, some_knowledge());
            for (const Candidate& candidate : found.candidates)
                try {
                    (void)export_plan(found, candidate, torchrun);
                } catch (const InputError&) {
                    ++refused;
                }
        }
        QVERIFY(refused > 0);
    }
};

QTEST_GUILESS_MAIN(LauncherPlanTest)
#include "launcher_plan_test.moc"
