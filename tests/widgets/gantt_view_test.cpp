// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule_family.h"
#include "core/schedule/simulator.h"
#include "core/schedule/stage_times.h"
#include "widgets/gantt_view.h"
#include "widgets/theme.h"

#include <QtTest>
#include <QtWidgets>

using namespace pipette;

namespace {

std::shared_ptr<const Timeline> simulated(ScheduleKind kind, int devices, int microbatches) {
    const ScheduleFamily& family = family_of(kind);
    Simulator simulator(make_schedule(kind, {devices, microbatches, family.default_chunks, 1}));
    DeviceTimes times;
    times.link = {0.1};
    simulator.run(StageTimes(times, simulator.schedule()).view(), P2p::overlapped);
    return std::make_shared<const Timeline>(simulator.timeline());
}

QImage picture(GanttView& view, QSize size, const Theme& theme) {
    QImage image(size, QImage::Format_RGB32);
    image.fill(theme.base);
    QPainter painter(&image);
    view.renderTo(&painter, size);
    return image;
}

// Pixels of about that colour in one line of a picture.
int count_near(const QImage& image, const QColor& colour) {
    int found = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor here = image.pixelColor(x, y);
            found += std::abs(here.red() - colour.red()) + std::abs(here.green() - colour.green()) +
                         std::abs(here.blue() - colour.blue()) <
                     24;
        }
    return found;
}

} // namespace

class GanttViewTest : public QObject {
    Q_OBJECT

private slots:
    void everyScheduleHasAPicture() {
        const QString folder = qEnvironmentVariable("PIPETTE_PICTURES");
        for (const bool dark : {false, true})
            for (const ScheduleKind kind : all_schedules()) {
                GanttView view;
                const Theme& theme = theme_of(dark);
                view.setPalette(paletteOf(theme));
                const QString name =
                    QLatin1String(name_of(kind).data(), static_cast<int>(name_of(kind).size()));
                view.setTimelines({{name, simulated(kind, 8, 16)}});
                const QImage image = picture(view, {1100, 420}, theme);
                QVERIFY(count_near(image, operationColour(OperationLook::forward, theme)) > 2000 ||
                        count_near(image, operationColour(OperationLook::overlapped, theme)) > 2000);
                QVERIFY(count_near(image, theme.base) > 20000); // bubbles stay empty
                if (!folder.isEmpty())
                    QVERIFY(image.save(folder + QLatin1Char('/') + name +
                                       (dark ? QStringLiteral("-dark.png") : QStringLiteral(".png"))));
            }
    }

    void keyboardChoosesDevices() {
        GanttView view;
        view.setTimelines({{QStringLiteral("a"), simulated(ScheduleKind::one_f_one_b, 4, 8)}});
        QSignalSpy spy(&view, &GanttView::selectionRequested);
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy.first().first().value<Selection>().device, 0);
        Selection last;
        last.device = 3;
        view.setSelection(last);
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(spy.last().first().value<Selection>().device, 3);
    }

    void fourTimelinesAtMostAndSpoken() {
        GanttView view;
        QList<GanttEntry> entries;
        for (int k = 0; k < 6; ++k)
            entries << GanttEntry{QStringLiteral("plan %1").arg(k), simulated(ScheduleKind::gpipe, 2, 4)};
        view.setTimelines(entries);
        QVERIFY(view.accessibleDescription().contains(QStringLiteral("plan 3")));
        QVERIFY(!view.accessibleDescription().contains(QStringLiteral("plan 4")));
        view.setTimelines({});
        QVERIFY(view.accessibleDescription().isEmpty());
    }

private:
    static const Theme& theme_of(bool dark) { return dark ? darkTheme() : lightTheme(); }
};

QTEST_MAIN(GanttViewTest)
#include "gantt_view_test.moc"
