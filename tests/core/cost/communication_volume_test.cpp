// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/communication_volume.h"
#include "core/cost/compute_time.h"
#include "tests/core/cost/small_clusters.h"

#include <QtTest>

using namespace pipette;

class CommunicationVolumeTest : public QObject {
    Q_OBJECT

private slots:
    void theEmbeddingsGradientsAreReducedLast() {
        TransformerModel model;
        model.layers = 8, model.hidden = 1024, model.heads = 16, model.kv_heads = 4, model.ffn_hidden = 4096;
        model.vocab = 32000, model.sequence_length = 2048, model.gated_mlp = true;
        TrainingJob job;
        job.global_batch = 64, job.sequence_length = 2048;
        ParallelConfig config;
        config.pp = 2, config.tp = 8, config.dp = 2, config.zero_stage = 0;
        config.global_batch = job.global_batch, config.layers_per_stage = even_layers(model.layers, 2);
        const CommunicationVolume volume = communication_volume(model, job, config);
        const double share = embedding_parameters(model) / 8 / device_parameters(model, config, 0);
        QVERIFY(share > 0.2);
        COMPARE_CLOSE(volume.last_share[0], share + (1 - share) / 4); // four layers a stage
        COMPARE_CLOSE(volume.last_share[1], 0.25);
        // Both directions of Chimera: either device holds an embedding, and all layers between them.
        config.schedule = ScheduleKind::chimera;
        const CommunicationVolume both = communication_volume(model, job, config);
        COMPARE_CLOSE(both.last_share[0], both.last_share[1]);
    }
};

QTEST_GUILESS_MAIN(CommunicationVolumeTest)
#include "communication_volume_test.moc"
