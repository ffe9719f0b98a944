// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/base/random.h"
#include "core/memory/chunks_held.h"
#include "core/memory/memory_model.h"
#include "core/schedule/schedule.h"
#include "core/schedule/schedule_family.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace pipette;

namespace {

ParallelConfig config_of(ScheduleKind kind, int pp, int microbatches) {
    ParallelConfig config;
    config.schedule = kind;
    config.pp = pp, config.vpp = family_of(kind).default_chunks;
    config.global_batch = microbatches;
    for (int chunk = 0; chunk < config.chunks(); ++chunk)
        config.layers_per_stage.push_back(2 + chunk % 3); // uneven on purpose
    return config;
}

} // namespace

class ChunksHeldTest : public QObject {
    Q_OBJECT

private slots:
    /// Long schedules are looked up by a short one: every kind must hold the same as the whole schedule says.
    void everyScheduleHoldsWhatItsTimelineShows() {
        int compared = 0;
        for (const ScheduleKind kind : all_schedules())
            for (const int pp : {2, 3, 4, 8})
                for (const int n : {1, 3, 8, 24, 40, 41, 50, 96, 131, 160}) {
                    const ParallelConfig config = config_of(kind, pp, n);
                    const ScheduleSize size{pp, n, config.vpp, 1};
                    if (!allows(kind, size))
                        continue;
                    const auto schedule = make_schedule(kind, size);
                    const std::vector<double> layers(config.layers_per_stage.begin(),
                                                     config.layers_per_stage.end());
                    const auto loads = chunks_held(config);
                    for (int device = 0; device < pp; ++device) {
                        const DeviceLoad& load = loads[std::size_t(device)];
                        const double exact = schedule->peak_activations(device, layers);
                        QVERIFY2(load.layers_held == exact,
                                 qPrintable(QString("%1 pp=%2 n=%3 device %4: %5, exact %6")
                                                .arg(QString::fromStdString(schedule->name()))
                                                .arg(pp)
                                                .arg(n)
                                                .arg(device)
                                                .arg(load.layers_held)
                                                .arg(exact)));
                        ++compared;
                    }
                }
        QVERIFY(compared > 1000);
    }

    void oneForwardOneBackwardHoldsOneLessOnEachDevice() {
        const auto loads = chunks_held(config_of(ScheduleKind::one_f_one_b, 4, 64));
        for (int device = 0; device < 4; ++device)
            QCOMPARE(loads[std::size_t(device)].layers_held, (4.0 - device) * (2 + device % 3));
    }

    void chunksOfVShapedSchedulesLieWhereTheScheduleHasThem() {
        TransformerModel model;
        model.layers = 8, model.hidden = 1024, model.heads = model.kv_heads = 16, model.ffn_hidden = 4096;
        model.vocab = 50000, model.sequence_length = 1024, model.tied_embeddings = true;
        ParallelConfig config = config_of(*schedule_named("zb-v"), 4, 16);
        config.layers_per_stage = even_layers(8, 8);
        TrainingJob job;
        job.global_batch = 16, job.sequence_length = 1024;
        const auto devices = analytic_memory(model, job, config, std::vector<DeviceRoom>(4, {1e12}));
        const auto has_logits = [](const DeviceMemory& device) {
            return std::any_of(device.parts.begin(), device.parts.end(),
                               [](const MemoryPart& part) { return part.name == "logits"; });
        };
        QVERIFY(has_logits(devices[0])); // first and last chunk
        QVERIFY(!has_logits(devices[3]));
    }

    void sizesThatAScheduleForbidsAreRefused() {
        QVERIFY_THROWS_EXCEPTION(InputError, chunks_held(config_of(ScheduleKind::interleaved, 4, 6)));
    }

    /// Which moment is the peak depends on what the chunks weigh.
    void chunksMayWeighAnything() {
        Random random(1);
        for (const ScheduleKind kind : all_schedules())
            for (int draw = 0; draw < 20; ++draw) {
                const ParallelConfig config = config_of(kind, 4, 24);
                const ScheduleSize size{4, 24, config.vpp, 1};
                if (!allows(kind, size))
                    continue;
                std::vector<double> weights;
                for (int chunk = 0; chunk < config.chunks(); ++chunk)
                    weights.push_back(random.below(3) == 0 ? 0 : random.uniform(0, 10));
                const auto schedule = make_schedule(kind, size);
                const auto loads = chunks_held(config, weights);
                for (int device = 0; device < 4; ++device) {
                    const double held = loads[std::size_t(device)].layers_held,
                                 exact = schedule->peak_activations(device, weights);
                    QVERIFY2(std::abs(held - exact) <= 1e-9 * (1 + exact),
                             qPrintable(QString("%1: %2, exact %3")
                                            .arg(QString::fromStdString(schedule->name()))
                                            .arg(held)
                                            .arg(exact)));
                }
            }
    }
};

QTEST_GUILESS_MAIN(ChunksHeldTest)
#include "chunks_held_test.moc"
