// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/demo_data.h"
#include "widgets/charts/axis_ticks.h"
#include "widgets/charts/split_text.h"
#include "widgets/pipeline/memory_bars.h"
#include "widgets/plans/annealing_curve.h"
#include "widgets/plans/breakdown_view.h"
#include "widgets/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

using namespace pipette;

class ChartsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::light); }

    void ticksAreRound() {
        QCOMPARE(linearTicks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
        QCOMPARE(linearTicks(3, 3.5, 4), (std::vector<double>{3, 3.2, 3.4000000000000004}));
        QCOMPARE(logTicks(1, 100, 10), (std::vector<double>{1, 2, 5, 10, 20, 50, 100}));
        QCOMPARE(logTicks(1, 100, 4), (std::vector<double>{1, 10, 100}));
        QCOMPARE(tickTexts({3.48, 3.5, 3.52}),
                 (QStringList{QStringLiteral("3.48"), QStringLiteral("3.50"), QStringLiteral("3.52")}));
        QCOMPARE(tickTexts({0, 1000}), (QStringList{QStringLiteral("0"), QStringLiteral("1000")}));
        QVERIFY(linearTicks(1, 1, 5).empty());
        QVERIFY(logTicks(0, 1, 5).empty());
    }

    void memoryIsATableOfStages() {
        MemoryBars bars;
        const QAbstractItemModelTester tester(bars.chartTable(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(bars.chartTable()->rowCount(), 0);
        const Shown shown = demo::shown(16, 8, 8, 8, 2);
        bars.setShown(shown);
        QCOMPARE(bars.chartTable()->rowCount(), 8);
        QCOMPARE(bars.chartTable()->columnCount(), 14); // eight figures and six parts
        QCOMPARE(bars.chartTable()->index(0, 2).data().toString(), QStringLiteral("over"));
        QCOMPARE(bars.chartTable()->index(7, 2).data().toString(), QStringLiteral("safe"));
        QCOMPARE(bars.chartTable()->index(7, 3).data(Qt::UserRole).toDouble(),
                 shown.candidate->memory[7].estimate);
        bars.setCompared({comparedCandidate(shown.candidate),
                          comparedCandidate(demo::candidate(*shown.cluster, 4, 8, 4))});
        QCOMPARE(bars.chartTable()->rowCount(), 12);
    }

    void memoryBarSelectsItsStage() {
        MemoryBars bars;
        bars.resize(600, 400);
        const Shown shown = demo::shown(16, 8, 8, 8, 2);
        bars.setShown(shown);
        QSignalSpy spy(&bars, &MemoryBars::selectionRequested);
        QTest::keyClick(&bars, Qt::Key_Down);
        QTest::keyClick(&bars, Qt::Key_Return);
        QCOMPARE(spy.size(), 1);
        const auto selection = spy[0][0].value<Selection>();
        QCOMPARE(selection.device, 1);
        QCOMPARE(selection.gpus, gpusAt(shown, 1, -1));
        QVERIFY(bars.accessibleDescription().contains(QStringLiteral("Stage 1")));
        QTest::mouseClick(&bars, Qt::LeftButton, {}, QPoint(300, 30));
        QCOMPARE(spy[1][0].value<Selection>().device, 0);
    }

    void memoryRowsKeepTheirHeightAndScroll() {
        MemoryBars bars;
        bars.resize(240, 150);
        bars.setShown(demo::shown(16, 8, 16, 8, 1));
        QVERIFY(bars.drawnItem(0).place.height() >= 11);
        QVERIFY(!bars.rect().contains(bars.drawnItem(15).place.toAlignedRect()));
        QTest::keyClick(&bars, Qt::Key_End);
        QVERIFY(bars.rect().contains(bars.drawnItem(15).place.toAlignedRect()));
        QVERIFY(bars.drawnItem(0).place.bottom() < 0);
        Selection first;
        first.device = 0;
        bars.setSelection(first); // in another view
        QVERIFY(bars.rect().contains(bars.drawnItem(0).place.toAlignedRect()));
    }

    void memoryOfTwoPlansStandsSideBySide() {
        MemoryBars bars;
        bars.resize(600, 400);
        const Shown shown = demo::shown(16, 8, 8, 8, 2);
        bars.setCompared({comparedCandidate(shown.candidate),
                          comparedCandidate(demo::candidate(*shown.cluster, 4, 8, 4))});
        const QRectF one = bars.drawnItem(0).place, other = bars.drawnItem(8).place;
        QCOMPARE(one.top(), other.top());
        QVERIFY(one.right() < other.left());
        bars.resize(260, 400); // too narrow: one below the other, and nothing over another
        for (int row = 1; row < bars.drawnCount(); ++row)
            QVERIFY(bars.drawnItem(row).place.top() >= bars.drawnItem(row - 1).place.bottom() - 0.01);
    }

    void breakdownAddsUp() {
        BreakdownView view;
        const QAbstractItemModelTester tester(view.chartTable(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        const Shown shown = demo::shown(16, 8, 8, 8, 2);
        view.setShown(shown);
        QCOMPARE(view.chartTable()->rowCount(), 1);
        double sum = 0;
        for (int column = 2; column < view.chartTable()->columnCount(); ++column)
            sum += view.chartTable()->index(0, column).data(Qt::UserRole).toDouble();
        QCOMPARE(sum, view.chartTable()->index(0, 1).data(Qt::UserRole).toDouble());
        view.setBars({{QStringLiteral("a"), shown.candidate->breakdown, 0, 0, 3},
                      {QStringLiteral("b"), shown.candidate->breakdown, 0, 0, 5}});
        QSignalSpy spy(&view, &BreakdownView::selectionRequested);
        QTest::keyClick(&view, Qt::Key_Down);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(spy[0][0].value<Selection>().candidate, 5);
    }

    void longAnnealingIsThinned() {
        AnnealingCurve curve;
        const long moves = 50'000;
        for (long i = 1; i <= moves; ++i) {
            const double best = 8 + 1.0 / static_cast<double>(i);
            const AnnealingPoint points[] = {{0, 0, i, best + 0.1, best}, {0, 1, i, best + 0.2, best + 0.05}};
            curve.addPoints(points, static_cast<double>(i) * 1e-3);
        }
        const QAbstractItemModelTester tester(curve.chartTable(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        const ChartTable& table = *curve.chartTable();
        QVERIFY(table.rowCount() <= 2 * static_cast<int>(AnnealingCurve::most_points));
        QVERIFY(table.rowCount() >= static_cast<int>(AnnealingCurve::most_points));
        const int last_of_first = table.rowCount() / 2 - 1;
        QCOMPARE(table.index(last_of_first, 0).data().toString(), QStringLiteral("0"));
        QCOMPARE(table.index(last_of_first, 1).data(Qt::UserRole).toDouble(), static_cast<double>(moves));
        QCOMPARE(table.index(last_of_first, 4).data(Qt::UserRole).toDouble(),
                 8 + 1.0 / static_cast<double>(moves));
    }

    void annealingShowsWhatMovesThenWhatIsShownElsewhere() {
        const auto config = [](int tp) {
            ParallelConfig made;
            made.tp = tp;
            return made;
        };
        const auto shown = [&](int tp) {
            auto candidate = std::make_shared<Candidate>();
            candidate->config = config(tp);
            Shown all;
            all.candidate = candidate;
            return all;
        };
        AnnealingCurve curve;
        curve.begin();
        const AnnealingPoint points[] = {{0, 0, 10, 9, 9, config(1)}, {4, 0, 10, 7, 7, config(2)},
                                         {4, 0, 20, 7, 7, config(2)}, {5, 0, 10, 8, 8, config(4)},
                                         {5, 0, 20, 8, 8, config(4)}, {5, 0, 30, 8, 8, config(4)}};
        curve.setShown(shown(1)); // the best so far is no reason to look away from the search
        curve.addPoints(points, 0.5);
        QCOMPARE(curve.chartTable()->rowCount(), 3);
        curve.end();
        QCOMPARE(curve.chartTable()->rowCount(), 1);
        curve.setShown(shown(4));
        QCOMPARE(curve.chartTable()->rowCount(), 3);
        curve.setShown(shown(8)); // a baseline, not annealed: the best that was
        QCOMPARE(curve.chartTable()->rowCount(), 2);
        QTest::keyClick(&curve, Qt::Key_Up);
        QCOMPARE(curve.chartTable()->rowCount(), 1);
        QTest::keyClick(&curve, Qt::Key_X);
        QCOMPARE(curve.against(), AnnealingCurve::Against::time);
        curve.begin();
        QCOMPARE(curve.chartTable()->rowCount(), 0);
    }

    void annealingOfAFewMovesIsASentence() {
        struct Sentence : ChartView {
            QString text;
            void renderTo(QPainter* painter, QSize size) override {
                painter->fillRect(QRect(QPoint(), size), themeOf(this).base);
                paintEmpty(*painter, size, text);
            }
        } sentence;
        const auto drawn = [](ChartView& chart) {
            QImage image(500, 300, QImage::Format_RGB32);
            QPainter painter(&image);
            chart.renderTo(&painter, image.size());
            return image;
        };
        AnnealingCurve curve;
        ParallelConfig config;
        config.tp = 4;
        for (const long moves : {10, 20}) {
            const AnnealingPoint points[] = {{0, 0, moves, 9, 9, config}};
            curve.addPoints(points, 0.5);
        }
        sentence.text = QStringLiteral("%1 was annealed for so few moves that there is no curve. Its lowest "
                                       "cost is 9.00 s.")
                            .arg(splitLine(short_name(config)));
        QCOMPARE(drawn(curve), drawn(sentence));
        const AnnealingPoint third[] = {{0, 0, 30, 8, 8, config}};
        curve.addPoints(third, 0.5);
        QVERIFY(drawn(curve) != drawn(sentence)); // three make a curve
    }

    void linesCanBeSeenOnBothThemes() {
        for (const Theme* theme : {&lightTheme(), &darkTheme()})
            for (int chain = 0; chain < 8; ++chain)
                QVERIFY(contrastRatio(strokeColour(chain, *theme), theme->base) >= 3 &&
                        contrastRatio(nameColour(chain, *theme), theme->base) >= 4.5);
    }
};

QTEST_MAIN(ChartsTest)
#include "charts_test.moc"
