// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

namespace pipette {

/// What one run of the built command line left behind.
struct PipetteRun {
    int status = -1; ///< exit status; -1 when it crashed or did not end
    QByteArray output, messages;
};

/// Waits for a started process to end.
inline PipetteRun end_of(QProcess& process, int timeout_ms) {
    PipetteRun run;
    if (process.waitForFinished(timeout_ms) && process.exitStatus() == QProcess::NormalExit)
        run.status = process.exitCode();
    run.output = process.readAllStandardOutput();
    run.messages = process.readAllStandardError();
    return run;
}

/// Waits until a started process takes Ctrl-C and SIGTERM itself, in a thread that waits for both: earlier
/// they would end it at once. All signals blocked mean something else: a process that makes a temporary file.
inline void wait_until_it_takes_signals(const QProcess& process) {
    constexpr quint64 interrupt = 1U << 1, user = 1U << 9, terminate = 1U << 14;
    QTRY_VERIFY_WITH_TIMEOUT(
        [&] {
            QFile status(QStringLiteral("/proc/%1/status").arg(process.processId()));
            const QByteArray text = status.open(QIODevice::ReadOnly) ? status.readAll() : QByteArray();
            const qsizetype at = text.indexOf("SigBlk:");
            const quint64 blocked = at < 0 ? 0 : text.mid(at + 7, 18).trimmed().toULongLong(nullptr, 16);
            return (blocked & (interrupt | user | terminate)) == (interrupt | terminate);
        }() ||
            process.state() == QProcess::NotRunning,
        20'000);
}

inline PipetteRun run_pipette(const QStringList& arguments, int timeout_ms = 120'000) {
    QProcess process;
    process.start(QStringLiteral(PIPETTE_BINARY_DIR "/app/cli/pipette"), arguments);
    return end_of(process, timeout_ms);
}

/// The run was refused: a message says why, and the exit status is that of bad input.
inline void verify_refused(const PipetteRun& run, const QByteArray& message) {
    QVERIFY2(run.messages.contains(message), run.messages.constData());
    QCOMPARE(run.status, 2);
}

inline QString sample_cluster(const char* name) {
    return QStringLiteral(PIPETTE_SOURCE_DIR "/sample_clusters/") + QString::fromUtf8(name);
}

} // namespace pipette
