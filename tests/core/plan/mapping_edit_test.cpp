// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/edits/mapping_edit.h"

#include "tests/core/plan/boxes.h"

#include <QtTest>

using namespace pipette;

namespace {

ParallelConfig config_of(int tp, int dp, int pp) {
    ParallelConfig config;
    config.tp = tp, config.dp = dp, config.pp = pp;
    return config;
}

} // namespace

class MappingEditTest : public QObject {
    Q_OBJECT

    const Cluster cluster_ = boxes(4, 4);

private slots:
    void insideABlockTwoGpusChangePlaces() {
        const ParallelConfig config = config_of(4, 1, 2);
        const RankMapping mapping = host_order_mapping(16, 8, {});
        const MappingEdit edit = swap_gpus(cluster_, config, mapping, 1, 3, {});
        QVERIFY(edit.allowed);
        QCOMPARE(moved(mapping, edit.moves).gpu_of_rank, (std::vector<int>{0, 3, 2, 1, 4, 5, 6, 7}));
    }

    void betweenBlocksTheWholeBlocksGo() {
        const ParallelConfig config = config_of(2, 2, 2);
        const RankMapping mapping = host_order_mapping(16, 8, {});
        const MappingEdit edit = swap_gpus(cluster_, config, mapping, 1, 6, {});
        QVERIFY(edit.allowed);
        const RankMapping after = moved(mapping, edit.moves);
        QCOMPARE(after.gpu_of_rank, (std::vector<int>{6, 7, 2, 3, 4, 5, 0, 1}));
        QCOMPARE(moved_back(after, edit.moves), mapping);
        QCOMPARE(edit.text, std::string("swaps the blocks n0:0-1 and n1:2-3"));
        QCOMPARE(moves_between(mapping, after), edit.moves);
    }

    void sparesTakeABlockOrOneGpu() {
        const ParallelConfig config = config_of(3, 1, 2); // ranks on n0:0-2 and n0:3, n1:0-1
        RankMapping mapping{{0, 1, 2, 4, 5, 6}};
        MappingEdit edit = swap_gpus(cluster_, config, mapping, 1, 9, {});
        QVERIFY(edit.allowed);
        QCOMPARE(moved(mapping, edit.moves).gpu_of_rank, (std::vector<int>{8, 9, 10, 4, 5, 6}));
        edit = swap_gpus(cluster_, config, mapping, 3, 1, {}); // the spare of the same node comes in alone
        QVERIFY(edit.allowed);
        QCOMPARE(moved(mapping, edit.moves).gpu_of_rank, (std::vector<int>{0, 3, 2, 4, 5, 6}));
        edit = swap_gpus(cluster_, config, mapping, 1, 7, {});
        QVERIFY(!edit.allowed);
        QVERIFY(edit.text.find("too few spare GPUs") != std::string::npos);
        QVERIFY(edit.moves.empty());
    }

    void pinsAndExclusionsRefuse() {
        const ParallelConfig config = config_of(2, 2, 2);
        const RankMapping mapping = host_order_mapping(16, 8, {});
        QVERIFY(!swap_gpus(cluster_, config, mapping, 0, 6, {{7}, {}}).allowed);
        QVERIFY(!swap_gpus(cluster_, config, mapping, 0, 12, {{}, {12}}).allowed);
        // A rank may leave a GPU that was excluded after it was planned, but none may come.
        QVERIFY(swap_gpus(cluster_, config, mapping, 0, 12, {{}, {0}}).allowed);
        QVERIFY(!swap_gpus(cluster_, config, mapping, 0, 6, {{}, {0}}).allowed);
        QVERIFY(!swap_gpus(cluster_, config, mapping, 12, 13, {}).allowed);
        QVERIFY(!swap_gpus(cluster_, config, mapping, 5, 5, {}).allowed);
    }

    void nodesSwapLocalByLocal() {
        const RankMapping mapping = host_order_mapping(16, 6, {}); // n0 full, n1 half
        const MappingEdit edit = swap_nodes(cluster_, mapping, 1, 3, {});
        QVERIFY(edit.allowed);
        QCOMPARE(moved(mapping, edit.moves).gpu_of_rank, (std::vector<int>{0, 1, 2, 3, 12, 13}));
        QVERIFY(!swap_nodes(cluster_, mapping, 2, 3, {}).allowed);
        QVERIFY(!swap_nodes(cluster_, mapping, 0, 1, {{2}, {}}).allowed);
    }

    void everyAllowedEditKeepsAMapping() {
        for (const int tp : {1, 2, 4}) {
            const ParallelConfig config = config_of(tp, 12 / tp / 3, 3);
            const RankMapping mapping = host_order_mapping(16, 12, {});
            for (int from = 0; from < 16; ++from)
                for (int to = 0; to < 16; ++to) {
                    const MappingEdit edit = swap_gpus(cluster_, config, mapping, from, to, {});
                    QVERIFY(!edit.text.empty());
                    check(moved(mapping, edit.moves), 12, 16);
                    QCOMPARE(edit.allowed, !edit.moves.empty());
                }
        }
    }

    void namesAreShort() {
        QCOMPARE(gpu_list_name(cluster_, {0, 1, 2, 4, 6}), std::string("n0:0-2 n1:0,2"));
        QCOMPARE(rank_of_gpu(RankMapping{{3, 1}}, 4), (std::vector<int>{-1, 1, -1, 0}));
    }
};

QTEST_GUILESS_MAIN(MappingEditTest)
#include "mapping_edit_test.moc"
