// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/pipette_process.h"
#include "tests/cli/test_files.h"

#include <QStandardPaths>
#include <QtTest>

using namespace pipette;

/// Pages that are sent, played by their own script in nodejs (tests/cli/page/play.js) and opened in a browser
/// (tests/cli/page/browse.js).
class PageTest : public QObject {
    Q_OBJECT

    const TestFiles files_;
    static constexpr int no_browser = 77; ///< how browse.js ends

    static void verify_script(const char* script, const QStringList& arguments) {
        const QString node = QStandardPaths::findExecutable("node");
        if (node.isEmpty())
            QSKIP("nodejs is not there");
        QProcess process;
        process.start(node, QStringList{QStringLiteral(PIPETTE_SOURCE_DIR "/tests/cli/page/") + script} +
                                arguments);
        const PipetteRun run = end_of(process, 120'000);
        if (run.status == no_browser)
            QSKIP(("no browser starts: " + run.messages).constData());
        QVERIFY2(run.status == 0, run.messages.constData());
    }
    static void verify_plays(const QStringList& arguments) { verify_script("play.js", arguments); }

private slots:
    void a_schedule_plays_with_the_numbers_of_its_document_data() {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("1f1b") << QStringList{"--schedule", "1f1b", "--forward", "1,1.3,0.9,1.1"};
        QTest::newRow("interleaved") << QStringList{"--schedule", "interleaved", "--chunks", "2"};
        QTest::newRow("zb-h1") << QStringList{"--schedule", "zb-h1", "--weight-fraction", "0.4"};
        QTest::newRow("dualpipe") << QStringList{"--schedule", "dualpipe", "--overlapped-time", "2.7"};
        QTest::newRow("varuna") << QStringList{"--schedule", "varuna", "--recompute", "0.8"};
        QTest::newRow("terapipe") << QStringList{"--schedule", "terapipe", "--slices", "3"};
        QTest::newRow("blocking") << QStringList{"--schedule", "1f1b", "--p2p", "blocking"};
    }
    void a_schedule_plays_with_the_numbers_of_its_document() {
        QFETCH(QStringList, options);
        const QString page = files_.file("schedule.html"), json = files_.file("schedule.json");
        const PipetteRun run =
            run_pipette(QStringList{"simulate", "--stages", "4", "--microbatches", "8", "--link",
                                    "0.1,0.2,0.15", "--page", page, "--json", json} +
                        options);
        QVERIFY2(run.status == 0, run.messages.constData());
        verify_plays({page, "simulate", json});
    }

    void a_plan_plays_with_the_numbers_of_its_document() {
        const QString page = files_.file("plan.html"), json = files_.file("plan.json");
        QVERIFY(run_pipette({"plan", "--cluster", sample_cluster("starter_2x8_a100.json"), "--model",
                             "gpt-1.7b", "--global-batch", "64", "--json", json})
                    .status == 0);
        const PipetteRun run = run_pipette({"report", json, "-o", page});
        QVERIFY2(run.status == 0, run.messages.constData());
        verify_plays({page, "plan", json});
        const QByteArray html = TestFiles::content(page);
        QVERIFY(html.contains(" a step: ") && html.contains(" than ranks in host order</h1>"));
        QVERIFY(!html.contains(" x host order"));
    }

    /// In a browser: no message, no request, every control within reach of Tab, and the keys do what they
    /// say.
    void pages_open_in_a_browser() {
        if (QStandardPaths::findExecutable("chromedriver").isEmpty())
            QSKIP("chromedriver is not there");
        const QString schedule = files_.file("browsed.html"), plan = files_.file("browsed_plan.html"),
                      json = files_.file("browsed.json");
        QVERIFY(run_pipette({"simulate", "--schedule", "zb-h1", "--stages", "16", "--microbatches", "128",
                             "--link", "0.1", "--page", schedule})
                    .status == 0);
        QVERIFY(QFileInfo(schedule).size() < 1'000'000);
        QVERIFY(run_pipette({"plan", "--cluster", sample_cluster("starter_2x8_a100.json"), "--model",
                             "gpt-1.7b", "--global-batch", "64", "--moves", "2000", "--json", json})
                    .status == 0);
        QVERIFY(run_pipette({"report", json, "-o", plan}).status == 0);
        verify_script("browse.js", {schedule, plan});
    }

    void a_page_that_cannot_be_written_leaves_no_other_file() {
        const QString trace = files_.file("left.json");
        const PipetteRun run = run_pipette({"simulate", "--stages", "2", "--microbatches", "2", "--trace",
                                            trace, "--page", "/nowhere/page.html"});
        verify_refused(run, "/nowhere/page.html");
        QVERIFY(!QFile::exists(trace));
    }
};

QTEST_GUILESS_MAIN(PageTest)
#include "page_test.moc"
