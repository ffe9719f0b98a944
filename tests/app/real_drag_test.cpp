// SPDX-License-Identifier: GPL-3.0-or-later
// A GPU dragged by the real pointer: the window under an X server of its own, the pointer moved by xdotool.
#include "app/window/window_views.h"
#include "tests/app/window_fixture.h"
#include "widgets/pipeline/assignment_board.h"

#include <QProcess>
#include <QStandardPaths>

#include <cstdlib>
#include <thread>

using namespace pipette;
using namespace pipette::test;

namespace {

constexpr int patience_ms = 60000;

/// A board whose places can be asked for.
struct Places : AssignmentBoard {
    static QRectF of(const AssignmentBoard& board, int gpu) {
        return (board.*&Places::rectOf)({Spot::Kind::gpu, gpu, -1, -1, -1});
    }
};

/// The hand on the mouse: its own thread, for a drag runs an event loop of its own.
class Hand {
public:
    Hand(QPoint from, QPoint to, const std::atomic<bool>& previewed)
        : thread_([this, from, to, &previewed] { drag(from, to, previewed); }) {}
    ~Hand() { thread_.join(); }
    QString trouble() const { return trouble_; } ///< once `done`
    bool done() const { return done_; }

private:
    void pointer(const QStringList& what) {
        QProcess xdotool;
        xdotool.start(QStringLiteral("xdotool"), what);
        if (!xdotool.waitForFinished(patience_ms) || xdotool.exitCode() != 0)
            trouble_ = QStringLiteral("xdotool %1: %2 %3")
                           .arg(what.join(QLatin1Char(' ')), xdotool.errorString(),
                                QString::fromUtf8(xdotool.readAllStandardError()));
    }
    void moveTo(QPoint at) {
        pointer({QStringLiteral("mousemove"), QString::number(at.x()), QString::number(at.y())});
    }
    void drag(QPoint from, QPoint to, const std::atomic<bool>& previewed) {
        moveTo(from);
        pointer({QStringLiteral("mousedown"), QStringLiteral("1")});
        for (int step = 1; step <= 20; ++step)
            moveTo(from + (to - from) * step / 20);
        // Held still until the change shows; a nudge asks again, for a window may miss what came too early.
        for (int waited = 0; !previewed && waited < patience_ms; waited += 100) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            moveTo(to + QPoint(waited / 100 % 2, 0));
        }
        if (!previewed)
            trouble_ = QStringLiteral("no preview while the pointer rested on the target");
        pointer({QStringLiteral("mouseup"), QStringLiteral("1")});
        done_ = true;
    }

    QString trouble_;
    std::atomic<bool> done_ = false;
    std::thread thread_;
};

} // namespace

class RealDragTest : public QObject {
    Q_OBJECT

private slots:
    void aDragShowsTheChangeThenSwapsAndUndoes() {
        WindowFixture bench;
        bench.window->move(0, 0);
        QVERIFY(QTest::qWaitForWindowExposed(bench.window.get(), patience_ms));
        const auto before = bench.document().rows()[0].current;
        const std::vector<int>& gpus = before->mapping.gpu_of_rank;
        const AssignmentBoard& board = *bench.window->views().board;
        const auto place = [&](int gpu) {
            return board.mapToGlobal(Places::of(board, gpu).center().toPoint());
        };
        std::atomic<bool> previewed = false;
        DropPreview seen;
        int asked = -1; // the pointer passes over other GPUs on its way: the target's answer is waited for
        QObject::connect(&board, &GpuView::dropPreviewRequested, bench.window.get(),
                         [&](int, int to_gpu) { asked = to_gpu; });
        QObject::connect(&bench.window->planning(), &Planning::previewReady, bench.window.get(),
                         [&](const DropPreview& preview) {
                             seen = preview;
                             previewed = asked == gpus.back();
                         });
        const Hand hand(place(gpus.front()), place(gpus.back()), previewed);
        QVERIFY(QTest::qWaitFor([&] { return hand.done(); }, 4 * patience_ms));
        QVERIFY2(hand.trouble().isEmpty(), qPrintable(hand.trouble()));
        QVERIFY(QTest::qWaitFor([&] { return bench.document().undoStack().count() == 2; }, patience_ms));
        QVERIFY(bench.settle());
        QVERIFY(seen.allowed);
        QVERIFY(bench.mapping() != before->mapping);
        QCOMPARE(bench.document().rows()[0].current->iteration_time_s, seen.time_s);
        bench.document().undoStack().undo();
        QVERIFY(bench.settle());
        QCOMPARE(*bench.document().rows()[0].current, *before);
    }
};

/// Whether the X server answers; a busy machine may take a while to start it.
bool display_answers() {
    for (int waited = 0; waited < patience_ms; waited += 250) {
        if (std::system("xdotool getdisplaygeometry >/dev/null 2>&1") == 0)
            return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(250));
    }
    return false;
}

/// Starts itself again under Xvfb, on the platform that a person's X11 desktop has.
int main(int argc, char** argv) {
    if (qEnvironmentVariableIsSet("PIPETTE_UNDER_XVFB")) {
        if (!display_answers()) {
            std::puts("the X server of xvfb-run does not answer, or xdotool is not installed");
            return 1;
        }
        QApplication application(argc, argv);
        RealDragTest test;
        QTEST_SET_MAIN_SOURCE_PATH
        return QTest::qExec(&test, argc, argv);
    }
    if (QStandardPaths::findExecutable(QStringLiteral("xvfb-run")).isEmpty()) {
        std::puts("SKIP: xvfb-run is not installed (installer/dependencies test --install)");
        return 0;
    }
    QProcess display;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PIPETTE_UNDER_XVFB"), QStringLiteral("1"));
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
    display.setProcessEnvironment(environment);
    display.setProcessChannelMode(QProcess::ForwardedChannels);
    QStringList arguments{QStringLiteral("-a"), QStringLiteral("-s"),
                          QStringLiteral("-screen 0 1600x1000x24"), QString::fromLocal8Bit(argv[0])};
    for (int i = 1; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    display.start(QStringLiteral("xvfb-run"), arguments);
    return display.waitForFinished(-1) && display.exitStatus() == QProcess::NormalExit ? display.exitCode()
                                                                                       : 1;
}
#include "real_drag_test.moc"
