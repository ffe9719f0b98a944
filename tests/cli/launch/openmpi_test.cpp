// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/launch/launched.h"

#include <QtTest>

using namespace pipette;
using namespace launched;

namespace {

/// The real mpirun over hosts that exist in name only.
QMap<QString, QString> environment(const Folder& folder) {
    return {{"LD_PRELOAD", NO_NAME_SERVICE},
            {"MPIRUN", "mpirun.openmpi"},
            {"MPIRUN_FLAGS", "--mca plm_rsh_agent " + folder.path("agent.sh") +
                                 " --mca plm_rsh_no_tree_spawn 1"
                                 " --mca orte_keep_fqdn_hostnames 1"},
            {"OMPI_ALLOW_RUN_AS_ROOT", "1"},
            {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"}};
}

} // namespace

class OpenMpiTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (!installed("mpirun.openmpi"))
            QSKIP("Open MPI is not installed (Debian: openmpi-bin)");
    }

    void sequentialHostfilePlacesEveryRank() {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            const Plan plan = random_plan(seed, 4);
            const Folder folder(plan, "openmpi");
            const Result result = folder.run(folder.path("launch.sh"), {"./report.sh"}, environment(folder));
            QVERIFY2(reports_in(result.output) == expected_reports(plan), qPrintable(explain(result)));
        }
    }

    void rankfilePlacesEveryRank() {
        if (QThread::idealThreadCount() < 2)
            QSKIP("rankfiles bind to CPU cores, and this machine has fewer than two");
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            const Plan plan = random_plan(seed, 2); // a slot is a core, and test machines have two
            const Folder folder(plan, "openmpi-rankfile");
            const Result result = folder.run(folder.path("launch.sh"), {"./report.sh"}, environment(folder));
            QVERIFY2(reports_in(result.output) == expected_reports(plan), qPrintable(explain(result)));
        }
    }

    void probeAgreesWithThePlan() {
        const Folder folder(random_plan(3, 4), "openmpi");
        const Result good =
            folder.run("sh", {"-c", "./launch.sh ./probe.sh | ./probe.sh --compare"}, environment(folder));
        QVERIFY2(good.status == 0 && good.output.contains("every rank runs where the plan says"),
                 qPrintable(explain(good)));
        const Result bad =
            folder.run("sh", {"-c", "./launch.sh ./probe.sh | sed 's/^0\t/9\t/' | ./probe.sh --compare"},
                       environment(folder));
        QCOMPARE(bad.status, 1);
    }

    void anotherNumberOfRanksIsRefusedByTheWrapper() {
        const Folder folder(random_plan(2, 4), "openmpi");
        QMap<QString, QString> variables = environment(folder);
        const Result result =
            folder.run("sh",
                       {"-c", "mpirun.openmpi $MPIRUN_FLAGS -np 2 --hostfile hostfile --map-by seq "
                              "--bind-to none ./rank_wrapper.sh ./report.sh"},
                       variables);
        QVERIFY(result.status != 0);
        QVERIFY2(result.errors.contains("the launcher started 2 ranks"), qPrintable(explain(result)));
    }
};

QTEST_GUILESS_MAIN(OpenMpiTest)
#include "openmpi_test.moc"
