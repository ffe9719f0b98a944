// SPDX-License-Identifier: GPL-3.0-or-later
// What the table of candidates asks for, and what it does not.
#include "widgets/plans/candidates_view.h"

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
