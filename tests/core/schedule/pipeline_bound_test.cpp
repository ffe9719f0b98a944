// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/schedule/pipeline_bound.h"

#include <QtTest>

#include <map>

using namespace pipette;

namespace {

// Random pipelines of the kinds that occur: even and uneven stages, even, lognormal, asymmetric and single
// slow links.
struct RandomPipeline {
    std::vector<double> forward, backward, there, back;
    RandomPipeline(Random& random, int devices) {
        const bool uneven = random.uniform() < 0.5, asymmetric = random.uniform() < 0.3;
        const double link = random.uniform(0, 0.5), spread = random.uniform() < 0.5 ? 0.8 : 0;
        for (int s = 0; s < devices; ++s) {
            forward.push_back(uneven ? random.uniform(0.5, 1.5) : 1);
            backward.push_back(forward.back() * (asymmetric ? random.uniform(1, 3) : 2));
            there.push_back(link * random.lognormal(0, spread));
            back.push_back(asymmetric ? link * random.lognormal(0, spread) : there.back());
        }
        if (random.uniform() < 0.3) {
            const auto slow = random.below(static_cast<std::uint32_t>(devices));
            there[slow] = back[slow] = random.uniform(0, 6);
        }
    }
    PipelineTimes times() const {
        PipelineTimes times;
        times.forward = forward, times.backward = backward, times.send_forward = there,
        times.send_backward = back;
        return times;
    }
};

// Schedules made once, simulated often.
Simulator& simulator_of(int devices, int microbatches) {
    static std::map<std::pair<int, int>, Simulator> simulators;
    const auto key = std::pair(devices, microbatches);
    if (const auto found = simulators.find(key); found != simulators.end())
        return found->second;
    return simulators
        .emplace(key, Simulator(make_schedule(ScheduleKind::one_f_one_b, {devices, microbatches, 1, 1})))
        .first->second;
}

} // namespace

class PipelineBoundTest : public QObject {
    Q_OBJECT

private slots:
    void neverAboveTheSimulation_data() {
        QTest::addColumn<P2p>("p2p");
        QTest::addColumn<double>("meanGap");
        QTest::newRow("overlapped") << P2p::overlapped << 0.02;
        QTest::newRow("blocking") << P2p::blocking << 0.02;
        QTest::newRow("in turn") << P2p::in_turn << 0.02;
    }

    void neverAboveTheSimulation() {
        QFETCH(P2p, p2p);
        QFETCH(double, meanGap);
        Random random(41);
        double gaps = 0, worst = 0;
        constexpr int cases = 100'000;
        for (int i = 0; i < cases; ++i) {
            const int devices = 1 + static_cast<int>(random.below(16));
            const int microbatches = 1 + static_cast<int>(random.below(random.uniform() < 0.3 ? 8 : 64));
            const RandomPipeline pipeline(random, devices);
            const double exact = simulator_of(devices, microbatches).run(pipeline.times(), p2p);
            const double bound = pipeline_bound(devices, microbatches, pipeline.times(), p2p);
            QVERIFY2(bound <= exact * (1 + 1e-12), qPrintable(QStringLiteral("pp %1 n %2: bound %3, exact %4")
                                                                  .arg(devices)
                                                                  .arg(microbatches)
                                                                  .arg(bound)
                                                                  .arg(exact)));
            gaps += 1 - bound / exact;
            worst = std::max(worst, 1 - bound / exact);
        }
        qInfo("bound below the simulation: mean %.2f %%, worst %.1f %%", 100 * gaps / cases, 100 * worst);
        QVERIFY(gaps / cases < meanGap);
    }

    void equalStagesAndFreeLinksAreExact() {
        const std::vector<double> forward(8, 1.0), backward(8, 2.0);
        PipelineTimes times;
        times.forward = forward, times.backward = backward;
        for (const int n : {1, 3, 8, 40})
            QCOMPARE(pipeline_bound(8, n, times, P2p::overlapped), 3.0 * n + 7 * 3.0);
    }

    void steadyEstimateIsClose() {
        for (const P2p p2p : all_p2ps()) {
            Random random(7);
            double error = 0;
            constexpr int cases = 2000;
            for (int i = 0; i < cases; ++i) {
                const int devices = 2 + static_cast<int>(random.below(15));
                const int microbatches = 2 * devices + static_cast<int>(random.below(64));
                const RandomPipeline pipeline(random, devices);
                const double exact = simulator_of(devices, microbatches).run(pipeline.times(), p2p);
                const double estimate =
                    steady_estimate(simulator_of(devices, 2 * devices), microbatches, pipeline.times(), p2p);
                error += std::abs(estimate / exact - 1);
            }
            qInfo("steady estimate, %s: mean error %.3f %%", name_of(p2p).data(), 100 * error / cases);
            QVERIFY(error / cases < 0.005);
        }
    }

    void steadyPeriodIsExactInTheLongRun() {
        Random random(3);
        for (int i = 0; i < 50; ++i) {
            const int devices = 2 + static_cast<int>(random.below(7));
            const RandomPipeline pipeline(random, devices);
            for (const P2p p2p : all_p2ps()) {
                // The pattern repeats at the latest after as many microbatches as the critical cycle is wide.
                constexpr int cycle = 840; // a multiple of every width
                const double longer = simulator_of(devices, 2 * cycle).run(pipeline.times(), p2p);
                const double shorter = simulator_of(devices, cycle).run(pipeline.times(), p2p);
                const double period = steady_period(devices, pipeline.times(), p2p);
                QVERIFY(std::abs((longer - shorter) / cycle / period - 1) < 1e-6);
            }
        }
    }
};

QTEST_GUILESS_MAIN(PipelineBoundTest)
#include "pipeline_bound_test.moc"
