// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/pipette_process.h"
#include "tests/made_up_runs.h"

#include <QDir>
#include <QFile>

#include <nlohmann/json.hpp>

using namespace pipette;

/// `pipette validate` and `pipette calibrate` on runs that nobody measured.
class EvidenceTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString file(const char* name) { return folder_.filePath(QString::fromLatin1(name)); }
    QByteArray content(const char* name) {
        QFile opened(file(name));
        return opened.open(QFile::ReadOnly) ? opened.readAll() : QByteArray();
    }

    /// Writes the file and answers its path.
    QString written(const char* name, const QByteArray& bytes) {
        QFile out(file(name));
        if (!out.open(QFile::WriteOnly) || out.write(bytes) != bytes.size())
            qFatal("%s cannot be written", name);
        return out.fileName();
    }

private slots:
    void initTestCase() {
        test::write_runs(file("runs.csv"), 36);
        test::write_runs(file("nanotron.csv"), 36, "third", "nanotron");
    }

    void validateTellsOfEveryRun() {
        const PipetteRun run = run_pipette({"validate", "--runs", file("runs.csv"), "--json", "-"});
        QVERIFY2(run.status == 0, run.messages.constData());
        const auto json = nlohmann::json::parse(run.output.toStdString());
        QCOMPARE(json["runs"].size(), std::size_t(36));
        std::map<std::string, nlohmann::json> by_id;
        for (const auto& row : json["runs"]) {
            by_id[row["run_id"]] = row;
            QVERIFY(row["worked"].get<bool>() && row["predicted_iteration_time_s"].get<double>() > 0);
            QVERIFY(row["upper_peak_memory_gib"].get<double>() >=
                    row["predicted_peak_memory_gib"].get<double>());
        }
        QCOMPARE(by_id.at("made-7")["iteration_time_s"].get<double>(), 0.67);
        double regrets = 0, before = 1e9;
        for (const auto& ranking : json["rankings"]) {
            const double regret = ranking["regret"];
            const auto &chosen = by_id.at(ranking["chosen"]), &fastest = by_id.at(ranking["fastest"]);
            QVERIFY(regret <= before && regret >= 0);
            QVERIFY(chosen["predicted_iteration_time_s"] <= fastest["predicted_iteration_time_s"]);
            QCOMPARE(regret,
                     chosen["iteration_time_s"].get<double>() / fastest["iteration_time_s"].get<double>() -
                         1);
            regrets += regret, before = regret;
        }
        const auto& overall = json["overall"]["regret"];
        QVERIFY(overall["groups"].get<std::size_t>() == json["rankings"].size() &&
                json["rankings"].size() > 1);
        QVERIFY(std::abs(overall["mean"].get<double>() * overall["groups"].get<double>() - regrets) < 1e-9);
    }

    void validateListsTheWorstRankings() {
        const PipetteRun run = run_pipette({"validate", "--runs", file("runs.csv"), "--worst", "1"});
        QCOMPARE(run.output.count("Worst rankings"), 1);
        QCOMPARE(run.output.count("longer than the fastest"), 1);
        const PipetteRun none = run_pipette({"validate", "--runs", file("runs.csv"), "--worst", "0"});
        QVERIFY(none.status == 0 && !none.output.contains("Worst") && none.output.contains("overall"));
    }

    void aSourceIsCutBetweenItsCharacters() {
        test::write_runs(file("umlauts.csv"), 2, "Köln über Nürnberg nördlich");
        for (const QByteArray& word :
             run_pipette({"validate", "--runs", file("umlauts.csv")}).output.split('\n'))
            QVERIFY2(QString::fromUtf8(word).toUtf8() == word, word.constData());
    }

    void theJsonIsThereThoughTheTablesAreNotRead() {
        QProcess process;
        process.start("sh", {"-c", "\"$0\" validate --runs \"$1\" --json \"$2\" >/dev/full",
                             QStringLiteral(PIPETTE_BINARY_DIR "/app/cli/pipette"), file("runs.csv"),
                             file("first.json")});
        QCOMPARE(end_of(process, 60'000).status, 2);
        QVERIFY(nlohmann::json::parse(content("first.json").toStdString())["runs"].size() == 36);
        QVERIFY(QFile::remove(file("first.json")));
    }

    void runsThatNothingCanExpressAreTold() {
        QByteArray runs = content("runs.csv");
        runs.replace(",24,", ",1,"); // layers; pipelines of two stages need more
        const PipetteRun some = run_pipette({"validate", "--runs", written("one_layer.csv", runs)});
        QCOMPARE(some.status, 0);
        QVERIFY2(some.output.contains("Not counted: 18 runs that no configuration can express:\n"
                                      "  18 runs: pp: 2 stages of 1 chunks are more than the 1 layers"
                                      " (made-3, made-4, made-5, ...)\n"),
                 some.output.constData());
    }

    void whatLeavesNothingToCompareIsRefused() {
        QByteArray runs = content("runs.csv");
        const auto refused = [&](const QByteArray& changed, const QByteArray& message) {
            verify_refused(run_pipette({"validate", "--runs", written("nothing.csv", changed)}),
                           "nothing.csv: has no run to compare" + message);
        };
        refused(runs.left(runs.indexOf('\n') + 1), "\n");
        QByteArray unclean = runs;
        unclean.replace(",ok,1\n", ",ok,0\n");
        refused(unclean, ": 36 marked as unclean\n");
        unclean.replace(",A100,80,8,8,", ",A100,80,9,8,"); // those without a pipeline
        refused(unclean, ": 18 marked as unclean; no configuration can express 6 runs: tp*pp*dp*cp: "
                         "1*1*8*1 is not the 9 GPUs (made-0, made-6, made-12, ...); 6 runs: ");
    }

    void whatCannotBeWrittenIsToldBeforeTheWork_data() {
        QTest::addColumn<QStringList>("command");
        const QString gone = file("gone/result.json");
        QTest::newRow("calibration") << QStringList{"calibrate", "--runs", file("runs.csv"), "-o", gone};
        QTest::newRow("estimator") << QStringList{
            "calibrate", "--runs", file("runs.csv"), "-o", file("calibration.json"), "--memory", gone};
        QTest::newRow("validation") << QStringList{"validate", "--runs", file("runs.csv"), "--json", gone};
        QTest::newRow("plan") << QStringList{"plan",    "--cluster", sample_cluster("starter_2x8_a100.json"),
                                             "--model", "gpt-1.7b",  "--global-batch",
                                             "32",      "--json",    gone};
    }

    void whatCannotBeWrittenIsToldBeforeTheWork() {
        QFETCH(QStringList, command);
        const PipetteRun run = run_pipette(command);
        verify_refused(run, "gone/result.json: cannot be written: No such file or directory");
        QVERIFY2(run.output.isEmpty(), run.output.constData()); // neither a report nor a table
        QVERIFY(!QFile::exists(file("calibration.json")));
    }

    void whatIsStoppedWritesNothing_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("calibrate") << QStringList{"calibrate", "-o", file("stopped.json"), "--memory",
                                                  file("stopped.memory")};
        QTest::newRow("validate") << QStringList{"validate", "--protocol", "--json", file("stopped.json")};
    }

    void whatIsStoppedWritesNothing() {
        QFETCH(QStringList, command);
        test::write_runs(file("many.csv"), 3000); // seconds of work
        written("stopped.json", "good");
        QProcess process;
        process.start(QStringLiteral(PIPETTE_BINARY_DIR "/app/cli/pipette"),
                      command + QStringList{"--runs", file("many.csv")});
        QVERIFY(process.waitForStarted());
        wait_until_it_takes_signals(process);
        QTest::qWait(300); // read, and at work
        process.terminate();
        const PipetteRun run = end_of(process, 60'000);
        QCOMPARE(run.status, 130);
        QVERIFY2(run.messages.startsWith("pipette: stopped before "), run.messages.constData());
        QVERIFY2(run.output.isEmpty(), run.output.constData());
        QCOMPARE(content("stopped.json"), QByteArray("good"));
        QVERIFY(!QFile::exists(file("stopped.memory")));
        QVERIFY(QFile::remove(file("stopped.json")) && QFile::remove(file("many.csv")));
    }

    /// Times in ms where seconds are meant: nonsense, but what is fitted to it can be read.
    void whateverIsFittedCanBeRead() {
        for (const char* scale : {"000.", "0000000."}) {
            QByteArray runs = content("runs.csv");
            runs.replace(",0.", QByteArray(",9") + scale);
            const QString slow = written("slow.csv", runs);
            const PipetteRun fit = run_pipette({"calibrate", "--runs", slow, "-o", file("slow.json")});
            QVERIFY2(fit.status == 0, fit.messages.constData());
            const PipetteRun use =
                run_pipette({"validate", "--runs", slow, "--calibration", file("slow.json")});
            QVERIFY2(use.status == 0, use.messages.constData());
        }
        QVERIFY(QFile::remove(file("slow.json")));
    }

    void anEstimatorIsOfOneFramework() {
        const PipetteRun both =
            run_pipette({"calibrate", "--runs", file("runs.csv") + ',' + file("nanotron.csv"), "-o",
                         file("both.json"), "--memory", file("memory.json")});
        verify_refused(both, "has peaks of memory of megatron, nanotron, expected those of one framework");
        QVERIFY(!QFile::exists(file("both.json")) && !QFile::exists(file("memory.json")));
        test::write_runs(file("few.csv"), 19);
        verify_refused(run_pipette({"calibrate", "--runs", file("few.csv"), "-o", file("both.json"),
                                    "--memory", file("memory.json")}),
                       "few.csv: has 19 clean runs with a measured peak of memory, expected 20 or more");
        QVERIFY(!QFile::exists(file("both.json")));
        // Peaks that are unclean are not trained on, so they do not count.
        QByteArray unclean = content("nanotron.csv");
        unclean.replace(",ok,1\n", ",ok,0\n");
        const PipetteRun first =
            run_pipette({"calibrate", "--runs", file("runs.csv") + ',' + written("unclean.csv", unclean),
                         "-o", file("one.json"), "--memory", file("memory.json")});
        QVERIFY2(first.status == 0, first.messages.constData());
        QVERIFY(content("memory.json").contains("36 runs of first, first too"));
        const PipetteRun one = run_pipette({"calibrate", "--runs", file("nanotron.csv"), "-o",
                                            file("one.json"), "--memory", file("memory.json")});
        QVERIFY2(one.status == 0, one.messages.constData());
        QVERIFY(content("memory.json").contains("\"framework\":\"nanotron\""));
        QVERIFY(content("memory.json").contains("36 runs of third, third too"));
        QCOMPARE(run_pipette({"validate", "--runs", file("nanotron.csv"), "--calibration", file("one.json")})
                     .status,
                 0);
        // Nothing is left beside them of what was tried.
        QCOMPARE(QDir(folder_.path()).entryList({"*.json*"}, QDir::Files),
                 (QStringList{"memory.json", "one.json"}));
    }
};

QTEST_GUILESS_MAIN(EvidenceTest)
#include "evidence_test.moc"
