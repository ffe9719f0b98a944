// SPDX-License-Identifier: GPL-3.0-or-later
// The split of layers over stages on unlike GPUs, against every split that there is.
#include "core/search/space/unlike_stages.h"

#include "core/base/index.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

using namespace pipette;

namespace {

UnlikeStages random_pipeline(std::mt19937& random) {
    const auto drawn = [&](int least, int most) {
        return std::uniform_int_distribution(least, most)(random);
    };
    UnlikeStages p;
    const int kinds = drawn(1, 3);
    p.choices = drawn(1, kinds == 3 ? 2 : 3);
    p.stages = drawn(1, 6), p.layers = drawn(p.stages, kinds * p.choices > 3 && p.stages > 4 ? 10
                                                       : kinds * p.choices > 2               ? 16
                                                                                             : 24);
    p.replicas = drawn(1, 3), p.microbatches = drawn(1, 40);
    for (int kind = 0; kind < kinds; ++kind)
        p.places.push_back(drawn(0, p.stages * p.replicas));
    for (int kind = 0; kind < kinds; ++kind) {
        const double slower = 1 + kind * 0.1 * drawn(0, 20);
        for (int cell = 0; cell < p.choices * p.stages; ++cell) {
            const int stage = cell % p.stages;
            p.base_s.push_back(slower * (stage == 0 || stage + 1 == p.stages ? 0.1 * drawn(0, 30) : 0));
            p.layer_s.push_back(slower * 0.1 * drawn(9, 11));
            p.most_layers.push_back(drawn(0, 3) == 0 ? drawn(0, p.layers) : p.layers);
        }
    }
    return p;
}

/// Every kind, way to run there and number of layers of every stage.
class EverySplit {
public:
    explicit EverySplit(const UnlikeStages& p) : p_(p), on_kind_(p.places.size(), 0) {}

    double least_time() {
        from(0, 0, 0, 0);
        return least_s_;
    }

private:
    bool has_room() const {
        int stages = 0, places = 0;
        for (std::size_t kind = 0; kind < on_kind_.size(); ++kind) {
            stages += on_kind_[kind], places += p_.places[kind];
            if (stages * p_.replicas > places)
                return false;
        }
        return true;
    }

    void from(int stage, int used, double sum_s, double slowest_s) {
        if (stage == p_.stages) {
            if (used == p_.layers)
                least_s_ = std::min(least_s_, double(p_.microbatches - 1) * slowest_s + sum_s);
            return;
        }
        for (int kind = 0; kind < p_.kinds(); ++kind) {
            ++on_kind_[index(kind)];
            const int left = p_.layers - used - (p_.stages - stage - 1);
            for (int choice = 0; choice < p_.choices && has_room(); ++choice) {
                const std::size_t cell = index((kind * p_.choices + choice) * p_.stages + stage);
                for (int layers = 1; layers <= std::min(left, p_.most_layers[cell]); ++layers) {
                    const double time_s = p_.base_s[cell] + layers * p_.layer_s[cell];
                    from(stage + 1, used + layers, sum_s + time_s, std::max(slowest_s, time_s));
                }
            }
            --on_kind_[index(kind)];
        }
    }

    const UnlikeStages& p_;
    std::vector<int> on_kind_;
    double least_s_ = std::numeric_limits<double>::infinity();
};

} // namespace

class UnlikeStagesTest : public QObject {
    Q_OBJECT

private slots:
    void equals_every_split_tried() {
        std::mt19937 random(44);
        int fit = 0;
        for (int drawn = 0; drawn < 300; ++drawn) {
            const UnlikeStages p = random_pipeline(random);
            const double least_s = EverySplit(p).least_time();
            const std::optional<StageSplit> found = fastest_split(p);
            QCOMPARE(found.has_value(), least_s < std::numeric_limits<double>::infinity());
            if (!found)
                continue;
            ++fit;
            QVERIFY2(std::abs(found->time_s - least_s) <= 1e-9 * least_s,
                     qPrintable(QString("%1: %2 s, not %3 s").arg(drawn).arg(found->time_s).arg(least_s)));
            QCOMPARE(std::accumulate(found->layers.begin(), found->layers.end(), 0), p.layers);
            QVERIFY(*std::min_element(found->layers.begin(), found->layers.end()) >= 1);
            QVERIFY(*std::max_element(found->choice.begin(), found->choice.end()) < p.choices);
            double sum_s = 0; // of the choices that it names
            for (int stage = 0; stage < p.stages; ++stage) {
                const int way = found->kind[index(stage)] * p.choices + found->choice[index(stage)];
                const std::size_t cell = index(way * p.stages + stage);
                QVERIFY(found->layers[index(stage)] <= p.most_layers[cell]);
                sum_s += p.base_s[cell] + found->layers[index(stage)] * p.layer_s[cell];
            }
            QVERIFY(sum_s <= found->time_s * (1 + 1e-9));
        }
        QVERIFY2(fit > 100, qPrintable(QString::number(fit)));
    }

    // Nine layers on two kinds, one of which takes twice as long: six and three.
    void twice_as_fast_gets_twice_the_layers() {
        UnlikeStages p;
        p.stages = 2, p.layers = 9, p.microbatches = 100, p.places = {1, 1};
        p.base_s.assign(4, 0), p.layer_s = {1, 1, 2, 2}, p.most_layers.assign(4, 9);
        const std::optional<StageSplit> found = fastest_split(p);
        QVERIFY(found.has_value());
        std::vector<int> layers = found->layers;
        std::sort(layers.begin(), layers.end());
        QCOMPARE(layers, (std::vector<int>{3, 6}));
        QCOMPARE(found->time_s, 99 * 6.0 + 12.0);
    }

    // Half of the nodes compute at 0.4 of the others' rate: no even split is as fast.
    void a_plan_gives_faster_gpus_more_layers() {
        ClusterSketch sketch;
        sketch.slower_half = 0.4;
        PlanInputs inputs = random_inputs(sketch, 9);
        inputs.budget.moves = 5'000;
        inputs.limits.world_sizes = {16}; // the faster half alone is no answer here
        inputs.top = 1'000;
        const Plan result = plan(inputs, some_knowledge());
        QVERIFY(!result.candidates.empty());
        const ParallelConfig& best = result.candidates.front().config;
        QVERIFY2(best.layers_per_stage != even_layers(inputs.model.layers, best.chunks()),
                 short_name(best).c_str());
        QVERIFY(short_name(best).find("layers=") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(UnlikeStagesTest)
#include "unlike_stages_test.moc"
