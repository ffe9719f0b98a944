// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule_family.h"
#include "core/schedule/simulator.h"
#include "core/schedule/stage_times.h"
#include "widgets/pipeline/busy_bands.h"
#include "widgets/pipeline/gantt_rows.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/theme/theme.h"

#include <QtTest>
#include <QtWidgets>
#include <qcustomplot.h>

using namespace pipette;

namespace {

std::shared_ptr<const Timeline> simulated(ScheduleKind kind, int devices, int microbatches,
                                          double link = 0.1) {
    const ScheduleFamily& family = family_of(kind);
    Simulator simulator(make_schedule(kind, {devices, microbatches, family.default_chunks, 1}));
    DeviceTimes times;
    times.link = {link};
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

// Pixels of about that colour in a picture.
int count_near(const QImage& image, const QColor& colour) {
    int found = 0;
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        for (int x = 0; x < image.width(); ++x)
            found += std::abs(qRed(line[x]) - colour.red()) + std::abs(qGreen(line[x]) - colour.green()) +
                         std::abs(qBlue(line[x]) - colour.blue()) <
                     24;
    }
    return found;
}

// How far the rows in the middle of a picture are from the colour of idle time: linear in the time that bars
// of the same kinds fill there.
double darkness(const QImage& image) {
    const QColor idle = operationColour(OperationLook::bubble, lightTheme());
    double sum = 0;
    for (int y = 60; y < image.height() - 60; ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        for (int x = 120; x < image.width() - 60; ++x)
            if (line[x] != lightTheme().base.rgb()) // between rows
                sum += std::abs(qRed(line[x]) - idle.red()) + std::abs(qGreen(line[x]) - idle.green()) +
                       std::abs(qBlue(line[x]) - idle.blue());
    }
    return sum;
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

    // Rows of two pixels and bars of a fraction of one: what is drawn is as full as the devices are busy,
    // also where many bars share a pixel.
    void smallBarsKeepTheirIdleTime_data() {
        QTest::addColumn<int>("devices");
        QTest::addColumn<int>("microbatches");
        QTest::newRow("low rows") << 150 << 1000;
        QTest::newRow("many a column") << 8 << 20'000;
        QTest::newRow("crowded columns") << 2 << 120'000;
    }
    void smallBarsKeepTheirIdleTime() {
        QFETCH(int, devices);
        QFETCH(int, microbatches);
        const auto drawn = [&](double link) {
            Simulator simulator(make_schedule(ScheduleKind::one_f_one_b, {devices, microbatches, 1, 1}));
            DeviceTimes times;
            times.link = {link};
            simulator.run(StageTimes(times, simulator.schedule()).view(), P2p::blocking);
            const auto timeline = std::make_shared<const Timeline>(simulator.timeline());
            GanttView view;
            view.setTimelines({{QString(), timeline}});
            view.setSendsShown(false);
            view.setCriticalShown(false);
            view.setColours(BarColours::stage); // by kind, bands show the same
            double busy = 0;
            for (const DeviceUse& use : timeline->devices)
                busy += use.busy;
            return std::pair(darkness(picture(view, {1100, 900}, lightTheme())), busy / timeline->makespan);
        };
        // Blocking transfers over slow links leave idle time between any two bars.
        const auto [dark, busy] = drawn(1);
        const auto [dark_full, busy_full] = drawn(0);
        qInfo("busy %.3f of the other, drawn %.3f", busy / busy_full, dark / dark_full);
        QVERIFY(busy / busy_full < 0.8);
        QVERIFY(std::abs(dark / dark_full - busy / busy_full) < 0.05);
    }

    void aBarAboveTellsWhereTheStepGoes() {
        GanttView view;
        const Theme& theme = lightTheme();
        GanttEntry entry{QStringLiteral("plan"), simulated(ScheduleKind::one_f_one_b, 4, 8)};
        const QSize size(900, 300);
        const auto exchange = [&] {
            return count_near(picture(view, size, theme),
                              inkColour(Ink::gradient_exchange, ThemeKind::light));
        };
        view.setTimelines({entry});
        QCOMPARE(exchange(), 0);
        entry.parts = Breakdown{};
        entry.parts->compute = 3, entry.parts->dp_exposed = 1;
        view.setTimelines({entry});
        const int one = exchange();
        QVERIFY2(one > 800 / 4 * 12, qPrintable(QString::number(one))); // a quarter of the chart's width
        entry.parts->dp_exposed = 3;
        view.setTimelines({entry});
        QVERIFY(std::abs(exchange() - 2 * one) < one / 2);
        view.setTimelines({entry, entry}); // two plans: which step would it be?
        QVERIFY(exchange() < one / 2);
    }

    void theChosenDeviceHasAnOutline() {
        GanttView view;
        const Theme& theme = lightTheme();
        view.setCriticalShown(false);
        view.setTimelines({{QString(), simulated(ScheduleKind::one_f_one_b, 4, 8)}});
        const QSize size(900, 300);
        const int before = count_near(picture(view, size, theme), theme.accent);
        Selection chosen;
        chosen.device = 2;
        view.setSelection(chosen);
        const int after = count_near(picture(view, size, theme), theme.accent);
        QVERIFY2(after - before > 2 * 2 * 700, qPrintable(QString::number(after - before)));
    }

    void idleTimeIsGrey() {
        GanttView view;
        const Theme& theme = lightTheme();
        view.setTimelines({{QString(), simulated(ScheduleKind::one_f_one_b, 4, 4)}});
        const QColor grey = operationColour(OperationLook::bubble, theme);
        const int idle = count_near(picture(view, {900, 300}, theme), grey);
        const int all = 900 * 300;
        QVERIFY2(idle > all / 8 && idle < all / 2, qPrintable(QString::number(idle)));
    }

    // Blocks too narrow to be drawn: heights are the busy shares, idle time is grey, and no hatch or bar
    // code.
    void narrowBlocksBecomeBandsOfTheirShares() {
        for (const double link : {0.0, 1.0}) {
            Simulator simulator(make_schedule(ScheduleKind::one_f_one_b, {8, 2000, 1, 1}));
            DeviceTimes times;
            times.link = {link};
            simulator.run(StageTimes(times, simulator.schedule()).view(), P2p::blocking);
            const auto timeline = std::make_shared<const Timeline>(simulator.timeline());
            GanttView view;
            view.setTimelines({{QString(), timeline}});
            const Theme& theme = lightTheme();
            const QImage image = picture(view, {1100, 500}, theme);
            const double forward = count_near(image, operationColour(OperationLook::forward, theme));
            const double backward = count_near(image, operationColour(OperationLook::backward, theme));
            const double idle = count_near(image, operationColour(OperationLook::bubble, theme));
            double busy = 0;
            for (const DeviceUse& use : timeline->devices)
                busy += use.busy / (8 * timeline->makespan);
            const double drawn = (forward + backward) / (forward + backward + idle);
            QVERIFY2(std::abs(drawn - busy) < 0.05,
                     qPrintable(QStringLiteral("%1 drawn, %2 busy").arg(drawn).arg(busy)));
            QVERIFY(backward > 1.6 * forward && backward < 2.4 * forward); // a backward takes two forwards
        }
    }

    void sharesAreThoseOfTheTimeAround() {
        using Bar = TimelineBar;
        const BarStyle forward = style_of(OperationLook::forward),
                       backward = style_of(OperationLook::backward);
        const std::vector<Bar> bars{
            {0, 1, 0, forward, false}, {1, 3, 1, backward, false}, {4, 5, 2, forward, false}};
        const auto shares = busy_shares(bars, work_sums(bars), 0.5, 2, 3, 1);
        QCOMPARE(shares[0].forward, 1.0);
        QCOMPARE(shares[1].backward, 1.0);
        QCOMPARE(shares[1].forward, 0.0);
        QCOMPARE(shares[2].forward, 1.0);
        QCOMPARE(busy_shares(bars, work_sums(bars), 10, 1, 2, 1)[1].forward, 0.0);
        TimelineRow row;
        row.bars = bars;
        QCOMPARE(median_block({row}), 1.0);
    }

    void coloursTellKindStageOrMicrobatch() {
        GanttView view;
        view.setTimelines({{QStringLiteral("a"), simulated(ScheduleKind::interleaved, 4, 8)}});
        const QSize size(1100, 420);
        // The two chunks of a device differ.
        QSet<QRgb> forwards;
        const auto made = make_schedule(ScheduleKind::interleaved, {4, 8, 2, 1});
        const Schedule& schedule = *made;
        const BarPalette palette(lightTheme());
        for (const Operation& o : schedule.operations())
            if (o.kind == OperationKind::forward)
                forwards << palette.brush(style_of(schedule, o, BarColours::kind)).color().rgb();
        QCOMPARE(forwards.size(), 2);
        for (const QRgb forward : forwards)
            QVERIFY(count_near(picture(view, size, lightTheme()), QColor(forward)) > 2000);
        QSignalSpy spy(&view, &GanttView::coloursChanged);
        QTest::keyClick(&view, Qt::Key_C);
        QCOMPARE(view.colours(), BarColours::stage);
        const QImage by_stage = picture(view, size, lightTheme());
        for (int stage = 0; stage < 8; ++stage) // backwards in the plain colour of their stage
            QVERIFY(count_near(by_stage, stageColour(stage)) > 500);
        QTest::keyClick(&view, Qt::Key_C);
        QCOMPARE(view.colours(), BarColours::microbatch);
        const QImage by_microbatch = picture(view, size, lightTheme());
        for (int microbatch = 0; microbatch < 8; ++microbatch)
            QVERIFY(count_near(by_microbatch, stageColour(microbatch)) > 500);
        QVERIFY(by_stage != by_microbatch);
        QTest::keyClick(&view, Qt::Key_C);
        QCOMPARE(view.colours(), BarColours::kind);
        QCOMPARE(spy.size(), 3);
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
            entries << GanttEntry{QStringLiteral("plan %1").arg(k),
                                  simulated(*schedule_named("gpipe"), 2, 4)};
        view.setTimelines(entries);
        QVERIFY(view.accessibleDescription().contains(QStringLiteral("plan 3")));
        QVERIFY(!view.accessibleDescription().contains(QStringLiteral("plan 4")));
        view.setTimelines({});
        QVERIFY(view.accessibleDescription().isEmpty());
    }

private:
    static const Theme& theme_of(bool dark) { return dark ? darkTheme() : lightTheme(); }

    void theTooltipTellsWhatPassesWaitFor() {
        Timeline timeline = *simulated(ScheduleKind::one_f_one_b, 2, 4);
        timeline.shares = {{"expert parallel", {0.3, 0.25}}, {"tensor parallel", {0.1, 0}}};
        QCOMPARE(sharesText(timeline, 0),
                 QStringLiteral("\nof forward and backward: expert parallel 30 %, tensor parallel 10 %"));
        QCOMPARE(sharesText(timeline, 1), QStringLiteral("\nof forward and backward: expert parallel 25 %"));
        QVERIFY(sharesText(timeline, 7).isEmpty());
        GanttView view;
        view.resize(800, 400);
        view.setTimelines({{{}, std::make_shared<const Timeline>(timeline), {}}});
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        auto* plot = view.findChild<QCustomPlot*>();
        QString tip;
        for (int y = 60; y < 360 && tip.isEmpty(); y += 5) {
            QTest::mouseMove(plot, QPoint(100, y));
            QCoreApplication::processEvents();
            tip = QToolTip::text();
        }
        QVERIFY2(tip.contains(QLatin1String("expert parallel 30 %")), qPrintable(tip));
    }
};

QTEST_MAIN(GanttViewTest)
#include "gantt_view_test.moc"
