// SPDX-License-Identifier: GPL-3.0-or-later
// Somebody else writes, deletes or replaces the file of an open document.
#include "app/document/document_file.h"
#include "core/formats/text/text_file.h"
#include "tests/app/window_fixture.h"

#include <QAction>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>

#include <fstream>

using namespace pipette;
using namespace pipette::test;

class FileChangeTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString path_;

    static QMessageBox* question(const WindowFixture& bench) {
        return bench.window->findChild<QMessageBox*>(QStringLiteral("file-changed"));
    }
    static bool asked(const WindowFixture& bench) {
        return QTest::qWaitFor([&] { return question(bench) != nullptr; }, 60000);
    }
    static void answer(const WindowFixture& bench, const QString& name) {
        QMessageBox* box = question(bench);
        auto* button = name == QLatin1String("cancel") ? box->button(QMessageBox::Cancel)
                                                       : box->findChild<QPushButton*>(name);
        QVERIFY2(button, qPrintable(name));
        button->click();
        QTRY_VERIFY_WITH_TIMEOUT(!question(bench), 60000);
    }
    static std::vector<int> pinsIn(const QString& path) {
        return parse_document(read_text_file(path.toStdString()), "plan.json").pinned;
    }
    static void save(WindowFixture& bench) {
        bench.window->action(QStringLiteral("save"))->trigger();
        QVERIFY(bench.settle());
    }
    /// Another window takes the same file, pins GPU 2 and saves.
    void changeElsewhere() const {
        WindowFixture other(false);
        other.window->openFiles({path_});
        QVERIFY(other.settle());
        other.document().setPinned({2}, other.document().state().pinned.empty());
        save(other);
        QVERIFY(!other.document().modified());
    }
    /// The person comes back to the window.
    static void lookAgain(const WindowFixture& bench) {
        bench.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(bench.window.get()));
        QEvent focus(QEvent::ActivationChange);
        QCoreApplication::sendEvent(bench.window.get(), &focus);
    }
    /// Answers the file dialog that comes next with a name, again until it has gone: while the dialog still
    /// reads its folder, it drops what it is told.
    void chooseName(const QString& path) {
        auto* timer = new QTimer(this);
        connect(timer, &QTimer::timeout, this, [timer, path, seen = false]() mutable {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog) {
                if (seen)
                    timer->deleteLater();
                return;
            }
            seen = true;
            dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path);
            QMetaObject::invokeMethod(dialog, "accept", Qt::QueuedConnection);
        });
        timer->start(20);
    }

private slots:
    void init() {
        path_ = folder_.filePath(QStringLiteral("plan.json"));
        QFile::remove(path_);
    }

    void theLastSaveDoesNotWinSilently_data() {
        QTest::addColumn<QString>("chosen");
        for (const char* name : {"cancel", "overwrite", "save-as", "reload"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void theLastSaveDoesNotWinSilently() {
        QFETCH(QString, chosen);
        WindowFixture bench;
        bench.window->store().save(path_);
        QVERIFY(bench.settle());
        changeElsewhere();
        bench.document().setPinned({1}, true);
        save(bench);
        QVERIFY(asked(bench));
        QCOMPARE(pinsIn(path_), std::vector<int>{2}); // nothing has been written
        QVERIFY(bench.document().modified());
        QCOMPARE(question(bench)->textFormat(), Qt::PlainText);
        const QString other = folder_.filePath(QStringLiteral("mine.json"));
        if (chosen == QLatin1String("save-as"))
            chooseName(other);
        answer(bench, chosen);
        QVERIFY(bench.settle());
        if (chosen == QLatin1String("cancel")) {
            QCOMPARE(pinsIn(path_), std::vector<int>{2});
            QCOMPARE(bench.document().state().pinned, std::vector<int>{1});
            QVERIFY(bench.document().modified());
            save(bench);
            QVERIFY(asked(bench)); // it still is another's file
        } else if (chosen == QLatin1String("overwrite")) {
            QCOMPARE(pinsIn(path_), std::vector<int>{1});
            QVERIFY(!bench.document().modified());
        } else if (chosen == QLatin1String("save-as")) {
            QCOMPARE(pinsIn(path_), std::vector<int>{2});
            QCOMPARE(pinsIn(other), std::vector<int>{1});
            QCOMPARE(bench.document().file().path, other);
            QVERIFY(!bench.document().modified());
        } else {
            QCOMPARE(bench.document().state().pinned, std::vector<int>{2});
            QVERIFY(!bench.document().modified());
            bench.document().undoStack().undo(); // what was here comes back
            QCOMPARE(bench.document().state().pinned, std::vector<int>{1});
            QVERIFY(bench.document().modified());
            QVERIFY(bench.document().state().record() != nullptr);
            save(bench);
            QVERIFY(!question(bench)); // the other version has been seen
            QCOMPARE(pinsIn(path_), std::vector<int>{1});
        }
    }

    void aDeletedFileIsWrittenAgainWhenAsked() {
        WindowFixture bench;
        bench.window->store().save(path_);
        QVERIFY(bench.settle());
        QVERIFY(QFile::remove(path_));
        bench.document().setPinned({1}, true);
        save(bench);
        QVERIFY(asked(bench));
        QVERIFY(!QFile::exists(path_));
        QVERIFY(!question(bench)->findChild<QPushButton*>(QStringLiteral("reload")));
        answer(bench, QStringLiteral("overwrite"));
        QVERIFY(bench.settle());
        QCOMPARE(pinsIn(path_), std::vector<int>{1});
    }

    void theWindowLooksWhenItGetsTheFocus() {
        WindowFixture bench;
        bench.window->store().save(path_);
        QVERIFY(bench.settle());
        const std::string text = read_text_file(path_.toStdString());
        std::ofstream(path_.toStdString()) << text; // written again: the same bytes
        lookAgain(bench);
        QVERIFY(bench.settle());
        QVERIFY(!question(bench));
        QVERIFY(!bench.document().modified());
        changeElsewhere();
        lookAgain(bench);
        QVERIFY(asked(bench));
        QVERIFY(bench.document().modified()); // what it shows lies in no file now: closing asks
        answer(bench, QStringLiteral("cancel"));
        lookAgain(bench);
        QVERIFY(bench.settle());
        QVERIFY(!question(bench)); // told once
        QVERIFY(QFile::remove(path_));
        lookAgain(bench);
        QVERIFY(asked(bench)); // another change
        answer(bench, QStringLiteral("cancel"));
        QVERIFY(bench.document().state().record() != nullptr);
    }

    void ownSavesAreNobodyElses() {
        WindowFixture bench;
        for (const int gpu : {1, 2, 3}) {
            bench.document().setPinned({gpu}, true);
            bench.window->store().save(path_);
            bench.window->store().checkFile();
            bench.window->store().save(path_);
        }
        QVERIFY(bench.settle());
        bench.window->store().checkFile();
        QVERIFY(bench.settle());
        QVERIFY(!question(bench));
        QVERIFY(!bench.document().modified());
        QCOMPARE(pinsIn(path_), (std::vector<int>{1, 2, 3}));
    }

    void aSaveThatEndsAfterAnotherDocumentIsOpenIsNotThatOnes() {
        WindowFixture bench;
        bench.document().setPinned({1}, true);
        bench.window->store().save(path_);
        DocumentState state;
        state.setup = bench.document().setup();
        bench.document().load(state, {});
        bench.document().setPinned({2}, true);
        bench.document().setPinned({3}, true); // as many steps as the other had
        QVERIFY(bench.settle());
        QCOMPARE(pinsIn(path_), std::vector<int>{1});
        QCOMPARE(bench.document().file().path, QString());
        QVERIFY(bench.document().modified());
    }

    void whatIsReadAgainIsLookedAtAgain() {
        WindowFixture bench;
        bench.window->store().save(path_);
        QVERIFY(bench.settle());
        changeElsewhere();
        bench.window->store().reload();
        QVERIFY(bench.settle());
        QCOMPARE(bench.document().state().pinned, std::vector<int>{2});
        changeElsewhere(); // unpins
        bench.window->store().checkFile();
        QVERIFY(asked(bench));
        answer(bench, QStringLiteral("reload"));
        QVERIFY(bench.settle());
        QVERIFY(bench.document().state().pinned.empty());
    }

    void closingWaitsForTheAnswer() {
        WindowFixture bench;
        bench.window->store().save(path_);
        QVERIFY(bench.settle());
        changeElsewhere();
        bench.document().setPinned({1}, true);
        bench.window->answerQuestionsWith(QStringLiteral("save"));
        QVERIFY(!bench.window->close());
        QVERIFY(asked(bench));
        answer(bench, QStringLiteral("cancel"));
        QVERIFY(bench.settle());
        QVERIFY(bench.window->isVisible());
        QVERIFY(!bench.window->close());
        QVERIFY(asked(bench));
        answer(bench, QStringLiteral("overwrite"));
        QTRY_VERIFY_WITH_TIMEOUT(!bench.window->isVisible(), 60000);
        QCOMPARE(pinsIn(path_), std::vector<int>{1});
    }

    void aVersionThatCannotBeReadChangesNothing() {
        WindowFixture bench;
        bench.window->store().save(path_);
        QVERIFY(bench.settle());
        std::ofstream(path_.toStdString()) << "{\"format\": \"pipette-pl";
        bench.document().setPinned({1}, true);
        const auto record = bench.document().state().record();
        save(bench);
        QVERIFY(asked(bench));
        answer(bench, QStringLiteral("reload"));
        QVERIFY(bench.settle());
        QVERIFY2(bench.window->lastMessage().contains(QLatin1String("plan.json")),
                 qPrintable(bench.window->lastMessage()));
        QCOMPARE(bench.document().state().record(), record);
        QCOMPARE(bench.document().state().pinned, std::vector<int>{1});
        QVERIFY(bench.document().modified());
    }
};

QTEST_MAIN(FileChangeTest)
#include "file_change_test.moc"
