// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
