// SPDX-License-Identifier: GPL-3.0-or-later
// Unsaved work is kept whatever goes on meanwhile, for the session that comes after.
#include "app/document/document_file.h"
#include "app/window/quit_signals.h"
#include "core/formats/text/text_file.h"
#include "tests/app/window_fixture.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>

#include <csignal>

using namespace pipette;
using namespace pipette::test;

namespace {

constexpr int short_delay_ms = 100;

/// Searches with unsaved work until a signal comes, as the program does.
int search_until_told(const QString& state) {
    WindowFixture bench(true, state);
    bench.window->store().autosave().setDelay(1'000'000);
    const QuitSignals told;
    QObject::connect(&told, &QuitSignals::received, bench.window.get(), &MainWindow::keepAndEnd);
    bench.document().setPinned({3}, true);
    bench.fake.hold = true;
    bench.window->planning().plan();
    if (!QTest::qWaitFor([&] { return bench.document().table()->live(); }, 60000))
        return 1;
    std::puts("searching");
    std::fflush(stdout);
    return QApplication::exec();
}

/// Changes the seed ten times a second, to 1, 2, 3 ..., and says when, until it is killed.
int edit_until_killed(const QString& state) {
    WindowFixture bench(true, state);
    AnnealingBudget budget = bench.document().setup().budget;
    for (budget.seed = 1; budget.seed < 1000; ++budget.seed) {
        bench.document().set<DocumentPart::budget>(budget);
        std::printf("%lld\n", static_cast<long long>(QDateTime::currentMSecsSinceEpoch()));
        std::fflush(stdout);
        QTest::qWait(100);
    }
    return 1; // nobody killed it
}

} // namespace

class AutosaveTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    QStringList sessions(const QString& state) {
        return QDir(state).entryList({QStringLiteral("session-*")}, QDir::Dirs);
    }
    /// Of the only session there is.
    QString unsaved(const QString& state) {
        return QDir(state).filePath(sessions(state).value(0) + QStringLiteral("/unsaved.json"));
    }

private slots:
    void editsThatNeverPauseDoNotPutItOff() {
        WindowFixture bench(true, folder_.filePath(QStringLiteral("edits")));
        Autosave& autosave = bench.window->store().autosave();
        QSignalSpy saved(&autosave, &Autosave::written);
        autosave.setDelay(short_delay_ms);
        QElapsedTimer clock;
        clock.start();
        for (int edit = 0; saved.isEmpty() && clock.elapsed() < 20000; ++edit) {
            bench.document().setPinned({1}, edit % 2 == 0);
            QTest::qWait(short_delay_ms / 10);
        }
        QVERIFY(!saved.isEmpty());
    }

    void aSearchDoesNotPutItOff() {
        WindowFixture bench(true, folder_.filePath(QStringLiteral("search")));
        Autosave& autosave = bench.window->store().autosave();
        QSignalSpy saved(&autosave, &Autosave::written);
        autosave.setDelay(short_delay_ms);
        bench.fake.hold = true;
        bench.document().setPinned({1}, true);
        bench.window->planning().plan();
        QTRY_VERIFY_WITH_TIMEOUT(!saved.isEmpty(), 60000);
        QVERIFY(bench.window->planning().running());
        QCOMPARE(
            parse_document(read_text_file(unsaved(folder_.filePath(QStringLiteral("search"))).toStdString()),
                           "unsaved.json")
                .planned->rows()
                .size(),
            std::size_t(4)); // the plan, not what the search shows
    }

    void longReadingAndWritingDoNotPutItOff() {
        WindowFixture bench(true, folder_.filePath(QStringLiteral("busy")));
        Autosave& autosave = bench.window->store().autosave();
        QSignalSpy saved(&autosave, &Autosave::written);
        autosave.setDelay(short_delay_ms);
        const auto go_on = std::make_shared<std::atomic<bool>>(false);
        bench.window->store().write(
            [go_on] {
                while (!*go_on)
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
            },
            [] {});
        bench.document().setPinned({1}, true);
        const bool kept = QTest::qWaitFor([&] { return !saved.isEmpty(); }, 20000);
        *go_on = true;
        QVERIFY(bench.settle());
        QVERIFY(kept);
    }

    void whatIsChangedWhileItIsWrittenIsWrittenNext() {
        const QString state = folder_.filePath(QStringLiteral("next"));
        WindowFixture bench(true, state);
        Autosave& autosave = bench.window->store().autosave();
        autosave.setDelay(1);
        for (int gpu = 0; gpu < 16; ++gpu) {
            bench.document().setPinned({gpu}, true);
            QTest::qWait(2);
        }
        const auto pins = [&] {
            return QFileInfo::exists(unsaved(state))
                       ? parse_document(read_text_file(unsaved(state).toStdString()), "unsaved.json")
                             .pinned.size()
                       : 0;
        };
        QTRY_COMPARE_WITH_TIMEOUT(pins(), std::size_t(16), 60000);
    }

    void whatIsUndoneOrSavedLeavesNothingToRecover() {
        const QString state = folder_.filePath(QStringLiteral("undone"));
        WindowFixture bench(true, state);
        Autosave& autosave = bench.window->store().autosave();
        autosave.setDelay(1);
        bench.window->store().save(folder_.filePath(QStringLiteral("undone.json")));
        QVERIFY(bench.settle());
        QSignalSpy saved(&autosave, &Autosave::written);
        bench.document().setPinned({1}, true);
        QTRY_VERIFY_WITH_TIMEOUT(!saved.isEmpty(), 60000);
        QVERIFY(QFileInfo::exists(unsaved(state)));
        bench.document().undoStack().undo();
        QVERIFY(!QFileInfo::exists(unsaved(state)));
    }

    void aFolderThatCannotBeWrittenIsToldOnce() {
        const QString state = folder_.filePath(QStringLiteral("full"));
        WindowFixture bench(true, state);
        Autosave& autosave = bench.window->store().autosave();
        autosave.setDelay(1);
        QVERIFY(bench.settle());
        QSignalSpy failed(&autosave, &Autosave::failed), saved(&autosave, &Autosave::written);
        const QString session = QDir(state).filePath(sessions(state).value(0));
        QVERIFY(QDir(session).removeRecursively());
        bench.document().setPinned({1}, true);
        QTRY_VERIFY_WITH_TIMEOUT(!failed.isEmpty(), 60000);
        bench.document().setPinned({2}, true);
        QTest::qWait(100);
        QCOMPARE(failed.size(), 1);
        saved.clear();
        QVERIFY(QDir().mkpath(session)); // there is room again
        QTRY_VERIFY_WITH_TIMEOUT(!saved.isEmpty(), 60000);
    }

    void twoWindowsKeepTheirWorkApartAndRecoverItOnce() {
        const QString state = folder_.filePath(QStringLiteral("two"));
        {
            WindowFixture crashed(true, state);
            crashed.window->store().autosave().setDelay(1'000'000);
            crashed.document().setPinned({7}, true);
            crashed.window->store().autosave().keepForNextSession();
        }
        WindowFixture a(false, state), b(false, state);
        a.window->store().autosave().setDelay(1);
        b.window->store().autosave().setDelay(1);
        QSignalSpy saved_a(&a.window->store().autosave(), &Autosave::written);
        QSignalSpy saved_b(&b.window->store().autosave(), &Autosave::written);
        QVERIFY(a.window->store().autosave().recover());
        QVERIFY(!b.window->store().autosave().recover()); // the other window has it
        QTRY_VERIFY_WITH_TIMEOUT(!saved_a.isEmpty(), 60000);
        QCOMPARE(a.document().state().pinned, std::vector<int>{7});
        b.document().setPinned({2}, true);
        QTRY_VERIFY_WITH_TIMEOUT(!saved_b.isEmpty(), 60000);
        std::vector<std::vector<int>> kept;
        for (const QString& session : sessions(state))
            kept.push_back(
                parse_document(
                    read_text_file(
                        QDir(state).filePath(session + QStringLiteral("/unsaved.json")).toStdString()),
                    "unsaved.json")
                    .pinned);
        std::sort(kept.begin(), kept.end());
        QCOMPARE(kept, (std::vector<std::vector<int>>{{2}, {7}}));
    }

    void recoveredWorkKnowsItsFile() {
        const QString state = folder_.filePath(QStringLiteral("origin"));
        const QString path = folder_.filePath(QStringLiteral("origin.json"));
        const auto crash = [&] {
            WindowFixture crashed(true, state);
            crashed.window->store().autosave().setDelay(1'000'000);
            crashed.window->store().save(path);
            QVERIFY(crashed.settle());
            crashed.document().setPinned({7}, true);
            crashed.window->store().autosave().keepForNextSession();
        };
        const auto asked_on_save = [&] {
            WindowFixture bench(false, state);
            if (!bench.window->store().autosave().recover() || !bench.settle())
                return -1;
            QSignalSpy changed(&bench.window->store(), &DocumentStore::fileChanged);
            bench.window->store().save(bench.document().file().path);
            if (!bench.settle())
                return -1;
            bench.window->close();
            return static_cast<int>(changed.size());
        };
        crash();
        QCOMPARE(asked_on_save(), 0);
        crash();
        {
            WindowFixture other;
            other.document().setPinned({5}, true);
            other.window->store().save(path, DocumentStore::Overwrite::any_version);
            QVERIFY(other.settle());
        }
        QCOMPARE(asked_on_save(), 1);
    }

    /// The delay before unsaved work is written is the program's own.
    void killedAtAnyMomentItLosesFiveSecondsAtMost() {
        constexpr qint64 most_lost_ms = 5000;
        for (int round = 0; round < 4; ++round) {
            const QString state = folder_.filePath(QStringLiteral("killed-%1").arg(round));
            QProcess child;
            child.start(QCoreApplication::applicationFilePath(),
                        {QStringLiteral("--edit-until-killed"), state});
            QVERIFY(child.waitForReadyRead(120'000));
            QTest::qWait(3500 + 613 * round);
            QCOMPARE(child.state(), QProcess::Running);
            const qint64 killed = QDateTime::currentMSecsSinceEpoch();
            child.kill();
            QVERIFY(child.waitForFinished(60'000));
            const QList<QByteArray> edits = child.readAllStandardOutput().trimmed().split('\n');
            WindowFixture after(false, state);
            QVERIFY(after.window->store().autosave().recover());
            QVERIFY(after.settle());
            const auto kept = static_cast<qsizetype>(after.document().setup().budget.seed);
            QVERIFY(kept > 0 && kept <= edits.size() + 1); // the last edit may have come before its line
            if (kept < edits.size())
                QVERIFY2(killed - edits[kept].toLongLong() <= most_lost_ms, edits[kept].constData());
        }
    }

    void aSignalDuringASearchEndsInTimeAndKeepsTheWork_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGHUP") << SIGHUP;
        QTest::newRow("SIGINT") << SIGINT;
    }

    void aSignalDuringASearchEndsInTimeAndKeepsTheWork() {
        QFETCH(int, signal);
        const QString state = folder_.filePath(QStringLiteral("signal-%1").arg(signal));
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--search-until-told"), state});
        QByteArray said;
        QVERIFY(QTest::qWaitFor([&] { return (said += child.readAllStandardOutput()).contains("searching"); },
                                120000));
        QCOMPARE(::kill(static_cast<pid_t>(child.processId()), signal), 0);
        QVERIFY(child.waitForFinished(60000));
        QCOMPARE(child.exitStatus(), QProcess::NormalExit);
        QCOMPARE(child.exitCode(), 128 + signal);
        WindowFixture after(false, state);
        QVERIFY(after.window->store().autosave().recover());
        QVERIFY(after.settle());
        QCOMPARE(after.document().state().pinned, std::vector<int>{3});
    }
};

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    if (arguments.size() == 3 && arguments[1] == QLatin1String("--search-until-told"))
        return search_until_told(arguments[2]);
    if (arguments.size() == 3 && arguments[1] == QLatin1String("--edit-until-killed"))
        return edit_until_killed(arguments[2]);
    AutosaveTest test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, argc, argv);
}
#include "autosave_test.moc"
