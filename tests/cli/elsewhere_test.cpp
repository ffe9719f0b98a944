// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/pipette_process.h"

#include <QtTest>

using namespace pipette;

/// A program of a build folder that does not lie in the source tree: copied away, or behind a link.
class ElsewhereTest : public QObject {
    Q_OBJECT

private slots:
    void resourcesAreFoundFromAnywhere() {
        QTemporaryDir folder;
        const QString program = folder.filePath("pipette");
        QVERIFY(QFile::copy(PIPETTE_BINARY_DIR "/app/cli/pipette", program));
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove("PIPETTE_RESOURCES");
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(folder.path());
        process.start(program,
                      {"estimate", "--cluster", sample_cluster("starter_2x8_a100.json"), "--model",
                       "llama-2-7b", "--global-batch", "64", "--config", "pp=2,tp=8,dp=1,micro_batch=1"});
        const PipetteRun run = end_of(process, 60'000);
        QVERIFY2(run.status == 0, run.messages.constData());
    }
};

QTEST_GUILESS_MAIN(ElsewhereTest)
#include "elsewhere_test.moc"
