// SPDX-License-Identifier: GPL-3.0-or-later
// The exported job under the real SLURM: a controller and several slurmd on this machine, each a node of the
// plan. auth/none stands in for munge, so that nothing outside the test's own folder is needed.
#include "tests/cli/launch/launched.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QtTest>
#include <memory>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace pipette;
using namespace launched;

namespace {

constexpr int patience_ms = 120'000;

/// TCP ports that nobody listens on, all different.
std::vector<int> free_ports(std::size_t count) {
    std::vector<int> sockets, ports;
    for (std::size_t i = 0; i < count; ++i) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        socklen_t size = sizeof address;
        sockets.push_back(socket(AF_INET, SOCK_STREAM, 0));
        if (bind(sockets.back(), reinterpret_cast<sockaddr*>(&address), size) != 0 ||
            getsockname(sockets.back(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
            qFatal("no free port");
        ports.push_back(ntohs(address.sin_port));
    }
    for (const int open : sockets)
        close(open);
    return ports;
}

/// SLURM for the nodes of one cluster, up as long as this lives.
class Slurm {
public:
    /// `switches`: lines of topology.conf; empty: none.
    Slurm(const Cluster& cluster, const QString& switches = {}) : folder_("/tmp/pipette-slurm-XXXXXX") {
        const auto ports = free_ports(cluster.nodes.size() + 1);
        configure(cluster, ports);
        if (!switches.isEmpty()) {
            write(path("topology.conf"), switches.toUtf8(), false);
            QFile settings(path("slurm.conf"));
            if (!settings.open(QIODevice::Append) || settings.write("TopologyPlugin=topology/tree\n") < 0)
                qFatal("cannot write slurm.conf");
        }
        start("slurmctld", {"-D", "-f", path("slurm.conf")});
        for (const Node& node : cluster.nodes)
            start("slurmd", {"-D", "-N", QString::fromStdString(node.host), "-f", path("slurm.conf")});
    }

    ~Slurm() {
        for (auto process = processes_.rbegin(); process != processes_.rend(); ++process)
            (*process)->terminate();
        for (const auto& process : processes_)
            if (!process->waitForFinished(30'000)) {
                process->kill();
                process->waitForFinished();
            }
    }
    Slurm(const Slurm&) = delete;
    Slurm& operator=(const Slurm&) = delete;

    QMap<QString, QString> environment() const {
        return {{"LD_PRELOAD", NO_NAME_SERVICE}, {"SLURM_CONF", path("slurm.conf")}};
    }

    /// Waits until all nodes take jobs; what is wrong otherwise.
    QString wait_for_nodes(int nodes) {
        QElapsedTimer timer;
        timer.start();
        QString seen;
        while (timer.elapsed() < patience_ms) {
            for (const auto& process : processes_)
                if (process->state() == QProcess::NotRunning)
                    return process->program() + " ended: " + log(process->program());
            QProcess sinfo;
            sinfo.setProcessEnvironment(environment_with(environment()));
            sinfo.start("sinfo", {"-h", "-N", "-o", "%T"});
            sinfo.waitForFinished(patience_ms);
            seen = sinfo.readAllStandardOutput();
            if (seen.split('\n', Qt::SkipEmptyParts) == QStringList(nodes, "idle"))
                return {};
            QTest::qWait(100);
        }
        return "the nodes are " + seen + log("slurmctld") + log("slurmd");
    }

private:
    QString path(const QString& name) const { return folder_.filePath(name); }

    QString log(const QString& name) const {
        QFile file(path(name + ".log"));
        return file.open(QIODevice::ReadOnly) ? QString(file.readAll()) : QString();
    }

    void configure(const Cluster& cluster, const std::vector<int>& ports) {
        QDir(folder_.path()).mkpath("state");
        const QString user = qEnvironmentVariable("USER", getuid() == 0 ? "root" : QString::number(getuid()));
        const QString here = QSysInfo::machineHostName();
        QString nodes;
        for (std::size_t i = 0; i < cluster.nodes.size(); ++i) {
            const QString name = QString::fromStdString(cluster.nodes[i].host);
            nodes += QString("NodeName=%1 NodeHostname=%2 NodeAddr=127.0.0.1 Port=%3 CPUs=8\n")
                         .arg(name, here)
                         .arg(ports[i + 1]);
            QDir(folder_.path()).mkpath("spool." + name);
        }
        const QString text =
            QString("ClusterName=test\nSlurmctldHost=%1(127.0.0.1)\nSlurmctldPort=%2\nSlurmUser=%"
                    "3\nSlurmdUser=%3\n"
                    "AuthType=auth/none\nCredType=cred/none\nStateSaveLocation=%4/state\n"
                    "SlurmdSpoolDir=%4/spool.%n\nSlurmctldPidFile=%4/slurmctld.pid\nSlurmdPidFile=%4/%n.pid\n"
                    "SlurmctldLogFile=%4/slurmctld.log\nSlurmdLogFile=%4/slurmd.log\n"
                    "ProctrackType=proctrack/pgid\nTaskPlugin=task/none\nSelectType=select/cons_tres\n"
                    "SlurmdParameters=config_overrides\nReturnToService=2\nMpiDefault=none\n"
                    "JobAcctGatherType=jobacct_gather/none\nAccountingStorageType=accounting_storage/none\n")
                .arg(here)
                .arg(ports[0])
                .arg(user, folder_.path());
        // Version 2 must find its file system mounted even where nothing of it is used.
        write(path("cgroup.conf"), "CgroupPlugin=cgroup/v1\n", false);
        write(path("slurm.conf"),
              (text + nodes + "PartitionName=all Nodes=ALL Default=YES State=UP\n").toUtf8(), false);
    }

    void start(const QString& program, const QStringList& arguments) {
        auto process = std::make_unique<QProcess>();
        process->setProcessChannelMode(QProcess::MergedChannels);
        process->setProcessEnvironment(environment_with(environment()));
        process->setStandardOutputFile(path(program + ".out"), QIODevice::Append);
        process->start(program, arguments);
        process->waitForStarted();
        processes_.push_back(std::move(process));
    }

    QTemporaryDir folder_;
    std::vector<std::unique_ptr<QProcess>> processes_;
};

/// Takes a line out of a file; false where it is not there.
bool take_out(const QString& path, const QString& line) {
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite))
        return false;
    const QString text = file.readAll();
    return text.contains(line) && file.resize(0) && file.seek(0) &&
           file.write(QString(text).remove(line).toUtf8()) > 0;
}

/// Whether this SLURM's sbatch knows --segment (24.05).
bool has_segments() {
    QProcess help;
    help.start("sbatch", {"--help"});
    help.waitForFinished(patience_ms);
    return help.readAllStandardOutput().contains("--segment");
}

/// What every rank runs: says who it is, with the host that SLURM started it on, when SLURM's rank is the
/// plan's.
const char* const report =
    R"(test "$RANK" = "$SLURM_PROCID" && ASKED_HOST=$SLURMD_NODENAME exec ./report.sh)";

} // namespace

class SlurmTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        for (const char* program : {"slurmctld", "slurmd", "sbatch", "srun", "sinfo"})
            if (!installed(program) && QStandardPaths::findExecutable(program, {"/usr/sbin"}).isEmpty())
                QSKIP("SLURM is not installed (Debian: slurmctld slurmd slurm-client)");
    }

    void jobPlacesEveryRank_data() {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 3; ++seed)
            QTest::addRow("mapping %d", seed) << seed;
    }

    void jobPlacesEveryRank() {
        QFETCH(int, seed);
        const Plan plan = random_plan(static_cast<std::uint64_t>(seed), 4);
        const Folder folder(plan, "slurm");
        // No GPUs here to count, as in the clusters for which README.txt says to remove this line.
        QVERIFY(take_out(folder.path("job.sbatch"), "#SBATCH --gpus-per-node=4\n"));
        Slurm slurm(*plan.inputs.cluster);
        const QString wrong = slurm.wait_for_nodes(plan.inputs.cluster->node_count());
        if (wrong.contains("auth/none") || wrong.contains("cred/none"))
            QSKIP("this SLURM has no auth/none plugin, and munge needs a key for the whole machine");
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        const Result job = folder.run("sbatch", {"--wait", "--output=out", "job.sbatch", "sh", "-c", report},
                                      slurm.environment());
        QFile out(folder.path("out"));
        const QString printed = out.open(QIODevice::ReadOnly) ? QString(out.readAll()) : QString();
        QVERIFY2(job.status == 0 && reports_in(printed) == expected_reports(plan),
                 qPrintable(explain(job) + printed));
        const Result probe = folder.run(
            "sh",
            {"-c",
             "sbatch --wait --output=probe.out job.sbatch ./probe.sh && ./probe.sh --compare <probe.out"},
            slurm.environment());
        QVERIFY2(probe.status == 0 && probe.output.contains("every rank runs where the plan says"),
                 qPrintable(explain(probe)));
    }

    void nodesThatSlurmChoosesStandInForThoseOfThePlan() {
        // The plan: tensor parallel groups over two nodes each. The cluster that runs it has other names, and
        // its switches stand for NVLink domains.
        const Plan plan = planned_in_domains();
        const Folder folder(plan, "slurm");
        QVERIFY(take_out(folder.path("segments.sbatch"), "#SBATCH --gpus-per-node=2\n"));
        if (!has_segments())
            QVERIFY(take_out(folder.path("segments.sbatch"), "#SBATCH --segment=2\n"));
        Slurm slurm(launch_sample::cluster({"x1", "x2", "x3", "x4"}, 2),
                    "SwitchName=s2 Nodes=x1,x4\nSwitchName=s1 Nodes=x2,x3\nSwitchName=top Switches=s[1-2]\n");
        const QString wrong = slurm.wait_for_nodes(4);
        if (wrong.contains("auth/none") || wrong.contains("cred/none"))
            QSKIP("this SLURM has no auth/none plugin, and munge needs a key for the whole machine");
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        const Result job = folder.run(
            "sbatch", {"--wait", "--output=out", "segments.sbatch", "sh", "-c", report}, slurm.environment());
        QFile out(folder.path("out"));
        const QString printed = out.open(QIODevice::ReadOnly) ? QString(out.readAll()) : QString();
        // Segments in the plan's order (n3 n1, then n0 n2) on the nodes of s1, then of s2.
        const std::map<QString, QString> given{{"n3", "x2"}, {"n1", "x3"}, {"n0", "x1"}, {"n2", "x4"}};
        Reports expected = expected_reports(plan);
        for (auto& [rank, expectation] : expected) {
            expectation.host = given.at(expectation.host);
            expectation.master = given.at(expectation.master);
        }
        QVERIFY2(job.status == 0 && reports_in(printed) == expected, qPrintable(explain(job) + printed));
        const Result probe = folder.run(
            "sh",
            {"-c", "sbatch --wait --output=probe.out segments.sbatch ./probe.sh && "
                   "PIPETTE_MAPPING=$(ls -t mapping.*.tsv | head -n 1) ./probe.sh --compare <probe.out"},
            slurm.environment());
        QVERIFY2(probe.status == 0 && probe.output.contains("every rank runs where the plan says"),
                 qPrintable(explain(probe)));
    }

private:
    static Plan planned_in_domains() {
        Cluster parts = launch_sample::cluster({"n0", "n1", "n2", "n3"}, 2);
        parts.node_kinds[0].domain_bandwidth_gb_per_s = 150;
        const char* const domains[] = {"a", "b", "a", "b"};
        for (std::size_t node = 0; node < 4; ++node)
            parts.nodes[node].domain = domains[node];
        Plan plan = plan_of(make_cluster(std::move(parts)), {6, 3, 7, 2, 0, 4, 1, 5});
        ParallelConfig& config = plan.candidates[0].config;
        config.tp = 4, config.dp = 2;
        return plan;
    }
};

QTEST_GUILESS_MAIN(SlurmTest)
#include "slurm_test.moc"
