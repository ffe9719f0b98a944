// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/communication_volume.h"
#include "core/cost/compute_time.h"
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
        const double share = embedding_parameters(c.model) / 8 / device_parameters(c.model, c.config, 0);
        QVERIFY(share > 0.2);
        COMPARE_CLOSE(volume.last_share[0], share + (1 - share) / 4); // four layers a stage
        COMPARE_CLOSE(volume.last_share[1], 0.25);
        // Both directions of Chimera: either device holds an embedding, and all layers between them.
        c.config.schedule = ScheduleKind::chimera;
        const CommunicationVolume both = communication_volume(c.model, c.job, c.config);
        COMPARE_CLOSE(both.last_share[0], both.last_share[1]);
    }
};

QTEST_GUILESS_MAIN(CommunicationVolumeTest)
#include "communication_volume_test.moc"
