// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memory_model.h"
#include "core/plan/stages/stage_tp.h"

#include <QtTest>

using namespace pipette;

namespace {

std::vector<DeviceMemory> memory_of(const ParallelConfig& config) {
    TransformerModel model;
    model.name = "test", model.layers = 8, model.hidden = 1024, model.heads = 16, model.kv_heads = 8;
    model.ffn_hidden = 4096, model.vocab = 32'000, model.sequence_length = 2048, model.gated_mlp = true;
    TrainingJob job;
    job.global_batch = config.global_batch, job.sequence_length = 2048;
    check(config, model, job);
    return analytic_memory(model, job, config,
                           std::vector<DeviceRoom>(std::size_t(config.pp), DeviceRoom{80e9}));
}

} // namespace

class StageTpMemoryTest : public QObject {
    Q_OBJECT

private slots:
    /// A stage keeps what it does where all stages have its tp (help: stage-tp.md).
    void eachStageKeepsWhatItDoesAlone() {
        ParallelConfig even;
        even.pp = 3, even.tp = 8, even.micro_batch = 8, even.global_batch = 64;
        even.layers_per_stage = {2, 4, 2};
        for (const int zero_stage : {0, 1})
            for (const int tp : {1, 2, 4}) {
                even.zero_stage = zero_stage;
                const ParallelConfig config = with_stage_tp(even, {tp, 8, 4});
                const std::vector<DeviceMemory> memory = memory_of(config);
                for (std::size_t stage = 0; stage < 3; ++stage) {
                    const DeviceMemory alone = memory_of(as_stage(config, int(stage)))[stage];
                    QCOMPARE(memory[stage].estimate, alone.estimate);
                    QCOMPARE(memory[stage].upper, alone.upper);
                    QCOMPARE(memory[stage].parts.size(), alone.parts.size());
                }
                // Fewer GPUs hold the stage's weights; the state of the optimizer stays spread with ZeRO.
                QVERIFY(memory[0].estimate > memory_of(even)[0].estimate);
                QCOMPARE(memory[1].estimate, memory_of(even)[1].estimate);
            }
    }
};

QTEST_GUILESS_MAIN(StageTpMemoryTest)
#include "stage_tp_memory_test.moc"
