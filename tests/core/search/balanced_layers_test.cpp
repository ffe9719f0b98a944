// SPDX-License-Identifier: GPL-3.0-or-later
// Layers spread over the chunks of a pipeline, against every split that there is.
#include "core/search/space/balanced_layers.h"

#include "core/base/index.h"
#include "core/search/rounds/evaluate.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <random>

using namespace pipette;

namespace {

struct Drawn {
    PipelineLoads loads;
    std::vector<int> start;
};

Drawn random_pipeline(std::mt19937& random, double spread_of_layers) {
    const auto drawn = [&](int least, int most) {
        return std::uniform_int_distribution(least, most)(random);
    };
    Drawn result;
    const int devices = drawn(1, 3), vpp = drawn(1, 2), chunks = devices * vpp, layers = chunks + drawn(0, 6);
    for (int chunk = 0; chunk < chunks; ++chunk)
        result.loads.device_of_chunk.push_back(chunk % devices);
    for (int layer = 0; layer < layers; ++layer)
        result.loads.layer_s.push_back(1 + spread_of_layers * 0.1 * drawn(0, 10));
    result.loads.first_s = 0.1 * drawn(0, 10), result.loads.last_s = 0.1 * drawn(0, 50);
    for (int device = 0; device < devices; ++device)
        result.loads.most_layers.push_back(drawn(0, 2) == 0 ? drawn(vpp, layers) : layers);
    result.start = even_layers(layers, chunks);
    return result;
}

bool fits(const PipelineLoads& loads, const std::vector<int>& layers) {
    std::vector<int> held(loads.most_layers.size(), 0);
    for (std::size_t chunk = 0; chunk < layers.size(); ++chunk)
        held[index(loads.device_of_chunk[chunk])] += layers[chunk];
    for (std::size_t device = 0; device < held.size(); ++device)
        if (held[device] > loads.most_layers[device])
            return false;
    return true;
}

double slowest_s(const PipelineLoads& loads, const std::vector<int>& layers) {
    const std::vector<double> devices = device_loads(loads, layers);
    return *std::max_element(devices.begin(), devices.end());
}

/// Of every split that fits.
double least_of_all(const PipelineLoads& loads) {
    std::vector<int> layers(loads.device_of_chunk.size(), 0);
    double least_s = std::numeric_limits<double>::infinity();
    const std::function<void(std::size_t, int)> from = [&](std::size_t chunk, int left) {
        if (chunk + 1 == layers.size()) {
            layers[chunk] = left;
            if (fits(loads, layers))
                least_s = std::min(least_s, slowest_s(loads, layers));
            return;
        }
        for (layers[chunk] = 0; layers[chunk] <= left; ++layers[chunk])
            from(chunk + 1, left - layers[chunk]);
    };
    from(0, int(loads.layer_s.size()));
    return least_s;
}

} // namespace

class BalancedLayersTest : public QObject {
    Q_OBJECT

private slots:
    void no_split_of_like_layers_has_a_faster_slowest_device() {
        std::mt19937 random(43);
        int fit = 0;
        for (int i = 0; i < 300; ++i) {
            const auto [loads, start] = random_pipeline(random, 0);
            const double least_s = least_of_all(loads);
            const std::vector<int> found = balanced_layers(loads, LayerLayouts::any, start);
            QCOMPARE(std::accumulate(found.begin(), found.end(), 0), int(loads.layer_s.size()));
            QCOMPARE(fits(loads, found), least_s < std::numeric_limits<double>::infinity());
            if (!fits(loads, found))
                continue;
            ++fit;
            QVERIFY2(
                slowest_s(loads, found) <= least_s * (1 + 1e-9),
                qPrintable(QString("%1: %2 s, not %3 s").arg(i).arg(slowest_s(loads, found)).arg(least_s)));
        }
        QVERIFY2(fit > 100, qPrintable(QString::number(fit)));
    }

    // Layers that differ shift all chunks between the two that give and take one: less than a layer is lost.
    void unlike_layers_are_within_a_layer_of_the_best() {
        std::mt19937 random(44);
        for (int i = 0; i < 300; ++i) {
            auto [loads, start] = random_pipeline(random, 1);
            loads.most_layers.assign(loads.most_layers.size(), int(loads.layer_s.size()));
            const std::vector<int> found = balanced_layers(loads, LayerLayouts::any, start);
            const double longest_s = *std::max_element(loads.layer_s.begin(), loads.layer_s.end());
            QVERIFY(slowest_s(loads, found) < least_of_all(loads) + longest_s);
            QVERIFY(slowest_s(loads, found) <= slowest_s(loads, start) * (1 + 1e-9));
        }
    }

    // A head as long as three layers: the last stage has three fewer.
    void a_head_takes_the_place_of_layers() {
        PipelineLoads loads;
        loads.layer_s.assign(33, 1), loads.last_s = 3;
        loads.device_of_chunk = {0, 1, 2, 3}, loads.most_layers.assign(4, 33);
        QCOMPARE(balanced_layers(loads, LayerLayouts::any, even_layers(33, 4)),
                 (std::vector<int>{9, 9, 9, 6}));
    }

    void ends_alone_differ_where_the_framework_asks() {
        PipelineLoads loads;
        loads.layer_s.assign(32, 1), loads.first_s = 1, loads.last_s = 3;
        loads.device_of_chunk = {0, 1, 2, 3}, loads.most_layers.assign(4, 32);
        QCOMPARE(balanced_layers(loads, LayerLayouts::ends, even_layers(32, 4)),
                 (std::vector<int>{8, 9, 9, 6}));
        const std::vector<int> even = even_layers(32, 4);
        QCOMPARE(balanced_layers(loads, LayerLayouts::usual, even), even);
    }

    void a_plan_balances_stages_beside_a_large_head() {
        PlanInputs inputs = random_inputs({}, 9);
        inputs.model.layers = 40, inputs.model.hidden = 4096, inputs.model.ffn_hidden = 16384;
        inputs.model.vocab = 256'000, inputs.limits.max_tp = 1; // one GPU cannot hold it
        inputs.budget.moves = 2'000;
        const Plan result = plan(inputs, some_knowledge());
        QVERIFY(!result.candidates.empty());
        const Candidate& best = result.candidates.front();
        ParallelConfig usual = best.config;
        usual.layers_per_stage = usual_layers(inputs.model, usual.chunks());
        QVERIFY2(best.config.layers_per_stage != usual.layers_per_stage, short_name(best.config).c_str());
        const Candidate beside = evaluate(inputs, usual, best.mapping, some_knowledge());
        QVERIFY2(
            best.iteration_time_s < 0.95 * beside.iteration_time_s,
            qPrintable(QString("%1 s beside %2 s").arg(best.iteration_time_s).arg(beside.iteration_time_s)));
    }

    // Frameworks that split layers in their own way get no other split.
    void a_framework_without_layouts_keeps_its_split() {
        PlanInputs inputs = random_inputs({}, 9);
        inputs.model.vocab = 256'000, inputs.job.framework = "megatron-deepspeed";
        inputs.budget.moves = 2'000;
        for (const Candidate& candidate : plan(inputs, some_knowledge()).candidates)
            QCOMPARE(candidate.config.layers_per_stage,
                     usual_layers(inputs.model, candidate.config.chunks()));
    }
};

QTEST_GUILESS_MAIN(BalancedLayersTest)
#include "balanced_layers_test.moc"
