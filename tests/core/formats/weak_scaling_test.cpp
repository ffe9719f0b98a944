// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/hypothetical.h"
#include "core/cost/iteration_time.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/framework/framework.h"

#include <QtTest>

#include <fmt/format.h>

using namespace pipette;

namespace {

struct Layout {
    int pp, tp, zero_stage;
};

/// Twelve-billion-parameter training of eight microbatches a replica.
double time_of(const Layout& layout, int gpus, const char* kind, std::string_view framework) {
    HypotheticalCluster choices;
    choices.gpu = gpu_kind_named(kind);
    choices.nodes = std::max(1, gpus / 8);
    choices.nic_gb_per_s = 25, choices.gpu_link_gb_per_s = 300;
    PlanInputs inputs;
    inputs.cluster = share(hypothetical_cluster(choices));
    inputs.model = load_model("llama-2-13b");
    inputs.job.framework = framework;
    inputs.job.sequence_length = inputs.model.sequence_length;
    ParallelConfig config;
    config.pp = layout.pp, config.tp = layout.tp, config.dp = gpus / (layout.pp * layout.tp);
    const std::vector<int>& zero_stages = framework_of(inputs.job).zero_stages;
    config.zero_stage = framework_of(inputs.job).tensor_grids ? zero_stages.front() : layout.zero_stage;
    config.sequence_parallel = usual_sequence_parallel(config, inputs.job);
    inputs.job.global_batch = config.global_batch = 8 * config.dp;
    config.layers_per_stage = split_layers(inputs.model, config, framework_of(inputs.job));
    static const Calibration calibration = shipped_calibration();
    return estimate_time(inputs, config, host_order_mapping(8 * choices.nodes, config.world(), {}),
                         calibration)
        .iteration_time_s;
}

} // namespace

/// Estimates by the calibrations that come with the program, from some GPUs to many.
class WeakScalingTest : public QObject {
    Q_OBJECT

private slots:
    void twiceTheReplicasAddAFifthAtMost() {
        constexpr Layout layouts[] = {{4, 8, 1}, {2, 2, 1}, {4, 4, 0}, {1, 2, 1},
                                      {1, 4, 0}, {1, 8, 1}, {1, 1, 1}};
        for (const Framework* framework : Registry<Framework>::all())
            for (const char* kind : {"A100-SXM4-80GB", "H100-SXM5-80GB"})
                for (const Layout& layout : layouts) {
                    if ((framework->tensor_grids && layout.pp > 1) ||
                        (framework->data_parallel_alone && layout.pp * layout.tp > 1))
                        continue;
                    double before = 0;
                    for (int gpus = 8 * layout.pp * layout.tp; gpus <= 2048; gpus *= 2) { // dp from 8 on
                        const double now = time_of(layout, gpus, kind, framework->name);
                        const std::string told =
                            fmt::format("{} {} pp={} tp={} on {} GPUs: {} s, then {} s", framework->name,
                                        kind, layout.pp, layout.tp, gpus, before, now);
                        QVERIFY2(before == 0 || (now >= 0.97 * before && now <= 1.2 * before), told.c_str());
                        before = now;
                    }
                }
    }
};

QTEST_GUILESS_MAIN(WeakScalingTest)
#include "weak_scaling_test.moc"
