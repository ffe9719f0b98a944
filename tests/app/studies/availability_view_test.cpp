// SPDX-License-Identifier: GPL-3.0-or-later
// GPUs that come and go: a file is opened, its sets of GPUs are planned on a worker, and the views answer.
#include "app/workspaces/workspace_switch.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "tests/app/studies/study_bench.h"
#include "widgets/studies/availability_view.h"
#include "widgets/studies/shapes_view.h"
#include "widgets/theme/theme.h"

#include <QFile>
#include <QTemporaryDir>

using namespace pipette;
using namespace pipette::test;

class AvailabilityViewTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    QString written(const QByteArray& name, const QByteArray& periods) {
        QFile file(folder_.filePath(QString::fromUtf8(name) + QStringLiteral(".json")));
        if (file.open(QIODevice::WriteOnly))
            file.write(R"({"format": "pipette-availability", "version": 1, "name": ")" + name +
                       R"(", "periods": [)" + periods + "]}");
        return file.fileName();
    }

    /// The last two of four nodes go for a while.
    QString coming_and_going(const StudyBench& bench) {
        const std::vector<Node>& nodes = bench.window->document().setup().cluster->nodes;
        return written("two days", R"({"hours": 20}, {"hours": 8, "off": [")" +
                                       QByteArray::fromStdString(nodes[2].host) + R"(", ")" +
                                       QByteArray::fromStdString(nodes[3].host) + R"("]}, {"hours": 20})");
    }

    /// Both views of the sample, in both themes and small and large, to be looked at.
    static void takePictures(const QString& folder) {
        StudyBench bench;
        DocumentState state = bench.document().state();
        state.setup.cluster = std::make_shared<const Cluster>(
            read_cluster(PIPETTE_SOURCE_DIR "/sample_clusters/a100_hdr_16x8.json"));
        state.setup.model = load_model("llama-2-13b");
        state.setup.job.global_batch = 512, state.setup.job.sequence_length = 4096;
        bench.document().load(state, {});
        for (const QSize size : {QSize(900, 600), QSize(1280, 800), QSize(1920, 1080)})
            for (const auto& [theme, kind] :
                 {std::pair("light", ThemeKind::light), {"dark", ThemeKind::dark}}) {
                applyTheme(*qApp, kind);
                bench.window->setInitialSize(size);
                bench.window->openFiles({QStringLiteral(
                    PIPETTE_SOURCE_DIR "/sample_clusters/availability/spot_week_a100_16x8.json")});
                QVERIFY(bench.settle());
                QTest::qWait(50); // for layouts
                bench.window->grab().save(QStringLiteral("%1/availability-%2-%3.png")
                                              .arg(folder)
                                              .arg(size.width())
                                              .arg(QLatin1String(theme)));
            }
        applyTheme(*qApp, ThemeKind::light);
    }

    static AvailabilityView& view_of(const WindowFixture& bench) {
        return *bench.window->views().availability;
    }

private slots:
    void a_file_that_is_opened_is_answered() {
        if (const QString folder = qEnvironmentVariable("PIPETTE_PICTURES"); !folder.isEmpty())
            takePictures(folder);
        StudyBench bench;
        bench.window->openFiles({coming_and_going(bench)});
        QVERIFY(bench.settle());
        QCOMPARE(bench.window->workspaces().current(), QStringLiteral("studies"));
        const AvailabilityView& view = view_of(bench);
        QVERIFY2(view.answerText().contains(QStringLiteral("The best choice does ")),
                 qPrintable(view.answerText()));
        QCOMPARE(view.model().rowCount(), 3);
        QCOMPARE(view.model().index(0, 2).data().toString(), QStringLiteral("16"));
        QCOMPARE(view.model().index(1, 2).data().toString(), QStringLiteral("8"));
        QCOMPARE(view.model().index(0, 4).data().toString(), QStringLiteral("start"));
        QVERIFY(bench.window->views().availability_chart->chartTable()->rowCount() >= 1); // its starts
    }

    void another_setup_makes_the_answer_old() {
        StudyBench bench;
        bench.window->openFiles({coming_and_going(bench)});
        QVERIFY(bench.settle());
        TrainingJob job = bench.document().setup().job;
        job.global_batch *= 2;
        bench.document().set<DocumentPart::job>(job);
        QVERIFY(bench.settle());
        AvailabilityView& view = view_of(bench);
        QVERIFY(view.answerText().contains(QStringLiteral("This is of an earlier setup")));
        emit view.runRequested();
        QVERIFY(bench.settle());
        QVERIFY(view.answerText().contains(QStringLiteral("The best choice does ")));
    }

    void without_a_cluster_it_waits_for_one() {
        StudyBench bench;
        const DocumentState complete = bench.document().state();
        const QString file = coming_and_going(bench);
        bench.document().load({}, {});
        bench.window->openFiles({file});
        QVERIFY(bench.settle());
        QCOMPARE(view_of(bench).model().rowCount(), 0);
        bench.document().load(complete, {});
        QVERIFY(bench.settle());
        QCOMPARE(view_of(bench).model().rowCount(), 3);
    }

    void what_the_cluster_does_not_have_is_told() {
        StudyBench bench;
        bench.window->openFiles({written("other", R"({"hours": 1, "off": ["nobody"]})")});
        QVERIFY(bench.settle());
        QCOMPARE(view_of(bench).model().rowCount(), 0);
        QVERIFY(bench.window->lastMessage().contains(QStringLiteral("nobody")));
    }

    void it_is_cancelled_and_another_file_takes_its_place() {
        WindowFixture bench; // whose planner waits
        bench.fake.hold = true;
        bench.window->openFiles({written("first", R"({"hours": 1})")});
        QTRY_VERIFY(!view_of(bench).answerText().contains(QStringLiteral("Open a file")));
        emit view_of(bench).cancelRequested();
        QVERIFY(bench.settle());
        bench.fake.hold = false;
        bench.window->openFiles({written("second", R"({"hours": 2})")});
        QVERIFY(bench.settle());
        QVERIFY(view_of(bench).answerText().contains(QStringLiteral("No plan fits")));
    }
};

QTEST_MAIN(AvailabilityViewTest)
#include "availability_view_test.moc"
