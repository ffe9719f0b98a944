// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/communication_volume.h"
#include "tests/core/cost/small_case.h"

#include <QtTest>

using namespace pipette;

class CommunicationVolumeTest : public QObject {
    Q_OBJECT

private slots:
    void theEmbeddingsGradientsAreReducedLast() {
        SmallCase c(uniform_cluster(4, 8, 8, 20), 2, 8, 1, 2);
        c.config.zero_stage = 0;
        const CommunicationVolume volume = communication_volume(c.model, c.job, c.config);
        const double share = embedding_parameters(c.model) / 8 / c.parameters(0);
        QVERIFY(share > 0.2);
        COMPARE_CLOSE(volume.last_share[0], share + (1 - share) / 4); // four layers a stage
        COMPARE_CLOSE(volume.last_share[1], 0.25);
        // Both directions of Chimera: either device holds an embedding, and all layers between them.
        c.config.schedule = *schedule_named("chimera");
        const CommunicationVolume both = communication_volume(c.model, c.job, c.config);
        COMPARE_CLOSE(both.last_share[0], both.last_share[1]);
    }

    void fullPrecisionSendsFourBytesAnElement() {
        SmallCase c(uniform_cluster(4, 8, 8, 20), 2, 2, 2, 4);
        const CommunicationVolume half = communication_volume(c.model, c.job, c.config);
        c.job.precision = Precision::fp32;
        const CommunicationVolume full = communication_volume(c.model, c.job, c.config);
        COMPARE_CLOSE(full.activation_bytes, 2 * half.activation_bytes);
        COMPARE_CLOSE(full.tp_bytes, 2 * half.tp_bytes);
        COMPARE_CLOSE(full.cp_step_bytes, 2 * half.cp_step_bytes);
        COMPARE_CLOSE(full.gather_bytes[0], 2 * half.gather_bytes[0]);
        COMPARE_CLOSE(full.reduce_bytes[0], half.reduce_bytes[0]); // fp32 main gradients either way
    }
};

QTEST_GUILESS_MAIN(CommunicationVolumeTest)
#include "communication_volume_test.moc"
