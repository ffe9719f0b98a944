// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window_fixture.h"
#include "widgets/commands/command_palette.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QLineEdit>
#include <QListWidget>

using namespace pipette;
using namespace pipette::test;

namespace {

CommandPalette* openPalette(WindowFixture& bench) {
    bench.window->action(QStringLiteral("commands"))->trigger();
    return bench.window->findChild<CommandPalette*>();
}

QString first(const CommandPalette& palette) {
    const auto* list = palette.findChild<QListWidget*>();
    return list->count() > 0 ? list->item(0)->text() : QString();
}

} // namespace

class CommandsTest : public QObject {
    Q_OBJECT

private slots:
    void titlesThatBeginWithTheWordsComeFirst() {
        std::vector<Command> commands;
        for (const char* title : {"Save as", "Replan all", "Plan", "Improve a plan", "Explain"})
            commands.push_back({QLatin1String(title), QStringLiteral("File"), {}, {}});
        const auto found = matchingCommands(commands, QStringLiteral("plan"));
        QCOMPARE(found, (std::vector<int>{2, 3, 1})); // begins with it, has a word that does, holds it
        QCOMPARE(matchingCommands(commands, {}).size(), commands.size());
        QCOMPARE(matchingCommands(commands, QStringLiteral("file as")), std::vector<int>{0}); // of the group
        QVERIFY(matchingCommands(commands, QStringLiteral("nothing")).empty());
    }

    void ctrlKFindsAndRuns() {
        WindowFixture bench;
        QCOMPARE(bench.window->action(QStringLiteral("commands"))->shortcut(),
                 QKeySequence(QStringLiteral("Ctrl+K")));
        CommandPalette* palette = openPalette(bench);
        QVERIFY(palette && palette->isVisible());
        auto* text = palette->findChild<QLineEdit*>();
        QTest::keyClicks(text, QStringLiteral("theme dark"));
        QCOMPARE(first(*palette), QStringLiteral("Dark"));
        QTest::keyClick(text, Qt::Key_Return);
        QTRY_COMPARE(themeOf(bench.window.get()).kind, ThemeKind::dark);
        QTRY_VERIFY(!bench.window->findChild<CommandPalette*>()); // it leaves
        applyTheme(*qApp, ThemeKind::light);
    }

    void samplesModelsAndHelpAreFoundToo() {
        WindowFixture bench(false);
        for (const auto& [asked, found] : {std::pair("a100 hdr", "16 nodes of 8 A100, HDR"),
                                           {"llama-3-8b", "llama-3-8b"},
                                           {"words", "Words"},
                                           {"improve", ""}}) {
            CommandPalette* palette = openPalette(bench);
            palette->findChild<QLineEdit*>()->setText(QLatin1String(asked));
            QVERIFY2(first(*palette) == QLatin1String(found) ||
                         (*found == '\0' && !first(*palette).startsWith(QLatin1String("Improve"))),
                     qPrintable(first(*palette))); // what cannot be done now is not offered
            delete palette;
        }
        CommandPalette* palette = openPalette(bench);
        auto* text = palette->findChild<QLineEdit*>();
        text->setText(QStringLiteral("llama-3-8b"));
        QTest::keyClick(text, Qt::Key_Return);
        QTRY_COMPARE(bench.document().setup().model.layers, 32);
    }

    void arrowsChooseAndEscapeLeaves() {
        WindowFixture bench;
        CommandPalette* palette = openPalette(bench);
        auto* text = palette->findChild<QLineEdit*>();
        const auto* list = palette->findChild<QListWidget*>();
        QTest::keyClick(text, Qt::Key_Down);
        QCOMPARE(list->currentRow(), 1);
        QTest::keyClick(text, Qt::Key_Up);
        QTest::keyClick(text, Qt::Key_Up);
        QCOMPARE(list->currentRow(), list->count() - 1);
        QTest::keyClick(text, Qt::Key_Escape);
        QTRY_VERIFY(!bench.window->findChild<CommandPalette*>());
    }
};

QTEST_MAIN(CommandsTest)
#include "commands_test.moc"
