// SPDX-License-Identifier: GPL-3.0-or-later
// What goes to a printer, written as PDF here.
#include "app/paper/paper.h"
#include "app/paper/print_dialog.h"
#include "app/paper/print_wiring.h"
#include "app/paper/printed_view.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace.h"
#include "app/workspaces/workspace_switch.h"
#include "tests/app/habits/looks.h"
#include "tests/app/window_fixture.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QPrintDialog>
#include <QPrintPreviewDialog>
#include <QPrinter>
#include <QPushButton>
#include <QTableView>
#include <QTextDocument>

using namespace pipette;
using namespace pipette::test;

namespace {

QString folderOfLooks() {
    return qEnvironmentVariable("PIPETTE_LOOKS");
}

/// A printer that writes a file.
std::unique_ptr<QPrinter> printerTo(const QString& file) {
    auto printer = std::make_unique<QPrinter>(QPrinter::HighResolution);
    printer->setOutputFormat(QPrinter::PdfFormat);
    printer->setOutputFileName(file);
    printer->setPageSize(QPageSize(QPageSize::A4));
    printer->setPageMargins({15, 15, 15, 15}, QPageLayout::Millimeter);
    return printer;
}

int pagesOf(const QString& file) {
    QFile pdf(file);
    if (!pdf.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray text = pdf.readAll();
    return text.startsWith("%PDF-") ? static_cast<int>(text.count("/Type /Page\n")) : 0;
}

} // namespace

class PrintingTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    QString fileOf(const QString& name) const {
        const QString kept = folderOfLooks();
        return QDir(kept.isEmpty() ? folder_.path() : kept).filePath(name + QStringLiteral(".pdf"));
    }
    QString print(WindowFixture& bench, const QString& view, const QString& name) const {
        const QString file = fileOf(name);
        bench.window->printTo(*printerTo(file), view);
        return file;
    }

private slots:
    void init() { applyTheme(*qApp, ThemeKind::light); }

    void everyViewGoesToPaper() {
        WindowFixture bench;
        for (const ViewSlot& slot : bench.window->views().all()) {
            const int pages = pagesOf(print(bench, slot.id, QStringLiteral("view-") + slot.id));
            QVERIFY2(pages >= 1 && pages < 8, qPrintable(slot.id));
        }
    }

    void theWholeWorkspaceGoesToPaper() {
        WindowFixture bench;
        for (const Workspace& workspace : allWorkspaces()) {
            bench.window->workspaces().show(QString::fromLatin1(workspace.id));
            QVERIFY(bench.settle());
            const int pages =
                pagesOf(print(bench, {}, QStringLiteral("all-") + QString::fromLatin1(workspace.id)));
            QVERIFY2(pages >= 1, workspace.id);
            if (workspace.id == std::string_view("plan"))
                QVERIFY2(pages > 3, qPrintable(QString::number(pages)));
        }
    }

    void paperIsLightInTheDarkTheme() {
        WindowFixture bench;
        bench.window->action(QStringLiteral("theme-dark"))->trigger();
        QTRY_COMPARE(themeOf(bench.window.get()).kind, ThemeKind::dark);
        const auto bytes = [&](const QString& file) {
            QFile pdf(file);
            return pdf.open(QIODevice::ReadOnly) ? pdf.readAll().size() : 0;
        };
        const QImage before = bench.window->centralWidget()->grab().toImage();
        QVERIFY(bytes(print(bench, {}, QStringLiteral("dark-theme"))) > 10000);
        QCOMPARE(themeOf(bench.window.get()).kind, ThemeKind::dark); // the window stays dark
        QCOMPARE(bench.window->centralWidget()->grab().toImage(), before);
        const PaperColours light;
        QCOMPARE(themeOf(bench.window->views().gantt).kind, ThemeKind::light);
        QImage sheet(400, 300, QImage::Format_RGB32);
        QPainter painter(&sheet);
        bench.window->views().gantt->renderTo(&painter, sheet.size());
        painter.end();
        QCOMPARE(sheet.pixelColor(1, 299), lightTheme().base);
    }

    void aFileThatCannotBeWrittenIsTold() {
        WindowFixture bench;
        bench.window->printTo(*printerTo(folder_.filePath(QStringLiteral("no/such/folder.pdf"))), {});
        QVERIFY2(bench.window->lastMessage().contains(QStringLiteral("cannot be written")),
                 qPrintable(bench.window->lastMessage()));
    }

    void longTablesGoOnOnTheNextSheet() {
        const QString file = fileOf(QStringLiteral("long"));
        const auto printer = printerTo(file);
        int sheets = 0;
        {
            QTextDocument document;
            QString lines;
            for (int line = 0; line < 300; ++line)
                lines += QStringLiteral("line %1\n").arg(line);
            document.setPlainText(lines);
            Paper paper(*printer, QStringLiteral("head"));
            paper.heading(QStringLiteral("A long table"), 100);
            paper.words(document);
            paper.heading(QStringLiteral("What comes after it"), 100);
            sheets = paper.sheets();
        }
        QVERIFY2(sheets >= 4 && sheets <= 8, qPrintable(QString::number(sheets)));
        QCOMPARE(pagesOf(file), sheets);
    }

    void theDialogBeginsWithTheViewAtHand() {
        WindowFixture bench;
        bench.window->activateWindow();
        bench.window->workspaces().call(QStringLiteral("candidates"));
        bench.window->views().candidates->table()->setFocus();
        QAction* print = bench.window->action(QStringLiteral("print"));
        QCOMPARE(print->shortcut(), QKeySequence(QStringLiteral("Ctrl+Alt+P")));
        print->trigger();
        auto* dialog = bench.window->findChild<PrintDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        auto* what = dialog->findChild<QComboBox*>();
        QCOMPARE(what->currentData().toString(), QStringLiteral("candidates"));
        QVERIFY(what->findData(QString()) == 0); // all of the workspace can be chosen, too
        keepLook(*dialog, QStringLiteral("print-dialog"));
        QSignalSpy asked(dialog, &PrintDialog::printRequested);
        QPushButton* ok = nullptr;
        for (QPushButton* button : dialog->findChildren<QPushButton*>())
            if (button->isDefault())
                ok = button;
        QVERIFY(ok);
        ok->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front().front().toString(), QStringLiteral("candidates"));
        auto* printers = bench.window->findChild<QPrintDialog*>();
        QVERIFY(printers);
        printers->close();
    }

    void thePreviewShowsTheSheets() {
        WindowFixture bench;
        bench.window->action(QStringLiteral("print"))->trigger();
        auto* dialog = bench.window->findChild<PrintDialog*>();
        QVERIFY(dialog);
        emit dialog->previewRequested(QStringLiteral("gantt"));
        auto* preview = bench.window->findChild<QPrintPreviewDialog*>();
        QVERIFY(preview);
        QTRY_VERIFY(bench.window->lastMessage().contains(QStringLiteral("Sheets: 1")));
        preview->close();
        dialog->close();
    }
};

QTEST_MAIN(PrintingTest)
#include "printing_test.moc"
