// SPDX-License-Identifier: GPL-3.0-or-later
// What the table of candidates asks for, and what it does not.
#include "widgets/charts/split_text.h"
#include "widgets/charts/table_look.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/theme/tokens.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QtTest>

using namespace pipette;

namespace {

/// Three candidates, one for each tensor parallel size.
std::vector<CandidateLine> lines() {
    std::vector<CandidateLine> lines;
    for (const int tp : {1, 2, 4}) {
        Candidate candidate;
        candidate.config.tp = tp;
        candidate.iteration_time_s = 1 + 0.1 * tp;
        lines.push_back({std::make_shared<const Candidate>(candidate)});
    }
    return lines;
}

struct Bench {
    CandidatesView view;
    QSignalSpy asked{&view, &CandidatesView::selectionRequested};
    QLineEdit* filter = view.findChild<QLineEdit*>();

    Bench() {
        view.setLines(lines(), nullptr, {});
        Selection second;
        second.candidate = 1;
        view.setSelection(second);
    }
    /// Its configuration; empty: no row that can be seen is the current one.
    QString current() {
        const QModelIndex index = view.table()->currentIndex();
        return index.siblingAtColumn(CandidatesModel::configuration).data().toString();
    }
};

} // namespace

class CandidatesViewTest : public QObject {
    Q_OBJECT

private slots:
    void namesAreDrawnAsSplitAndOptions_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("line");
        QTest::newRow("interleaved") << "pp=8 tp=1 dp=16 vpp=2 mb=1 interleaved layers=4*2+3"
                                     << "pp 8 · tp 1 · dp 16 | v 2 · mb 1 · uneven";
        QTest::newRow("experts")
            << "pp=2 tp=1 cp=4 ulysses dp=8 ep=8 mb=2 zero=3 1f1b full-recompute:3"
            << "pp 2 · tp 1 · cp 4 · dp 8 · ep 8 | ulysses · mb 2 · zero 3 · full-recompute:3";
        QTest::newRow("a schedule of its own") << "pp=2 tp=1 dp=8 vpp=2 mb=2 zb-v"
                                               << "pp 2 · tp 1 · dp 8 | v 2 · mb 2 · zb-v";
        QTest::newRow("nothing") << ""
                                 << " | ";
    }
    void namesAreDrawnAsSplitAndOptions() {
        QFETCH(QString, name);
        QFETCH(QString, line);
        QCOMPARE(splitText(name.toStdString()).join(QStringLiteral(" | ")), line);
    }

    void theFilterKnowsNamesAsTheyAreDrawn() {
        Bench bench;
        QTest::keyClicks(bench.filter, QStringLiteral("tp 4"));
        QCOMPARE(bench.view.table()->model()->rowCount(), 1);
    }

    void aFilterHidesTheChosenCandidateAndChoosesNoOther() {
        Bench bench;
        const QString chosen = bench.current();
        QVERIFY(chosen.contains(QLatin1String("tp=2")));
        QTest::keyClicks(bench.filter, QStringLiteral("tp=4"));
        QCOMPARE(bench.view.table()->model()->rowCount(), 1);
        QCOMPARE(bench.asked.size(), 0);
        QVERIFY(bench.current().isEmpty());
        bench.filter->clear();
        QCOMPARE(bench.current(), chosen);
        QCOMPARE(bench.asked.size(), 0);
    }

    void aRowThatIsFilteredCanBeChosen() {
        Bench bench;
        QTest::keyClicks(bench.filter, QStringLiteral("tp=4"));
        bench.view.table()->setCurrentIndex(bench.view.table()->model()->index(0, 0));
        QCOMPARE(bench.asked.size(), 1);
        QCOMPARE(bench.asked.front().front().value<Selection>().candidate, 2);
    }

    void otherPlannersAreAGroupAtTheEndUntilAPersonSorts() {
        Bench bench;
        std::vector<CandidateLine> all = lines(); // 1.1, 1.2 and 1.4 s
        Candidate other;
        other.planner = Planner::host_order;
        other.iteration_time_s = 1.15; // among them by time
        all.insert(all.begin() + 1, {std::make_shared<const Candidate>(other)});
        other.planner = Planner::amp;
        other.iteration_time_s = 1.05;
        all.push_back({std::make_shared<const Candidate>(other)});
        bench.view.setLines(all, nullptr, {});
        QTableView& table = *bench.view.table();
        const auto planners = [&] {
            QStringList names;
            for (int row = 0; row < table.model()->rowCount(); ++row)
                names << table.model()->index(row, CandidatesModel::planner).data().toString();
            return names.join(QLatin1Char(' '));
        };
        const auto headed = [&] {
            for (int row = 0; row < table.model()->rowCount(); ++row)
                if (table.rowHeight(row) > tokens::row)
                    return table.model()->index(row, 0).data(TableLook::heading_role).toString().isEmpty()
                               ? -2
                               : row;
            return -1;
        };
        const QString grouped = QStringLiteral("Pipette Pipette Pipette AMP Host order");
        QCOMPARE(planners(), grouped);
        QCOMPARE(headed(), 3);
        QHeaderView& heads = *table.horizontalHeader();
        heads.setSortIndicator(CandidatesModel::time, Qt::AscendingOrder);
        QCOMPARE(planners(), QStringLiteral("AMP Pipette Host order Pipette Pipette"));
        QCOMPARE(headed(), -1);
        heads.setSortIndicator(CandidatesModel::time, Qt::DescendingOrder);
        QCOMPARE(planners(), QStringLiteral("Pipette Pipette Host order Pipette AMP"));
        heads.setSortIndicator(-1, Qt::AscendingOrder);
        QCOMPARE(planners(), grouped);
        QCOMPARE(headed(), 3);
        QTest::keyClicks(bench.filter, QStringLiteral("AMP")); // alone: nothing to part it from
        QCOMPARE(planners(), QStringLiteral("AMP"));
        QCOMPARE(headed(), -1);
    }

    void rejectedOnesStayLast() {
        Bench bench;
        auto rejected = std::make_shared<std::vector<Rejection>>(1);
        bench.view.setLines(lines(), rejected, {1, 0});
        bench.view.findChild<QCheckBox*>()->setChecked(true);
        const QAbstractItemModel& rows = *bench.view.table()->model();
        for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            bench.view.table()->horizontalHeader()->setSortIndicator(CandidatesModel::time, order);
            QCOMPARE(rows.rowCount(), 4);
            QCOMPARE(rows.index(3, CandidatesModel::planner).data().toString(), QStringLiteral("Rejected"));
        }
        bench.view.table()->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
        QCOMPARE(rows.index(3, CandidatesModel::planner).data().toString(), QStringLiteral("Rejected"));
    }

    /// Where nothing fits, what was rejected shows without being asked for.
    void rejectedOnesShowWhereThereIsNothingElse() {
        Bench bench;
        const auto rejected = std::make_shared<std::vector<Rejection>>(2);
        bench.view.setLines({}, rejected, {2, 0});
        QCOMPARE(bench.view.table()->model()->rowCount(), 2);
        QVERIFY(!bench.view.findChild<QCheckBox*>()->isEnabled());
        bench.view.setLines(lines(), rejected, {2, 0});
        QCOMPARE(bench.view.table()->model()->rowCount(), 3);
    }

    /// The split is what one looks for: words beside figures give way before it.
    void aNarrowTableKeepsTheConfigurations() {
        CandidatesView view;
        std::vector<CandidateLine> all = lines();
        for (CandidateLine& line : all) {
            auto candidate = std::make_shared<Candidate>(*line.candidate);
            candidate->memory = {DeviceMemory{}};
            candidate->memory[0].upper = 27e9, candidate->memory[0].limit = 100e9;
            line.candidate = candidate;
        }
        view.setLines(all, nullptr, {});
        const QHeaderView& heads = *view.table()->horizontalHeader();
        view.resize(1600, 300);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const int whole = heads.sectionSize(CandidatesModel::configuration);
        const int words = heads.sectionSize(CandidatesModel::memory);
        const int range = heads.sectionSize(CandidatesModel::range);
        int width = 1600;
        while (heads.sectionSize(CandidatesModel::memory) == words && width > 200) {
            view.resize(width -= 5, 300);
            QCoreApplication::processEvents();
        }
        QCOMPARE(heads.sectionSize(CandidatesModel::configuration), whole);
        QVERIFY(heads.sectionSize(CandidatesModel::range) < range); // which had room to spare
        QCOMPARE(view.model().index(0, CandidatesModel::memory).data(TableLook::short_role).toString(),
                 QStringLiteral("27 %"));
    }

    void anEditThatLeavesTheFilterChoosesNoOther() {
        Bench bench;
        CandidateLine edited = lines()[1];
        edited.edited = true;
        bench.view.setLine(1, edited);
        CandidateLine third = lines()[2];
        third.edited = true;
        bench.view.setLine(2, third);
        QTest::keyClicks(bench.filter, QStringLiteral("edited"));
        QCOMPARE(bench.view.table()->model()->rowCount(), 2);
        bench.view.setLine(1, lines()[1]);
        QCOMPARE(bench.view.table()->model()->rowCount(), 1);
        QCOMPARE(bench.asked.size(), 0);
    }
};

QTEST_MAIN(CandidatesViewTest)
#include "candidates_view_test.moc"
