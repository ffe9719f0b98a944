// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/cost/compute_time.h"
#include "core/cost/congestion.h"
#include "tests/core/cost/ring_formulas.h"
#include "tests/core/cost/small_case.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace pipette;

class PipelineCostsTest : public QObject {
    Q_OBJECT

private slots:
    void computeAndTensorParallelCommunicationAddUp() {
        const SmallCase c(uniform_cluster(4, 8, 8, 20), 4, 8, 1, 1);
        const PipelineCosts costs = c.costs();
        const KindCalibration fit;
        const double all_reduce =
            ring_all_reduce_s(2.0 * 2048 * 1024, 8, as_used({200, 3e-6, Wire::intra_node}, fit));
        for (std::size_t chunk : {1u, 2u}) { // two layers each, no embedding and no head
            const ChunkCompute compute =
                chunk_compute(c.model, c.job, c.config, static_cast<int>(chunk), {a100(), fit});
            COMPARE_CLOSE(costs.forward[chunk], compute.forward + 4 * all_reduce);
            COMPARE_CLOSE(costs.backward[chunk], compute.backward + 4 * all_reduce);
            COMPARE_CLOSE(costs.tp[chunk], 8 * all_reduce);
        }
        QCOMPARE(costs.cp, std::vector<double>(4, 0));
    }

    void fullRecomputationRepeatsForwardAndItsCommunication() {
        SmallCase c(uniform_cluster(4, 8, 8, 20), 4, 8, 1, 1);
        const PipelineCosts plain = c.costs();
        c.config.recompute = Recompute::full;
        const PipelineCosts full = c.costs();
        COMPARE_CLOSE(full.tp[1], 1.5 * plain.tp[1]);
        COMPARE_CLOSE(full.backward[1], plain.backward[1] + full.recompute[1] + full.tp[1] - plain.tp[1]);
        COMPARE_CLOSE(full.forward[1], plain.forward[1]);
    }

    void pipelinesThatReturnToTheirFirstNodeStillSpanNodes() {
        SmallCase c(uniform_cluster(2, 8, 8, 20), 4, 4, 1, 1);
        KindCalibration& fit = c.calibration.kinds.emplace_back();
        fit.launch_s = 1; // the host binds
        c.cluster.fabric.congestion.launch_power = 0.5;
        // Two layers, four peers; eight collectives wait for the peers' hosts, round a ring of four GPUs.
        const double spanning = 2 * std::sqrt(4.0) + 8 * 3 * 2 * 3e-6;
        const auto both_passes = [](const PipelineCosts& costs) {
            return costs.forward[1] + costs.backward[1];
        };
        COMPARE_CLOSE(both_passes(c.costs()), spanning);
        for (int t = 0; t < 4; ++t) // stages 0 and 3 on one node, 1 and 2 on the other
            std::swap(c.mapping.gpu_of_rank[std::size_t(4 + t)], c.mapping.gpu_of_rank[std::size_t(12 + t)]);
        COMPARE_CLOSE(both_passes(c.costs()), spanning);
        SmallCase inside(uniform_cluster(2, 8, 8, 20), 2, 4, 1, 1);
        inside.calibration = c.calibration;
        inside.cluster.fabric = c.cluster.fabric;
        QVERIFY(both_passes(inside.costs()) < 5.01); // four layers, the head as one more
    }

    void collectivesBetweenNodesHoldTheHostUp() {
        SmallCase c(uniform_cluster(4, 4, 4, 20), 2, 8, 1, 1);
        KindCalibration& fit = c.calibration.kinds.emplace_back();
        fit.launch_s = 0.01, fit.inter_latency_s = 0.05;
        c.cluster.fabric.congestion.launch_power = 0.5;
        const PipelineCosts costs = c.costs();
        // Four layers, the embedding's gather and the head's scatter: 17 collectives over two nodes, each of
        // one doubling of 50 ms out and back, a hop of 5 us between the nodes and rings of four GPUs inside.
        const double latency = 2 * (0.05 + 5e-6) + 3 * 2 * 3e-6;
        COMPARE_CLOSE(costs.forward[0] + costs.backward[0], std::sqrt(8.0) * (4 * 0.01 + 17 * latency));
        SmallCase flat = c; // a job without pipeline does not stretch them
        flat.config.pp = 1, flat.config.layers_per_stage = {8};
        const PipelineCosts one = flat.costs();
        QVERIFY(one.forward[0] + one.backward[0] < 2 * (8 * 0.01 + 34 * latency));
    }

    void tensorParallelGroupsInsideANodeUseItsLinksWhereContextParallelismLeavesIt() {
        for (const bool sequence_parallel : {false, true}) {
            SmallCase c(uniform_cluster(2, 8, 8, 20), 1, 4, 4, 1);
            c.config.sequence_parallel = sequence_parallel;
            KindCalibration& fit = c.calibration.kinds.emplace_back();
            fit.launch_s = 0.3, fit.inter_latency_s = 0.05;
            // The host binds: eight layers, the head as one more, and the peers' hosts at 34 collectives.
            const PipelineCosts costs = c.costs();
            COMPARE_CLOSE(costs.forward[0] + costs.backward[0], 9 * 0.3 + 34 * 3 * 2 * 3e-6);
            // The same ranks with two of each tensor-parallel group on either node.
            for (int rank = 0; rank < 16; ++rank)
                c.mapping.gpu_of_rank[std::size_t(rank)] = rank / 2 % 2 * 8 + rank / 4 * 2 + rank % 2;
            const PipelineCosts spanning = c.costs();
            QVERIFY(spanning.forward[0] + spanning.backward[0] > 9 * 0.3 + 32 * 2 * 0.05);
        }
    }

    void theHostHidesRingAttention() {
        SmallCase c(uniform_cluster(8, 8, 1, 20), 1, 1, 64, 1); // eight GPUs on a NIC
        const PipelineCosts gpu = c.costs();
        QVERIFY(gpu.cp[0] > 0);
        KindCalibration& fit = c.calibration.kinds.emplace_back();
        fit.launch_s =
            std::max(gpu.forward[0] / 3, gpu.backward[0] / 6); // as long as the GPU, head as a layer
        const double both = 9 * fit.launch_s;
        COMPARE_CLOSE(c.costs().forward[0] + c.costs().backward[0], both);
        for (double& peak : c.cluster.node_kinds[0].gpu.peak_tflops)
            peak *= 1.3; // hides less of the ring behind its attention
        COMPARE_CLOSE(c.costs().forward[0] + c.costs().backward[0], both);
    }

    void eachPassTakesTheLongerOfKernelsAndLaunches() {
        SmallCase c(uniform_cluster(4, 8, 8, 20), 4, 8, 1, 1);
        const PipelineCosts gpu = c.costs();
        KindCalibration& fit = c.calibration.kinds.emplace_back();
        // Chunk 1 has two layers, and each pass four collectives, round a ring of eight GPUs, which wait for
        // the peers' hosts. Its forward, half communication, is longer than that and a third of the launches.
        fit.launch_s = 0.85 * (gpu.forward[1] + gpu.backward[1]) / 2;
        const double hosts = 4 * 7 * 2 * 3e-6;
        QVERIFY(gpu.forward[1] > 2 * fit.launch_s / 3 + hosts);
        const PipelineCosts host = c.costs();
        COMPARE_CLOSE(host.forward[1], gpu.forward[1]);
        COMPARE_CLOSE(host.backward[1], 2 * fit.launch_s * 2 / 3 + hosts);
    }

    void aHostThatDoesNotLaunchAheadWaitsForTheHead() {
        SmallCase c(uniform_cluster(1, 8, 4, 20), 1, 1, 1, 8);
        KindCalibration fit;
        fit.launch_s = 0.3, fit.launch_share = 0.1;
        const auto last = [&] { return chunk_compute(c.model, c.job, c.config, 0, {a100(), fit}); };
        const ChunkCompute ahead = last();
        COMPARE_CLOSE(ahead.forward_launch + ahead.backward_launch, (8 + 1) * 0.3);
        c.job.framework = "vtrain"; // which replays one kernel after another
        const ChunkCompute behind = last();
        COMPARE_CLOSE(behind.forward, ahead.forward);
        const double kernels = ahead.forward + ahead.backward - 9 * 0.03;
        fit.launch_share = 0;
        const ChunkCompute free = last();
        COMPARE_CLOSE(free.forward + free.backward, kernels);
        QVERIFY(free.forward_launch + free.backward_launch > 8 * 0.3);
        QVERIFY(free.forward_launch + free.backward_launch < 8 * 0.3 + kernels);
    }

    void everyAllReduceOfALayerWaitsForItsRanks() {
        SmallCase c(uniform_cluster(4, 8, 8, 20), 4, 8, 1, 1);
        KindCalibration& fit = c.calibration.kinds.emplace_back();
        c.config.sequence_parallel = false;
        const double without = c.costs().tp[1];
        fit.intra_latency_s = 1e-3;
        COMPARE_CLOSE(c.costs().tp[1] - without, 2 * 4 * 3 * 1e-3); // two layers, both passes, eight GPUs
        c.config.sequence_parallel = true; // reduce-scatter and all-gather wait each for themselves
        const double gathers = c.costs().tp[1];
        fit.intra_latency_s = 0;
        COMPARE_CLOSE(gathers - c.costs().tp[1], 2 * 2 * 4 * 3 * 1e-3);
    }

    void graphsCostNoLaunches() {
        SmallCase c(uniform_cluster(1, 8, 4, 20), 1, 4, 1, 2);
        KindCalibration fit;
        fit.launch_s = 1, fit.launch_share = 0.5;
        const auto of = [&](bool graphs) {
            c.job.cuda_graphs = graphs;
            return chunk_compute(c.model, c.job, c.config, 0, {a100(), fit});
        };
        const ChunkCompute single = of(false), whole = of(true);
        QVERIFY(single.forward_launch > 0);
        QCOMPARE(whole.forward_launch, 0.0);
        QCOMPARE(whole.backward_launch, 0.0);
        QVERIFY(single.forward > whole.forward && single.backward > whole.backward);
    }

    void parametersComeBackBesideTheNextForward() {
        SmallCase c(uniform_cluster(8, 8, 8, 20), 4, 8, 1, 2);
        c.job.overlap_gradient_exchange = true;
        const PipelineCosts reduced = c.costs();
        c.job.overlap_parameter_gather = true;
        const PipelineCosts both = c.costs();
        for (std::size_t device = 0; device < 4; ++device) {
            QVERIFY(both.exchange[device] < reduced.exchange[device]);
            QVERIFY(both.exchange[device] > 0); // the last layer's waits
        }
    }

    void tensorParallelismGoesOnBesideItsProducts() {
        SmallCase c(uniform_cluster(1, 8, 4, 20), 1, 8, 1, 1);
        c.config.sequence_parallel = true;
        const PipelineCosts waits = c.costs();
        c.job.overlap_tensor_parallel = true;
        const PipelineCosts beside = c.costs();
        const double alone = waits.forward[0] + waits.backward[0] - waits.tp[0];
        const double hidden = waits.tp[0] - beside.tp[0];
        QVERIFY(hidden > 0 && hidden <= alone * (1 + 1e-9));
        QVERIFY(beside.tp[0] >= waits.tp[0] / 8 * (1 - 1e-9)); // the first of eight parts
        c.config.sequence_parallel = false;                    // sums of whole results have no parts
        const PipelineCosts sums = c.costs();
        c.job.overlap_tensor_parallel = false;
        QCOMPARE(c.costs().tp[0], sums.tp[0]);
    }

    void theSlowestOfManyNodesIsWaitedFor() {
        SmallCase c(uniform_cluster(8, 8, 8, 20), 4, 8, 1, 2);
        const PipelineCosts without = c.costs();
        c.calibration.kinds.emplace_back().straggler_share = 0.01;
        double pass = 0;
        for (std::size_t chunk = 0; chunk < 4; ++chunk)
            pass = std::max(pass, without.forward[chunk] + without.backward[chunk]);
        const double waited = c.costs().exchange[0] - without.exchange[0];
        QVERIFY(waited > 0 &&
                waited <= 0.01 * 3 * without.microbatches * pass); // eight nodes, three doublings
        SmallCase one(uniform_cluster(1, 8, 8, 20), 1, 8, 1, 1);
        const double alone = one.costs().exchange[0];
        one.calibration.kinds.emplace_back().straggler_share = 0.01;
        QCOMPARE(one.costs().exchange[0], alone);
    }

    void computeHidesTheLaunchesBetweenAllReducesAlone() {
        SmallCase c(uniform_cluster(4, 4, 4, 20), 1, 8, 1, 1);
        KindCalibration& fit = c.calibration.kinds.emplace_back();
        const auto both = [&] {
            const PipelineCosts costs = c.costs();
            return costs.forward[0] + costs.backward[0];
        };
        for (const bool gathers : {true, false}) {
            c.config.sequence_parallel = gathers;
            fit.launch_s = 0;
            const double without = both();
            fit.launch_s = 1e-6; // far less than a layer computes
            COMPARE_CLOSE(both() - without, gathers ? (8 + 1) * 1e-6 : 0.0);
        }
    }

    void largeJobsAndWideStagesMeetCongestion() {
        Congestion congestion;
        QCOMPARE(met_congestion(congestion, 1, 1), 1.0); // it states no size
        congestion.from_gpus = 512, congestion.stage_nodes = 4;
        COMPARE_CLOSE(met_congestion(congestion, 512, 1), 0.5);
        QVERIFY(met_congestion(congestion, 256, 2) < 1e-4);
        QVERIFY(met_congestion(congestion, 1024, 0.25) > 0.9999);
        QCOMPARE(met_congestion(congestion, 64, 4), 1.0);
        congestion.steepness = 1e3;
        QCOMPARE(met_congestion(congestion, 1e6, 1), 1.0);
    }

    void congestionHoldsUpSends() {
        SmallCase c(uniform_cluster(16, 4, 4, 20), 2, 16, 1, 2); // stages of four nodes
        Congestion& congestion = c.cluster.fabric.congestion;
        congestion.from_gpus = 1'000, congestion.stage_nodes = 4;
        const PipelineCosts without = c.costs();
        congestion.send_wait_s = 0.2;
        COMPARE_CLOSE(c.costs().send_forward[0] - without.send_forward[0], 0.2);
    }

    void tensorParallelismBetweenNodesTakesLinksAsTheyAre() {
        const auto all_reduce_s = [](int nodes, int pp, int tp, int cp, double share, double latency) {
            SmallCase c(uniform_cluster(nodes, 4, 4, 20), pp, tp, cp, 4 * nodes / tp / cp / pp);
            KindCalibration& fit = c.calibration.kinds.emplace_back();
            Congestion& congestion = c.cluster.fabric.congestion;
            fit.inter_efficiency = 1, fit.inter_latency_s = latency;
            congestion.tensor_parallel_share = share, congestion.beyond_nodes = 4;
            congestion.tensor_parallel_pairs = 1;
            return c.costs().tp[0] / (32 / pp + (pp == 1 ? 2 : 1)); // four a layer, embedding and head
        };
        // Below one leaf nothing takes from their bandwidth.
        COMPARE_CLOSE(all_reduce_s(4, 1, 8, 1, 0.5, 0), all_reduce_s(4, 1, 8, 1, 1, 0));
        QVERIFY(all_reduce_s(8, 1, 8, 1, 0.5, 0) > 1.2 * all_reduce_s(8, 1, 8, 1, 1, 0));
        // Two nodes wait once a pass, four twice, for the six pairs of nodes.
        const auto waits_s = [&](int pp, int tp, int cp) {
            return all_reduce_s(8, pp, tp, cp, 1, 1e-3) - all_reduce_s(8, pp, tp, cp, 1, 0);
        };
        COMPARE_CLOSE(waits_s(1, 8, 1), 2 * 1e-3);
        COMPARE_CLOSE(waits_s(1, 8, 4), 2 * 1e-3); // a group of one context rank has two nodes
        COMPARE_CLOSE(waits_s(1, 16, 1), 2 * 2 * 6 * 1e-3);
        COMPARE_CLOSE(waits_s(2, 16, 1), 2 * 2 * 1e-3);
    }

    void aWholeNodeSendsThroughEveryNicAlone() {
        const SmallCase c(uniform_cluster(4, 8, 8, 20), 4, 8, 1, 1);
        COMPARE_CLOSE(c.costs().send_forward[0], 5e-6 + c.activation_bytes() / 20e9);
        COMPARE_CLOSE(c.costs().send_backward[0], 5e-6 + c.activation_bytes() / 20e9);
        QCOMPARE(c.costs().send_forward[3], 0.0);
    }

    void gpusShareTheNicTheyAreNear() {
        const SmallCase c(uniform_cluster(4, 8, 2, 20), 4, 8, 1, 1); // four GPUs a NIC
        COMPARE_CLOSE(c.costs().send_forward[1], 5e-6 + 4 * c.activation_bytes() / 20e9);
    }

    void sendsInsideANodeLeaveTheNicToTheOthers() {
        // Two stages a node: of the eight GPUs behind the one NIC only the four of the later stage send.
        const SmallCase c(uniform_cluster(2, 8, 1, 20), 4, 4, 1, 1);
        const PipelineCosts costs = c.costs();
        COMPARE_CLOSE(costs.send_forward[0], 3e-6 + c.activation_bytes() / 200e9);
        COMPARE_CLOSE(costs.send_forward[1], 5e-6 + 4 * c.activation_bytes() / 20e9);
    }

    void gradientsComeBackOverTheOtherDirection() {
        SmallCase c(uniform_cluster(2, 8, 8, 20), 2, 8, 1, 1);
        c.cluster.inter_node.bandwidth.set(1, 0, 5);
        COMPARE_CLOSE(c.costs().send_forward[0], 5e-6 + c.activation_bytes() / 20e9);
        COMPARE_CLOSE(c.costs().send_backward[0], 5e-6 + c.activation_bytes() / 5e9);
    }

    void withoutSequenceParallelismEveryPeerSendsAllButInMegatron() {
        SmallCase c(uniform_cluster(2, 8, 8, 20), 2, 8, 1, 1);
        c.config.sequence_parallel = false;
        COMPARE_CLOSE(c.costs().send_forward[0], 5e-6 + c.activation_bytes() / 20e9); // scatter-gather
        c.job.framework = "nanotron";
        COMPARE_CLOSE(c.costs().send_forward[0], 5e-6 + 8 * c.activation_bytes() / 20e9);
    }

    void ringAttentionCountsWhatItsComputeDoesNotHide() {
        SmallCase fast(uniform_cluster(4, 8, 8, 2000), 2, 8, 2, 1);
        fast.config.micro_batch = 8; // its attention takes longer than the latency
        QCOMPARE(fast.costs().cp[0], 0.0);
        SmallCase slow(uniform_cluster(4, 8, 8, 0.5), 2, 8, 2, 1);
        const PipelineCosts costs = slow.costs();
        // Keys and values of one head each: a step forward, twice the bytes backward, four layers.
        const double step = 2.0 * 1024 * 1 * 64 * 2;
        const double attention =
            2.0 * 1024 * 1024 * 1024 / 8 / (312e12 * KindCalibration{}.matmul_efficiency);
        COMPARE_CLOSE(costs.cp[0], 4 * (2 * 5e-6 + 3 * step / 0.5e9 - 3 * attention));
    }

    void interleavedChunksWrapRoundTheDevices() {
        const SmallCase c(uniform_cluster(4, 8, 8, 20), 4, 8, 1, 1, 2);
        const PipelineCosts costs = c.costs();
        QCOMPARE(costs.chunks(), 8);
        COMPARE_CLOSE(costs.send_forward[3], 5e-6 + c.activation_bytes() / 20e9); // last device to first
        QCOMPARE(costs.send_forward[7], 0.0);
    }

    void theSlowestGpuOfABlockSetsItsPace() {
        SmallCase c(uniform_cluster(4, 8, 8, 20), 4, 8, 1, 1);
        const PipelineCosts before = c.costs();
        NodeKind slow = c.cluster.node_kinds[0];
        slow.name = "slow";
        for (double& peak : slow.gpu.peak_tflops)
            peak /= 2;
        const double difference = chunk_compute(c.model, c.job, c.config, 1, {slow.gpu, {}}).forward -
                                  chunk_compute(c.model, c.job, c.config, 1, {a100(), {}}).forward;
        QVERIFY(difference > 0);
        c.cluster.node_kinds.push_back(slow);
        c.cluster.nodes[2].kind = 1;
        c.cluster = make_cluster(c.cluster);
        const PipelineCosts mixed = c.costs();
        COMPARE_CLOSE(mixed.forward[1], before.forward[1]);
        COMPARE_CLOSE(mixed.forward[2], before.forward[2] + difference);
        std::swap(c.mapping.gpu_of_rank[8], c.mapping.gpu_of_rank[16]); // one slow GPU in stage 1
        COMPARE_CLOSE(c.costs().forward[1] - c.costs().tp[1] / 2,
                      before.forward[1] - before.tp[1] / 2 + difference);
    }

    void renamingReplicasChangesNothing() {
        Random random(11);
        SmallCase c(random_cluster(16, 8, 4, 20, 0.4, random), 8, 4, 1, 4);
        for (std::uint32_t i = 127; i > 0; --i)
            std::swap(c.mapping.gpu_of_rank[i], c.mapping.gpu_of_rank[random.below(i + 1)]);
        const PipelineCosts before = c.costs();
        const RankGrid grid(c.config);
        for (int rank = 0; rank < grid.world(); ++rank) { // replicas 0 and 1 change places
            const RankPlace place = grid.place(rank);
            if (place.replica == 0)
                std::swap(
                    c.mapping.gpu_of_rank[static_cast<std::size_t>(rank)],
                    c.mapping.gpu_of_rank[static_cast<std::size_t>(grid.rank({place.stage, 1, place.peer}))]);
        }
        const PipelineCosts after = c.costs();
        for (std::size_t chunk = 0; chunk < 8; ++chunk) {
            QCOMPARE(after.send_forward[chunk], before.send_forward[8 + chunk]);
            QCOMPARE(after.send_backward[8 + chunk], before.send_backward[chunk]);
            QCOMPARE(after.forward[24 + chunk], before.forward[24 + chunk]);
        }
    }

    void fasterLinksNeverCostMore() {
        Random random(5);
        for (int round = 0; round < 50; ++round) {
            SmallCase c(random_cluster(8, 4, 2, 20, 0.5, random), 4, 2, 1, 4);
            for (std::uint32_t i = 31; i > 0; --i)
                std::swap(c.mapping.gpu_of_rank[i], c.mapping.gpu_of_rank[random.below(i + 1)]);
            const PipelineCosts before = c.costs();
            const int from = static_cast<int>(random.below(8)),
                      to = (from + 1 + static_cast<int>(random.below(7))) % 8;
            c.cluster.inter_node.bandwidth.set(from, to, 2 * c.cluster.inter_node.bandwidth.at(from, to));
            const PipelineCosts after = c.costs();
            for (std::size_t i = 0; i < before.forward.size(); ++i) {
                QVERIFY(after.send_forward[i] <= before.send_forward[i]);
                QVERIFY(after.send_backward[i] <= before.send_backward[i]);
                QVERIFY(after.exchange[i] <= before.exchange[i]);
                QVERIFY(after.forward[i] <= before.forward[i]);
            }
        }
    }
};

QTEST_GUILESS_MAIN(PipelineCostsTest)
#include "pipeline_costs_test.moc"
