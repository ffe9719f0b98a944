// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/framework/framework.h"
#include "core/memory/memory_estimator.h"

#include <QtTest>

#include <fmt/format.h>

using namespace pipette;

namespace {

struct Case {
    TransformerModel model;
    TrainingJob job;
    ParallelConfig config;

    int microbatches() const { return config.microbatches(); }
    void set_batch(int microbatches) {
        job.global_batch = config.global_batch = config.dp * config.micro_batch * microbatches;
    }
    void split() { config.layers_per_stage = split_layers(model, config, framework_of(job)); }
    std::string text() const { return fmt::format("{} {}", job.framework, short_name(config)); }
};

/// The fullest device: estimate and upper.
std::pair<double, double> fullest(const Case& c) {
    std::pair<double, double> most{0, 0};
    for (const DeviceMemory& device :
         estimate_memory(c.model, c.job, c.config,
                         std::vector<DeviceRoom>(static_cast<std::size_t>(c.config.pp), {80e9}), {})) {
        most.first = std::max(most.first, device.estimate);
        most.second = std::max(most.second, device.upper);
    }
    return most;
}

Case random_case(Random& random) {
    Case c;
    const auto one_of = [&](std::initializer_list<int> values) {
        return values.begin()[random.below(static_cast<std::uint32_t>(values.size()))];
    };
    c.model.name = "random", c.model.layers = one_of({16, 32, 48}),
    c.model.hidden = one_of({2048, 4096, 8192});
    c.model.heads = c.model.hidden / 128, c.model.kv_heads = one_of({8, c.model.heads});
    c.model.gated_mlp = random.below(2) == 0;
    c.model.biases = c.model.learned_positions = c.model.tied_embeddings = !c.model.gated_mlp;
    c.model.ffn_hidden = 4 * c.model.hidden, c.model.vocab = 128000;
    c.model.sequence_length = c.job.sequence_length = one_of({1024, 4096});
    std::vector<std::string> frameworks;
    for (const Framework* framework : Registry<Framework>::all())
        frameworks.emplace_back(framework->name);
    c.job.framework = frameworks[random.below(static_cast<std::uint32_t>(frameworks.size()))];
    c.job.flash_attention = random.below(3) > 0;
    ParallelConfig& config = c.config;
    config.tp = one_of({1, 2, 4, 8}), config.pp = one_of({1, 2, 4}), config.dp = one_of({1, 2, 8, 32});
    config.micro_batch = one_of({1, 2, 4}), config.zero_stage = one_of({0, 1});
    config.sequence_parallel = config.tp > 1 && random.below(2) == 0;
    config.recompute = Recompute(random.below(3));
    c.set_batch(one_of({1, 2, 8, 32}) * config.pp);
    c.split();
    return c;
}

} // namespace

/// What physics demands of memory, whatever the framework.
class MonotoneMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void moreWorkNeverTakesLessAndMoreGpusNeverMore() {
        Random random(11);
        for (int i = 0; i < 400; ++i) {
            const Case plain = random_case(random);
            const auto compare = [&](const char* what, int sign, const Case& other) {
                const auto [estimate, upper] = fullest(plain);
                const auto [more, more_upper] = fullest(other);
                constexpr double rounding = 1e-9;
                const std::string told = fmt::format("{} of {}: {} to {}, upper {} to {}", what, plain.text(),
                                                     estimate, more, upper, more_upper);
                QVERIFY2(sign * (more / estimate - 1) >= -rounding, told.c_str());
                QVERIFY2(sign * (more_upper / upper - 1) >= -rounding, told.c_str());
            };
            const int n = plain.microbatches();
            Case other = plain;
            other.model.layers *= 2, other.split();
            compare("twice the layers", 1, other);
            other = plain, other.set_batch(2 * n);
            compare("twice the microbatches", 1, other);
            other = plain, other.config.micro_batch *= 2, other.set_batch(n);
            compare("twice the micro batch", 1, other);
            other = plain, other.config.dp *= 2, other.set_batch(n);
            compare("twice the replicas", -1, other);
            other = plain, other.config.tp *= 2, other.split();
            compare("twice the tensor parallel peers", -1, other);
            // A framework whose host runs ahead gets farther, and splits layers by their weight, the more
            // stages there are.
            other = plain, other.config.pp *= 2, other.split();
            if (!framework_of(plain.job).run_ahead)
                compare("twice the stages", -1, other);
            other = plain, other.config.zero_stage = 1;
            compare("the optimizer shared", -1, other);
            if (plain.config.recompute == Recompute::none) {
                other = plain, other.config.recompute = Recompute::selective;
                compare("attention computed again", -1, other);
                other.config.recompute = Recompute::full;
                compare("all computed again", -1, other);
            }
        }
    }

    void everyFrameworkHasAnUpperEstimateAboveItsEstimate() {
        Random random(12);
        for (int i = 0; i < 100; ++i) {
            const Case c = random_case(random);
            const auto [estimate, upper] = fullest(c);
            QVERIFY2(upper > 1.0499 * estimate, c.text().c_str());
        }
    }
};

QTEST_GUILESS_MAIN(MonotoneMemoryTest)
#include "monotone_memory_test.moc"
