// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/cluster/forecast.h"

#include <QtTest>
#include <cmath>
#include <numeric>

using namespace pipette;

namespace {

/// 16 nodes whose links wander by themselves, a first-order autoregression of standard deviation 0.1 in the
/// logarithm; `fallen`: how often one falls for a day to a third.
History wandering(double kept, std::uint64_t seed, int days = 40, double fallen = 0) {
    constexpr int nodes = 16;
    Random random(seed);
    std::vector<double> wander(nodes * nodes);
    for (double& link : wander)
        link = 0.1 * random.normal();
    History history;
    for (int day = 0; day < days; ++day) {
        BandwidthMatrix matrix(nodes);
        for (int from = 0; from < nodes; ++from)
            for (int to = 0; to < nodes; ++to) {
                double& now = wander[std::size_t(from * nodes + to)];
                now = kept * now + 0.1 * std::sqrt(1 - kept * kept) * random.normal();
                if (from != to)
                    matrix.set(from, to, 20 * std::exp(now) * (random.uniform() < fallen ? 0.33 : 1));
            }
        history.snapshots.push_back(matrix);
    }
    return history;
}

bool close(double found, double expected, double share = 1e-9) {
    return std::abs(found - expected) <= share * std::abs(expected);
}

} // namespace

class ForecastTest : public QObject {
    Q_OBJECT

private slots:
    void findsHowAlikeDaysAre_data() {
        QTest::addColumn<double>("kept");
        QTest::addColumn<double>("fallen");
        for (const double kept : {0.0, 0.5, 0.9, 0.99})
            for (const double fallen : {0.0, 0.02})
                QTest::addRow("%g, %g fallen", kept, fallen) << kept << fallen;
    }
    void findsHowAlikeDaysAre() {
        QFETCH(double, kept);
        QFETCH(double, fallen);
        for (std::uint64_t seed = 1; seed <= 5; ++seed)
            QVERIFY(std::abs(day_to_day(wandering(kept, seed, 40, fallen)) - kept) < 0.08);
    }

    void tooFewTellNothing() {
        QCOMPARE(day_to_day(wandering(0.9, 1, 5)), 0.0);
        QVERIFY(day_to_day(wandering(0.9, 1, 6)) > 0);
        const History same{{}, std::vector(10, wandering(0.9, 1, 1).snapshots.front())};
        QCOMPARE(day_to_day(same), 0.0); // nothing varies: all days are the same anyway
    }

    void lastDaysCountAsMuchAsTheyLast() {
        const auto last = [](double kept) { return snapshot_weights(wandering(kept, 3)).back(); };
        QVERIFY(last(0) < 0.06);
        QVERIFY(last(0.9) > 0.3 && last(0.9) < 0.6);
        QVERIFY(last(0.99) > 0.65);
        const History history = wandering(0.9, 3);
        const std::vector<double> weights = snapshot_weights(history);
        QVERIFY(close(std::accumulate(weights.begin(), weights.end(), 0.0), 1));
        QCOMPARE(weights.front(), weights[38]);
        double left = 0; // of the last day, over the 20 days to come
        for (int ahead = 1; ahead <= 20; ++ahead)
            left += std::pow(day_to_day(history), ahead) / 20;
        QVERIFY(close(weights.back(), left + (1 - left) / 40));
        QCOMPARE(snapshot_weights(wandering(0.9, 1, 1)), std::vector{1.0});
    }

    void everyCellTakesItsMeanTime() {
        History history = wandering(0, 1, 3);
        history.snapshots[0].set(0, 1, 10), history.snapshots[1].set(0, 1, 5);
        history.snapshots[2].set(0, 1, 20);
        history.snapshots[2].set(1, 0, BandwidthMatrix::unmeasured);
        for (BandwidthMatrix& snapshot : history.snapshots)
            snapshot.set(2, 3, BandwidthMatrix::unmeasured);
        const BandwidthMatrix mean = forecast(history, {0.25, 0.25, 0.5}).expected;
        QVERIFY(close(1 / mean.at(0, 1), 0.25 / 10 + 0.25 / 5 + 0.5 / 20));
        QVERIFY(close(1 / mean.at(1, 0),
                      0.5 / history.snapshots[0].at(1, 0) + 0.5 / history.snapshots[1].at(1, 0)));
        QVERIFY(!mean.measured(2, 3) && !mean.measured(0, 0));
    }

    void spreadIsThatOfALink() {
        const History history = wandering(0, 1);
        QVERIFY(close(forecast(history, std::vector(40, 1.0 / 40)).spread, 0.1, 0.1));
        std::vector<double> last(40, 0.0);
        last.back() = 1;
        QVERIFY(forecast(history, last).spread < 1e-7);
        QVERIFY(close(1 / forecast(history, last).expected.at(3, 5), 1 / history.snapshots[39].at(3, 5)));
    }
};

QTEST_GUILESS_MAIN(ForecastTest)
#include "forecast_test.moc"
