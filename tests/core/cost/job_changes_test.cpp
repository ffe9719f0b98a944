// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/cost/random_case.h"

#include <QtTest>
#include <functional>

using namespace pipette;

namespace {

/// On nodes that are alike, with as many more of them as `world` needs.
SmallCase on_uniform_nodes(SmallCase c) {
    const NodeKind& kind = c.cluster.node_kinds[0];
    c.cluster = uniform_cluster(std::max(1, c.config.world() / kind.gpus), kind.gpus, kind.nics, 20);
    c.mapping = host_order_mapping(c.cluster.gpu_count(), c.config.world(), {});
    return c;
}

void set_batch(SmallCase& c, int microbatches) {
    c.job.global_batch = c.config.global_batch = c.config.dp * c.config.micro_batch * microbatches;
}

} // namespace

/// What physics knows of every change to a job or its configuration, on random jobs.
class JobChangesTest : public QObject {
    Q_OBJECT

    using Change = std::function<bool(SmallCase&)>; // false: does not apply

    /// Of as many random cases none takes less than `least` or more than `most` times as long after `change`.
    static void within(double least, double most, const Change& before, const Change& change) {
        Random random(17);
        int compared = 0;
        for (int draw = 0; compared < 200 && draw < 20'000; ++draw) {
            auto plain = random_case(random);
            if (!plain || !before(*plain))
                continue;
            SmallCase other = *plain;
            if (!change(other))
                continue;
            ++compared;
            const double was = time_of(*plain), is = time_of(other);
            QVERIFY2(is >= was * (least - 1e-9) && is <= was * (most + 1e-9),
                     qPrintable(QString("draw %1, %2: %3 s, then %4 s")
                                    .arg(draw)
                                    .arg(QString::fromStdString(short_name(plain->config)))
                                    .arg(was, 0, 'g', 12)
                                    .arg(is, 0, 'g', 12)));
        }
        QCOMPARE(compared, 200);
    }
    static constexpr double never_less = 1, any = 1e9;
    static bool as_it_is(SmallCase&) { return true; }

private slots:
    void computingAgainTakesLonger() {
        const auto recomputes = [](Recompute what) {
            return [what](SmallCase& c) {
                c.config.recompute = what;
                return true;
            };
        };
        within(never_less, any, recomputes(Recompute::none), recomputes(Recompute::selective));
        within(never_less, 1.5, recomputes(Recompute::none), recomputes(Recompute::full));
        within(never_less, any, recomputes(Recompute::selective), recomputes(Recompute::full));
    }

    void whatHidesOrIsFusedTakesNoLonger() {
        const auto hides = [](bool hidden) {
            return [hidden](SmallCase& c) {
                c.job.overlap_gradient_exchange = hidden;
                return true;
            };
        };
        within(0, 1, hides(false), hides(true));
        const auto fuses = [](bool fused) {
            return [fused](SmallCase& c) {
                c.cluster.node_kinds[0].gpu.flash_attention = true;
                c.job.flash_attention = fused;
                return true;
            };
        };
        within(0, 1, fuses(false), fuses(true));
    }

    void twiceTheWorkTakesAtMostTwiceTheTime() {
        within(never_less, 2, as_it_is, [](SmallCase& c) {
            set_batch(c, 2 * c.config.microbatches());
            return true;
        });
        within(never_less, 2, as_it_is, [](SmallCase& c) {
            c.model.layers *= 2;
            c.config.layers_per_stage = even_layers(c.model.layers, c.config.chunks());
            return true;
        });
    }

    void aHundredthMoreBandwidthIsWorthAHundredthAtMost() {
        within(0.99, 1, as_it_is, [](SmallCase& c) {
            BandwidthMatrix& matrix = c.cluster.inter_node.bandwidth;
            for (int from = 0; from < matrix.size(); ++from)
                for (int to = 0; to < matrix.size(); ++to)
                    if (from != to)
                        matrix.set(from, to, 1.01 * matrix.at(from, to));
            c.cluster = make_cluster(c.cluster);
            return c.cluster.node_count() > 1;
        });
    }

    void twiceTheGpusAreNeverMoreThanTwiceAsFast() {
        const auto uniform = [](SmallCase& c) {
            c = on_uniform_nodes(c);
            return c.config.vpp == 1;
        };
        for (int ParallelConfig::*axis : {&ParallelConfig::tp, &ParallelConfig::pp})
            within(0.5, any, uniform, [axis](SmallCase& c) {
                c.config.*axis *= 2;
                c.config.layers_per_stage = even_layers(c.model.layers, c.config.chunks());
                c = on_uniform_nodes(c);
                return c.config.pp <= 8 && c.config.tp <= 16;
            });
    }

    void moreReplicasSaveNothingOfTheirOwnWork() {
        within(
            0.97, any, [](SmallCase& c) { return c = on_uniform_nodes(c), true; },
            [](SmallCase& c) {
                const int microbatches = c.config.microbatches();
                c.config.dp *= 2;
                set_batch(c, microbatches);
                c = on_uniform_nodes(c);
                return true;
            });
    }
};

QTEST_GUILESS_MAIN(JobChangesTest)
#include "job_changes_test.moc"
