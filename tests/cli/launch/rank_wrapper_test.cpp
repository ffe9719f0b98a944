// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/launch/launched.h"

#include <QtTest>

using namespace pipette;
using namespace launched;

/// The wrapper and the probe alone, in every shell at hand.
class RankWrapperTest : public QObject {
    Q_OBJECT

    /// The shells at hand, each with the arguments that make it one.
    static QList<QStringList> shells() {
        QList<QStringList> found{{"sh"}};
        for (const QStringList& shell :
             {QStringList{"dash"}, QStringList{"busybox", "sh"}, QStringList{"bash", "--posix"}})
            if (installed(qPrintable(shell.front())))
                found << shell;
        return found;
    }

    static Result wrapped(const Folder& folder, QStringList shell, const QMap<QString, QString>& variables) {
        const QString program = shell.takeFirst();
        return folder.run(program, shell + QStringList{"./rank_wrapper.sh", "./report.sh"}, variables);
    }

    const Plan plan_ = plan_of(launch_sample::cluster({"a.example.org", "b"}, 3), {5, 0, 2, 3});

private slots:
    void scriptsParseInEveryShell() {
        for (const char* format : {"openmpi", "openmpi-rankfile", "mpich", "slurm"}) {
            const Folder folder(plan_, format);
            for (QStringList shell : shells()) {
                const QString program = shell.takeFirst();
                for (const QString& script :
                     QDir(QFileInfo(folder.path("x")).path()).entryList({"*.sh", "*.sbatch"})) {
                    const Result result = folder.run(program, shell + QStringList{"-n", script});
                    QVERIFY2(result.status == 0, qPrintable(script + explain(result)));
                }
            }
        }
    }

    void slotAndHostGiveTheRank() {
        const Folder folder(plan_, "openmpi");
        for (const QStringList& shell : shells()) {
            const Result second =
                wrapped(folder, shell, {{"PIPETTE_HOST", "a.example.org"}, {"PIPETTE_SLOT", "1"}});
            QCOMPARE(reports_in(second.output), (Reports{{2, {"a.example.org", "2", "4", "b", "all"}}}));
            const Result last = wrapped(
                folder, shell,
                {{"PIPETTE_HOST", "b"}, {"OMPI_COMM_WORLD_LOCAL_RANK", "1"}, {"OMPI_COMM_WORLD_SIZE", "4"}});
            QCOMPARE(reports_in(last.output), (Reports{{3, {"b", "0", "4", "b", "all"}}}));
        }
    }

    void domainMayBeMissing() {
        const Folder folder(plan_, "openmpi");
        for (const QStringList& shell : shells())
            for (const char* host : {"a", "a.other.net"})
                QVERIFY(reports_in(
                            wrapped(folder, shell, {{"PIPETTE_HOST", host}, {"SLURM_LOCALID", "0"}}).output)
                            .contains(1));
    }

    void whatCannotBeFoundIsRefused() {
        const Folder folder(plan_, "openmpi");
        const QList<QPair<QMap<QString, QString>, QString>> wrong{
            {{{"PIPETTE_HOST", "c"}, {"PIPETTE_SLOT", "0"}}, "host c is not in"},
            {{{"PIPETTE_HOST", "b"}, {"PIPETTE_SLOT", "2"}}, "slot 2 of host b has no rank"},
            {{{"PIPETTE_HOST", "b"}, {"PIPETTE_SLOT", "1x"}}, "no slot number"},
            {{{"PIPETTE_HOST", "b"}}, "no slot number"},
            {{{"PIPETTE_HOST", "b"}, {"PIPETTE_SLOT", "0"}, {"PIPETTE_MAPPING", "none"}},
             "cannot read none"}};
        for (const QStringList& shell : shells())
            for (const auto& [variables, message] : wrong) {
                const Result result = wrapped(folder, shell, variables);
                QVERIFY(result.status == 1 && result.output.isEmpty());
                QVERIFY2(result.errors.contains(message), qPrintable(explain(result)));
            }
    }

    void addressesMatchWholeOnly() {
        const Folder folder(plan_of(launch_sample::cluster({"10.0.0.1", "10.0.0.2"}, 1), {0, 1}), "openmpi");
        QCOMPARE(wrapped(folder, {"sh"}, {{"PIPETTE_HOST", "10.0.0.3"}, {"PIPETTE_SLOT", "0"}}).status, 1);
        QVERIFY(
            reports_in(wrapped(folder, {"sh"}, {{"PIPETTE_HOST", "10.0.0.2"}, {"PIPETTE_SLOT", "0"}}).output)
                .contains(1));
    }

    void oneGpuMayBeVisible() {
        LaunchOptions options;
        options.one_visible = true;
        const Folder folder(plan_, "openmpi", options);
        for (const QStringList& shell : shells())
            QCOMPARE(
                reports_in(wrapped(folder, shell, {{"PIPETTE_HOST", "a"}, {"PIPETTE_SLOT", "1"}}).output),
                (Reports{{2, {"a.example.org", "0", "4", "b", "2"}}}));
    }

    void hostNamesNeverRun() {
        const std::vector<std::string> hosts{"$(touch ran)",    "`touch ran`", "a b",
                                             "it's \"quoted\"", "; touch ran", "*"};
        const Plan plan = plan_of(launch_sample::cluster(hosts, 1), {5, 4, 3, 2, 1, 0});
        const Folder folder(plan,
                            "torchrun"); // the only launcher whose file can quote such names
        for (const char* format :
             {"openmpi", "openmpi-rankfile", "mpich", "slurm", "deepspeed", "kubernetes"})
            QVERIFY_EXCEPTION_THROWN(export_plan(plan, plan.candidates[0], export_format_named(format)),
                                     std::runtime_error);
        write(folder.path("torchrun"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n", true);
        const QString path = QFileInfo(folder.path("x")).path() + ":" + qEnvironmentVariable("PATH");
        for (const QStringList& shell : shells()) {
            for (std::size_t i = 0; i < hosts.size(); ++i) {
                const Result result =
                    wrapped(folder, shell,
                            {{"PIPETTE_HOST", QString::fromStdString(hosts[i])}, {"PIPETTE_SLOT", "0"}});
                QVERIFY2(reports_in(result.output).contains(static_cast<int>(5 - i)),
                         qPrintable(explain(result)));
            }
            const Result torchrun =
                folder.run(shell.front(), shell.mid(1) + QStringList{"torchrun.txt"}, {{"PATH", path}});
            QCOMPARE(torchrun.status, 0);
            QCOMPARE(torchrun.output.count("--master-addr=*\n"), 6);
            QVERIFY2(torchrun.errors.isEmpty(), qPrintable(torchrun.errors));
        }
        QVERIFY(!QFile::exists(folder.path("ran")));
    }
};

QTEST_GUILESS_MAIN(RankWrapperTest)
#include "rank_wrapper_test.moc"
