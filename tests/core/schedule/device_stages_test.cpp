// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/device_stages.h"
#include "core/schedule/schedule_family.h"

#include <QtTest>

using namespace pipette;

namespace {

TransformerModel llama(bool tied) {
    TransformerModel model;
    model.layers = 16, model.hidden = 4096, model.heads = 32, model.kv_heads = 8, model.ffn_hidden = 14336;
    model.vocab = 128256, model.sequence_length = 8192;
    model.gated_mlp = true, model.tied_embeddings = tied;
    return model;
}

ParallelConfig config_of(ScheduleKind kind, int pp, int tp) {
    ParallelConfig config;
    config.schedule = kind, config.pp = pp, config.tp = tp;
    config.vpp = family_of(kind).default_chunks;
    for (int chunk = 0; chunk < config.chunks(); ++chunk)
        config.layers_per_stage.push_back(1 + chunk % 3);
    return config;
}

TrainingJob job_of(int sequence_length) {
    TrainingJob job;
    job.sequence_length = sequence_length;
    return job;
}

} // namespace

class DeviceStagesTest : public QObject {
    Q_OBJECT

private slots:
    void chunksLieWhereEverySchedulesOperationsRunThem() {
        for (const ScheduleKind kind : all_schedules()) {
            const ParallelConfig config = config_of(kind, 4, 1);
            const auto schedule = make_schedule(kind, {4, 16, config.vpp, 1});
            std::vector<double> layers(4, 0);
            std::vector<char> embeds(4, 0), has_head(4, 0);
            for (int pipeline = 0; pipeline < schedule->pipelines(); ++pipeline)
                for (int chunk = 0; chunk < config.chunks(); ++chunk) {
                    const auto device = std::size_t(schedule->device_of(pipeline, chunk));
                    layers[device] += config.layers_per_stage[std::size_t(chunk)];
                    embeds[device] |= chunk == 0;
                    has_head[device] |= chunk + 1 == config.chunks();
                }
            const auto stages = device_stages(llama(false), job_of(8192), config);
            for (std::size_t device = 0; device < 4; ++device) {
                QCOMPARE(stages[device].layers, layers[device]);
                QCOMPARE(stages[device].embeds, embeds[device] != 0);
                QCOMPARE(stages[device].has_head, has_head[device] != 0);
            }
        }
    }

    void allDevicesTogetherHoldTheModel() {
        for (const bool tied : {false, true}) {
            ParallelConfig config = config_of(ScheduleKind::one_f_one_b, 4, 1);
            config.layers_per_stage = {3, 5, 5, 3};
            double parameters = 0;
            for (const StageShape& stage : device_stages(llama(tied), job_of(8192), config))
                parameters += stage.parameters();
            // The last stage has a copy of a tied embedding.
            QCOMPARE(parameters, total_parameters(llama(tied)) + (tied ? 4096.0 * 128256 : 0));
        }
    }

    void peersShareMatricesAndHoldNormsWhole() {
        const auto whole =
            device_stages(llama(false), job_of(8192), config_of(ScheduleKind::one_f_one_b, 2, 1));
        const auto split =
            device_stages(llama(false), job_of(8192), config_of(ScheduleKind::one_f_one_b, 2, 8));
        for (const double StageShape::*part : {&StageShape::embedding, &StageShape::head})
            for (const std::size_t device : {0, 1})
                QCOMPARE(8 * (split[device].*part), whole[device].*part);
        for (const double StageShape::*part :
             {&StageShape::positions, &StageShape::final_norm, &StageShape::tokens})
            for (const std::size_t device : {0, 1})
                QCOMPARE(split[device].*part, whole[device].*part);
        const double norms = 2 * 4096.0; // of each layer
        for (const std::size_t device : {0, 1}) {
            const double whole_norms = norms * whole[device].layers;
            QCOMPARE(8 * (split[device].beside_experts - whole_norms),
                     whole[device].beside_experts - whole_norms);
        }
    }

    void aTiedEmbeddingIsHeldOnceWhereBothEndsMeet() {
        for (const ScheduleKind kind : {*schedule_named("zb-v"), *schedule_named("chimera")}) {
            const ParallelConfig config = config_of(kind, 4, 2);
            const auto tied = device_stages(llama(true), job_of(8192), config),
                       untied = device_stages(llama(false), job_of(8192), config);
            for (std::size_t device = 0; device < 4; ++device)
                QCOMPARE(untied[device].parameters() - tied[device].parameters(),
                         untied[device].embeds && untied[device].has_head ? 4096.0 * 128256 / 2 : 0);
        }
    }

    void contextParallelRanksAndPrecisionSetTheActivation() {
        ParallelConfig config = config_of(ScheduleKind::one_f_one_b, 2, 1);
        config.cp = 4, config.micro_batch = 2;
        TrainingJob job = job_of(8192);
        job.precision = Precision::fp32;
        const StageShape stage = device_stages(llama(false), job, config).front();
        QCOMPARE(stage.tokens, 2 * 8192.0 / 4);
        QCOMPARE(stage.activation_bytes(llama(false)), 4 * 4096 * stage.tokens);
        QCOMPARE(stage.parameter_bytes(), 4 * stage.parameters());
    }
};

QTEST_GUILESS_MAIN(DeviceStagesTest)
#include "device_stages_test.moc"
