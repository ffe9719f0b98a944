// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/launch/launched.h"

#include <QtTest>

using namespace pipette;
using namespace launched;

namespace {

/// The real mpirun over hosts that exist in name only.
QMap<QString, QString> environment(const Folder& folder) {
    return {{"LD_PRELOAD", NO_NAME_SERVICE},
            {"MPIRUN", "mpirun.mpich"},
            {"MPIRUN_FLAGS", "-launcher ssh -launcher-exec " + folder.path("agent.sh")}};
}

} // namespace

class MpichTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (!installed("mpirun.mpich"))
            QSKIP("MPICH is not installed (Debian: mpich)");
    }

    void hostFilePlacesEveryRank() {
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            const Plan plan = random_plan(seed, 4);
            const Folder folder(plan, "mpich");
            const Result result = folder.run(folder.path("launch.sh"), {"./report.sh"}, environment(folder));
            QVERIFY2(reports_in(result.output) == expected_reports(plan), qPrintable(explain(result)));
        }
    }

    void anotherHostFileIsRefusedByTheWrapper() {
        const Folder folder(plan_of(launch_sample::cluster({"a", "b"}, 1), {0, 1}), "mpich");
        write(folder.path("hostfile"), "b:1\na:1\n", false);
        const Result result = folder.run(folder.path("launch.sh"), {"./report.sh"}, environment(folder));
        QVERIFY(result.status != 0);
        QVERIFY2(result.errors.contains("start me with its host file"), qPrintable(explain(result)));
    }
};

QTEST_GUILESS_MAIN(MpichTest)
#include "mpich_test.moc"
