// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/precision.h"

#include <QtTest>

using namespace pipette;

class PrecisionTest : public QObject {
    Q_OBJECT

private slots:
    void everyPrecisionIsFoundByItsName() {
        for (const Precision precision : all_precisions())
            QVERIFY(precision_named(name_of(precision)) == precision);
        QVERIFY(!precision_named("fp4") && !precision_named(""));
        QCOMPARE(precisions_known(), std::string("fp32, tf32, fp16, bf16, fp8, fp8-rowwise, mxfp8 or nvfp4"));
    }

    void whatIsCastKeepsSixteenBits() {
        for (const Precision precision : all_precisions()) {
            const bool full = precision == Precision::fp32 || precision == Precision::tf32;
            QCOMPARE(element_bytes(precision), full ? 4.0 : 2.0);
            QCOMPARE(master_copy_bytes(precision), full ? 0.0 : 4.0);
            QCOMPARE(recipe_of(precision).keeps_fp32(), full);
        }
        QVERIFY(!recipe_of(Precision::bf16).casts() && recipe_of(Precision::nvfp4).casts());
    }

    /// Bytes an element, as the help has them.
    void castsReadAndWriteAsOftenAsTheirScalesWant() {
        QCOMPARE(recipe_of(Precision::fp8).cast.both_ways, 4.0);
        QCOMPARE(recipe_of(Precision::fp8_rowwise).cast.both_ways, 14.0);
        QCOMPARE(recipe_of(Precision::mxfp8).cast.both_ways, 2 * (2 + 1 + 3 / 32.0));
        QCOMPARE(recipe_of(Precision::nvfp4).cast.both_ways, 2 + 2 * (2 + 0.5 + 3 / 16.0));
        QCOMPARE(recipe_of(Precision::fp8).grouped_cast.both_ways, 14.0);
    }

    void rowsShareThePeakOfEightBits() {
        QVERIFY(recipe_of(Precision::fp8_rowwise).peak == Precision::fp8);
        for (const Precision precision :
             {Precision::bf16, Precision::fp8, Precision::mxfp8, Precision::nvfp4})
            QVERIFY(recipe_of(precision).peak == precision);
    }
};

QTEST_GUILESS_MAIN(PrecisionTest)
#include "precision_test.moc"
