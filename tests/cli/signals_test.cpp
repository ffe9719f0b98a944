// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/pipette_process.h"

#include <QtTest>
#include <csignal>

using namespace pipette;

/// Signals that come while a file is written.
class SignalsTest : public QObject {
    Q_OBJECT

private slots:
    void noTemporaryFileStays_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("hang-up") << SIGHUP;
        QTest::newRow("Ctrl-C") << SIGINT;
        QTest::newRow("end") << SIGTERM;
    }

    void noTemporaryFileStays() {
        QFETCH(int, signal);
        QTemporaryDir folder;
        const QDir files(folder.path());
        const auto there = [&] { return files.entryList(QDir::Files | QDir::Hidden); };
        QProcess process; // a trace of many operations takes its time
        process.start(QStringLiteral(PIPETTE_BINARY_DIR "/app/cli/pipette"),
                      {"simulate", "--stages", "64", "--microbatches", "2048", "--trace",
                       folder.filePath("trace.json")});
        QVERIFY(process.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(!there().isEmpty() || process.state() == QProcess::NotRunning, 60'000);
        QVERIFY2(process.state() == QProcess::Running, process.readAllStandardError().constData());
        ::kill(static_cast<pid_t>(process.processId()), signal);
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitStatus(), QProcess::CrashExit);
        QCOMPARE(process.exitCode(), signal);
        QCOMPARE(there(), QStringList());
    }
};

QTEST_GUILESS_MAIN(SignalsTest)
#include "signals_test.moc"
