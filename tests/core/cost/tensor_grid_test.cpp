// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor grids (AxoNN) against the volumes and the corners of help: tensor-grids.md.
#include "core/base/input_error.h"
#include "core/base/random.h"
#include "core/cost/iteration_time.h"
#include "core/framework/framework.h"
#include "tests/core/cost/small_case.h"

#include <QtTest>
#include <cmath>
#include <map>

using namespace pipette;

namespace {

/// A drawn grid of x*y*z ranks and its replicas under AxoNN, on nodes of eight.
struct DrawnGrid : SmallCase {
    int x, y, z, replicas;

    DrawnGrid(Random& random, int x_ranks, int y_ranks, int z_ranks, int of_replicas)
        : SmallCase(uniform_cluster(std::max(1, x_ranks * y_ranks * z_ranks * of_replicas / 8), 8, 8, 20), 1,
                    x_ranks * y_ranks, 1, z_ranks * of_replicas),
          x(x_ranks),
          y(y_ranks),
          z(z_ranks),
          replicas(of_replicas) {
        const auto power = [&](std::uint32_t most) { return 1 << random.below(most); };
        model.layers = 1 + int(random.below(6)), model.hidden = 1024 * power(3);
        model.heads = 16, model.kv_heads = 16 / power(2),
        model.ffn_hidden = 16 * (100 + int(random.below(300)));
        model.vocab = 16 * (1000 + int(random.below(1000)));
        model.gated_mlp = random.below(2) == 0, model.biases = false, model.learned_positions = false;
        job.framework = "axonn", job.global_batch = 32 * config.dp;
        job.precision = random.below(2) == 0 ? Precision::bf16 : Precision::fp16;
        config.tp_x = x, config.sequence_parallel = false, config.micro_batch = power(3);
        config.zero_stage = z > 1 ? 3 : 0, config.shard = replicas > 1 && z > 1 ? z : 0;
        config.global_batch = job.global_batch, config.layers_per_stage = {model.layers};
        check(config, model, job);
        check_habits(config, model, job);
    }
};

DrawnGrid drawn_grid(Random& random) {
    const auto power = [&](std::uint32_t most) { return 1 << random.below(most); };
    const int x = power(4), y = power(4), z = power(4), replicas = power(3);
    return {random, x, y, z, replicas};
}

/// Bytes that one rank sends along an axis: in the passes of a microbatch, and once an iteration.
struct Sent {
    std::map<std::string_view, double> of_microbatch, of_iteration;
};

/// Rings: an all-reduce of M bytes sends 2*M*(g-1)/g, an all-gather or reduce-scatter half of it.
Sent sent(const DrawnGrid& c) {
    Sent sent;
    const Traffic traffic = traffic_of(c.model, c.job, c.config);
    for (const Collective& row : traffic.collectives) {
        const double g = traffic.members(row), bytes = (row.bytes_of(0) + row.gathered_of(0)) * (g - 1) / g;
        const std::string_view along = row.axes.back() == axis::dp ? "replicas" : row.axes.front().name;
        if (row.when == When::layer)
            sent.of_microbatch[along] += bytes * (row.forward_calls.front() + row.backward_calls.front());
        else
            sent.of_iteration[along] += bytes;
    }
    return sent;
}

/// The published volumes: a product of k x n, whose k lies over `over_in` ranks and n over `over_out`.
struct Volumes {
    double x = 0, y = 0, z = 0, data = 0;
    const DrawnGrid& c;
    double b = 2, t = double(c.job.sequence_length) * c.config.micro_batch * c.z; // of x*y*z ranks

    void add_weights(double elements) {          // of one rank of x*y
        z += 3 * b * elements * (c.z - 1) / c.z; // two all-gathers, a reduce-scatter
        data += 2 * b * elements / c.z * (c.replicas - 1) / c.replicas;
    }
    void add_product(double k, double n, int over_in, int over_out, double& in_axis, double& out_axis) {
        add_weights(k * n / (over_in * over_out));
        in_axis += 2 * b * (t / c.z) * (n / over_out) * (over_in - 1) / over_in;
        out_axis += 2 * b * (t / c.z) * (k / over_in) * (over_out - 1) / over_out;
    }
    void add_model() {
        const TransformerModel& m = c.model;
        const double h = m.hidden, head = h / m.heads, kv = head * m.kv_heads,
                     up = (m.gated_mlp ? 2.0 : 1.0) * m.ffn_hidden;
        for (int layer = 0; layer < m.layers; ++layer) { // x and y change places from product to product
            add_product(h, h + 2 * kv, c.x, c.y, x, y);
            add_product(h, h, c.y, c.x, y, x);
            add_product(h, up, c.x, c.y, x, y);
            add_product(m.ffn_hidden, h, c.y, c.x, y, x);
            add_weights(2 * h / c.x); // norms
        }
        add_weights(h / c.x);
        add_product(h, m.vocab, c.x, c.y, x, y); // head
        add_weights(h * m.vocab / (c.x * c.y));  // embedding
        y += 2 * b * (t / c.z) * (h / c.x) * (c.y - 1) / c.y;
    }
};

bool to_the_byte(double a, double b) {
    return std::abs(a - b) < 0.5;
}

} // namespace

class TensorGridTest : public QObject {
    Q_OBJECT

private slots:
    void volumesAreThePublishedOnesToTheByte() {
        Random random(1);
        for (int i = 0; i < 300; ++i) {
            const DrawnGrid c = drawn_grid(random);
            Sent sent = ::sent(c);
            Volumes volumes{.c = c};
            volumes.add_model();
            const QString name = QString::fromStdString(short_name(c.config));
            QVERIFY2(to_the_byte(sent.of_microbatch["x"], volumes.x), qPrintable(name));
            QVERIFY2(to_the_byte(sent.of_microbatch["y"] + sent.of_microbatch["tp"], volumes.y),
                     qPrintable(name));
            QVERIFY2(to_the_byte(sent.of_microbatch["shard"], volumes.z), qPrintable(name));
            QVERIFY2(to_the_byte(sent.of_iteration["replicas"], volumes.data), qPrintable(name));
        }
    }

    void withOneRankAlongXAndZItIsMegatronsWithoutSequenceParallelism() {
        Random random(2);
        for (int i = 0; i < 100; ++i) {
            DrawnGrid c(random, 1, 2 << random.below(3), 1, 1 << random.below(4));
            c.job.precision = Precision::fp16; // Megatron reduces gradients of bf16 in fp32
            c.config.recompute =
                std::array{Recompute::none, Recompute::selective, Recompute::full}[random.below(3)];
            const PipelineCosts grid = c.costs();
            c.job.framework = "megatron";
            compare(grid, c.costs(), c.config);
        }
    }

    void withOneRankAlongXAndYItIsFsdp() {
        Random random(3);
        for (int i = 0; i < 100; ++i) {
            DrawnGrid c(random, 1, 1, 2 << random.below(4), 1);
            c.job.precision = Precision::fp16;
            const PipelineCosts grid = c.costs();
            c.job.framework = "fsdp2";
            compare(grid, c.costs(), c.config);
        }
    }

    /// Sums of input gradients hide behind weight gradients, half of the backward pass, and not behind more.
    void backwardSumsHideBehindWeightGradients() {
        Random random(4);
        for (int i = 0; i < 50; ++i) {
            DrawnGrid c(random, 2, 4, 1, 1);
            c.job.framework = "axonn";
            const PipelineCosts waits = c.costs();
            c.job.overlap_tensor_parallel = true;
            const PipelineCosts hides = c.costs();
            COMPARE_CLOSE(hides.forward.front(), waits.forward.front());
            const ConfigWork work = config_work(c.cluster, c.model, c.job, c.config, c.calibration);
            const double weights_s = work.backward.front() * work.weight_share.front(),
                         hidden_s = waits.backward.front() - hides.backward.front();
            QVERIFY(hidden_s > 0 && hidden_s <= weights_s * (1 + 1e-9));
        }
    }

    void whatNoGridCanBeIsRefused() {
        Random random(5);
        const DrawnGrid good(random, 2, 4, 1, 1);
        const auto refused = [&](const auto& change) {
            DrawnGrid c = good;
            change(c);
            try {
                check(c.config, c.model, c.job);
                check_habits(c.config, c.model, c.job);
            } catch (const InputError& error) {
                return error.place();
            }
            return std::string();
        };
        QCOMPARE(refused([](DrawnGrid&) {}), std::string());
        QCOMPARE(refused([](DrawnGrid& c) { c.config.tp_x = 3; }), std::string("tp_x"));
        QCOMPARE(refused([](DrawnGrid& c) { c.job.framework = "megatron"; }), std::string("tp_x"));
        QCOMPARE(refused([](DrawnGrid& c) { c.model.moe = Experts{.experts = 8, .ffn_hidden = 1024}; }),
                 std::string("model"));
        QCOMPARE(refused([](DrawnGrid& c) { c.config.sequence_parallel = true; }),
                 std::string("sequence_parallel"));
    }

private:
    static void compare(const PipelineCosts& a, const PipelineCosts& b, const ParallelConfig& config) {
        for (const auto member :
             {&PipelineCosts::forward, &PipelineCosts::backward, &PipelineCosts::recompute,
              &PipelineCosts::tp, &PipelineCosts::dp, &PipelineCosts::exchange, &PipelineCosts::optimizer})
            COMPARE_CLOSE((a.*member).front(), (b.*member).front());
        COMPARE_CLOSE(exact_time(a, config), exact_time(b, config));
    }
};

QTEST_GUILESS_MAIN(TensorGridTest)
#include "tensor_grid_test.moc"
