// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "widgets/charts/bar_columns.h"

#include <QtTest>

using namespace pipette;

namespace {

// Pixels that are covered, partly covered ones by their part.
double coverage(const QImage& image) {
    double sum = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            sum += qAlpha(reinterpret_cast<const QRgb*>(image.constScanLine(y))[x]) / 255.0;
    return sum;
}

} // namespace

class BarColumnsTest : public QObject {
    Q_OBJECT

private slots:
    // Disjoint stretches of any length: the picture covers what they fill, whatever the pixels.
    void coversWhatIsFilled() {
        Random random(7);
        BarColumns columns;
        for (int repeat = 0; repeat < 50; ++repeat) {
            columns.begin({400, 60});
            QVERIFY(columns.empty());
            columns.beginRow();
            double filled = 0;
            for (double at = random.uniform(0, 3); at < 395;) {
                const double length = random.lognormal(-0.5, 1);
                columns.fill(at, std::min(at + length, 400.0), qRgb(10, 20, 30));
                filled += std::min(at + length, 400.0) - at;
                at += length + random.lognormal(-0.5, 1);
            }
            columns.endRow(5, 45, 0);
            QVERIFY(!columns.empty());
            // Columns that are nearly empty are a pixel high.
            QVERIFY2(std::abs(coverage(columns.image()) / 40 - filled) < 0.01 * filled + 2,
                     qPrintable(QStringLiteral("%1 of %2").arg(coverage(columns.image()) / 40).arg(filled)));
        }
    }

    void mixesColoursByTime() {
        BarColumns columns;
        columns.begin({10, 10});
        columns.beginRow();
        columns.fill(2.0, 2.25, qRgb(200, 0, 0));
        columns.fill(2.25, 3.0, qRgb(0, 200, 0));
        columns.fill(5.0, 5.5, qRgb(0, 0, 200));
        columns.endRow(0, 10, 0);
        QCOMPARE(columns.image().pixel(2, 0), qRgb(50, 150, 0));
        QCOMPARE(qAlpha(columns.image().pixel(5, 4)), 0); // half a column: the lower half
        QCOMPARE(columns.image().pixel(5, 5), qRgb(0, 0, 200));
        QCOMPARE(qAlpha(columns.image().pixel(3, 9)), 0);
    }

    void whatIsOutsideIsCut() {
        BarColumns columns;
        columns.begin({10, 4});
        columns.beginRow();
        columns.fill(-100, 1, qRgb(1, 1, 1));
        columns.fill(9, 1e9, qRgb(1, 1, 1));
        columns.fill(-5, -1, qRgb(1, 1, 1));
        columns.fill(20, 30, qRgb(1, 1, 1));
        columns.fillColumn(-1, 1, qRgb(1, 1, 1));
        columns.fillColumn(10, 1, qRgb(1, 1, 1));
        columns.endRow(-3, 100, 0);
        columns.underline(-10, 100, 3, qRgb(9, 9, 9));
        columns.underline(0, 10, 50, qRgb(9, 9, 9));
        QCOMPARE(columns.image().pixel(0, 0), qRgb(1, 1, 1));
        QCOMPARE(columns.image().pixel(9, 3), qRgb(1, 1, 1));
        QCOMPARE(qAlpha(columns.image().pixel(5, 3)), 0);
        QCOMPARE(columns.image().pixel(5, 2), qRgb(9, 9, 9));
    }

    void sizesChange() {
        BarColumns columns;
        for (const QSize size : {QSize(500, 4), QSize(3, 4), QSize(200, 4), QSize(0, 4), QSize(300, 0),
                                 QSize(100, -3), QSize(1, 4)}) {
            columns.begin(size);
            columns.beginRow();
            columns.fill(0, 500, qRgb(1, 2, 3));
            columns.endRow(0, 4, 0);
            QCOMPARE(columns.empty(), size.isEmpty());
            QCOMPARE(coverage(columns.image()), size.isEmpty() ? 0.0 : 4.0 * size.width());
        }
    }

    void nothingIsLeftOfTheFrameBefore() {
        BarColumns columns;
        for (const bool filled : {true, false}) {
            columns.begin({20, 20});
            columns.beginRow();
            if (filled)
                columns.fill(0, 20, qRgb(1, 2, 3));
            columns.endRow(0, 20, 0);
        }
        QVERIFY(columns.empty());
        QCOMPARE(coverage(columns.image()), 0.0);
    }
};

QTEST_MAIN(BarColumnsTest)
#include "bar_columns_test.moc"
