// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_file.h"
#include "app/workspaces/window_views.h"
#include "core/base/input_error.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/launchers/export_plan.h"
#include "core/formats/text/text_file.h"
#include "tests/app/import_fixture.h"

#include <QComboBox>
#include <QDialog>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProcess>

#include <csignal>
#include <fstream>

using namespace pipette;
using namespace pipette::test;

namespace {

void drop(MainWindow& window, const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &event);
}

void write_file(const QString& path, const std::string& text) {
    std::ofstream(path.toStdString()) << text;
}

/// Edits and is killed before it can save: what the child of recoveryAfterAKill does.
int edit_and_die(const QString& folder) {
    WindowFixture fixture(true, folder);
    fixture.window->store().autosave().setDelay(1);
    QSignalSpy saved(&fixture.window->store().autosave(), &Autosave::written);
    fixture.window->edits().move({{0}, {3}});
    fixture.settle();
    if (!QTest::qWaitFor([&] { return !saved.isEmpty(); }, 60000))
        return 1;
    fixture.document().setPinned({2}, true);
    const bool done = QTest::qWaitFor([&] { return fixture.window->idle() && saved.size() > 1; }, 60000);
    if (done)
        std::raise(SIGKILL);
    return 1;
}

} // namespace

class FilesTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString file(const char* name) { return folder_.filePath(QString::fromLatin1(name)); }

private slots:
    void aDocumentComesBackAsItWas() {
        WindowFixture fixture;
        fixture.window->edits().move({{0}, {3}});
        QVERIFY(fixture.settle());
        fixture.document().setPinned({2, 5}, true);
        fixture.document().setExcluded({15}, true); // since the plan: kept apart from the plan's own inputs
        QVERIFY(fixture.document().modified());
        QSignalSpy saved(&fixture.window->store(), &DocumentStore::saved);
        fixture.window->store().save(file("plan.json"));
        QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, 60000);
        QVERIFY(!fixture.document().modified());

        WindowFixture other(false);
        other.window->openFiles({file("plan.json")});
        QVERIFY(other.settle());
        QCOMPARE(other.document().table()->rows().size(), fixture.document().table()->rows().size());
        for (std::size_t row = 0; row < other.document().table()->rows().size(); ++row)
            QCOMPARE(other.document().table()->rows()[row].current->mapping,
                     fixture.document().table()->rows()[row].current->mapping);
        QVERIFY(other.document().table()->rows()[0].edited());
        QVERIFY(!other.document().table()->rows()[1].edited());
        QCOMPARE(other.document().state().pinned, (std::vector<int>{2, 5}));
        QCOMPARE(other.document().setup().faults.excluded_gpus, std::vector<int>{15});
        QVERIFY(other.document().state().outdated());
        QCOMPARE(*other.document().setup().cluster, *fixture.document().setup().cluster);
        // Any reader of plans takes it, with the edited mapping.
        const Plan plan = read_plan(file("plan.json").toStdString());
        QCOMPARE(plan.candidates[0].mapping, fixture.mapping());
    }

    void aBrokenFileIsToldAndChangesNothing() {
        WindowFixture fixture;
        const auto before = fixture.document().state();
        write_file(file("broken.json"), R"({"format": "pipette-cluster", "version": 1, "nodes": [)");
        drop(*fixture.window, file("broken.json"));
        QVERIFY(fixture.settle());
        QVERIFY(fixture.window->lastMessage().contains(QLatin1String("broken.json")));
        QCOMPARE(fixture.document().setup(), before.setup);
        QCOMPARE(fixture.document().state().record(), before.record());
        QCOMPARE(fixture.document().undoStack().count(), 1);
    }

    void aDroppedClusterIsOneStep() {
        WindowFixture fixture;
        write_cluster(*small_cluster(2, 8), file("cluster.json").toStdString());
        drop(*fixture.window, file("cluster.json"));
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.document().setup().cluster->gpu_count(), 16);
        QVERIFY(!fixture.document().state().record());
        fixture.document().undoStack().undo();
        QVERIFY(fixture.document().state().record());
    }

    void droppedLogsAreReported() {
        WindowFixture fixture;
        write_file(
            file("pair.log"),
            "# nccl-tests version 2.17.8\n# Collective test starting: sendrecv_perf\n# Using devices\n"
            "#  Rank  0 Group  0 Pid 1 on n1 device  0 [0000:1b:00] NVIDIA H100 80GB HBM3\n"
            "#  Rank  1 Group  0 Pid 2 on n2 device  0 [0000:1b:00] NVIDIA H100 80GB HBM3\n"
            "#       size         count      type   redop    root     time   algbw   busbw  #wrong     "
            "time   algbw   busbw  #wrong \n"
            "  8589934592  1073741824    double    none      -1  187260   46.5   46.5       0  187260   "
            "46   46    N/A\n"
            "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 46.25\n#\n"
            "# Collective test concluded: sendrecv_perf\n#\n");
        drop(*fixture.window, file("pair.log"));
        QVERIFY(fixture.settle());
        takeImport(fixture);
        QVERIFY2(fixture.window->lastMessage().startsWith(QLatin1String("Imported 2 nodes of 1 H100")),
                 qPrintable(fixture.window->lastMessage()));
        QCOMPARE(fixture.document().setup().cluster->node_count(), 2);
        QVERIFY(fixture.window->importReport().contains(QLatin1String("Measured:")));
        QVERIFY(fixture.window->importReport().contains(QLatin1String("nccl-tests")));
    }

    void aLogThatNamesNoGpuAsksForTheKind() {
        WindowFixture fixture;
        write_file(file("pair2.log"), R"(# nccl-tests version 2.17.8
# Collective test starting: sendrecv_perf
# Using devices
#  Rank  0 Group  0 Pid 1 on n1 device  0 [0000:1b:00] Some GPU
#  Rank  1 Group  0 Pid 2 on n2 device  0 [0000:1b:00] Some GPU
#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
  8589934592  1073741824    double    none      -1  187260   46.5   46.5       0  187260   46   46    N/A
# Out of bounds values : 0 OK
# Avg bus bandwidth    : 46.25
#
# Collective test concluded: sendrecv_perf
#
)");
        const auto before = fixture.document().setup();
        write_file(file("<b>dead.log"), "");
        fixture.window->openFiles({file("pair2.log"), file("<b>dead.log")});
        QVERIFY(fixture.settle());
        auto* dialog = fixture.window->findChild<QDialog*>(QStringLiteral("gpu-kind"));
        QVERIFY2(dialog, qPrintable(fixture.window->lastMessage()));
        QVERIFY(fixture.document().setup() == before);
        const QString left_out = dialog->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY2(left_out.contains(QLatin1String("<b>dead.log: is empty")), qPrintable(left_out));
        for (const QLabel* label : dialog->findChildren<QLabel*>())
            QVERIFY(label->textFormat() == Qt::PlainText || label->buddy() != nullptr);
        auto* kinds = dialog->findChild<QComboBox*>();
        QTest::keyClick(dialog, Qt::Key_Return); // nothing is chosen yet
        QVERIFY(dialog->isVisible());
        kinds->setCurrentIndex(kinds->findText(QStringLiteral("A100-SXM4-80GB")));
        QTest::keyClick(dialog, Qt::Key_Return); // Import is the default
        QVERIFY(fixture.settle());
        takeImport(fixture);
        QCOMPARE(fixture.document().setup().cluster->node_count(), 2);
        QCOMPARE(fixture.document().setup().cluster->kind_of_node(0).gpu.name, std::string("A100-SXM4-80GB"));
    }

    void closingWaitsForTheSave() {
        const QString state = file("closing");
        WindowFixture fixture(true, state);
        fixture.window->store().autosave().setDelay(1);
        fixture.window->store().save(file("closing.json"));
        QVERIFY(fixture.settle());
        QSignalSpy autosaved(&fixture.window->store().autosave(), &Autosave::written);
        fixture.document().setPinned({1}, true);
        QTRY_VERIFY_WITH_TIMEOUT(!autosaved.isEmpty(), 60000);
        const QString autosave =
            QDir(state).filePath(QDir(state).entryList({QStringLiteral("session-*")}, QDir::Dirs).front()) +
            QStringLiteral("/unsaved.json");
        QVERIFY(QFileInfo::exists(autosave));
        fixture.window->answerQuestionsWith(QStringLiteral("cancel"));
        QVERIFY(!fixture.window->close());
        fixture.window->answerQuestionsWith(QStringLiteral("save"));
        QVERIFY(!fixture.window->close()); // not before the file is there
        QVERIFY(fixture.window->isVisible());
        QVERIFY(QFileInfo::exists(autosave));
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.window->isVisible(), 60000);
        QVERIFY(!QFileInfo::exists(autosave));
        QCOMPARE(parse_document(read_text_file(file("closing.json").toStdString()), "closing.json").pinned,
                 std::vector<int>{1});
    }

    void aDocumentThatGoesSaysNothing() {
        int told = 0;
        {
            PlanDocument document;
            document.setPinned({1}, true);
            connect(&document.undoStack(), &QUndoStack::indexChanged, this, [&told] { ++told; });
            document.undoStack().undo();
            QCOMPARE(told, 1);
        }
        QCOMPARE(told, 1);
    }

    void aFailedSaveKeepsTheWindowAndIsTold() {
        const QString state = file("failing");
        QVERIFY(QDir(folder_.path()).mkpath(QStringLiteral("gone")));
        WindowFixture fixture(true, state);
        fixture.window->store().autosave().setDelay(1);
        fixture.window->store().save(file("gone/plan.json"));
        QVERIFY(fixture.settle());
        QSignalSpy autosaved(&fixture.window->store().autosave(), &Autosave::written);
        fixture.document().setPinned({1}, true);
        QTRY_VERIFY_WITH_TIMEOUT(!autosaved.isEmpty(), 60000);
        QVERIFY(QDir(file("gone")).removeRecursively());
        fixture.window->answerQuestionsWith(QStringLiteral("save"));
        QVERIFY(!fixture.window->close());
        QVERIFY(fixture.settle());
        QVERIFY(fixture.window->isVisible());
        QVERIFY(fixture.document().modified());
        QVERIFY2(fixture.window->lastMessage().startsWith(QLatin1String("Not saved.")),
                 qPrintable(fixture.window->lastMessage()));
        const QString session = QDir(state).entryList({QStringLiteral("session-*")}, QDir::Dirs).front();
        QVERIFY(QFileInfo::exists(QDir(state).filePath(session + QStringLiteral("/unsaved.json"))));
    }

    void aBrokenAutosaveIsToldOnce() {
        const QString state = file("broken-state");
        QVERIFY(QDir().mkpath(state + QStringLiteral("/session-old")));
        write_file(state + QStringLiteral("/session-old/unsaved.json"), "{\"format\": \"pipette-pl");
        WindowFixture fixture(false, state);
        QVERIFY(fixture.window->store().autosave().recover());
        QVERIFY(fixture.settle());
        QVERIFY2(fixture.window->lastMessage().contains(QLatin1String("unreadable-old.json")),
                 qPrintable(fixture.window->lastMessage()));
        QVERIFY(QFileInfo::exists(state + QStringLiteral("/unreadable-old.json")));
        QVERIFY(!fixture.window->store().autosave().recover());
    }

    void everyFormatIsExported() {
        WindowFixture fixture;
        for (const ExportFormat* format : Registry<ExportFormat>::all()) {
            const QString name =
                QString::fromUtf8(format->name.data(), static_cast<qsizetype>(format->name.size()));
            const QString path = file("export-") + name;
            fixture.window->exportPlan(name, path);
            QVERIFY(fixture.settle());
            if (name == QLatin1String("torchtitan")) { // has no ZeRO-1
                QVERIFY2(fixture.window->lastMessage().startsWith(QLatin1String("zero_stage: ")),
                         qPrintable(fixture.window->lastMessage()));
                QVERIFY(!QFileInfo::exists(path));
                continue;
            }
            if (name == QLatin1String("axonn")) { // no other framework has its grids
                QVERIFY2(fixture.window->lastMessage().startsWith(QLatin1String("framework: ")),
                         qPrintable(fixture.window->lastMessage()));
                QVERIFY(!QFileInfo::exists(path));
                continue;
            }
            if (name == QLatin1String("trace")) { // the stand-in's times are none that a calibration gives
                QVERIFY2(fixture.window->lastMessage().contains(QLatin1String("plan again")),
                         qPrintable(fixture.window->lastMessage()));
                QVERIFY(!QFileInfo::exists(path));
                continue;
            }
            QVERIFY2(fixture.window->lastMessage().startsWith(QLatin1String("Exported")),
                     qPrintable(fixture.window->lastMessage()));
            QVERIFY(QFileInfo(format->is_launcher() ? QDir(path).filePath(QString::fromUtf8(
                                                          format->main_file.data(),
                                                          static_cast<qsizetype>(format->main_file.size())))
                                                    : path)
                        .size() > 0);
        }
    }

    void everyViewIsAPictureInEveryKind() {
        WindowFixture fixture;
        for (const ViewSlot& slot : fixture.window->views().all())
            for (const char* kind : {"png", "svg", "pdf"}) {
                const QString path = folder_.filePath(slot.id + QLatin1Char('.') + QLatin1String(kind));
                fixture.window->exportPicture(slot.id, path);
                QVERIFY2(fixture.window->lastMessage().startsWith(QLatin1String("Exported")),
                         qPrintable(fixture.window->lastMessage()));
                QVERIFY(QFileInfo(path).size() > 200);
            }
        fixture.window->exportPicture(QStringLiteral("setup"), file("picture.gif"));
        QVERIFY(fixture.window->lastMessage().contains(QLatin1String("expected .png, .svg or .pdf")));
        QVERIFY(!QFileInfo::exists(file("picture.gif")));
    }

    void recoveryAfterAKill() {
        const QString state = file("state");
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--edit-and-die"), state});
        QVERIFY(child.waitForFinished(120000));
        QCOMPARE(child.exitStatus(), QProcess::CrashExit);

        FakePlanner fake;
        MainWindow window({fake.calls(), state, false});
        window.answerQuestionsWith(QStringLiteral("discard"));
        window.store().autosave().setDelay(1);
        QSignalSpy autosaved(&window.store().autosave(), &Autosave::written);
        QVERIFY(window.store().autosave().recover());
        QTRY_COMPARE_WITH_TIMEOUT(autosaved.size(), 1, 60000);
        QVERIFY(window.lastMessage().contains(QLatin1String("Recovered")));
        QVERIFY(window.document().modified());
        QCOMPARE(window.document().state().pinned, std::vector<int>{2});
        QVERIFY(window.document().table()->rows()[0].edited());
        // The work now lies with this window alone, and a clean end leaves nothing.
        QCOMPARE(QDir(state).entryList({QStringLiteral("session-*")}, QDir::Dirs).size(), 1);
        QVERIFY(window.close());
        MainWindow after({fake.calls(), state, false});
        QVERIFY(!after.store().autosave().recover());
    }
};

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    if (arguments.size() == 3 && arguments[1] == QLatin1String("--edit-and-die"))
        return edit_and_die(arguments[2]);
    FilesTest test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, argc, argv);
}
#include "files_test.moc"
