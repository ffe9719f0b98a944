// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/time/soft_maximum.h"

#include <QtTest>

using namespace pipette;

class SoftMaximumTest : public QObject {
    Q_OBJECT

private slots:
    void exponentialIsCloseToTheLibrarys() {
        for (double x = -39.9; x < 60; x += 0.0137)
            QVERIFY2(std::abs(fast_exponential(x) / std::exp(x) - 1) < 3e-8, qPrintable(QString::number(x)));
        QCOMPARE(fast_exponential(0), 1.0);
        QCOMPARE(fast_exponential(-41), 0.0);
        QVERIFY(std::isfinite(fast_exponential(1e9))); // a hopeless move has an energy too
    }

    void partsGrowAsTheirValuesAtTheTop() {
        const SoftMaximum soft(5, 0.25);
        QCOMPARE(soft.part(5), 0.25);
        const double step = 1e-4;
        QVERIFY(std::abs((soft.part(5 + step) - soft.part(5 - step)) / (2 * step) - 1) < 1e-3);
        QVERIFY(soft.part(soft.negligible()) < 1e-5 * 0.25);
        QVERIFY(soft.part(4) < soft.part(4.1));
    }
};

QTEST_GUILESS_MAIN(SoftMaximumTest)
#include "soft_maximum_test.moc"
