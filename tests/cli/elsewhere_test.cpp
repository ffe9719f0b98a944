// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/pipette_process.h"

#include <QDirIterator>
#include <QtTest>

using namespace pipette;

namespace {

/// The resources that estimates and plans read, copied into a folder.
void copy_resources(const QString& to) {
    const QDir from(PIPETTE_SOURCE_DIR "/resources");
    QDirIterator files(from.path(), {"*.json"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString file = files.next(), copy = to + "/" + from.relativeFilePath(file);
        QVERIFY(QDir().mkpath(QFileInfo(copy).path()) && QFile::copy(file, copy));
    }
}

/// A run with the resources of that folder.
PipetteRun run_with(const QString& resources, const QStringList& arguments) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PIPETTE_RESOURCES", resources);
    process.setProcessEnvironment(environment);
    process.start(PIPETTE_BINARY_DIR "/app/cli/pipette", arguments);
    return end_of(process, 60'000);
}

const QStringList workload{
    "--cluster", sample_cluster("starter_2x8_a100.json"), "--model", "llama-2-7b", "--global-batch", "64"};
const QStringList estimate =
    QStringList{"estimate"} + workload + QStringList{"--config", "pp=2,tp=8,dp=1,micro_batch=1"};

} // namespace

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
        process.start(program, estimate);
        const PipetteRun run = end_of(process, 60'000);
        QVERIFY2(run.status == 0, run.messages.constData());
    }

    void estimatesAskForNoRecipes() {
        QTemporaryDir folder;
        copy_resources(folder.path());
        QFile recipes(folder.filePath("recipes.json"));
        QVERIFY(recipes.open(QIODevice::WriteOnly | QIODevice::Truncate) && recipes.write("{") == 1);
        recipes.close();
        QCOMPARE(run_with(folder.path(), estimate).status, 0);
        verify_refused(run_with(folder.path(), QStringList{"plan"} + workload), "recipes.json");
    }

    /// Folders of one's own may call their calibrations as they like, as older ones did.
    void calibrationsHaveAnyName() {
        QTemporaryDir folder;
        copy_resources(folder.path());
        const QByteArray before = run_with(folder.path(), estimate).output;
        QVERIFY(QFile::rename(folder.filePath("calibrations/typical_and_sites.json"),
                              folder.filePath("calibrations/common.json")));
        QVERIFY(!before.isEmpty());
        QCOMPARE(run_with(folder.path(), estimate).output, before);
    }
};

QTEST_GUILESS_MAIN(ElsewhereTest)
#include "elsewhere_test.moc"
