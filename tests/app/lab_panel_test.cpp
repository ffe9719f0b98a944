// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/lab_panel.h"
#include "core/base/input_error.h"
#include "core/formats/lab/lab_state.h"
#include "core/formats/lessons/lesson_json.h"
#include "widgets/lab/hand/hand_order_editor.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMessageBox>
#include <QtTest>

using namespace pipette;

class LabPanelTest : public QObject {
    Q_OBJECT

    static void write(const QString& path, const char* text) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

private slots:
    void writesWhatIsShown() {
        const QTemporaryDir folder;
        LabPanel window;
        for (const char* name : {"a.png", "a.svg", "a.pdf"})
            window.writePictureTo(folder.filePath(QLatin1String(name)));
        QCOMPARE(QImage(folder.filePath(QStringLiteral("a.png"))).width(), 1400);
        QVERIFY(QFileInfo(folder.filePath(QStringLiteral("a.svg"))).size() > 10'000);
        QVERIFY(QFileInfo(folder.filePath(QStringLiteral("a.pdf"))).size() > 10'000);
        window.writeTraceTo(window.lab().timelines()[1], folder.filePath(QStringLiteral("a.json")));
        QFile trace(folder.filePath(QStringLiteral("a.json")));
        QVERIFY(trace.open(QIODevice::ReadOnly));
        QVERIFY(trace.readAll().contains("traceEvents"));
        window.writeCsvTo(window.lab().timelines()[0], folder.filePath(QStringLiteral("a.csv")));
        QFile csv(folder.filePath(QStringLiteral("a.csv")));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QVERIFY(csv.readAll().count('\n') > 8 * 16 * 2); // a forward and a backward each, and the sends
        window.writePageTo(folder.filePath(QStringLiteral("a.html")));
        QFile page(folder.filePath(QStringLiteral("a.html")));
        QVERIFY(page.open(QIODevice::ReadOnly));
        QCOMPARE(page.readAll().count("data-step=\""), window.lab().timelines().size());
        const std::string lesson = folder.filePath(QStringLiteral("lesson.json")).toStdString();
        window.writeLessonTo(QString::fromStdString(lesson));
        QCOMPARE(read_lesson(lesson).cases.size(), std::size_t(window.lab().timelines().size()));
    }

    void anExportIsOfWhatWasChosenThoughAnAnswerComesMeanwhile() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.csv")),
                      expected = folder.filePath(QStringLiteral("b.csv"));
        LabPanel window;
        window.show();
        window.setMode(LabMode::free_play);
        const GanttEntry chosen = window.lab().timelines().back();
        bool asked = false;
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            if (!asked)
                window.lab().setShown(1, ScheduleLab::Shown::no);
            asked = true;
            if (!window.idle())
                return;
            dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path);
            QMetaObject::invokeMethod(dialog, "accept", Qt::QueuedConnection);
        });
        timer.start(20);
        emit window.lab().exportRequested(LabExport::csv, chosen);
        timer.stop();
        QCOMPARE(window.lab().timelines().size(), 1);
        LabPanel::writeCsvTo(chosen, expected);
        QFile one(path), other(expected);
        QVERIFY(one.open(QIODevice::ReadOnly) && other.open(QIODevice::ReadOnly));
        QCOMPARE(one.readAll(), other.readAll());
    }

    void saysWhereItCannotWrite() {
        LabPanel window;
        const GanttEntry entry = window.lab().timelines().front();
        QVERIFY_EXCEPTION_THROWN(window.writeCsvTo(entry, QStringLiteral("/nowhere/a.csv")), InputError);
        QVERIFY_EXCEPTION_THROWN(window.writeTraceTo(entry, QStringLiteral("/nowhere/a.json")), InputError);
        QVERIFY_EXCEPTION_THROWN(window.writePictureTo(QStringLiteral("a.bmp")), InputError);
        QVERIFY_EXCEPTION_THROWN(window.writePageTo(QStringLiteral("a.docx")), InputError);
    }

    // The window's thread only draws: the answer comes later, and only the newest wish is shown.
    void simulatesOnAWorker() {
        LabPanel window;
        window.show();
        const auto before = window.lab().timelines().front().timeline;
        for (const int microbatches : {16, 24, 40})
            window.lab().setSchedule(0, *schedule_named("gpipe"), {8, microbatches, 1, 1});
        QCOMPARE(window.lab().timelines().front().timeline, before);
        QTRY_VERIFY_WITH_TIMEOUT(window.idle() && window.lab().timelines().front().timeline != before,
                                 60'000);
        const Schedule& shown = *window.lab().timelines().front().timeline->schedule;
        QCOMPARE(shown.name(), std::string("gpipe"));
        QCOMPARE(shown.size().microbatches, 40);
    }

    void closesWhileItSimulates() {
        LabPanel window;
        for (int microbatches = 100; microbatches < 160; ++microbatches)
            window.lab().setSchedule(0, *schedule_named("gpipe"), {64, microbatches, 1, 1});
        QVERIFY(!window.idle());
    }

    void readsSchedulesOfOnesOwn() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("own.csv"));
        write(path, "device,kind,microbatch\n0,F,0\n0,F,1\n0,B,0\n0,B,1\n1,F,0\n1,B,0\n1,F,1\n1,B,1\n");
        LabPanel window;
        window.openSchedule(1, path);
        const auto second = [&] { return window.lab().timelines().back(); };
        QTRY_COMPARE_WITH_TIMEOUT(second().title, QStringLiteral("own (own.csv)"), 60'000);
        QCOMPARE(window.lab().timelines().size(), 2);
        QCOMPARE(second().timeline->schedule->devices(), 2);
        QTRY_VERIFY_WITH_TIMEOUT(window.idle(), 60'000);
        const QString stuck = folder.filePath(QStringLiteral("stuck.csv"));
        write(stuck, "device,kind,microbatch\n0,B,0\n0,F,0\n");
        QSignalSpy refused(&window, &LabPanel::refused);
        window.openSchedule(1, stuck);
        QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 1, 60'000);
        QVERIFY(refused.front().front().toString().contains(QStringLiteral("deadlock")));
        QCOMPARE(second().title, QStringLiteral("own (own.csv)")); // what was shown stays
    }

    void ordersByHandAreSavedAndOpened() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("order.json"));
        LabPanel window;
        window.show();
        window.setMode(LabMode::free_play);
        window.lab().orderByHand(0);
        HandOrderEditor& editor = window.lab().handOrder();
        QVERIFY(editor.active());
        editor.move({0, 1, 0}); // F1 before F0
        editor.move({7, 0, 1}); // B0 before its forward: a deadlock can be saved, too
        const ScheduleDraft saved = editor.hand().order;
        window.writeOrderTo(path);
        editor.end();
        window.openOrder(path);
        QTRY_VERIFY_WITH_TIMEOUT(editor.active(), 60'000);
        QVERIFY(editor.hand().order.order == saved.order);
        QCOMPARE(editor.hand().published, std::optional(ScheduleKind(ScheduleKind::one_f_one_b)));
        QVERIFY(editor.verdict().deadlock.has_value());
        QVERIFY(editor.changed()); // from the published order, which Reset goes back to
        editor.reset();
        QVERIFY(editor.verdict().runs());
        QVERIFY_EXCEPTION_THROWN(window.writeOrderTo(QStringLiteral("/nowhere/a.json")), InputError);
        // What is wrong with a file is told, and the order that is shown stays.
        const QString wrong = folder.filePath(QStringLiteral("wrong.json"));
        write(wrong, R"({"format":"pipette-schedule","version":1,"order":[["F0","Q0"]]})");
        QSignalSpy refused(&window, &LabPanel::refused);
        window.openOrder(wrong);
        QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 1, 60'000);
        const QString why = refused.front().front().toString();
        QVERIFY2(why.contains(QStringLiteral("wrong.json")) && why.contains(QStringLiteral("$.order[0][1]")),
                 qPrintable(why));
        QCOMPARE(editor.title(), QStringLiteral("1F1B"));
        write(wrong, "<b>\nthis is no table\n");
        window.openOrder(wrong);
        QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 2, 60'000);
        QVERIFY(editor.active());
    }

    void labsAreSavedCopiedAndShownAgain() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("lab.json"));
        LabPanel window, other;
        ScheduleLab& lab = window.lab();
        lab.setSchedule(0, *schedule_named("zb-h1"), {4, 8, 1, 1});
        lab.setSchedule(3, *schedule_named("gpipe"), {4, 6, 1, 1});
        lab.setShown(1, ScheduleLab::Shown::no);
        lab.setCurves({CurveOf::links});
        window.writeStateTo(path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const LabState state = read_lab_state(file.readAll().toStdString(), "lab.json");
        QCOMPARE(state.schedules[0]->kind, *schedule_named("zb-h1"));
        QVERIFY(!state.schedules[1] && !state.schedules[2]);
        QCOMPARE(state.schedules[3]->size, (ScheduleSize{4, 6, 1, 1}));
        QCOMPARE(state.curves, std::vector{CurveOf::links});
        window.copyState();
        const QString text = QGuiApplication::clipboard()->text();
        QVERIFY2(text.startsWith(QStringLiteral("pipette-lab:zb-h1,4x8x1x1;-;-;gpipe,4x6x1x1;f=")),
                 qPrintable(text));
        const auto shows_the_same = [&] {
            other.copyState();
            return QGuiApplication::clipboard()->text() == text;
        };
        other.showState(state);
        QCOMPARE(other.mode(), LabMode::free_play);
        QVERIFY(shows_the_same());
        other.lab().setPreset(1);
        QVERIFY(!shows_the_same());
        QGuiApplication::clipboard()->setText(QStringLiteral(" ") + text + QStringLiteral("\n"));
        QTest::keyClick(&other.lab(), Qt::Key_V, Qt::ControlModifier);
        QVERIFY(shows_the_same());
        QTRY_VERIFY_WITH_TIMEOUT(other.idle() && other.lab().timelines().size() == 2, 60'000);
        QCOMPARE(other.lab().timelines().back().timeline->schedule->name(), std::string("gpipe"));
        QVERIFY_EXCEPTION_THROWN(window.writeStateTo(QStringLiteral("/nowhere/lab.json")), InputError);
    }

    void whatCannotBePastedIsTold() {
        LabPanel window;
        window.show();
        window.setMode(LabMode::free_play);
        QSignalSpy refused(&window, &LabPanel::refused);
        const auto paste = [&](const char* text, LabPaste how) {
            QGuiApplication::clipboard()->setText(QString::fromUtf8(text));
            window.pasteState(how);
            for (QMessageBox* box : window.findChildren<QMessageBox*>())
                box->close();
            return refused.isEmpty() ? QString() : refused.takeLast().front().toString();
        };
        QCOMPARE(paste("a letter", LabPaste::quiet), QString()); // the key is for other things, too
        QVERIFY(paste("a letter", LabPaste::told).contains(QStringLiteral("\"a letter\" is no lab")));
        for (const LabPaste how : {LabPaste::quiet, LabPaste::told}) {
            const QString why = paste("pipette-lab:<b>none,8x16x1x1", how);
            QVERIFY2(why.contains(QStringLiteral("\"<b>none\" is no schedule")), qPrintable(why));
        }
        QVERIFY(paste("pipette-lab:1f1b,8x16x1x1;f=-1", LabPaste::quiet).contains(QStringLiteral("f=-1")));
    }

    void labsHoldNoSchedulesOfFilesAndNoOrdersByHand() {
        const QTemporaryDir folder;
        const QString own = folder.filePath(QStringLiteral("own.csv")),
                      path = folder.filePath(QStringLiteral("lab.json"));
        write(own, "device,kind,microbatch\n0,F,0\n0,B,0\n1,F,0\n1,B,0\n");
        LabPanel window;
        window.show();
        window.setMode(LabMode::free_play);
        QTRY_VERIFY_WITH_TIMEOUT(window.idle() && !window.lab().timelines().isEmpty(), 60'000);
        window.lab().orderByHand(0);
        QVERIFY(window.lab().handOrder().active());
        QVERIFY_EXCEPTION_THROWN(window.writeStateTo(path), InputError);
        window.lab().handOrder().end();
        window.writeStateTo(path);
        window.openSchedule(1, own);
        QTRY_COMPARE_WITH_TIMEOUT(window.lab().timelines().back().title, QStringLiteral("own (own.csv)"),
                                  60'000);
        QSignalSpy refused(&window, &LabPanel::refused);
        QGuiApplication::clipboard()->setText(QStringLiteral("as it was"));
        window.copyState();
        QCOMPARE(refused.size(), 1);
        QVERIFY(refused.front().front().toString().contains(QStringLiteral("a schedule of a file")));
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("as it was"));
    }

    void lessonsHaveHandOuts() {
        const QTemporaryDir folder;
        const QString html = folder.filePath(QStringLiteral("a.html")),
                      pdf = folder.filePath(QStringLiteral("a.pdf"));
        LabPanel window;
        QVERIFY_EXCEPTION_THROWN(window.writeHandOutTo(html), InputError); // nothing is read yet
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(window.idle() && window.lessons().answer(), 60'000);
        window.writeHandOutTo(html);
        window.writeHandOutTo(pdf);
        QFile file(html);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray page = file.readAll();
        const qsizetype answers = page.indexOf(">Answers<");
        const LessonAnswer& answer = *window.lessons().answer();
        QCOMPARE(answer.questions.size(), std::size_t{3});
        for (std::size_t i = 0; i < answer.questions.size(); ++i) {
            const QByteArray number = QByteArray::number(static_cast<int>(i) + 1) + ". ";
            const QByteArray letter(1, static_cast<char>('A' + answer.questions[i].only_right()));
            QVERIFY(page.indexOf('>' + number) > 0 && page.indexOf('>' + number) < answers);
            QVERIFY(page.indexOf('>' + number + letter + ". ") > answers);
        }
        QVERIFY(page.contains(">A. ") && page.contains(">B. "));
        QVERIFY(QFileInfo(pdf).size() > 5'000);
        QVERIFY_EXCEPTION_THROWN(window.writeHandOutTo(folder.filePath(QStringLiteral("a.docx"))),
                                 InputError);
    }

    void anIterationThatNeverEndsIsNoPage() {
        const QTemporaryDir folder;
        LabPanel window;
        window.show();
        window.setMode(LabMode::free_play);
        window.lab().orderByHand(0);
        window.lab().handOrder().move({7, 0, 1});
        QCOMPARE(window.lab().timelines().size(), 3);
        QCOMPARE(window.shownSteps().size(), std::size_t{2});
    }

    // A window starts without the time that the lab takes.
    void isMadeWhenItIsLookedAt() {
        LabPanel panel;
        QVERIFY(!panel.findChild<ScheduleLab*>() && !panel.findChild<LessonView*>());
        panel.show();
        QVERIFY(panel.findChild<LessonView*>() == &panel.lessons());
        QVERIFY(!panel.findChild<ScheduleLab*>());
        panel.setMode(LabMode::free_play);
        QVERIFY(panel.findChild<ScheduleLab*>() == &panel.lab());
        QVERIFY(panel.lab().isVisible() && !panel.lessons().isVisible());
    }
};

QTEST_MAIN(LabPanelTest)
#include "lab_panel_test.moc"
