// SPDX-License-Identifier: GPL-3.0-or-later
// The schedule lab as a person uses it. With PIPETTE_PICTURES=DIR its pictures go there.
#include "core/schedule/schedule_family.h"
#include "widgets/lab/hand/hand_order_editor.h"
#include "widgets/lab/lab_player.h"
#include "widgets/lab/schedule_lab.h"
#include "widgets/lab/schedule_picker.h"
#include "widgets/lab/schedule_presets.h"
#include "widgets/pipeline/schedule_curve.h"
#include "widgets/theme/theme.h"

#include <QtTest>
#include <QtWidgets>

#include <qcustomplot.h>
#include <set>

using namespace pipette;

namespace {

void keep(const QImage& image, const QString& name) {
    if (const QString folder = qEnvironmentVariable("PIPETTE_PICTURES"); !folder.isEmpty())
        QVERIFY(image.save(folder + QStringLiteral("/lab_") + name + QStringLiteral(".png")));
}

QImage shown(ScheduleLab& lab) {
    lab.show();
    QCoreApplication::processEvents(); // charts draw when the event loop runs
    QImage image(lab.size(), QImage::Format_RGB32);
    lab.render(&image);
    return image;
}

template <class Widget>
Widget* named(QWidget& lab, const QString& name) {
    for (auto* widget : lab.findChildren<Widget*>())
        if (widget->accessibleName() == name)
            return widget;
    return nullptr;
}

} // namespace

class ScheduleLabTest : public QObject {
    Q_OBJECT

private slots:
    void itsChartsHaveMenus() {
        ScheduleLab lab;
        shown(lab);
        QSignalSpy picture(&lab, &ScheduleLab::exportRequested);
        const auto ask = [](QWidget& chart, const char* what) {
            for (QAction* action : chart.actions())
                if (action->objectName() == QLatin1String(what))
                    action->trigger();
        };
        const auto curves = lab.findChildren<ScheduleCurve*>();
        ScheduleCurve& curve =
            **std::find_if(curves.begin(), curves.end(), [](auto* one) { return one->isVisible(); });
        ask(*lab.findChild<GanttView*>(), "save-picture");
        ask(curve, "save-picture");
        QCOMPARE(picture.size(), 2);
        for (const auto& wish : picture)
            QCOMPARE(wish.front().value<LabExport>(), LabExport::picture);
        ask(curve, "copy-tsv");
        const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines.front(), QStringLiteral("Schedule\tFrom\tmicrobatches held"));
        QVERIFY(lines.size() > 20 && lines[1].count(u'\t') == 2);
    }

    void whatItsControlsSayCanBeShownAgain() {
        ScheduleLab lab, other;
        lab.setSchedule(0, *schedule_named("gpipe"), {4, 6, 1, 1});
        lab.setSchedule(2, *schedule_named("terapipe"), {4, 6, 1, 3});
        lab.setShown(1, ScheduleLab::Shown::no);
        lab.setCurves({CurveOf::idle, CurveOf::links});
        LabSettings settings = lab.settings();
        settings.colours = BarColours::stage;
        settings.request.times.forward = {0.1, 1. / 3, 0.001, 1e6};
        settings.request.times.backward = {2, 3, 4, 5};
        settings.request.times.weight_share = 1. / 3;
        settings.request.times.recompute = 0.1 + 0.2; // 0.30000000000000004
        settings.request.times.wrap_link = 1.2345678901234567e-6;
        settings.request.times.overlapped = 123456789.12345679;
        settings.request.p2p = P2p::in_turn;
        other.orderByHand(0);
        QVERIFY(other.handOrder().active());
        other.setSettings(settings);
        QVERIFY(!other.handOrder().active());
        const LabSettings again = other.settings();
        QCOMPARE(again.request.times, settings.request.times);
        QCOMPARE(again.request.p2p, settings.request.p2p);
        QCOMPARE(again.curves, settings.curves);
        QCOMPARE(again.colours, settings.colours);
        QVERIFY(!again.request.choices[1] && !again.request.choices[3]);
        QCOMPARE(again.request.choices[0]->kind, *schedule_named("gpipe"));
        QCOMPARE(again.request.choices[2]->size, (ScheduleSize{4, 6, 1, 3}));
        QCOMPARE(other.timelines().size(), 2);
        other.setPreset(0); // and the times of a preset have nothing of them
        QCOMPARE(other.settings().request.times.recompute, -1.);
        QVERIFY(!other.settings().request.p2p);
    }

    /// A lab can be pasted whatever is drawn; what needs a drawing waits for one.
    void itsMenuKnowsWhatThereIs() {
        ScheduleLab lab;
        shown(lab);
        auto* button = named<QToolButton>(lab, QStringLiteral("Export"));
        const auto action = [&](const char* text) -> QAction* {
            emit button->menu()->aboutToShow();
            for (QAction* one : button->menu()->actions())
                if (one->text() == QString::fromUtf8(text))
                    return one;
            return nullptr;
        };
        QVERIFY(action("&Picture…")->isEnabled());
        QSignalSpy wishes(&lab, &ScheduleLab::exportRequested), pasted(&lab, &ScheduleLab::pasteRequested);
        action("&Save the lab…")->trigger();
        action("Copy as &text")->trigger();
        QCOMPARE(wishes.at(0).front().value<LabExport>(), LabExport::state);
        QCOMPARE(wishes.at(1).front().value<LabExport>(), LabExport::text);
        const GanttEntry first = lab.timelines().front();
        QAction* csv = action(qUtf8Printable(QStringLiteral("CSV of %1…").arg(first.title)));
        lab.setSchedule(0, *schedule_named("gpipe"), {4, 6, 1, 1}); // while the menu is open
        csv->trigger();
        QCOMPARE(wishes.at(2).at(1).value<GanttEntry>().timeline, first.timeline);
        for (int k = 0; k < 2; ++k)
            lab.setSchedule(k, *schedule_named("dualpipe"), {3, 1, 1, 1}); // cannot be made
        QVERIFY(lab.timelines().isEmpty());
        QVERIFY(!action("&Picture…")->isEnabled());
        action("Paste a la&b")->trigger();
        QTest::keyClick(&lab, Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(pasted.size(), 2);
        QCOMPARE(pasted.at(0).front().value<LabPaste>(), LabPaste::told);
        QCOMPARE(pasted.at(1).front().value<LabPaste>(), LabPaste::quiet);
    }

    void everyScheduleShows() {
        ScheduleLab lab;
        lab.resize(1280, 800);
        for (const ScheduleKind kind : all_schedules()) {
            const ScheduleFamily& family = family_of(kind);
            lab.setSchedule(0, kind, {8, 16, family.default_chunks, 1});
            QCOMPARE(lab.timelines().size(), 2);
            QCOMPARE(lab.timelines().front().title.toStdString(), std::string(family.title));
            QVERIFY(lab.timelines().front().timeline->makespan > 0);
            auto* table = lab.findChild<QTableWidget*>();
            QCOMPARE(table->item(0, 0)->text().toStdString(), std::string(family.title));
            QVERIFY(!table->item(0, 4)->text().isEmpty());
        }
    }

    void presetsInBothThemes() {
        for (const bool dark : {false, true}) {
            ScheduleLab lab;
            lab.setPalette(paletteOf(dark ? darkTheme() : lightTheme()));
            lab.resize(1280, 800);
            for (int k = 0; k < static_cast<int>(schedule_presets().size()); ++k) {
                lab.setPreset(k);
                QCOMPARE(lab.timelines().size(),
                         schedule_presets()[static_cast<std::size_t>(k)].second ? 2 : 1);
                if (k % 4 == 0) {
                    lab.player().stepForward();
                    for (int step = 0; step < 20; ++step)
                        lab.player().stepForward();
                }
                const QImage image = shown(lab);
                std::set<QRgb> colours;
                for (int y = 0; y < image.height(); y += 7)
                    for (int x = 300; x < image.width(); x += 7)
                        colours.insert(image.pixel(x, y));
                QVERIFY(colours.size() > 5);
                keep(image, QStringLiteral("%1_%2").arg(k).arg(dark ? QStringLiteral("dark")
                                                                    : QStringLiteral("light")));
            }
        }
    }

    void pictureForPaper() {
        ScheduleLab lab;
        QImage image(1000, 700, QImage::Format_RGB32);
        image.fill(Qt::magenta);
        QPainter painter(&image);
        lab.picture()->renderTo(&painter, image.size());
        painter.end();
        keep(image, QStringLiteral("picture"));
        for (const QPoint corner : {QPoint(1, 1), QPoint(998, 1), QPoint(1, 698), QPoint(998, 698)})
            QVERIFY(image.pixelColor(corner) != QColor(Qt::magenta));
    }

    void refusalIsShownInPlace() {
        ScheduleLab lab;
        lab.resize(1280, 800);
        auto* first = lab.findChildren<SchedulePicker*>().front();
        QVERIFY(first->refusalText().isEmpty());
        lab.setSchedule(0, ScheduleKind::interleaved, {4, 7, 2, 1});
        QVERIFY(first->refusalText().contains(QStringLiteral("multiple of devices")));
        QCOMPARE(lab.timelines().size(), 1); // the other one stays
        keep(shown(lab), QStringLiteral("refused"));
        lab.setSchedule(0, ScheduleKind::interleaved, {4, 8, 2, 1});
        QVERIFY(first->refusalText().isEmpty());
        QCOMPARE(lab.timelines().size(), 2);
        lab.setSchedule(0, *schedule_named("gpipe"), {256, 4096, 1, 1});
        QVERIFY(first->refusalText().contains(QStringLiteral("too large")));
    }

    /// However small a curve is, each has its name: beside it, or above all of them.
    void everyCurveKeepsItsName() {
        ScheduleLab lab;
        lab.setPreset(0);
        lab.setSchedule(1, all_schedules().front(), {4, 8, 1, 1});
        lab.show();
        for (const QSize& size : {QSize(1200, 800), QSize(800, 500)}) {
            lab.resize(size);
            QTest::qWait(50);
            const auto curves = lab.findChildren<ScheduleCurve*>();
            const auto* held = *std::find_if(curves.begin(), curves.end(),
                                             [](const ScheduleCurve* curve) { return curve->isVisible(); });
            auto* plot = held->findChild<QCustomPlot*>();
            plot->replot();
            QList<QRectF> places;
            for (int k = 0; k < plot->itemCount(); ++k)
                if (auto* name = qobject_cast<QCPItemText*>(plot->item(k))) {
                    QVERIFY2(name->visible(), qPrintable(name->text()));
                    const QRectF place(name->topLeft->pixelPosition(), name->bottomRight->pixelPosition());
                    for (const QRectF& other : places)
                        QVERIFY(!other.intersects(place));
                    places << place;
                }
            QCOMPARE(places.size(), plot->graphCount());
        }
    }

    void badTimesAreRefused() {
        ScheduleLab lab;
        auto* forward = named<QLineEdit>(lab, QStringLiteral("Forward, milliseconds"));
        QVERIFY(forward);
        forward->setText(QStringLiteral("1, two"));
        QTest::keyClick(forward, Qt::Key_Return);
        QVERIFY(lab.timelines().isEmpty());
        QVERIFY(named<QLabel>(lab, QStringLiteral("Why the times cannot be used"))
                    ->text()
                    .contains(QStringLiteral("1, two")));
        forward->setText(QStringLiteral("1,2,3"));
        QTest::keyClick(forward, Qt::Key_Return);
        QVERIFY(lab.timelines().isEmpty());
        QVERIFY(
            lab.findChildren<SchedulePicker*>().front()->refusalText().contains(QStringLiteral("forward")));
        forward->setText(QStringLiteral("1,1,1,1,1,1,1,9"));
        QTest::keyClick(forward, Qt::Key_Return);
        QCOMPARE(lab.timelines().size(), 2);
        QVERIFY(lab.timelines().front().timeline->makespan > 0.16); // 16 microbatches, 9 + 2 ms each
    }

    void keysStepAndPlay() {
        ScheduleLab lab;
        auto* gantt = lab.findChild<GanttView*>();
        QVERIFY(!lab.player().cursor());
        QTest::keyClick(gantt, Qt::Key_Right);
        QCOMPARE(lab.player().cursor().value(), 0.0);
        QTest::keyClick(gantt, Qt::Key_Right);
        QCOMPARE(lab.player().cursor().value(), 0.001); // the first forward ends
        QTest::keyClick(&lab, Qt::Key_Left);
        QCOMPARE(lab.player().cursor().value(), 0.0);
        QTest::keyClick(gantt, Qt::Key_Space);
        QVERIFY(lab.player().isPlaying());
        QTRY_VERIFY_WITH_TIMEOUT(lab.player().cursor().value() > 0, 60000);
        QTest::keyClick(gantt, Qt::Key_Space);
        QVERIFY(!lab.player().isPlaying());
        QTest::keyClick(gantt, Qt::Key_Escape);
        QVERIFY(!lab.player().cursor());
    }

    void everyControlHasAName() {
        ScheduleLab lab;
        int controls = 0;
        for (auto* widget : lab.findChildren<QWidget*>()) {
            const bool control = qobject_cast<QSpinBox*>(widget) || qobject_cast<QDoubleSpinBox*>(widget) ||
                                 qobject_cast<QComboBox*>(widget) || qobject_cast<QToolButton*>(widget) ||
                                 qobject_cast<QSlider*>(widget) || qobject_cast<QTableWidget*>(widget) ||
                                 qobject_cast<GanttView*>(widget);
            if (!control)
                continue;
            ++controls;
            QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
        }
        QVERIFY(controls > 20);
    }
};

QTEST_MAIN(ScheduleLabTest)
#include "schedule_lab_test.moc"
