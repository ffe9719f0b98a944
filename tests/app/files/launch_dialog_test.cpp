// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/launch_dialog.h"
#include "tests/app/window_fixture.h"

#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace pipette;
using namespace pipette::test;

namespace {

QPushButton* button(const QDialog& dialog, const char* text) {
    for (QPushButton* one : dialog.findChildren<QPushButton*>())
        if (one->text() == QString::fromUtf8(text))
            return one;
    return nullptr;
}

QString textOf(const LaunchDialog& dialog) {
    return dialog.findChild<QPlainTextEdit*>()->toPlainText();
}

} // namespace

/// Launch files are read before they are written.
class LaunchDialogTest : public QObject {
    Q_OBJECT

private slots:
    void theFilesOfALauncherAreShown() {
        WindowFixture fixture;
        fixture.window->action(QStringLiteral("export-openmpi"))->trigger();
        QVERIFY(fixture.settle());
        QPointer<LaunchDialog> dialog = fixture.window->findChild<LaunchDialog*>();
        QVERIFY2(dialog, qPrintable(fixture.window->lastMessage()));
        QVERIFY2(textOf(*dialog).startsWith(QStringLiteral("What it is: ")), qPrintable(textOf(*dialog)));
        auto* list = dialog->findChild<QListWidget*>();
        QVERIFY(list->count() >= 6);
        for (int file = 0; file < list->count(); ++file) {
            list->setCurrentRow(file);
            QVERIFY2(!textOf(*dialog).isEmpty(), qPrintable(list->item(file)->text()));
        }
        list->setCurrentItem(list->findItems(QStringLiteral("CHECKLIST.txt"), Qt::MatchExactly).value(0));
        QVERIFY(textOf(*dialog).contains(QStringLiteral("[ ] A step takes")));
        button(*dialog, "C&opy this file")->click();
        QCOMPARE(QApplication::clipboard()->text(), textOf(*dialog));
        dialog->reject();
        QTRY_VERIFY(!dialog);
    }

    void whatWasReadIsWrittenWhateverIsOnTheBoardByThen() {
        WindowFixture fixture;
        const QTemporaryDir folder;
        fixture.window->action(QStringLiteral("export-openmpi"))->trigger();
        QVERIFY(fixture.settle());
        auto* dialog = fixture.window->findChild<LaunchDialog*>();
        QVERIFY2(dialog, qPrintable(fixture.window->lastMessage()));
        QMap<QString, QString> shown;
        auto* list = dialog->findChild<QListWidget*>();
        for (int file = 0; file < list->count(); ++file) {
            list->setCurrentRow(file);
            shown[list->item(file)->text()] = textOf(*dialog);
        }
        Selection other = fixture.document().selection();
        other.candidate = 1;
        fixture.document().select(other);
        QVERIFY(fixture.settle());
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&folder] {
            if (auto* asked = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                asked->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(folder.path());
                QMetaObject::invokeMethod(asked, "accept", Qt::QueuedConnection);
            }
        });
        timer.start(20);
        button(*dialog, "&Write into a folder…")->click();
        timer.stop();
        QVERIFY(fixture.settle());
        QVERIFY2(fixture.window->lastMessage().startsWith(QStringLiteral("Exported ")),
                 qPrintable(fixture.window->lastMessage()));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), shown.size());
        for (auto file = shown.cbegin(); file != shown.cend(); ++file) {
            QFile written(folder.filePath(file.key()));
            QVERIFY2(written.open(QIODevice::ReadOnly), qPrintable(file.key()));
            QCOMPARE(QString::fromUtf8(written.readAll()), file.value());
        }
    }

    void withoutAPlanThereIsNothingToShow() {
        WindowFixture fixture(false);
        fixture.window->action(QStringLiteral("export-openmpi"))->trigger();
        QVERIFY(fixture.settle());
        QVERIFY(!fixture.window->findChild<LaunchDialog*>());
        QCOMPARE(fixture.window->lastMessage(), QStringLiteral("Nothing to export yet: plan first"));
    }

    void longFilesAreCutAndNotesAreSaid() {
        const std::string longest(300'000, 'x');
        LaunchDialog dialog(QStringLiteral("fax"), {{"to.txt", "a\nb\n"}, {"long.txt", longest}},
                            {QStringLiteral("<b>Not</b> bold")});
        QSignalSpy wanted(&dialog, &LaunchDialog::writeRequested);
        QCOMPARE(textOf(dialog), QStringLiteral("a\nb\n"));
        dialog.findChild<QListWidget*>()->setCurrentRow(1);
        QVERIFY(textOf(dialog).size() < 210'000);
        QVERIFY(textOf(dialog).endsWith(QStringLiteral("it is written whole.")));
        button(dialog, "C&opy this file")->click();
        QCOMPARE(QApplication::clipboard()->text().size(), qsizetype(longest.size()));
        const auto labels = dialog.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text() == QStringLiteral("<b>Not</b> bold") && label->textFormat() == Qt::PlainText;
        }));
        button(dialog, "&Write into a folder…")->click();
        QCOMPARE(wanted.size(), 1);
    }
};

QTEST_MAIN(LaunchDialogTest)
#include "launch_dialog_test.moc"
