// SPDX-License-Identifier: GPL-3.0-or-later
// What a choice for each layer by itself would add to the passes, beside what a configuration adds.
#include "core/formats/documents/resources.h"
#include "core/search/rounds/evaluate.h"
#include "core/search/space/free_choice.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

#include <numeric>

using namespace pipette;

namespace {

Candidate evaluated(const PlanInputs& inputs, const ParallelConfig& config) {
    RankMapping mapping;
    mapping.gpu_of_rank.resize(std::size_t(config.world()));
    std::iota(mapping.gpu_of_rank.begin(), mapping.gpu_of_rank.end(), 0);
    return evaluate(inputs, config, mapping, Knowledge{});
}

} // namespace

class FreeChoiceTest : public QObject {
    Q_OBJECT

private slots:
    void addsNoMoreThanWhatLaunchersCanSay_data() {
        QTest::addColumn<QString>("model");
        for (const char* model : {"llama-2-7b", "qwen3-30b-a3b", "moonlight-16b-a3b"})
            QTest::newRow(model) << model;
    }

    void addsNoMoreThanWhatLaunchersCanSay() {
        QFETCH(QString, model);
        PlanInputs inputs = random_inputs({4, 4, 2, 0.2, MatrixBetween::nodes}, 1);
        inputs.model = load_model(model.toLatin1().constData());
        inputs.job.sequence_length = 4096;
        int compared = 0, less = 0;
        for (const int pp : {1, 4, 8})
            for (const double gib : {40.0, 60.0, 80.0})
                for (const int way : {0, 1, 2}) {
                    Cluster cluster = *inputs.cluster;
                    cluster.node_kinds.front().gpu.memory_gib = gib;
                    cluster.node_kinds.front().host = {1000, 20, 20, 0, 0, 3};
                    inputs.cluster = share(make_cluster(std::move(cluster)));
                    ParallelConfig config;
                    config.pp = pp, config.dp = 16 / pp, config.global_batch = inputs.job.global_batch;
                    config.layers_per_stage = usual_layers(inputs.model, pp);
                    config.recompute = way == 2 ? Recompute::selective : Recompute::full;
                    config.recompute_layers = way == 1 ? 2 : 0;
                    const Candidate candidate = evaluated(inputs, config);
                    if (verdict_of(candidate) == Verdict::over)
                        continue;
                    const std::optional<FreeChoice> choice = free_choice(inputs, Knowledge{}, candidate);
                    QVERIFY(choice.has_value());
                    QVERIFY2(choice->free <= choice->own + 1e-9,
                             qPrintable(QString("%1 %2").arg(choice->free).arg(choice->own)));
                    QVERIFY(choice->free >= 0);
                    ++compared, less += choice->free < choice->own;
                }
        QVERIFY2(compared > 3 && less > 2, qPrintable(QString("%1 %2").arg(compared).arg(less)));
    }

    void isNothingWhereAllIsKept() {
        PlanInputs inputs = random_inputs({4, 4, 2, 0.2, MatrixBetween::nodes}, 1);
        ParallelConfig config;
        config.pp = 4, config.dp = 4, config.global_batch = inputs.job.global_batch;
        config.layers_per_stage = even_layers(inputs.model.layers, 4);
        QVERIFY(!free_choice(inputs, Knowledge{}, evaluated(inputs, config)));
    }
};

QTEST_GUILESS_MAIN(FreeChoiceTest)
#include "free_choice_test.moc"
