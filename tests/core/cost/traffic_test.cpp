// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/traffic.h"
#include "tests/core/cost/small_case.h"

#include <QtTest>
#include <fmt/format.h>
#include <stdexcept>

using namespace pipette;

namespace {

/// The one collective inside stages of that time. Throws where there is not exactly one.
Collective only(const Traffic& traffic, When when) {
    std::vector<Collective> found;
    traffic.each_inside(when, [&](const Collective& collective) { found.push_back(collective); });
    if (found.size() != 1)
        throw std::logic_error(fmt::format("{} collectives inside stages, expected 1", found.size()));
    return found.front();
}

} // namespace

class TrafficTest : public QObject {
    Q_OBJECT

private slots:
    void theEmbeddingsGradientsAreReducedLast() {
        SmallCase c(uniform_cluster(4, 8, 8, 20), 2, 8, 1, 2);
        c.config.zero_stage = 0;
        const Collective gradients = only(traffic_of(c.model, c.job, c.config), When::iteration);
        const double share = double(c.model.hidden) * c.model.vocab / 8 / c.parameters(0);
        QVERIFY(share > 0.2);
        COMPARE_CLOSE(gradients.last_share_of(0), share + (1 - share) / 4); // four layers a stage
        COMPARE_CLOSE(gradients.last_share_of(1), 0.25);
        // Both directions of Chimera: either device holds an embedding, and all layers between them.
        c.config.schedule = *schedule_named("chimera");
        const Collective both = only(traffic_of(c.model, c.job, c.config), When::iteration);
        COMPARE_CLOSE(both.last_share_of(0), both.last_share_of(1));
    }

    void fullPrecisionSendsFourBytesAnElement() {
        SmallCase c(uniform_cluster(4, 8, 8, 20), 2, 2, 2, 4);
        const Traffic half = traffic_of(c.model, c.job, c.config);
        c.job.precision = Precision::fp32;
        const Traffic full = traffic_of(c.model, c.job, c.config);
        QCOMPARE(full.collectives.size(), half.collectives.size());
        for (std::size_t i = 0; i < full.collectives.size(); ++i) {
            const Collective &wide = full.collectives[i], &narrow = half.collectives[i];
            const bool gradients = wide.when == When::iteration; // fp32 main gradients either way
            COMPARE_CLOSE(wide.bytes_of(0), (gradients ? 1 : 2) * narrow.bytes_of(0));
            COMPARE_CLOSE(wide.gathered_of(0), 2 * narrow.gathered_of(0));
        }
    }

    void aSingleRankSendsNothing() {
        const SmallCase c(uniform_cluster(1, 1, 1, 20), 1, 1, 1, 1);
        QVERIFY(traffic_of(c.model, c.job, c.config).collectives.empty());
    }
};

QTEST_GUILESS_MAIN(TrafficTest)
#include "traffic_test.moc"
