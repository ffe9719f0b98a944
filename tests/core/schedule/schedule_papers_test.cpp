// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/idle_share.h"
#include "core/schedule/schedule_family.h"
#include "core/schedule/simulator.h"

#include <QtTest>

using namespace pipette;

namespace {

// A schedule simulated with equal stages and free links; times are those of a device's whole share of the
// model.
struct Run {
    std::shared_ptr<const Schedule> schedule;
    Timeline timeline;

    Run(ScheduleKind kind, ScheduleSize size, double forward, double backward, double weight = 0,
        double overlapped = 0)
        : schedule(make_schedule(kind, size)) {
        const auto stages = static_cast<std::size_t>(schedule->stages());
        const std::vector<double> f(stages, forward / size.chunks), b(stages, backward / size.chunks);
        const std::vector<double> w(stages, weight / backward);
        const std::vector<double> c(static_cast<std::size_t>(size.devices), overlapped);
        PipelineTimes times;
        times.forward = f, times.backward = b, times.weight_share = w;
        if (overlapped > 0)
            times.overlapped = c;
        Simulator simulator(schedule);
        simulator.run(times, P2p::overlapped);
        timeline = simulator.timeline();
    }
    double idle(int device) const { return timeline.devices[static_cast<std::size_t>(device)].bubble(); }
    double most_idle() const {
        double most = 0;
        for (const DeviceUse& use : timeline.devices)
            most = std::max(most, use.bubble());
        return most;
    }
    double peak() const {
        double most = 0;
        for (const DeviceUse& use : timeline.devices)
            most = std::max(most, use.peak_activations);
        return most;
    }
};

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

void sizes() {
    QTest::addColumn<int>("p");
    QTest::addColumn<int>("n");
    for (const auto& [p, n] : {std::pair{2, 4}, {4, 8}, {4, 12}, {8, 16}, {8, 32}, {16, 64}})
        QTest::addRow("p=%d n=%d", p, n) << p << n;
}

constexpr double F = 1.25, B = 2.75;

} // namespace

// What each paper states about its schedule, with the paper's symbols; B is the whole backward except in zero
// bubble.
class SchedulePapersTest : public QObject {
    Q_OBJECT

private slots:
    // Huang et al. 2019 (GPipe), section 2.3: bubble (K-1)/(M+K-1); all M microbatches are kept.
    void gpipe_data() { sizes(); }
    void gpipe() {
        QFETCH(int, p);
        QFETCH(int, n);
        const Run run(*schedule_named("gpipe"), {p, n, 1, 1}, F, B);
        QVERIFY(near(run.idle(0), (p - 1) * (F + B)));
        QVERIFY(near(idle_share(run.timeline), (p - 1.0) / (n + p - 1)));
        QCOMPARE(run.peak(), static_cast<double>(n));
    }

    // Narayanan et al. 2021 (SC21), section 2.2.1: t_pb = (p-1)(t_f+t_b); at most p microbatches in flight.
    void oneForwardOneBackward_data() { sizes(); }
    void oneForwardOneBackward() {
        QFETCH(int, p);
        QFETCH(int, n);
        const Run run(ScheduleKind::one_f_one_b, {p, n, 1, 1}, F, B);
        QVERIFY(near(run.idle(0), (p - 1) * (F + B)));
        QVERIFY(near(run.timeline.makespan, (n + p - 1) * (F + B)));
        for (int d = 0; d < p; ++d)
            QCOMPARE(run.schedule->peak_activations(d), static_cast<double>(std::min(p - d, n)));
    }

    // Zhuang et al. 2023, section 4.2: no slower than 1F1B; device i (from 1) keeps 2(p-i)+1 microbatches
    // instead of p-i+1, and hides transfers that 1F1B shows.
    void eager_data() { sizes(); }
    void eager() {
        QFETCH(int, p);
        QFETCH(int, n);
        const Run run(*schedule_named("eager-1f1b"), {p, n, 1, 1}, F, B);
        QVERIFY(near(run.timeline.makespan, (n + p - 1) * (F + B)));
        for (int d = 0; d < p; ++d)
            QCOMPARE(run.schedule->peak_activations(d), static_cast<double>(std::min(2 * (p - d) - 1, n)));
        const auto count = static_cast<std::size_t>(p);
        const std::vector<double> f(count, F), b(count, B), links(count, 0.2);
        PipelineTimes times;
        times.forward = f, times.backward = b, times.send_forward = links;
        Simulator eager(run.schedule), usual(make_schedule(ScheduleKind::one_f_one_b, {p, n, 1, 1}));
        QVERIFY(eager.run(times, P2p::overlapped) <= usual.run(times, P2p::overlapped) + 1e-9);
    }

    // Narayanan et al. 2021, section 2.2.2: t_pb = (p-1)(t_f+t_b)/v. Korthikanti et al. 2022, section 4.2.3:
    // the first device keeps L(1+(p-1)/(pv)) layers, here in chunks of L/(pv).
    void interleaved_data() { sizes(); }
    void interleaved() {
        QFETCH(int, p);
        QFETCH(int, n);
        for (const int v : {2, 3, 4}) {
            const Run run(ScheduleKind::interleaved, {p, n, v, 1}, F, B);
            QVERIFY(near(run.idle(0), (p - 1) * (F + B) / v));
            if (n > p) // else the whole batch is kept
                QCOMPARE(run.schedule->peak_activations(0), static_cast<double>(p * v + p - 1));
        }
    }

    // Lamy-Poirier 2023, section 4.1: the bubble of looping placement, (p-1)/v of a microbatch; all
    // microbatches kept.
    void loopedBreadthFirst_data() { sizes(); }
    void loopedBreadthFirst() {
        QFETCH(int, p);
        QFETCH(int, n);
        for (const int v : {1, 2, 4}) {
            const Run run(*schedule_named("looped-bfs"), {p, n, v, 1}, F, B);
            QVERIFY(near(run.idle(0), (p - 1) * (F + B) / v));
            QCOMPARE(run.peak(), static_cast<double>(n * v));
        }
    }

    // Qi et al. 2023 (Zero Bubble), table 2: ZB-H1 bubble (p-1)(T_F+T_B-T_W), activations p M_B. Their T_B is
    // the input gradient. Exact for T_F = T_B = T_W and wherever T_W is the shortest.
    void zbH1_data() { sizes(); }
    void zbH1() {
        QFETCH(int, p);
        QFETCH(int, n);
        for (const auto& [f, b, w] : {std::tuple{1.0, 1.0, 1.0}, {1.0, 1.2, 0.9}}) {
            const Run run(*schedule_named("zb-h1"), {p, n, 1, 1}, f, b + w, w);
            QVERIFY2(near(run.idle(0), (p - 1) * (f + b - w)), qPrintable(QString::number(run.idle(0))));
            QCOMPARE(run.peak(), static_cast<double>(p));
        }
    }

    // The same table: ZB-H2 bubble (p-1)(T_F+T_B-2T_W), activations (2p-1) M_B. Devices start staggered, so
    // that the makespan is longer by (p-1)T_F.
    void zbH2_data() { sizes(); }
    void zbH2() {
        QFETCH(int, p);
        QFETCH(int, n);
        if (n < 2 * p - 1)
            QSKIP("the steady state is not reached");
        const Run run(*schedule_named("zb-h2"), {p, n, 1, 1}, 1, 2, 1);
        QVERIFY(near(run.most_idle(), 0));
        QVERIFY(near(run.timeline.makespan, 3 * n + (p - 1)));
        QCOMPARE(run.peak(), 2.0 * p - 1);
    }

    // Qi et al. 2024 (Controllable Memory, arXiv:2405.15362), abstract: "almost zero pipeline bubbles while
    // maintaining the same activation memory as 1F1B". With T_F = T_B = T_W and n >= 2p-1 ours has none at
    // all; fewer microbatches, or passes that differ, leave some: never more than ZB-H1 has.
    void zbV_data() { sizes(); }
    void zbV() {
        QFETCH(int, p);
        QFETCH(int, n);
        const Run run(*schedule_named("zb-v"), {p, n, 2, 1}, 1, 2, 1);
        QCOMPARE(run.peak(), 2.0 * p); // chunks of half a stage
        QVERIFY(n < 2 * p - 1 || near(run.most_idle(), 0));
        QVERIFY(n < 2 * p - 1 || near(run.timeline.makespan, 3 * n + (p - 1) / 2.0)); // staggered starts
        const Run uneven(*schedule_named("zb-v"), {p, n, 2, 1}, 1, 2.1, 0.9);
        QVERIFY(near(uneven.most_idle(), (p - 1) * (1.2 - 0.9))); // a quarter of what ZB-H1 leaves
    }

    void zbVOfFewMicrobatches() {
        for (const int p : {4, 8, 16})
            for (const int n : {1, p / 2, p, 2 * p - 2}) {
                const Run run(*schedule_named("zb-v"), {p, n, 2, 1}, 1, 2, 1),
                    usual(ScheduleKind::one_f_one_b, {p, n, 1, 1}, 1, 2);
                QVERIFY(run.peak() <= 2 * p);
                qInfo("p %d n %d: idle %.1f, 1F1B %.1f", p, n, run.most_idle(), usual.most_idle());
                QVERIFY(run.most_idle() <= usual.most_idle() * 2 / 3 + 1e-9);
            }
    }

    // The same abstract: activation memory of 1/2 of 1F1B "without sacrificing efficiency" (V-Half) and 1/3
    // "with comparable throughput" (V-Min). Ours hold p+3 and 2p/3+3 at most of 1F1B's 2p chunk-microbatches
    // (lifespans of the building blocks over their period, and the weight gradients owed) and idle at most
    // half and two thirds of 1F1B's time, plus two slots.
    void vHalfAndVMin_data() { sizes(); }
    void vHalfAndVMin() {
        QFETCH(int, p);
        QFETCH(int, n);
        const Run half(*schedule_named("v-half"), {p, n, 2, 1}, 1, 2, 1),
            min(*schedule_named("v-min"), {p, n, 2, 1}, 1, 2, 1);
        const double usual = 3.0 * (p - 1);
        qInfo("V-Half: peak %g of %d, idle %.2f; V-Min: peak %g, idle %.2f; 1F1B idle %g", half.peak(), 2 * p,
              half.most_idle(), min.peak(), min.most_idle(), usual);
        QVERIFY(half.peak() <= p + 3);
        QVERIFY(min.peak() <= 2.0 * p / 3 + 3);
        QVERIFY(half.most_idle() <= usual / 2 + 1 + 1e-9);
        QVERIFY(min.most_idle() <= usual * 2 / 3 + 1 + 1e-9);
    }

    // DeepSeek-AI 2024 (DeepSeek-V3), table 2: DualPipe bubble (PP/2-1)(F&B+B-3W), parameters twice,
    // activations PP+1. Its first device waits (PP-3) F&B - (PP/2-2) B + F - (PP-2) W, whatever n: a path
    // that crosses the middle on the way in and out, less what the device computes meanwhile. That is the
    // paper's figure exactly when the input gradient takes as long as the forward (B - W = F >= W) and F&B =
    // F + B, the slots of its figure 5; an F&B shorter by x is shorter by x on PP-3 operations of the path,
    // not on PP/2-1.
    void dualPipe_data() { sizes(); }
    void dualPipe() {
        QFETCH(int, p);
        QFETCH(int, n);
        for (const auto& [f, b, w, c] : {std::tuple{1.0, 2.0, 1.0, 3.0},
                                         {1.0, 1.8, 0.8, 2.8},
                                         {2.0, 3.0, 1.0, 5.0},
                                         {1.0, 2.0, 0.9, 3.0},
                                         {1.0, 2.0, 0.9, 2.9}}) {
            const Run run(*schedule_named("dualpipe"), {p, n, 1, 1}, f, b, w, c);
            const double paper = (p / 2 - 1) * (c + b - 3 * w);
            if (p > 2)
                QVERIFY(near(run.idle(0), (p - 3) * c - (p / 2 - 2) * b + f - (p - 2) * w));
            if (near(f, b - w))
                QVERIFY(near(run.most_idle(), paper));
            else
                QVERIFY(run.most_idle() <= paper + 1e-9);
            QCOMPARE(run.peak(), p + 1.0);
        }
        QCOMPARE(family_of(*schedule_named("dualpipe")).pipelines(), 2);
    }

    // The V-shaped half of it on p devices with two chunks: (PP/2-1)(F&B+B-3W) with PP = 2p of half a stage
    // each.
    void dualPipeV_data() { sizes(); }
    void dualPipeV() {
        QFETCH(int, p);
        QFETCH(int, n);
        const Run run(*schedule_named("dualpipe-v"), {p, n, 2, 1}, 2, 4, 2);
        QVERIFY(near(run.most_idle(), (p - 1) * (3.0 + 2.0 - 3.0)));
        QCOMPARE(run.peak(), 2.0 * p + 1);
    }

    // Li and Hoefler 2021 (Chimera), table 2: with F = B, N = p: bubble ratio (D-2)/(2N+D-2); activations
    // between D/2+1 and D. Direct concatenation (section 3.5) keeps the bubble of one unit.
    void chimera_data() { sizes(); }
    void chimera() {
        QFETCH(int, p);
        QFETCH(int, n);
        const Run run(*schedule_named("chimera"), {p, n, 1, 1}, 1, 1);
        QVERIFY(near(run.timeline.makespan, 2 * n + p - 2));
        for (int d = 0; d < p; ++d) {
            QVERIFY(run.schedule->peak_activations(d) >= p / 2 + 1 - 1e-9);
            QVERIFY(run.schedule->peak_activations(d) <= p + 1e-9);
        }
        QVERIFY(near(run.schedule->peak_activations(0), p / 2 + 1));
    }

    // Li et al. 2021 (TeraPipe), section 3.2: the ramp is over slices: T = total + (p-1) * longest slice.
    void teraPipe_data() { sizes(); }
    void teraPipe() {
        QFETCH(int, p);
        QFETCH(int, n);
        for (const int slices : {1, 4, 16}) {
            const Run run(*schedule_named("terapipe"), {p, n, 1, slices}, F, B);
            QVERIFY(near(run.timeline.makespan, n * (F + B) + (p - 1) * (F + B) / slices));
        }
    }

    // Laskin et al. 2020, section 3: devices never wait for gradients; only the first activation is waited
    // for.
    void localUpdates_data() { sizes(); }
    void localUpdates() {
        QFETCH(int, p);
        QFETCH(int, n);
        const Run run(*schedule_named("local-updates"), {p, n, 1, 1}, F, B);
        QVERIFY(near(run.most_idle(), 0));
        QVERIFY(near(run.timeline.devices.back().start, (p - 1) * F));
        QCOMPARE(run.peak(), 1.0);
    }

    // Athlur et al. 2022 (Varuna), section 3.2: a recomputation is followed by its own backward, the last
    // device does none, and the batch is no slower than GPipe that recomputes everything.
    void varuna_data() { sizes(); }
    void varuna() {
        QFETCH(int, p);
        QFETCH(int, n);
        const auto schedule = make_schedule(*schedule_named("varuna"), {p, n, 1, 1});
        for (int d = 0; d < p; ++d)
            for (const int i : schedule->order(d))
                if (schedule->operation(i).kind == OperationKind::recompute) {
                    QVERIFY(d + 1 < p);
                    const Operation& next = schedule->operation(schedule->after(i));
                    QCOMPARE(next.kind, OperationKind::backward);
                    QCOMPARE(next.microbatch, schedule->operation(i).microbatch);
                }
        const auto count = static_cast<std::size_t>(p);
        const std::vector<double> f(count, 1), everywhere(count, 3);
        std::vector<double> r(count, 1), b(count, 3);
        r.back() = 0, b.back() = 2;
        PipelineTimes times;
        times.forward = f, times.backward = everywhere;
        Simulator ours(schedule), gpipe(make_schedule(*schedule_named("gpipe"), {p, n, 1, 1}));
        const double theirs = gpipe.run(times, P2p::overlapped);
        times.backward = b, times.recompute = r;
        const double time = ours.run(times, P2p::overlapped);
        qInfo("Varuna %.1f, GPipe with recomputation %.1f", time, theirs);
        QVERIFY(time <= theirs + 1e-9);
    }
};

QTEST_GUILESS_MAIN(SchedulePapersTest)
#include "schedule_papers_test.moc"
