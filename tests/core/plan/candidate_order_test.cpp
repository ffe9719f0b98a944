// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/candidate.h"

#include <QtTest>

#include <algorithm>

using namespace pipette;

namespace {

Candidate candidate(double time_s, Verdict verdict, int vpp, int pp) {
    Candidate made;
    made.iteration_time_s = time_s;
    made.config.vpp = vpp, made.config.pp = pp;
    made.memory.resize(1);
    made.memory.front().verdict = verdict;
    return made;
}

} // namespace

class CandidateOrderTest : public QObject {
    Q_OBJECT

private slots:
    void equalTimesGoByMemoryThenByConfiguration() {
        const std::vector<Candidate> in_order{
            candidate(0.9, Verdict::tight, 4, 8), // the fastest, whatever its memory
            candidate(1.0, Verdict::safe, 1, 1),  candidate(1.0, Verdict::safe, 1, 4),
            candidate(1.0, Verdict::safe, 2, 4),  candidate(1.0, Verdict::tight, 1, 1),
            candidate(1.001, Verdict::safe, 1, 1)};
        std::vector<Candidate> sorted(in_order.rbegin(), in_order.rend());
        std::stable_sort(sorted.begin(), sorted.end(), comes_before);
        QVERIFY(sorted == in_order);
    }

    void plannersHaveNames() {
        for (const Planner planner :
             {Planner::pipette, Planner::host_order, Planner::megatron, Planner::amp, Planner::varuna})
            QVERIFY(planner_named(name_of(planner)) == planner);
        QVERIFY(!planner_named("host order"));
    }
};

QTEST_GUILESS_MAIN(CandidateOrderTest)
#include "candidate_order_test.moc"
