// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStandardPaths>
#include <QtTest>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <thread>

namespace pipette::test {

constexpr int patience_ms = 60000; ///< for what a busy machine may take a while to do

/// The hand on the mouse and the keys: a thread of its own that drives xdotool, for a drag in the window runs
/// an event loop of its own.
class Hand {
public:
    explicit Hand(std::function<void(Hand&)> work)
        : thread_([this, work = std::move(work)] {
              work(*this);
              done_ = true;
          }) {}
    ~Hand() {
        leave_ = true;
        thread_.join();
    }
    bool done() const { return done_; }
    QString trouble() const { return trouble_; } ///< once done(); empty: none

    /// For the hand's own work, in its thread.
    void act(const QStringList& what) {
        QProcess xdotool;
        xdotool.start(QStringLiteral("xdotool"), what);
        if (!xdotool.waitForFinished(patience_ms) || xdotool.exitCode() != 0)
            complain(QStringLiteral("xdotool %1: %2 %3")
                         .arg(what.join(QLatin1Char(' ')), xdotool.errorString(),
                              QString::fromUtf8(xdotool.readAllStandardError())));
    }
    void complain(const QString& trouble) { trouble_ = trouble; }
    bool leaving() const { return leave_; } ///< the test has ended early
    static void rest(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

private:
    QString trouble_;
    std::atomic<bool> done_ = false, leave_ = false;
    std::thread thread_;
};

/// Words of xdotool that move the pointer to `at`.
inline QStringList moved_to(QPoint at) {
    return {QStringLiteral("mousemove"), QString::number(at.x()), QString::number(at.y())};
}

/// Whether xdotool comes to answer `question`; a busy machine may take a while to start what it asks.
inline bool answers(const char* question) {
    for (int waited = 0; waited < patience_ms; waited += 250) {
        if (std::system(("xdotool " + std::string(question) + " >/dev/null 2>&1").c_str()) == 0)
            return true;
        Hand::rest(250);
    }
    return false;
}

/// Runs the tests of `Test` on the X server and the window manager that it finds.
template <class Test>
int run_on_display(int argc, char** argv, const QString& window_manager) {
    QProcess manager;
    if (!window_manager.isEmpty())
        manager.start(window_manager, QStringList());
    if (!answers("getdisplaygeometry") || (!window_manager.isEmpty() && !answers("get_num_desktops"))) {
        std::puts(
            "the X server of xvfb-run or its window manager does not answer, or xdotool is not installed");
        return 1;
    }
    int result = 0;
    {
        QApplication application(argc, argv);
        Test test;
        QTEST_SET_MAIN_SOURCE_PATH
        result = QTest::qExec(&test, argc, argv);
    }
    manager.terminate();
    manager.waitForFinished(patience_ms);
    return result;
}

/// Runs the tests of `Test` in this same program started again under Xvfb, on the platform that a person's
/// X11 desktop has, with a window manager where one is named. Skips where a program is missing.
template <class Test>
int run_under_xvfb(int argc, char** argv, const QString& window_manager = {}) {
    if (qEnvironmentVariableIsSet("PIPETTE_UNDER_XVFB"))
        return run_on_display<Test>(argc, argv, window_manager);
    for (const QString& program : {QStringLiteral("xvfb-run"), window_manager})
        if (!program.isEmpty() && QStandardPaths::findExecutable(program).isEmpty()) {
            std::printf("SKIP: %s is not installed (installer/dependencies test --install)\n",
                        qPrintable(program));
            return 0;
        }
    QProcess display;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PIPETTE_UNDER_XVFB"), QStringLiteral("1"));
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
    display.setProcessEnvironment(environment);
    display.setProcessChannelMode(QProcess::ForwardedChannels);
    // Without a reset when a question of xdotool is the last client to leave: others may just be coming.
    QStringList arguments{QStringLiteral("-a"), QStringLiteral("-s"),
                          QStringLiteral("-screen 0 1600x1000x24 -noreset"), QString::fromLocal8Bit(argv[0])};
    for (int i = 1; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    display.start(QStringLiteral("xvfb-run"), arguments);
    return display.waitForFinished(-1) && display.exitStatus() == QProcess::NormalExit ? display.exitCode()
                                                                                       : 1;
}

} // namespace pipette::test
