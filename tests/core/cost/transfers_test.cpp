// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/traffic/transfers.h"

#include "core/cost/config_work.h"
#include "tests/core/cost/small_case.h"

#include <QtTest>

using namespace pipette;

namespace {

constexpr double price = 0.02; // USD a GB

/// Four nodes of 4 GPUs: two in each of two zones.
Cluster two_zones() {
    Cluster cluster = uniform_cluster(4, 4, 4, 20);
    for (std::size_t node = 0; node < cluster.nodes.size(); ++node)
        cluster.nodes[node].zone = node < 2 ? "east" : "west";
    cluster.fabric.levels = {{.name = "zone", .by = SharedName::zone, .price_per_gb = price}};
    return make_cluster(std::move(cluster));
}

Transfers transfers(const SmallCase& c) {
    return transfers_of(c.cluster, config_work(c.cluster, c.model, c.job, c.config, c.calibration),
                        c.mapping);
}

} // namespace

/// Bytes that a mapping sends over levels with a price, against sums by hand.
class TransfersTest : public QObject {
    Q_OBJECT

private slots:
    // Stages 0 and 1 are in the east, 2 and 3 in the west: each microbatch crosses once and its gradient
    // once.
    void aPipelineSendsEachMicrobatchTwice() {
        const SmallCase c(two_zones(), 4, 4, 1, 1);
        const Transfers sent = transfers(c);
        COMPARE_CLOSE(sent.bytes, 2.0 * c.config.microbatches() * 4 * c.activation_bytes()); // of 4 peers
        COMPARE_CLOSE(sent.usd, sent.bytes / 1e9 * price);
    }

    // A ring of 4 nodes crosses twice; each of the 4 GPUs of a node has a ring of its own share.
    void aGradientRingCrossesTwice() {
        const SmallCase c(two_zones(), 1, 4, 1, 4);
        const double reduced = 4 * c.parameters(0), gathered = 2 * c.parameters(0); // ZeRO-1 in bf16
        COMPARE_CLOSE(transfers(c).bytes, 4 * 2 * (reduced + gathered) * 3 / 4);
    }

    void whatStaysInAZoneIsFree() {
        const SmallCase c(two_zones(), 2, 4, 1, 1); // two nodes: the east alone
        COMPARE_CLOSE(transfers(c).bytes, 0);
    }

    void theHighestPriceLevelCounts() {
        SmallCase c(two_zones(), 4, 4, 1, 1);
        Cluster racks = c.cluster;
        for (std::size_t node = 0; node < racks.nodes.size(); ++node)
            racks.nodes[node].rack = "r" + std::to_string(node);
        racks.fabric.levels.insert(racks.fabric.levels.begin(),
                                   {.name = "rack", .by = SharedName::rack, .price_per_gb = 0.001});
        const double once = transfers(c).bytes;
        c.cluster = make_cluster(racks);
        const Transfers all = transfers(c); // stages 0-1 and 2-3 cross racks, 1-2 a zone
        COMPARE_CLOSE(all.bytes, 3 * once);
        COMPARE_CLOSE(all.usd, once / 1e9 * (price + 2 * 0.001));
    }

    // Sixteen GPUs, one expert parallel group of 16: each sends every other one a sixteenth of its bytes.
    void tokensToExpertsOfTheOtherZoneArePaid() {
        SmallCase c(two_zones(), 1, 1, 1, 16);
        c.model.moe = Experts{};
        c.model.moe->experts = 16, c.model.moe->experts_per_token = 2, c.model.moe->ffn_hidden = 512;
        c.config.ep = 16;
        const ConfigWork work = config_work(c.cluster, c.model, c.job, c.config, c.calibration);
        double sent = 0; // by one GPU to all, in an iteration
        for (const Collective& collective : work.traffic.collectives)
            if (collective.kind == CollectiveKind::all_to_all)
                sent += collective.bytes_of(0) *
                        (collective.forward_calls[0] + collective.backward_calls[0]) *
                        c.config.microbatches();
        QVERIFY(sent > 0);
        double rings = 0; // gradients of what is not an expert's
        for (const Collective& collective : work.traffic.collectives)
            if (collective.when == When::iteration && work.traffic.members(collective) == 16)
                rings += 2 * (collective.bytes_of(0) + collective.gathered_of(0)) * 15 / 16;
        COMPARE_CLOSE(transfers(c).bytes, 16 * sent / 2 + rings); // half of the experts are in the other zone
    }
};

QTEST_APPLESS_MAIN(TransfersTest)
#include "transfers_test.moc"
