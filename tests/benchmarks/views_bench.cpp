// SPDX-License-Identifier: GPL-3.0-or-later
// How long a frame of each view takes while a person pans or a drop changes the plan: median of many, in ms
// of the thread's processor time and of wall time. An argument names the views to draw: views_bench board
// Budget: 16 ms a frame for a 4096 x 4096 heatmap and a topology of 4096 GPUs.
#include "tests/benchmarks/thread_clock.h"
#include "tests/widgets/demo_data.h"
#include "widgets/board/assignment_board.h"
#include "widgets/cluster/heatmap/heatmap_view.h"
#include "widgets/cluster/topology/topology_view.h"
#include "widgets/pipeline/memory_bars.h"
#include "widgets/plans/breakdown_view.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>

using namespace pipette;

namespace {

constexpr int frames = 31;

std::string wanted;

void report(const std::string& name, const std::function<void(int frame)>& work) {
    std::vector<double> processor, wall;
    for (int frame = 0; frame < frames; ++frame) {
        QElapsedTimer timer;
        timer.start();
        const double before = bench::thread_ms();
        work(frame);
        processor.push_back(bench::thread_ms() - before);
        wall.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    }
    for (auto* times : {&processor, &wall})
        std::nth_element(times->begin(), times->begin() + frames / 2, times->end());
    std::printf("%-44s %8.2f ms (wall %.2f)\n", name.c_str(), processor[frames / 2], wall[frames / 2]);
}

void paint(ChartView& view, QImage& screen) {
    QPainter painter(&screen);
    view.renderTo(&painter, screen.size());
}

template <class View>
void replots(const std::string& name, const Shown& shown, QImage& screen) {
    if (name.find(wanted) == std::string::npos)
        return;
    View view;
    view.resize(screen.size());
    view.setShown(shown);
    paint(view, screen);
    report(name + " replot", [&](int) { paint(view, screen); });
    Shown other = shown;
    report(name + " after a drop", [&](int) {
        other.candidate = std::make_shared<const Candidate>(*other.candidate);
        view.setShown(other);
        paint(view, screen);
    });
}

void allViews(const std::string& size, const Shown& shown, QImage& screen) {
    replots<TopologyView>("topology " + size, shown, screen);
    replots<AssignmentBoard>("board " + size, shown, screen);
    replots<HeatmapView>("heatmap of nodes " + size, shown, screen);
    replots<MemoryBars>("memory bars " + size, shown, screen);
    replots<BreakdownView>("breakdown " + size, shown, screen);
}

} // namespace

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    applyTheme(app, ThemeKind::light);
    if (argc > 1)
        wanted = argv[1];
    QImage screen(1600, 1000, QImage::Format_RGB32);
    allViews("128 GPUs", demo::shown(16, 8, 8, 8, 2), screen);
    allViews("512 GPUs", demo::shown(64, 8, 8, 8, 8), screen);
    const Shown large = demo::shown(512, 8, 16, 8, 32, MatrixBetween::gpus);
    replots<TopologyView>("topology 4096 GPUs", large, screen);
    replots<TopologyView>("topology of 1024 nodes", demo::shown(1024, 8, 16, 8, 64), screen);
    replots<TopologyView>("topology of 8192 nodes", demo::shown(8192, 8, 16, 8, 512), screen);
    replots<AssignmentBoard>("board 4096 GPUs", large, screen);
    if (std::string("heatmap").find(wanted) == std::string::npos)
        return 0;
    HeatmapView heatmap;
    heatmap.resize(screen.size());
    heatmap.setShown(large);
    for (const int across : {4096, 1000, 100}) {
        heatmap.zoomTo(0, 0, across);
        report("heatmap 4096 x 4096 pan, " + std::to_string(across) + " across", [&](int frame) {
            heatmap.zoomTo(frame * 20, frame * 30, across);
            paint(heatmap, screen);
        });
    }
    return 0;
}
