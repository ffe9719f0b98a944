// SPDX-License-Identifier: GPL-3.0-or-later
// Orders by hand in the schedule lab, as a person makes them. With PIPETTE_PICTURES=DIR pictures go there.
#include "core/base/units.h"
#include "core/schedule/schedule_family.h"
#include "widgets/lab/hand/hand_order_bar.h"
#include "widgets/lab/hand/hand_order_editor.h"
#include "widgets/lab/hand/hand_order_words.h"
#include "widgets/lab/lab_player.h"
#include "widgets/lab/schedule_lab.h"
#include "widgets/lab/schedule_picker.h"
#include "widgets/pipeline/gantt_plot.h"
#include "widgets/pipeline/schedule_curve.h"
#include "widgets/theme/theme.h"

#include <QtTest>
#include <QtWidgets>

#include <memory>

using namespace pipette;

namespace {

void keep(QWidget& view, const QString& name) {
    QCoreApplication::processEvents(); // charts draw when the event loop runs
    if (const QString folder = qEnvironmentVariable("PIPETTE_PICTURES"); !folder.isEmpty())
        QVERIFY(view.grab().save(folder + QStringLiteral("/hand_") + name + QStringLiteral(".png")));
}

Operation operation(OperationKind kind, int device, int microbatch) {
    Operation made;
    made.kind = kind, made.device = made.stage = static_cast<std::uint16_t>(device);
    made.microbatch = microbatch;
    return made;
}

/// A lab that shows 1F1B on a few devices, and its order by hand.
struct Hand {
    ScheduleLab lab;
    GanttView* gantt = lab.findChild<GanttView*>();
    HandOrderEditor& editor = lab.handOrder();

    explicit Hand(int devices = 2, int microbatches = 4) {
        lab.resize(1280, 800);
        lab.setPreset(1); // links are free
        lab.setShown(1, ScheduleLab::Shown::no);
        lab.setSchedule(0, ScheduleKind::one_f_one_b, {devices, microbatches, 1, 1});
        lab.show();
        QCoreApplication::processEvents();
        lab.orderByHand(0);
        QCoreApplication::processEvents();
    }
    QString words() const {
        const HandOrderWords all = wordsOf(editor);
        return QStringList{all.title, all.comparison, all.reasons.join(QLatin1Char('|'))}.join(
            QLatin1Char('\n'));
    }
    QString order(int device) const {
        QStringList all;
        for (const Operation& o : editor.shown().order.order[static_cast<std::size_t>(device)])
            all << QString::fromStdString(word_of(o, 1));
        return all.join(QLatin1Char(' '));
    }
    QPoint middleOf(const Operation& wanted) const {
        gantt->canvas().repaint();
        return gantt->canvas().placeOf({lab.handNumber(), numberOf(editor, wanted)}).center().toPoint();
    }
    void drag(const Operation& from, const QPoint& to, Qt::MouseButton button = Qt::LeftButton) {
        QWidget* canvas = &gantt->canvas();
        const QPoint at = middleOf(from);
        QTest::mousePress(canvas, button, {}, at);
        for (int step = 1; step <= 4; ++step)
            QTest::mouseMove(canvas, at + (to - at) * step / 4);
        QTest::mouseRelease(canvas, button, {}, to);
    }
};

const auto forward = OperationKind::forward, backward = OperationKind::backward;

} // namespace

class HandOrderTest : public QObject {
    Q_OBJECT

private slots:
    void aPickerStartsIt() {
        ScheduleLab lab;
        lab.resize(1280, 800);
        lab.show();
        auto* picker = lab.findChildren<SchedulePicker*>().front();
        auto* button = picker->findChild<QPushButton*>();
        QVERIFY(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(lab.handOrder().active());
        QCOMPARE(lab.handNumber(), 1); // under the one that it came from
        QCOMPARE(lab.timelines().size(), 3);
        QVERIFY(!button->isEnabled() && button->toolTip().contains(QStringLiteral("Done")));
        QVERIFY(lab.findChild<HandOrderBar*>()->isVisible());
        lab.handOrder().end();
        QCOMPARE(lab.timelines().size(), 2);
        QVERIFY(button->isEnabled() && !lab.findChild<HandOrderBar*>()->isVisible());
        lab.setSchedule(0, *schedule_named("dualpipe"), {8, 16, 1, 1});
        QVERIFY(!button->isEnabled() && button->toolTip().contains(QStringLiteral("two directions")));
        lab.orderByHand(0);
        QVERIFY(!lab.handOrder().active());
    }

    void theMouseMovesAnOperation() {
        Hand hand;
        QVERIFY(hand.words().contains(QStringLiteral("Runs: a step takes 15.0 ms")));
        QVERIFY(hand.words().contains(QStringLiteral("step, idle share and memory are the same")));
        QCOMPARE(hand.order(0), QStringLiteral("F0 F1 B0 F2 B1 F3 B2 B3"));
        const QPoint behind = hand.middleOf(operation(backward, 0, 0)) + QPoint(8, 0);
        hand.drag(operation(forward, 0, 1), behind);
        QCOMPARE(hand.order(0), QStringLiteral("F0 B0 F1 F2 B1 F3 B2 B3"));
        QVERIFY2(hand.words().contains(QStringLiteral("Against 1F1B: step +20 %")), qPrintable(hand.words()));
        QCOMPARE(hand.lab.timelines()[1].timeline->makespan, 0.018);
        QCOMPARE(hand.lab.timelines()[0].timeline->makespan, 0.015); // the published one stays
        QCOMPARE(hand.lab.findChild<QTableWidget*>()->item(1, 1)->text(), QStringLiteral("18.0 ms"));
        keep(hand.lab, QStringLiteral("moved"));
    }

    // The chart follows while the button is down, and nothing has happened when Escape ends it.
    void whileDraggingTheChartFollows() {
        Hand hand;
        QWidget* canvas = &hand.gantt->canvas();
        const QPoint from = hand.middleOf(operation(forward, 0, 1)),
                     to = hand.middleOf(operation(backward, 0, 0)) + QPoint(8, 0);
        QTest::mousePress(canvas, Qt::LeftButton, {}, from);
        QTest::mouseMove(canvas, to);
        QCOMPARE(hand.order(0), QStringLiteral("F0 B0 F1 F2 B1 F3 B2 B3"));
        QCOMPARE(hand.lab.timelines()[1].timeline->makespan, 0.018);
        QVERIFY(!hand.editor.undoStack().canUndo());
        QTest::mouseMove(canvas, from);
        QCOMPARE(hand.lab.timelines()[1].timeline->makespan, 0.015);
        QTest::mouseMove(canvas, to);
        QTest::keyClick(hand.gantt, Qt::Key_Escape);
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, to);
        QCOMPARE(hand.order(0), QStringLiteral("F0 F1 B0 F2 B1 F3 B2 B3"));
        QVERIFY(!hand.editor.undoStack().canUndo());
    }

    void aDragAlongOtherBarsMovesTheChart() {
        Hand hand;
        const auto before = hand.order(0);
        const QPoint at = hand.gantt->canvas().placeOf({0, 0}).center().toPoint(); // of the published order
        QTest::mousePress(&hand.gantt->canvas(), Qt::LeftButton, {}, at);
        QTest::mouseMove(&hand.gantt->canvas(), at + QPoint(200, 0));
        QTest::mouseRelease(&hand.gantt->canvas(), Qt::LeftButton, {}, at + QPoint(200, 0));
        QCOMPARE(hand.order(0), before);
        hand.drag(operation(forward, 0, 1), at + QPoint(300, 0), Qt::RightButton);
        QCOMPARE(hand.order(0), before);
    }

    void theKeyboardMovesAnOperation() {
        Hand hand;
        QTest::mouseClick(&hand.gantt->canvas(), Qt::LeftButton, {}, hand.middleOf(operation(forward, 0, 1)));
        QCOMPARE(hand.order(0), QStringLiteral("F0 F1 B0 F2 B1 F3 B2 B3"));
        QTest::keyClick(hand.gantt, Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(hand.order(0), QStringLiteral("F0 B0 F1 F2 B1 F3 B2 B3"));
        QTest::keyClick(hand.gantt, Qt::Key_Right, Qt::AltModifier); // the same one goes on
        QCOMPARE(hand.order(0), QStringLiteral("F0 B0 F2 F1 B1 F3 B2 B3"));
        QTest::keyClick(hand.gantt, Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(hand.order(0), QStringLiteral("F0 B0 F1 F2 B1 F3 B2 B3"));
        QTest::keyClick(hand.gantt, Qt::Key_Right, Qt::ControlModifier); // on to F2, which is chosen now
        QTest::keyClick(hand.gantt, Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(hand.order(0), QStringLiteral("F0 B0 F1 B1 F2 F3 B2 B3"));
        for (int k = 0; k < 9; ++k)
            QTest::keyClick(hand.gantt, Qt::Key_Right, Qt::AltModifier); // no further than the end
        QCOMPARE(hand.order(0), QStringLiteral("F0 B0 F1 B1 F3 B2 B3 F2"));
        QVERIFY(hand.words().startsWith(QStringLiteral("Deadlock"))); // B2 before its forward
        QVERIFY(hand.words().contains(QStringLiteral("B2 on device 0 needs F2, which comes later")));
    }

    void undoRedoAndReset() {
        Hand hand;
        const QString first = hand.order(0);
        hand.editor.move({0, 1, 2});
        const QString second = hand.order(0);
        hand.editor.move({1, 0, 3});
        QTest::keyClick(hand.gantt, Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(hand.gantt, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(hand.order(0), first);
        QTest::keyClick(hand.gantt, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(hand.order(0), second);
        const auto button = [&](const char* name) {
            for (auto* one : hand.lab.findChild<HandOrderBar*>()->findChildren<QToolButton*>())
                if (one->text() == QLatin1String(name))
                    return one;
            return static_cast<QToolButton*>(nullptr);
        };
        QTest::mouseClick(button("Reset"), Qt::LeftButton);
        QCOMPARE(hand.order(0), first);
        QVERIFY(!button("Reset")->isEnabled() && !button("Redo")->isEnabled());
        QTest::mouseClick(button("Undo"), Qt::LeftButton);
        QCOMPARE(hand.order(0), second);
        hand.editor.move({0, 3, 3}); // to where it is
        QVERIFY(hand.editor.undoStack().canRedo());
    }

    void whatWasLeftGoesOn() {
        Hand hand;
        hand.editor.move({0, 1, 2});
        const QString moved = hand.order(0);
        hand.editor.end();
        QVERIFY(!hand.editor.undoStack().isClean() && hand.lab.timelines().size() == 1);
        hand.lab.orderByHand(0);
        QCOMPARE(hand.order(0), moved);
        hand.editor.undoStack().undo();
        QCOMPARE(hand.order(0), QStringLiteral("F0 F1 B0 F2 B1 F3 B2 B3"));
        hand.editor.undoStack().redo();
        hand.editor.end();
        hand.lab.setSchedule(0, ScheduleKind::one_f_one_b, {2, 5, 1, 1}); // another schedule begins anew
        hand.lab.orderByHand(0);
        QCOMPARE(hand.order(0), QStringLiteral("F0 F1 B0 F2 B1 F3 B2 F4 B3 B4"));
        QVERIFY(!hand.editor.undoStack().canUndo());
    }

    // The window around the lab has the same keys for its own undo.
    void theLabTakesItsKeysFirst() {
        Hand hand;
        QKeyEvent undo(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
        undo.ignore();
        QCoreApplication::sendEvent(&hand.lab, &undo);
        QVERIFY(undo.isAccepted());
        hand.editor.end();
        QKeyEvent outside(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
        outside.ignore();
        QCoreApplication::sendEvent(&hand.lab, &outside);
        QVERIFY(!outside.isAccepted());
    }

    void aDeadlockIsDrawnAndTold() {
        Hand hand(2, 2);
        hand.editor.move({0, 1, 2}); // F0 B0 F1 B1
        hand.editor.move({1, 2, 0}); // F1 F0 B0 B1
        const auto label = hand.lab.findChild<QLabel*>(QStringLiteral("hand-reasons"));
        QVERIFY(label->isVisible());
        QCOMPARE(label->text(),
                 QStringLiteral("1. B0 on device 0 waits for the gradient of B0 on device 1\n"
                                "2. B0 comes after F1 in the order of device 1\n"
                                "3. F1 on device 1 waits for the activation of F1 on device 0\n"
                                "4. F1 comes after B0 in the order of device 0"));
        const GanttMarks marks = marksOf(hand.editor, 1, nullptr);
        QCOMPARE(marks.waits.size(), std::size_t{4});
        QCOMPARE(marks.outlines.size(), std::size_t{4});
        for (const auto& outline : marks.outlines)
            QVERIFY(!hand.gantt->canvas().placeOf(outline.bar).isEmpty());
        // The red of the outlines is there, and goes when the deadlock goes.
        const auto reds = [&] {
            const QImage image = hand.gantt->grab().toImage();
            int count = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    count += image.pixelColor(x, y) == themeOf(hand.gantt).error;
            return count;
        };
        QCoreApplication::processEvents();
        QVERIFY(reds() > 200);
        keep(hand.lab, QStringLiteral("deadlock"));
        bool heading = false; // a screen reader hears of it, too
        heading = hand.gantt->accessibleDescription().contains(QStringLiteral("deadlock"));
        QVERIFY(heading);
        hand.editor.reset();
        QCoreApplication::processEvents();
        QCOMPARE(reds(), 0);
        QVERIFY(!label->isVisible());
    }

    void whatNeverRunsSaysSo() {
        Hand hand(2, 2);
        hand.editor.move({0, 2, 0}); // B0 first
        const int item = [&] {
            for (int k = 0; k < hand.gantt->drawnCount(); ++k)
                if (hand.gantt->drawnItem(k).name.contains(QStringLiteral("never runs")))
                    return k;
            return -1;
        }();
        QVERIFY(item >= 0);
        QVERIFY(hand.gantt->drawnItem(item).name.startsWith(QStringLiteral("1F1B by hand")));
    }

    void theLimitNamesTheDeviceAndTheMoment() {
        Hand hand;
        const auto fields = hand.lab.findChild<HandOrderBar*>()->findChildren<QDoubleSpinBox*>();
        QCOMPARE(fields.size(), 2);
        fields[0]->setValue(3);
        QVERIFY(hand.words().contains(QStringLiteral("2 microbatches on device 0 (6.00 GiB)")));
        fields[1]->setValue(5);
        QVERIFY2(hand.words().startsWith(QStringLiteral(
                     "Too much memory: device 0 holds 6.00 GiB at 1.00 ms, the limit is 5.00 GiB")),
                 qPrintable(hand.words()));
        QVERIFY(marksOf(hand.editor, 1, nullptr).flag.has_value());
        keep(hand.lab, QStringLiteral("limit"));
        fields[1]->setValue(6);
        QVERIFY(hand.words().startsWith(QStringLiteral("Runs")));
    }

    void otherTimesAreJudgedAnew() {
        Hand hand;
        for (auto* edit : hand.lab.findChildren<QLineEdit*>()) {
            if (edit->accessibleName() != QStringLiteral("Forward, milliseconds"))
                continue;
            edit->setText(QStringLiteral("2"));
            QTest::keyClick(edit, Qt::Key_Return);
            QVERIFY(hand.words().contains(QStringLiteral("a step takes 20.0 ms")));
            edit->setText(QStringLiteral("1,2,3"));
            QTest::keyClick(edit, Qt::Key_Return);
            QVERIFY(hand.words().contains(QStringLiteral("The times do not fit the order")));
        }
    }

    void faultsOfAFileAreNamed() {
        Hand hand;
        HandOrder wrong{hand.editor.hand().order, {}};
        wrong.order.order[0].pop_back();
        wrong.order.order[1].push_back(wrong.order.order[1][0]);
        hand.editor.begin(wrong, QStringLiteral("file"));
        QVERIFY(
            hand.words().contains(QStringLiteral("F0 is there twice on device 1|B3 is missing on device 0")));
        QCOMPARE(hand.lab.handNumber(), -1);
        QCOMPARE(hand.lab.timelines().size(), 1);
    }

    // What a drag costs between two frames: judgement and words, then the drawing of chart and curves.
    void theChartFollowsInMilliseconds_data() {
        QTest::addColumn<int>("devices");
        QTest::addColumn<int>("microbatches");
        QTest::newRow("512 operations") << 8 << 32;
        QTest::newRow("4096 operations") << 16 << 128;
        QTest::newRow("12000 operations") << 40 << 150;
    }
    void theChartFollowsInMilliseconds() {
        QFETCH(int, devices);
        QFETCH(int, microbatches);
        Hand hand(devices, microbatches);
        double judged = 1e9, drawn = 1e9;
        for (int k = 0; k < 6; ++k) {
            QElapsedTimer timer;
            timer.start();
            hand.editor.preview(OrderMove{3, 10, 10 + k % 3});
            judged = std::min(judged, static_cast<double>(timer.nsecsElapsed()) * 1e-6);
            timer.restart();
            QCoreApplication::processEvents();
            drawn = std::min(drawn, static_cast<double>(timer.nsecsElapsed()) * 1e-6);
        }
        qInfo("a drag is followed in %.2f ms and drawn in %.2f ms", judged, drawn);
        QVERIFY2(judged < 200, "it must not take as long as ten frames, even on a loaded machine");
    }

    void fourSchedulesAndAnOrderByHand() {
        ScheduleLab lab;
        lab.resize(1600, 1000);
        lab.show();
        lab.setSchedule(2, *schedule_named("zb-h2"), {8, 16, 1, 1});
        lab.setSchedule(3, *schedule_named("gpipe"), {8, 16, 1, 1});
        QCOMPARE(lab.timelines().size(), 4);
        QCOMPARE(lab.findChild<QTableWidget*>()->rowCount(), 4);
        for (auto* curve : lab.findChildren<ScheduleCurve*>())
            QCOMPARE(curve->accessibleDescription().count(QLatin1Char(';')), 3); // one of each
        lab.orderByHand(1);
        QCOMPARE(lab.timelines().size(), 4); // in the place of its own, as there is no room
        QCOMPARE(lab.timelines()[1].title, QStringLiteral("ZB-H1 by hand"));
        lab.handOrder().end();
        QCOMPARE(lab.timelines()[1].title, QStringLiteral("ZB-H1"));
        keep(lab, QStringLiteral("four"));
    }

    void everyScheduleIsTold() {
        ScheduleLab lab;
        auto* picker = lab.findChildren<SchedulePicker*>().front();
        for (const ScheduleKind kind : all_schedules()) {
            const ScheduleFamily& family = family_of(kind);
            QVERIFY2(!family.idea.empty() && !family.helps.empty(), family.name.data());
            picker->setChosen(kind, {8, 16, family.default_chunks, 1});
            QString told;
            for (auto* label : picker->findChildren<QLabel*>())
                told += label->text();
            for (const std::string_view part : {family.idea, family.helps, family.citation})
                QVERIFY(told.contains(QString::fromUtf8(part.data(), static_cast<qsizetype>(part.size()))));
        }
    }
};

QTEST_MAIN(HandOrderTest)
#include "hand_order_test.moc"
