// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/cluster/hypothetical.h"
#include "tests/cli/pipette_process.h"

#include <QDir>
#include <QFile>
#include <QtTest>

using namespace pipette;

/// Whatever the command says of a cluster that is not there, says that it is assumed.
/// PIPETTE_ASSUMED_CLUSTERS (10) of them, drawn at random.
class AssumedTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    QString file(const char* name) { return folder_.filePath(QString::fromUtf8(name)); }
    static QByteArray contents(const QString& path) {
        QFile text(path);
        return text.open(QIODevice::ReadOnly) ? text.readAll() : QByteArray();
    }
    /// What is printed and what is noted of it.
    QByteArray told(const QStringList& arguments) {
        const PipetteRun run = run_pipette(arguments);
        if (run.status != 0)
            qWarning("%s: %s", qPrintable(arguments.join(' ')), run.messages.constData());
        return run.status == 0 ? run.output : QByteArray();
    }
    QStringList cluster(Random& random) {
        constexpr const char* gpus[] = {"A100-SXM4-80GB", "H100-SXM5-80GB", "V100-SXM2-32GB", "L40S-48GB"};
        const auto nics = nic_kinds();
        const int a_node = 1 << random.below(3);
        const std::string_view nic = nics[random.below(static_cast<std::uint32_t>(nics.size()))].name;
        return {"cluster",
                "--gpu",
                gpus[random.below(4)],
                "--nodes",
                QString::number(1 + random.below(4)),
                "--gpus-per-node",
                QString::number(a_node),
                "--nics",
                QString::number(1 + random.below(static_cast<std::uint32_t>(a_node))),
                "--nic",
                QString::fromUtf8(nic.data(), static_cast<qsizetype>(nic.size())),
                "--spread",
                QString::number(random.uniform(0, 0.3)),
                "--seed",
                QString::number(random.below(1000)),
                "--name",
                "the one we may buy",
                "-o",
                file("c.json")};
    }

private slots:
    void every_output_says_so() {
        bool given = false;
        const int asked = qEnvironmentVariableIntValue("PIPETTE_ASSUMED_CLUSTERS", &given);
        Random random(5);
        for (int i = 0; i < (given ? asked : 10); ++i) {
            QCOMPARE(run_pipette(cluster(random)).status, 0);
            const QStringList job{"--cluster",      file("c.json"), "--model",           "gpt-1.7b",
                                  "--global-batch", "32",           "--sequence-length", "1024",
                                  "--precision",    "fp16",         "--moves",           "50"};
            const QStringList goal{"--tokens", "10B", "--days", "10000", "--price", "2"};
            const auto says = [&](const QByteArray& text, const char* what) {
                QVERIFY2(text.contains("ssumed") && text.contains("assumed: "),
                         qPrintable(QString("%1: %2").arg(what, QString::fromUtf8(text.left(300)))));
            };
            says(contents(file("c.json")), "cluster file");
            const QByteArray table = told(QStringList{"plan"} + job + QStringList{"--json", file("p.json")});
            says(table, "plan");
            QVERIFY(table.left(table.indexOf('\n')).contains(", assumed)"));
            says(contents(file("p.json")), "plan document");
            says(told({"diff", file("p.json"), file("p.json")}), "diff");
            says(told({"diff", file("p.json"), file("p.json"), "--json", "-"}), "diff as JSON");
            says(told(QStringList{"study"} + job + goal +
                      QStringList{"--csv", file("s.csv"), "--report", file("s.html")}),
                 "study");
            for (const char* what : {"study", "size"}) // in every row of its table, too
                QVERIFY2(told(QStringList{what} + job + goal).count("  assumed\n") >= 1, what);
            for (const char* name : {"s.csv", "s.html"})
                says(contents(file(name)), name);
            says(told(QStringList{"study"} + job + goal + QStringList{"--json", "-"}), "study as JSON");
            says(told(QStringList{"size"} + job + goal), "size");
            says(told(QStringList{"size"} + job + goal + QStringList{"--json", "-"}), "size as JSON");
            for (const char* name : {"r.html", "r.pdf"}) {
                told({"report", file("p.json"), "-o", file(name)});
                says(contents(file(name)), name);
            }
            for (const char* format : {"json", "csv", "mapping", "openmpi", "trace"}) {
                const PipetteRun run =
                    run_pipette({"export", file("p.json"), "--format", format, "-o", file("out") + format});
                QByteArray all = contents(file("out") + format) + run.messages;
                for (const QFileInfo& one : QDir(file("out") + format).entryInfoList(QDir::Files))
                    all += contents(one.filePath());
                says(all, format);
            }
            if (QTest::currentTestFailed())
                return;
        }
    }
};

QTEST_GUILESS_MAIN(AssumedTest)
#include "assumed_test.moc"
