// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/layer_profile_csv.h"
#include "tests/core/formats/refusal.h"

#include <QProcess>
#include <QtTest>

using namespace pipette;

namespace {

const std::string header = "tp,micro_batch,sequence,layer,forward_ms,backward_ms\n";

LayerProfile parse(const std::string& text) {
    return parse_layer_profile(text, "layers.csv");
}

struct ScriptRun {
    int status = -1;
    std::string output, messages;
};

/// profile_layer.py with a stand-in for PyTorch whose events lie 30 ms apart.
ScriptRun profile_layer(const QStringList& more) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PYTHONPATH", PIPETTE_SOURCE_DIR "/tests/core/formats/stand_in_torch");
    environment.insert("PYTHONDONTWRITEBYTECODE", "1");
    process.setProcessEnvironment(environment);
    process.start("python3",
                  QStringList{PIPETTE_SOURCE_DIR "/resources/profile_layer.py", "--hidden", "1024", "--heads",
                              "16", "--ffn-hidden", "4096", "--vocab", "32000", "--sequence", "2048"} +
                      more);
    ScriptRun run;
    if (process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit)
        run.status = process.exitCode();
    run.output = process.readAllStandardOutput().toStdString();
    run.messages = process.readAllStandardError().toStdString();
    return run;
}

} // namespace

class LayerProfileCsvTest : public QObject {
    Q_OBJECT

private slots:
    void timesAreReadInSeconds() {
        const LayerProfile profile = parse(header + "1,1,64,embedding,0.01,0.02\n2,4,64,block,1.5,3.25\n");
        QCOMPARE(profile.source, std::string("layers.csv"));
        QCOMPARE(profile.timings.size(), 2u);
        const LayerTiming block{LayerKind::block, 2, 4, 64, 1.5e-3, 3.25e-3};
        QCOMPARE(profile.timings[1].kind, block.kind);
        QCOMPARE(profile.timings[1].tp, 2);
        QCOMPARE(profile.timings[1].micro_batch, 4);
        QCOMPARE(profile.timings[1].forward_s, block.forward_s);
        QCOMPARE(profile.timings[1].backward_s, block.backward_s);
    }

    void whatIsNoProfileIsRefused() {
        const std::string good = "1,1,64,block,1,2\n";
        for (const auto& [text, reason] : std::vector<std::pair<std::string, std::string>>{
                 {"", "layers.csv: is empty"},
                 {"tp,micro_batch\n1,1\n", "layers.csv: line 1: has no column \"sequence\""},
                 {header, "layers.csv: layer: has no row of a block"},
                 {header + "1,1,64,head,1,2\n", "layers.csv: layer: has no row of a block"},
                 {header + "1,1,64,mlp,1,2\n", "layers.csv: line 2, layer: is \"mlp\", expected embedding, "},
                 {header + "0,1,64,block,1,2\n", "layers.csv: line 2"},
                 {header + "1,1.5,64,block,1,2\n", "layers.csv: line 2"},
                 {header + good + "1,1,64,block,0,2\n", "layers.csv: line 3, forward_ms"},
                 {header + "1,1,64,block,1,-2\n", "layers.csv: line 2, backward_ms"},
                 {header + "1,1,64,block,nan,2\n", "layers.csv: line 2"},
                 {header + "1,1,64,block,1e99,2\n", "layers.csv: line 2, forward_ms"},
                 {header + "1,1,64,block,\"1,5\",2\n", "layers.csv: line 2"},
                 {header + "1,1,64,block,1\n", "layers.csv: line 2: has 5 fields, the header has 6"},
                 {header + good + good, "layers.csv: line 3, layer: was timed at this size"}})
            VERIFY_REFUSED(parse(text), reason);
    }

    void theScriptPrintsWhatIsRead() {
        const ScriptRun run = profile_layer({"--tp", "1,2", "--micro-batch", "1,2,4", "--gated-mlp"});
        QVERIFY2(run.status == 0, run.messages.c_str());
        const LayerProfile profile = parse(run.output);
        QCOMPARE(profile.timings.size(), 2u * 3u * 3u);
        for (const LayerTiming& timing : profile.timings) {
            QCOMPARE(timing.sequence, 2048);
            QVERIFY(std::abs(timing.forward_s - 30e-3) < 1e-9 && std::abs(timing.backward_s - 30e-3) < 1e-9);
        }
        QVERIFY(run.messages.find("measured on no GPU") != std::string::npos);
    }

    void theScriptRefusesSizesThatDoNotDivide() {
        for (const QStringList& wrong :
             {QStringList{"--tp", "3"}, QStringList{"--tp", "0"}, QStringList{"--micro-batch", "two"},
              QStringList{"--kv-heads", "5"}, QStringList{"--repeats", "0"}}) {
            const ScriptRun run = profile_layer(wrong);
            QCOMPARE(run.status, 2);
            QVERIFY(run.output.empty());
            QVERIFY2(run.messages.find("error: ") != std::string::npos, run.messages.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(LayerProfileCsvTest)
#include "layer_profile_csv_test.moc"
