// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/study/goodput.h"

#include <QtTest>
#include <cmath>

using namespace pipette;

namespace {

/// Time until the next interruption.
double next_failure(Random& random, double mtbf_s) {
    return -mtbf_s * std::log(1 - random.uniform());
}

/// How long a run of `stretches` pieces of work with a checkpoint after each takes, interruptions drawn.
double played_s(Random& random, const Failures& failures, double mtbf_s, double interval_s, int stretches) {
    double time = 0;
    for (int done = 0; done < stretches;) {
        double alive = next_failure(random, mtbf_s);
        const double stretch = interval_s + failures.checkpoint_s;
        for (; done < stretches && alive >= stretch; ++done, alive -= stretch)
            time += stretch;
        if (done == stretches)
            break;
        time += alive; // lost
        for (double restart = next_failure(random, mtbf_s); restart < failures.restart_s;
             restart = next_failure(random, mtbf_s))
            time += restart; // interrupted while it restarted
        time += failures.restart_s;
    }
    return time;
}

/// Share of the time that counted over many runs.
double played_share(const Failures& failures, double mtbf_s, double interval_s) {
    constexpr int runs = 10'000, stretches = 50;
    Random random(7);
    double time = 0;
    for (int run = 0; run < runs; ++run)
        time += played_s(random, failures, mtbf_s, interval_s, stretches);
    return runs * stretches * interval_s / time;
}

} // namespace

class GoodputTest : public QObject {
    Q_OBJECT

private slots:
    /// The Llama 3 herd of models, table 5 and section 3.3.4: over 90 % of the time was effective.
    void agrees_with_the_largest_published_run() {
        const Goodput found = goodput({}, 16'384);
        QVERIFY2(std::abs(found.share - 0.910) < 0.005, qPrintable(QString::number(found.share)));
        QVERIFY(std::abs(found.mtbf_s - 54.0 * 24 * 3600 / 419) < 1e-6 * found.mtbf_s);
    }

    void agrees_with_runs_that_are_played_data() {
        QTest::addColumn<double>("mtbf_s");
        QTest::addColumn<double>("checkpoint_s");
        QTest::addColumn<double>("restart_s");
        QTest::newRow("Llama 3") << 11'135.0 << 30.0 << 180.0;
        QTest::newRow("small job") << 1e6 << 60.0 << 300.0;
        QTest::newRow("long checkpoint") << 3'600.0 << 600.0 << 300.0;
        QTest::newRow("hardly alive") << 1'000.0 << 400.0 << 200.0;
    }

    void agrees_with_runs_that_are_played() {
        QFETCH(double, mtbf_s);
        QFETCH(double, checkpoint_s);
        QFETCH(double, restart_s);
        const Failures failures{1, checkpoint_s, restart_s};
        const double best = checkpoint_interval_s(checkpoint_s, mtbf_s);
        const double share = goodput_share(failures, mtbf_s, best);
        const double played = played_share(failures, mtbf_s, best);
        QVERIFY2(std::abs(share / played - 1) < 0.02, qPrintable(QString("%1 %2").arg(share).arg(played)));
        for (const double factor : {0.5, 2.0}) {
            QVERIFY(goodput_share(failures, mtbf_s, factor * best) < share);
            QVERIFY(played_share(failures, mtbf_s, factor * best) < played);
        }
    }

    void falls_with_gpus_and_with_everything_that_takes_longer() {
        double before = 1;
        for (int gpus = 8; gpus <= 65'536; gpus *= 2) {
            const double share = goodput({}, gpus).share;
            QVERIFY(share < before && share > 0);
            before = share;
        }
        const double usual = goodput({}, 4'096).share;
        QVERIFY(goodput({.checkpoint_s = 60}, 4'096).share < usual);
        QVERIFY(goodput({.restart_s = 600}, 4'096).share < usual);
        QVERIFY(goodput({.gpu_mtbf_hours = 1e6}, 4'096).share > usual);
    }
};

QTEST_APPLESS_MAIN(GoodputTest)
#include "goodput_test.moc"
