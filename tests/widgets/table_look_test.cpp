// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/table_look.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QHeaderView>
#include <QStandardItemModel>
#include <QTableView>
#include <QtTest>

#include <cmath>

using namespace pipette;

namespace {

/// Two rows: a name, a figure at the right, a range of 1 to 3 and of 5 to 9.
struct Table {
    QStandardItemModel model{2, 3};
    QTableView view;
    TableLook* look = nullptr;

    Table() {
        const double ranges[2][3] = {{1, 2, 3}, {5, 6, 9}};
        for (int row = 0; row < 2; ++row) {
            model.setItem(row, 0, new QStandardItem(QStringLiteral("plan")));
            model.setItem(row, 1, new QStandardItem(QStringLiteral("3.01 s")));
            model.item(row, 1)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            model.setItem(row, 2, new QStandardItem);
            model.item(row, 2)->setData(QVariantList{ranges[row][0], ranges[row][1], ranges[row][2]},
                                        TableLook::range_role);
        }
        view.setModel(&model);
        view.setSelectionBehavior(QAbstractItemView::SelectRows);
        view.verticalHeader()->hide();
        look = applyTableLook(view);
        look->setKeyColumn(1);
        look->setScale(1, 9, 3);
        view.resize(400, 120);
        view.show();
    }
    QImage picture() { return view.viewport()->grab().toImage(); }
    QRect cell(int row, int column) const { return view.visualRect(model.index(row, column)); }
};

/// The first and the last column of pixels in an area that differ from its ground, in pixels from its left.
std::pair<int, int> inked(const QImage& image, const QRect& area, const QColor& ground) {
    int first = -1, last = -1;
    for (int x = area.left(); x <= area.right(); ++x)
        for (int y = area.top() + 9; y < area.bottom() - 8; ++y)
            if (image.pixelColor(x, y) != ground) {
                first = first < 0 ? x - area.left() : first;
                last = x - area.left();
            }
    return {first, last};
}

} // namespace

class TableLookTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::light); }

    void figuresOfOneLengthAreOfOneWidth() {
        for (const char* family : {"Inter", "Noto Sans", "DejaVu Sans", "DejaVu Serif"}) {
            const QFontMetricsF metrics(QFont(QLatin1String(family), 12));
            const double wide = tabularWidth(metrics, QStringLiteral("111.11 s"));
            for (const char* text : {"888.88 s", "407.19 s"})
                QVERIFY(std::abs(tabularWidth(metrics, QLatin1String(text)) - wide) < 0.01);
            QVERIFY(tabularWidth(metrics, QStringLiteral("11.11 s")) < wide);
        }
    }

    void theChosenRowHasASoftGroundAndABarAtItsEdge() {
        Table table;
        const Theme& theme = lightTheme();
        const QPoint ground(30, 2), edge(1, 12);
        QCOMPARE(table.picture().pixelColor(table.cell(0, 0).topLeft() + ground), theme.base);
        table.view.selectRow(0);
        const QImage picture = table.picture();
        QCOMPARE(picture.pixelColor(table.cell(0, 0).topLeft() + ground), theme.accent_soft);
        QCOMPARE(picture.pixelColor(table.cell(0, 0).topLeft() + edge), theme.accent);
        QCOMPARE(picture.pixelColor(table.cell(1, 0).topLeft() + edge), theme.base);
        QCOMPARE(picture.pixelColor(table.cell(1, 0).bottomLeft() + QPoint(30, 0)), theme.grid);
        QCOMPARE(table.cell(0, 0).height(), tokens::row);
    }

    void theKeyFigureOfTheChosenRowIsStrong() {
        Table table;
        const auto ink = [&] {
            const QImage picture = table.picture();
            const QRect cell = table.cell(0, 1);
            double dark = 0;
            const int ground = qGray(picture.pixel(cell.topLeft() + QPoint(8, 3)));
            for (int x = cell.left(); x <= cell.right(); ++x)
                for (int y = cell.top() + 2; y < cell.bottom() - 1; ++y)
                    dark += std::max(ground - qGray(picture.pixel(x, y)), 0);
            return dark;
        };
        const double plain = ink();
        QVERIFY(plain > 0);
        table.view.selectRow(0);
        QVERIFY(ink() > 1.05 * plain);
    }

    /// A row's range lies where it lies on the scale that all rows share.
    void rangesShareAScale() {
        Table table;
        const QImage picture = table.picture();
        const auto [low_from, low_to] = inked(picture, table.cell(0, 2), lightTheme().base);
        const auto [high_from, high_to] = inked(picture, table.cell(1, 2), lightTheme().base);
        QVERIFY(low_from >= 0 && high_from > low_from && high_to > low_to);
        const double wide = table.cell(0, 2).width();
        QVERIFY2(high_to > 0.7 * wide, qPrintable(QString::number(high_to)));
        table.look->setScale(1, 4, 0); // the second row lies past the end
        const auto [past_from, past_to] = inked(table.picture(), table.cell(1, 2), lightTheme().base);
        QVERIFY(past_to - past_from < 10 && past_from > 0.7 * wide);
    }

    /// A share lies at its side of the middle, as long as it is.
    void sharesAreBarsFromTheMiddle() {
        Table table;
        table.model.setItem(0, 2, new QStandardItem);
        table.model.setItem(1, 2, new QStandardItem);
        table.model.item(0, 2)->setData(-0.5, TableLook::bar_role);
        table.model.item(1, 2)->setData(1.0, TableLook::bar_role);
        const QImage picture = table.picture();
        const double middle = table.cell(0, 2).width() / 2.0;
        const auto [left_from, left_to] = inked(picture, table.cell(0, 2), lightTheme().base);
        const auto [right_from, right_to] = inked(picture, table.cell(1, 2), lightTheme().base);
        QVERIFY(left_from > 0 && left_from < middle && std::abs(left_to - middle) < 4);
        QVERIFY(std::abs(right_from - middle) < 4 && right_to > middle);
        QVERIFY(std::abs((right_to - middle) - 2 * (middle - left_from)) < 6);
    }
};

QTEST_MAIN(TableLookTest)
#include "table_look_test.moc"
