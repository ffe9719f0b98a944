// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/median.h"
#include "core/base/random.h"

#include <QtTest>

#include <cmath>

using namespace pipette;

namespace {

double counted(const std::vector<double>& values, std::size_t most_copied) {
    return median_of(
        [&](const auto& take) {
            for (const double value : values)
                take(value);
        },
        most_copied);
}

} // namespace

class MedianTest : public QObject {
    Q_OBJECT

private slots:
    void ofNoneOneAndTwo() {
        QCOMPARE(counted({}, 10), 0.0);
        QCOMPARE(counted({3}, 10), 3.0);
        QCOMPARE(counted({3, 1}, 10), 2.0);
        QCOMPARE(counted({5, 5, 5}, 1), 5.0);
    }

    /// Whatever is counted by ranges and whatever is copied, it is the median of the sorted values.
    void countingIsAsExactAsSorting() {
        Random random(3);
        for (const int count : {2, 7, 100, 4001, 20'000}) {
            std::vector<double> values;
            for (int i = 0; i < count; ++i)
                values.push_back(random.uniform() < 0.1 ? 1e4 * random.uniform()
                                                        : std::exp(random.uniform()));
            std::vector<double> sorted = values;
            const double expected = median(sorted);
            for (const std::size_t most_copied : {1, 2, 50, 100'000})
                QCOMPARE(counted(values, most_copied), expected);
        }
    }

    void halvesOfEqualValues() {
        std::vector<double> values(1000, 2.0);
        values.resize(2000, 8.0);
        QCOMPARE(counted(values, 10), 5.0);
        values.push_back(8.0);
        QCOMPARE(counted(values, 10), 8.0);
    }
};

QTEST_GUILESS_MAIN(MedianTest)
#include "median_test.moc"
