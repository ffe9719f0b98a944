// SPDX-License-Identifier: GPL-3.0-or-later
// Workspaces switched right after drags of whatever lies under the real pointer: docks, separators, tabs,
// GPUs. The window under an X server and a window manager of its own, the pointer and the keys driven by
// xdotool.
#include "app/workspaces/workspace_switch.h"
#include "core/base/random.h"
#include "tests/app/under_xvfb.h"
#include "tests/app/window_fixture.h"

#include <QStatusBar>

using namespace pipette;
using namespace pipette::test;

namespace {

constexpr int rounds = 300;

/// One press at `from`, two moves, a release, and the keys of a workspace.
void drag_and_switch(Hand& hand, QPoint from, int workspace) {
    const QStringList pause{QStringLiteral("sleep"), QStringLiteral("0.02")};
    hand.act(moved_to(from) + QStringList{QStringLiteral("mousedown"), QStringLiteral("1")} +
             moved_to(from + QPoint(40, 20)) + pause + moved_to(from - QPoint(80, 60)) + pause +
             QStringList{QStringLiteral("mouseup"), QStringLiteral("1"), QStringLiteral("key"),
                         QStringLiteral("ctrl+%1").arg(workspace)});
}

} // namespace

class RealSwitchTest : public QObject {
    Q_OBJECT

private slots:
    void workspacesMayBeSwitchedAfterAnyDrag() {
        WindowFixture bench;
        bench.window->setGeometry(20, 40, 1500, 900);
        QVERIFY(QTest::qWaitForWindowActive(bench.window.get(), patience_ms));
        // Menus would open dialogs, which take the keys.
        const QRect inner(90, 40 + 80, 1430, 900 - 80 - bench.window->statusBar()->height());
        int switched = 0;
        QObject::connect(&bench.window->workspaces(), &WorkspaceSwitch::shown, bench.window.get(),
                         [&] { ++switched; });
        const Hand hand([&](Hand& at) {
            Random random(39);
            const auto within = [&random](int length) {
                return static_cast<int>(random.below(static_cast<std::uint32_t>(length)));
            };
            for (int round = 0; round < rounds && !at.leaving(); ++round) {
                const QPoint place(within(inner.width()), within(inner.height()));
                drag_and_switch(at, inner.topLeft() + place, 1 + within(4));
                Hand::rest(80);
            }
        });
        QVERIFY(QTest::qWaitFor([&] { return hand.done(); }, 5 * patience_ms));
        QVERIFY2(hand.trouble().isEmpty(), qPrintable(hand.trouble()));
        qInfo("%d rounds, %d switches", rounds, switched);
        QVERIFY(switched > rounds / 3);
        QVERIFY(bench.settle());
    }
};

int main(int argc, char** argv) {
    return run_under_xvfb<RealSwitchTest>(argc, argv, QStringLiteral("openbox"));
}
#include "real_switch_test.moc"
