// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/reasons/plan_reasons.h"

#include <QtTest>

#include <string>
#include <vector>

using namespace pipette;

class PlanReasonsTest : public QObject {
    Q_OBJECT

private slots:
    void aTableHoldsThePartsThatSomeCandidateHas() {
        Candidate best, other;
        best.breakdown.compute = 0.3, best.breakdown.bubble = 0.1;
        other.breakdown.compute = 0.3, other.breakdown.dp_exposed = 0.5;
        best.iteration_time_s = best.breakdown.total();
        other.iteration_time_s = other.breakdown.total();
        const ReportTable table = breakdown_table({{"best", &best}, {"host order", &other}});
        using Row = std::vector<std::string>;
        QCOMPARE(table.titles, (Row{"", "best", "", "host order", ""}));
        QCOMPARE(table.rows, (std::vector<Row>{{"compute", "300.0 ms", "75.0 %", "300.0 ms", "37.5 %"},
                                               {"idle (bubble)", "100.0 ms", "25.0 %", "0.0 ms", "0.0 %"},
                                               {"gradient exchange", "0.0 ms", "0.0 %", "500.0 ms", "62.5 %"},
                                               {"step", "400.0 ms", "100.0 %", "800.0 ms", "100.0 %"}}));
        QCOMPARE(table.words, std::vector<std::size_t>{0});
        other.iteration_time_s = 1; // a second: the window and the page tell seconds
        QCOMPARE(breakdown_table({{"best", &best}, {"host order", &other}}, TableTimes::readable).rows[0],
                 (Row{"compute", "0.300 s", "75.0 %", "0.300 s", "30.0 %"}));
    }

    void withoutACandidateThereAreNoReasons() {
        const PlanReasons reasons = plan_reasons(Plan{}, Candidate{}, Links{});
        QVERIFY(reasons.heading.empty() && reasons.sentences.empty() && reasons.times.rows.empty());
        QVERIFY(!reasons.stages);
    }
};

QTEST_APPLESS_MAIN(PlanReasonsTest)
#include "plan_reasons_test.moc"
