// SPDX-License-Identifier: GPL-3.0-or-later
// Logs and tables that are dropped on the window: what the person is shown, and what becomes of the document.
#include "app/document/document_store.h"
#include "app/opening/opened.h"
#include "tests/app/import_fixture.h"
#include "tests/made_up_runs.h"
#include "tests/nccl_logs.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QDir>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPointer>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>

#include <fstream>

using namespace pipette;
using namespace pipette::test;

class ImportTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString file(const char* name) { return folder_.filePath(QString::fromLatin1(name)); }
    void write(const QString& path, const std::string& text) { std::ofstream(path.toStdString()) << text; }

private slots:
    void initTestCase() {
        QVERIFY(QDir(folder_.path()).mkpath(QStringLiteral("logs")));
        write(file("logs/nccl_N2_G8_n1_n2.log"), nccl_pair_log("n1", "n2"));
        write(file("logs/nccl_N2_G8_n1_n3.log"),
              nccl_head("sendrecv", {"n1", "n3"}, 8) + nccl_failure_text("n1"));
        const std::string whole = nccl_pair_log("n1", "n4");
        write(file("logs/nccl_N2_G8_n1_n4.log"), whole.substr(0, whole.size() - 400));
        write(file("logs/nccl_N2_G8_n2_n3.log"), "");
        write(file("logs/nccl_N2_G8_n2_n4.log"),
              nccl_head("sendrecv", {"n2", "n4"}, 8) + nccl_pair_log("n2", "n4"));
        write(file("logs/nccl_N2_G8_n3_n4.log"), nccl_pair_log("n3", "n4"));
    }

    void theReportComesBeforeTheCluster() {
        WindowFixture fixture;
        const auto before = fixture.document().setup();
        fixture.window->openFiles({file("logs")});
        QVERIFY(fixture.settle());
        auto* dialog = importDialog(fixture);
        QVERIFY2(dialog, qPrintable(fixture.window->lastMessage()));
        QVERIFY(fixture.document().setup() == before);
        const QString list = dialog->findChild<QPlainTextEdit*>(QStringLiteral("import-list"))->toPlainText();
        for (const char* part : {"Failed (never routed over):\n  • n1 <-> n3: n1: Test NCCL failure",
                                 "nccl_N2_G8_n1_n3.log: line 24", "nccl_N2_G8_n1_n4.log: line",
                                 "nccl_N2_G8_n2_n3.log: is empty", "nccl_N2_G8_n2_n4.log: line"})
            QVERIFY2(list.contains(QString::fromUtf8(part)), qPrintable(list));
        QStringList figures;
        for (const QLabel* label : dialog->findChildren<QLabel*>()) {
            QVERIFY(label->textFormat() == Qt::PlainText || label->buddy() != nullptr);
            if (!label->accessibleName().isEmpty())
                figures << label->accessibleName();
        }
        QCOMPARE(figures.first(4).join(QLatin1String(", ")),
                 QStringLiteral("pairs measured: 3 of 6, pairs failed: 1, pairs missing: 2, skipped: 2"));

        dialog->reject();
        QVERIFY(fixture.document().setup() == before);
        QCOMPARE(fixture.window->lastMessage(), QStringLiteral("Nothing was imported"));
    }

    /// What logs cannot say of the machines is entered before the cluster is taken.
    void theLogsAreReadAgainWithOtherMachines() {
        WindowFixture fixture;
        fixture.window->openFiles({file("logs")});
        QVERIFY(fixture.settle());
        const QPointer<ImportDialog> first = importDialog(fixture);
        QVERIFY(first);
        const auto again = [](const ImportDialog& dialog) {
            for (QPushButton* button : dialog.findChildren<QPushButton*>())
                if (button->text() == QStringLiteral("&Read the logs again"))
                    return button;
            return static_cast<QPushButton*>(nullptr);
        };
        QVERIFY(again(*first) && !again(*first)->isEnabled()); // nothing has been entered
        first->findChild<QLineEdit*>(QStringLiteral("import-name"))->setText(QStringLiteral("ours"));
        first->findChild<QSpinBox*>()->setValue(6);
        QVERIFY(again(*first)->isEnabled());
        again(*first)->click();
        QVERIFY(fixture.settle());
        QTRY_VERIFY(!first);
        ImportDialog* second = importDialog(fixture);
        QVERIFY(second);
        QCOMPARE(second->findChild<QSpinBox*>()->value(), 6);
        QVERIFY(!again(*second)->isEnabled());
        takeImport(fixture);
        QCOMPARE(fixture.document().setup().cluster->name, std::string("ours"));
        QCOMPARE(fixture.document().setup().cluster->node_kinds.front().nics, 6);
    }

    void aReadingThatFailsKeepsTheImport() {
        WindowFixture fixture;
        DocumentStore& store = fixture.window->store();
        std::shared_ptr<const ImportedCluster> imported;
        connect(&store, &DocumentStore::clusterImported, this,
                [&imported](const std::shared_ptr<const ImportedCluster>& read) { imported = read; });
        QSignalSpy failed(&store, &DocumentStore::failed);
        fixture.window->openFiles({file("logs")});
        QVERIFY(fixture.settle());
        const QPointer<ImportDialog> first = importDialog(fixture);
        QVERIFY(first && imported);
        const auto before = imported;
        ImportOptions wrong = before->options;
        wrong.gpu = "no such GPU";
        emit first->againRequested(wrong);
        delete first; // as its button does
        QVERIFY(fixture.settle());
        QCOMPARE(failed.size(), 1);
        QVERIFY(failed.front().front().toString().contains(QStringLiteral("no such GPU")));
        QVERIFY(imported == before);
        takeImport(fixture);
        QVERIFY(*fixture.document().setup().cluster == *before->cluster);
    }

    void takenUnderTheNameThatWasEntered() {
        WindowFixture fixture;
        fixture.window->openFiles({file("logs")});
        QVERIFY(fixture.settle());
        auto* name = importDialog(fixture)->findChild<QLineEdit*>(QStringLiteral("import-name"));
        QCOMPARE(name->text(), QStringLiteral("4 nodes of 8 H100-SXM5-80GB"));
        name->setText(QStringLiteral("the <b>old</b> %1 one"));
        QTest::keyClick(name, Qt::Key_Return); // Take is the default
        QVERIFY(fixture.settle());
        const Cluster& cluster = *fixture.document().setup().cluster;
        QCOMPARE(cluster.name, std::string("the <b>old</b> %1 one"));
        QCOMPARE(cluster.nodes[0].host, std::string("n1"));
        QCOMPARE(cluster.faults.size(), std::size_t{1});
        QVERIFY(cluster.faults[0].source.ends_with("nccl_N2_G8_n1_n3.log: line 24"));
        fixture.document().undoStack().undo();
        QVERIFY(fixture.document().setup().cluster->name == "small");
    }

    void everythingIsReachedByKeyboardAndCopied() {
        WindowFixture fixture;
        fixture.window->openFiles({file("logs")});
        QVERIFY(fixture.settle());
        auto* dialog = importDialog(fixture);
        QSet<QString> reached;
        for (QWidget* at = dialog->nextInFocusChain(); at != dialog; at = at->nextInFocusChain())
            if (at->focusPolicy() & Qt::TabFocus && at->isVisible())
                reached << (at->accessibleName().isEmpty() ? at->property("text").toString()
                                                           : at->accessibleName());
        for (const char* name :
             {"Name of the cluster", "What became of the logs", "&Take the cluster", "C&opy the list"})
            QVERIFY2(reached.contains(QString::fromLatin1(name)),
                     qPrintable(QStringList(reached.values()).join(QLatin1String(", "))));
        for (QPushButton* button : dialog->findChildren<QPushButton*>())
            if (button->text() == QLatin1String("C&opy the list"))
                QTest::keyClick(button, Qt::Key_Space);
        const QString copied = QApplication::clipboard()->text();
        QVERIFY2(copied.contains(QLatin1String("3 of 6 pairs measured, 1 failed, 2 missing")) &&
                     copied.contains(QLatin1String("n1 <-> n3")),
                 qPrintable(copied));
    }

    void logsOfWhichNoneIsUsableAreNamedAtOnce() {
        WindowFixture fixture;
        const auto before = fixture.document().setup();
        fixture.window->openFiles(
            {file("logs/nccl_N2_G8_n1_n3.log"), file("logs/nccl_N2_G8_n2_n3.log"), file("gone.log")});
        QVERIFY(fixture.settle());
        QVERIFY(fixture.document().setup() == before);
        for (const char* part : {"n1_n3.log: line 24: sendrecv between n1 and n3 failed", "is empty",
                                 "gone.log: does not exist"})
            QVERIFY2(fixture.window->lastMessage().contains(QString::fromLatin1(part)),
                     qPrintable(fixture.window->lastMessage()));
    }

    void aTableIsToldByItsHeader() {
        WindowFixture fixture;
        write_runs(file("runs.csv"), 12);
        QSignalSpy opened(&fixture.window->evidence(), &Evidence::opened);
        fixture.window->openFiles({file("runs.csv")});
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, 60000);
        QCOMPARE(fixture.window->lastMessage(), QStringLiteral("Read 12 measured runs"));
        write(file("layers.csv"),
              "tp,micro_batch,sequence,layer,forward_ms,backward_ms\n1,1,2048,block,1,2\n");
        fixture.window->openFiles({file("layers.csv")});
        QVERIFY(fixture.settle());
        QVERIFY2(fixture.document().setup().calibration && fixture.document().setup().calibration->layers,
                 qPrintable(fixture.window->lastMessage()));
    }
};

QTEST_MAIN(ImportTest)
#include "import_test.moc"
