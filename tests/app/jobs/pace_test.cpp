// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/pace.h"

#include <QtTest>

#include <cmath>

using namespace pipette;

/// What is left of a search, in seconds.
class PaceTest : public QObject {
    Q_OBJECT

private slots:
    void evenWorkEndsWhenItSays() {
        Pace pace;
        for (double now_s = 0.1; now_s < 10; now_s += 0.1)
            if (const double left_s = pace.left_s(now_s, now_s / 10); now_s > 3)
                QVERIFY(std::abs(left_s - (10 - now_s)) < 1e-6);
    }

    void littleSaysNothing() {
        Pace pace;
        QVERIFY(pace.left_s(1, 0) < 0);
        QVERIFY(pace.left_s(2, 0.2) < 0);
        QVERIFY(pace.left_s(3, 0.3) > 0);
    }

    /// Sixty per cent in the first second, then a hundredth a second: what is left is told by what is slow.
    void slowRestsAreSeen() {
        Pace pace;
        double left_s = 0;
        for (int i = 1; i <= 10; ++i)
            left_s = pace.left_s(0.1 * i, 0.06 * i);
        for (int i = 1; i <= 50; ++i)
            left_s = pace.left_s(1 + 0.1 * i, 0.6 + 0.001 * i);
        QVERIFY2(std::abs(left_s - 35) < 0.5, qPrintable(QString::number(left_s)));
    }

    void workThatStandsStillHasNoEnd() {
        Pace pace;
        for (int i = 1; i <= 100; ++i)
            pace.left_s(i, 0.5);
        QVERIFY(pace.left_s(101, 0.5) < 0);
    }
};

QTEST_GUILESS_MAIN(PaceTest)
#include "pace_test.moc"
