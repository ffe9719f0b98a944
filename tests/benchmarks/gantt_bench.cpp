// SPDX-License-Identifier: GPL-3.0-or-later
// Processor time of a frame of the Gantt chart with a million bars, operations and sends together (median and
// least, in ms), whole and zoomed in while panning, on many devices and on few. Budget:
// 16 ms.
#include "core/schedule/schedule_family.h"
#include "core/schedule/simulator.h"
#include "core/schedule/stage_times.h"
#include "widgets/pipeline/gantt_view.h"

#include <QApplication>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <qcustomplot.h>

using namespace pipette;

namespace {

constexpr int frames = 21;

void report(const char* name, QCustomPlot& plot, double zoom) {
    const double whole = plot.xAxis->range().upper;
    plot.xAxis->setRange(whole * 0.4, whole * (0.4 + zoom));
    std::vector<double> times;
    for (int frame = 0; frame < frames; ++frame) {
        plot.xAxis->moveRange(whole * zoom * 0.01);
        const std::clock_t start = std::clock(); // not the wall's: another program may run
        plot.replot(QCustomPlot::rpImmediateRefresh);
        times.push_back(static_cast<double>(std::clock() - start) * 1e3 / CLOCKS_PER_SEC);
    }
    plot.xAxis->setRange(0, whole);
    std::sort(times.begin(), times.end());
    std::printf("%-44s %8.2f ms, at least %8.2f ms\n", name, times[frames / 2], times.front());
}

void measure(int devices, int microbatches) {
    Simulator simulator(make_schedule(ScheduleKind::one_f_one_b, {devices, microbatches, 1, 1}));
    DeviceTimes given;
    given.link = {0.1};
    simulator.run(StageTimes(given, simulator.schedule()).view(), P2p::overlapped);
    const auto timeline = std::make_shared<const Timeline>(simulator.timeline());
    std::printf("%d devices, %zu bars\n", devices, timeline->start.size() + timeline->sends.size());
    GanttView view;
    view.resize(1600, 900);
    view.show();
    view.setTimelines({{QStringLiteral("1F1B"), timeline}});
    QCoreApplication::processEvents();
    auto& plot = *view.findChild<QCustomPlot*>();
    report("all of it", plot, 0.6);
    report("a tenth of the time", plot, 0.1);
    report("a hundredth of the time", plot, 0.01);
    report("a thousandth of the time", plot, 0.001);
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    measure(256, 1024);
    measure(16, 16384);
    return 0;
}
