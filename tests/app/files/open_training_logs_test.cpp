// SPDX-License-Identifier: GPL-3.0-or-later
// Training logs that are opened or dropped: recognised by their content, beside files of other kinds.
#include "app/opening/open_files.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/base/input_error.h"
#include "core/formats/documents/cluster_json.h"
#include "tests/app/window_fixture.h"
#include "tests/made_up_runs.h"
#include "tests/nccl_logs.h"
#include "tests/training_logs.h"

#include <QDir>
#include <QTemporaryDir>

#include <fstream>
#include <set>

using namespace pipette;
using namespace pipette::test;

namespace {

constexpr std::size_t published_runs = 18; ///< come with the program, and stand beside those of logs

} // namespace

class OpenTrainingLogsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString file(const QString& name) { return folder_.filePath(name); }
    QString written(const QString& name, const std::string& text) {
        QDir().mkpath(QFileInfo(file(name)).path());
        std::ofstream(file(name).toStdString()) << text;
        return file(name);
    }

private slots:
    void everyLogOpensWithTheFileAlone_data() {
        using Text = std::string (*)();
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        const std::pair<const char*, Text> logs[] = {
            {"Megatron-LM", &megatron_log}, {"two ranks", &two_ranks_log},   {"NeMo", &nemo_log},
            {"Bridge", &bridge_log},        {"torchtitan", &torchtitan_log}, {"nanotron", &nanotron_log},
            {"DeepSpeed", &deepspeed_log},  {"rates", &deepspeed_rates_log}, {"MLPerf", &mllog_log},
            {"MaxText", &maxtext_log}};
        for (const auto& [name, text] : logs)
            QTest::newRow(name) << QString::fromLatin1(name) << QString::fromStdString(text());
    }

    void everyLogOpensWithTheFileAlone() {
        QFETCH(QString, name);
        QFETCH(QString, text);
        WindowFixture fixture;
        const auto before = fixture.document().setup();
        fixture.window->openFiles({written(name + QStringLiteral(".log"), text.toStdString())});
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.window->lastMessage(), QStringLiteral("Read 1 measured run"));
        QCOMPARE(fixture.window->workspaces().current(), QStringLiteral("evidence"));
        QVERIFY(fixture.window->evidence().runs().back().time_s > 0);
        QVERIFY(fixture.document().setup() == before);
    }

    void severalLogsTablesAndAClusterOpenAtOnce() {
        WindowFixture fixture;
        write_runs(file(QStringLiteral("runs.csv")), 12);
        write_cluster(*small_cluster(3, 4), file(QStringLiteral("c.json")).toStdString());
        fixture.window->openFiles({written(QStringLiteral("a.log"), megatron_log()),
                                   file(QStringLiteral("runs.csv")), file(QStringLiteral("c.json")),
                                   written(QStringLiteral("b.txt"), nemo_log())});
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.window->evidence().runs().size(), std::size_t(14));
        QCOMPARE(fixture.document().setup().cluster->node_count(), 3);
    }

    void aFolderOfLogsIsOpened() {
        WindowFixture fixture;
        written(QStringLiteral("job/rank0.log"), megatron_log());
        written(QStringLiteral("job/nodes.txt"), "a01\na02\n");
        written(QStringLiteral("job/env.json"), "{\"a\": 1}");
        fixture.window->openFiles({file(QStringLiteral("job"))});
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.window->lastMessage(), QStringLiteral("Read 1 measured run"));
        QCOMPARE(fixture.window->evidence().runs().size(), published_runs + 1);
    }

    /// What nvidia-smi prints at a job's start does not make a cluster of its log.
    void whatTheJobPrintedBeforeItsStepsChangesNothing() {
        WindowFixture fixture;
        const auto before = fixture.document().setup();
        fixture.window->openFiles(
            {written(QStringLiteral("job.out"), "        GPU0    GPU1    CPU Affinity    NUMA Affinity\n"
                                                "GPU0     X      NV18    0-51            0\n"
                                                "GPU1    NV18     X      0-51            0\n" +
                                                    megatron_log())});
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.window->evidence().runs().size(), published_runs + 1);
        QVERIFY(fixture.document().setup() == before);
        // A first line that looks like JSON does not, either.
        fixture.window->openFiles({written(QStringLiteral("braces.out"), "{'lr': 1}\n" + nemo_log())});
        QVERIFY(fixture.settle());
        QVERIFY2(fixture.window->lastMessage().startsWith(QLatin1String("Read 1 measured run")),
                 qPrintable(fixture.window->lastMessage()));
    }

    void logsOfAClusterStayACluster() {
        const std::string pair =
            written(QStringLiteral("mixed/nccl_N2_G8_n1_n2.log"), nccl_pair_log("n1", "n2")).toStdString();
        written(QStringLiteral("mixed/train.log"), megatron_log());
        const std::vector<OpenedFiles> opened = open_files({file(QStringLiteral("mixed")).toStdString()});
        QCOMPARE(opened.size(), std::size_t(1));
        QVERIFY(opened[0].is_cluster_of_logs && opened[0].runs.empty());
        QVERIFY(open_files({pair})[0].is_cluster_of_logs);
    }

    void cutLogsDoNoHarm() {
        const std::string whole = torchtitan_log();
        for (std::size_t cut = 0; cut < whole.size(); cut += 97)
            try {
                const QString path = written(QStringLiteral("cut.log"), whole.substr(0, cut));
                for (const OpenedFiles& opened : open_files({path.toStdString()}))
                    QVERIFY(!opened.runs.empty());
            } catch (const InputError& error) {
                QVERIFY2(std::string(error.what()).find("cut.log") != std::string::npos, error.what());
            }
    }

    void theFormatsAreAskedInTheirOrder() {
        std::set<int> orders;
        for (const OpenFormat* format : Registry<OpenFormat>::all()) {
            QVERIFY2(orders.insert(format->order).second, std::string(format->name).c_str());
            QVERIFY(format->recognises && format->read);
        }
        QVERIFY(orders.size() >= 7);
    }
};

QTEST_MAIN(OpenTrainingLogsTest)
#include "open_training_logs_test.moc"
