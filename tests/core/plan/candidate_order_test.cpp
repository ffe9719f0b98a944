// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/preference.h"

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

    void ofLevelTimesTheSafeAndTheSimpleCanComeFirst() {
        const std::vector<Candidate> by_time{
            candidate(1.0, Verdict::tight, 1, 4),  candidate(1.001, Verdict::safe, 2, 4),
            candidate(1.002, Verdict::safe, 1, 4), candidate(1.003, Verdict::safe, 1, 2),
            candidate(1.021, Verdict::safe, 1, 1), candidate(1.03, Verdict::tight, 1, 1)};
        std::vector<const Candidate*> all;
        for (const Candidate& one : by_time)
            all.push_back(&one);
        const std::vector<std::size_t> same{0, 1, 2, 3, 4, 5}, safe{3, 2, 1, 0, 4, 5};
        QVERIFY(order_of(all, Preference::fastest) == same);
        QVERIFY(order_of(all, Preference::safe) == safe); // two GPUs before four, one chunk before two
        std::vector<Candidate> ordered(by_time.rbegin(), by_time.rend());
        put_in_order(ordered, Preference::safe);
        for (std::size_t i = 0; i < safe.size(); ++i)
            QVERIFY(ordered[i] == by_time[safe[i]]);
        QVERIFY(order_of({}, Preference::safe).empty());
        for (const Preference preference : all_preferences())
            QVERIFY(preference_named(name_of(preference)) == preference);
        QVERIFY(!preference_named("cheapest"));
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
