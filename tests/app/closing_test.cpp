// SPDX-License-Identifier: GPL-3.0-or-later
// What a window asks and waits for when it is closed.
#include "app/document/document_file.h"
#include "app/window/startup.h"
#include "core/formats/text/text_file.h"
#include "tests/app/window_fixture.h"

#include <QTemporaryDir>

#include <atomic>

using namespace pipette;
using namespace pipette::test;

namespace {

/// Keeps the worker that saves busy until it is let go.
struct SlowDisk {
    std::shared_ptr<std::atomic<bool>> go_on = std::make_shared<std::atomic<bool>>(false);
    explicit SlowDisk(MainWindow& window) {
        window.store().write(
            [go_on = go_on] {
                while (!*go_on)
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
            },
            [] {});
    }
    void goOn() { *go_on = true; }
};

} // namespace

class ClosingTest : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

private slots:
    void aSaveUnderWayIsWaitedForAndNothingIsAsked() {
        WindowFixture bench;
        bench.window->answerQuestionsWith(QStringLiteral("cancel")); // whoever asks keeps the window open
        QVERIFY(bench.document().modified());
        SlowDisk disk(*bench.window);
        const QString file = folder_.filePath(QStringLiteral("plan.json"));
        bench.window->store().save(file);
        QVERIFY(!bench.window->close());
        QVERIFY(bench.window->isVisible() && !QFileInfo::exists(file));
        QVERIFY(!bench.window->close()); // the person presses Close a second time
        disk.goOn();
        QTRY_VERIFY_WITH_TIMEOUT(!bench.window->isVisible(), 60000);
        QCOMPARE(parse_document(read_text_file(file.toStdString()), "plan.json").planned->rows().size(),
                 std::size_t(4));
        QVERIFY(!bench.document().modified());
    }

    void whatIsEditedMeanwhileIsAskedAbout() {
        WindowFixture bench;
        bench.window->answerQuestionsWith(QStringLiteral("cancel"));
        SlowDisk disk(*bench.window);
        bench.window->store().save(folder_.filePath(QStringLiteral("edited.json")));
        bench.document().setPinned({1}, true);
        QVERIFY(!bench.window->close());
        disk.goOn();
        QVERIFY(bench.settle());
        QVERIFY(bench.window->isVisible() && bench.document().modified());
    }

    void aSaveThatFailsKeepsTheWindow() {
        WindowFixture bench;
        bench.window->answerQuestionsWith(QStringLiteral("cancel"));
        SlowDisk disk(*bench.window);
        bench.window->store().save(folder_.filePath(QStringLiteral("no/such/folder/plan.json")));
        QVERIFY(!bench.window->close());
        disk.goOn();
        QVERIFY(bench.settle());
        QVERIFY(bench.window->isVisible() && bench.document().modified());
        QVERIFY(bench.window->lastMessage().startsWith(QLatin1String("Not saved")));
    }

    void thePlanThatTheProgramMadeAtItsStartIsNobodysWork() {
        WindowFixture bench(false);
        bench.window->answerQuestionsWith(QStringLiteral("cancel"));
        StartupOptions options;
        options.cluster = QStringLiteral(PIPETTE_SOURCE_DIR "/sample_clusters/a100_hdr_16x8.json");
        openAtStart(*bench.window, options);
        QVERIFY(bench.settle());
        QVERIFY(bench.document().state().record());
        QVERIFY(!bench.document().modified());
        bench.window->edits().move({{0}, {3}}); // and this is
        QVERIFY(bench.settle());
        QVERIFY(bench.document().modified());
        bench.document().undoStack().undo();
        QVERIFY(!bench.document().modified());
        QVERIFY(bench.window->close());
    }

    void thePlanThatAPersonAskedForIsWork() {
        WindowFixture bench;
        QVERIFY(bench.document().modified());
    }
};

QTEST_MAIN(ClosingTest)
#include "closing_test.moc"
