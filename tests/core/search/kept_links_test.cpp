// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/iteration_time.h"
#include "core/search/rounds/kept_links.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

using namespace pipette;

class KeptLinksTest : public QObject {
    Q_OBJECT

private slots:
    void theTableIsMadeOnceForOneClusterAndItsFaults() {
        PlanInputs inputs;
        inputs.cluster =
            std::make_shared<const Cluster>(random_cluster({.nodes = 4, .gpus = 8, .nics = 2}, 7));
        KeptLinks kept;
        const auto first = kept.of(inputs);
        QCOMPARE(kept.of(inputs).get(), first.get());
        QVERIFY(same(*first, links_of(inputs)));

        inputs.faults.degraded.push_back({"n0", "n1", 0.5});
        const auto degraded = kept.of(inputs);
        QVERIFY(degraded != first);
        QVERIFY(same(*degraded, links_of(inputs)));
        QVERIFY(!same(*degraded, *first));

        inputs.faults = {};
        inputs.cluster =
            std::make_shared<const Cluster>(random_cluster({.nodes = 4, .gpus = 8, .nics = 2}, 8));
        const auto other = kept.of(inputs);
        QVERIFY(same(*other, links_of(inputs)));
        QVERIFY(!same(*other, *first));
    }

private:
    static bool same(const Links& a, const Links& b) {
        if (a.gpus != b.gpus)
            return false;
        for (int from = 0; from < a.gpus; ++from)
            for (int to = 0; to < a.gpus; ++to)
                if (from != to && a.s_per_byte(from, to) != b.s_per_byte(from, to))
                    return false;
        return true;
    }
};

QTEST_GUILESS_MAIN(KeptLinksTest)

#include "kept_links_test.moc"
