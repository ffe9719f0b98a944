// SPDX-License-Identifier: GPL-3.0-or-later
// How quick the window is: prints one line a figure, wall time and, in brackets, processor time of the
// window's thread where that is what the budget is about. Drawing is timed
// offscreen, in software. Arguments: the number of nodes to plan on, and the language of the window.
#include "app/files/recent_files.h"
#include "app/second/second_window.h"
#include "app/window/language.h"
#include "app/window/main_window.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/shipped_knowledge.h"
#include "tests/benchmarks/thread_clock.h"
#include "widgets/charts/chart_view.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <qcustomplot.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

using namespace pipette;

namespace {

/// Notes the longest stretch of the window's thread that was not painting.
class WatchedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override {
        const bool paints = event->type() == QEvent::Paint || event->type() == QEvent::UpdateRequest ||
                            event->type() == QEvent::Expose;
        if (paints && depth_ > 0 && !painting_) { // a progress bar draws itself at once
            painting_ = true;
            const double began = bench::thread_ms();
            const bool result = QApplication::notify(receiver, event);
            painting_ms += bench::thread_ms() - began;
            painting_ = false;
            return result;
        }
        if (depth_ > 0 || paints)
            return QApplication::notify(receiver, event);
        ++depth_;
        QElapsedTimer clock;
        clock.start();
        const double before = bench::thread_ms();
        painting_ms = 0;
        const QEvent::Type type = event->type();
        const char* whose = receiver->metaObject()->className();
        const bool result = QApplication::notify(receiver, event);
        longest_wall_ms = std::max(longest_wall_ms, static_cast<double>(clock.nsecsElapsed()) / 1e6);
        if (const double ms = bench::thread_ms() - before - painting_ms; ms > longest_ms) {
            longest_ms = ms;
            longest_type = type, longest_receiver = whose;
        }
        --depth_;
        return result;
    }
    double longest_ms = 0, longest_wall_ms = 0; ///< processor time, wall time
    double painting_ms = 0; ///< processor time that charts and widgets took to draw within an event
    int longest_type = 0;   ///< of event, by processor time
    const char* longest_receiver = "";

private:
    int depth_ = 0;
    bool painting_ = false;
};

double now_ms(const QElapsedTimer& clock) {
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

template <class Work>
void report(const std::string& name, int repeats, Work work) {
    std::vector<double> wall, processor;
    for (int i = 0; i < repeats; ++i) {
        QElapsedTimer clock;
        clock.start();
        const double before = bench::thread_ms();
        work();
        processor.push_back(bench::thread_ms() - before);
        wall.push_back(now_ms(clock));
    }
    for (auto* times : {&wall, &processor})
        std::nth_element(times->begin(), times->begin() + repeats / 2, times->end());
    const auto middle = static_cast<std::size_t>(repeats / 2);
    std::printf("%s %.2f ms (%.2f)\n", name.c_str(), wall[middle], processor[middle]);
}

double resident_mib() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.rfind("VmRSS:", 0) == 0)
            return std::stod(line.substr(6)) / 1024;
    return 0;
}

bool settle(MainWindow& window, int ms = 120000) {
    return QTest::qWaitFor([&] { return window.idle(); }, ms);
}

constexpr int longest_plan_ms = 40000; // then cancelled: the best so far is a plan too

/// The sample with its nodes repeated: links inside a copy as measured, between copies those of the sample's
/// neighbours.
std::shared_ptr<const Cluster> repeated(const Cluster& sample, int nodes) {
    Cluster parts = sample;
    parts.history = {};
    parts.nodes.clear();
    const int size = sample.node_count();
    for (int node = 0; node < nodes; ++node) {
        Node copy = sample.nodes[static_cast<std::size_t>(node % size)];
        copy.host += "-" + std::to_string(node / size);
        parts.nodes.push_back(copy);
    }
    const auto spread = [&](const BandwidthMatrix& from) {
        BandwidthMatrix matrix(nodes);
        for (int a = 0; a < nodes; ++a)
            for (int b = 0; b < nodes; ++b)
                if (a != b)
                    matrix.set(a, b, from.at(a % size, a % size == b % size ? (b + 1) % size : b % size));
        return matrix;
    };
    parts.inter_node.bandwidth = spread(sample.inter_node.bandwidth);
    if (!sample.inter_node.latency.empty())
        parts.inter_node.latency = spread(sample.inter_node.latency);
    return std::make_shared<const Cluster>(make_cluster(parts));
}

/// Each workspace entered from the one before it, until its views are laid out and drawn.
void bench_switches(MainWindow& window, const std::string& size) {
    const auto enter = [&window](const Workspace& workspace) {
        window.workspaces().show(QString::fromLatin1(workspace.id));
        QCoreApplication::processEvents();
        window.repaint();
    };
    for (const Workspace& workspace : allWorkspaces()) // as they are met the first time
        report(std::string("first_switch_to_") + workspace.id + "_" + size, 1, [&] { enter(workspace); });
    const Workspace* before = &allWorkspaces().back();
    for (const Workspace& workspace : allWorkspaces()) {
        std::vector<double> wall;
        for (int i = 0; i < 9; ++i) {
            enter(*before);
            QElapsedTimer clock;
            clock.start();
            enter(workspace);
            wall.push_back(now_ms(clock));
        }
        std::nth_element(wall.begin(), wall.begin() + 4, wall.end());
        std::printf("switch_to_%s_%s %.2f ms\n", workspace.id, size.c_str(), wall[4]);
        before = &workspace;
    }
}

/// A second window beside the first: until it shows, and what a drop costs then.
void bench_second_window(MainWindow& window, const MoveIntent& move, const std::string& size) {
    QElapsedTimer clock;
    clock.start();
    window.action(QStringLiteral("new-window"))->trigger();
    settle(window);
    window.second()->repaint();
    std::printf("second_window_opens_%s %.2f ms\n", size.c_str(), now_ms(clock));
    report("full_view_update_after_drop_in_two_windows_" + size, 9, [&] {
        window.edits().move(move);
        while (!window.idle())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 1000);
        window.repaint();
        window.second()->repaint();
    });
    window.second()->close();
}

/// Plans on `nodes` nodes; then hovers, drops, and draws every view.
void bench_cluster(WatchedApplication& application, const Cluster& sample, int nodes) {
    MainWindow window({core_planner(shipped_knowledge(), "test"), {}, false});
    window.resize(1920, 1080);
    window.show();
    DocumentState state;
    state.setup.cluster = repeated(sample, nodes);
    state.setup.model = load_model("gpt-7.5b");
    state.setup.job.global_batch = 2048;
    state.setup.job.sequence_length = state.setup.model.sequence_length;
    const int gpus = state.setup.cluster->gpu_count();
    window.document().load(state, {});
    settle(window);
    for (QCustomPlot* plot : window.findChildren<QCustomPlot*>()) { // draws when told, not in a paint event
        const auto began = std::make_shared<double>(0);
        QObject::connect(plot, &QCustomPlot::beforeReplot, plot, [began] { *began = bench::thread_ms(); });
        QObject::connect(plot, &QCustomPlot::afterReplot, plot,
                         [began, &application] { application.painting_ms += bench::thread_ms() - *began; });
    }
    application.longest_ms = application.longest_wall_ms = 0;
    QElapsedTimer clock;
    clock.start();
    window.planning().plan();
    const bool whole = settle(window, longest_plan_ms);
    if (!whole)
        window.planning().cancel();
    if (!settle(window) || window.document().table()->rows().empty()) {
        std::printf("%d GPUs: no plan\n", gpus);
        return;
    }
    std::printf("plan_in_window_%d_gpus %.0f ms%s\n", gpus, now_ms(clock), whole ? "" : ", cancelled");
    std::printf("longest_block_during_plan_%d_gpus %.2f ms (%.2f, event type %d of %s)\n", gpus,
                application.longest_wall_ms, application.longest_ms, application.longest_type,
                application.longest_receiver);
    const std::string size = std::to_string(gpus) + "_gpus";
    const auto candidate = window.document().table()->rows()[0].current;
    const auto& mapping = candidate->mapping.gpu_of_rank;
    const int last = mapping.back();
    QSignalSpy previews(&window.edits(), &HandEdits::previewReady);
    report("hover_preview_" + size, 15, [&] {
        const auto before = previews.size();
        window.edits().previewMove({{mapping.front()}, {last}});
        while (previews.size() == before)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 1000);
    });
    report("full_view_update_after_drop_" + size, 9, [&] {
        window.edits().move({{mapping.front()}, {last}});
        while (!window.idle())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 1000);
        window.repaint();
    });
    bench_second_window(window, {{mapping.front()}, {last}}, size);
    bench_switches(window, size);
    for (const ViewSlot& slot : window.views().all()) {
        if (!slot.chart)
            continue;
        window.settle();
        settle(window);
        QImage image(900, 600, QImage::Format_ARGB32_Premultiplied);
        report("replot_" + slot.id.toStdString() + "_" + size, 7, [&] {
            QPainter painter(&image);
            slot.chart->renderTo(&painter, image.size());
        });
    }
    std::printf("resident_memory_%d_gpus %.0f MiB\n", gpus, resident_mib());
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QElapsedTimer start;
    start.start();
    WatchedApplication application(argc, argv);
    if (argc > 2)
        speak(application, languageNamed(QString::fromLocal8Bit(argv[2])));
    applyTheme(application, ThemeKind::light);
    const Cluster sample = read_cluster(sampleCluster(QStringLiteral("a100_hdr_16x8")).toStdString());
    {
        MainWindow window({core_planner(shipped_knowledge(), "test"), {}, false});
        DocumentState state;
        state.setup.cluster = std::make_shared<const Cluster>(sample);
        state.setup.model = load_model("gpt-7.5b");
        state.setup.job.global_batch = 512;
        state.setup.job.sequence_length = state.setup.model.sequence_length;
        window.document().load(state, {});
        window.show();
        settle(window);
        std::printf("cold_start_to_usable_window %.0f ms\n", now_ms(start));
        window.planning().plan();
        settle(window);
        window.repaint();
        std::printf("cold_start_to_shown_plan %.0f ms\n", now_ms(start));
    }
    std::vector<int> sizes{16, 64, 128, 512};
    if (argc > 1)
        sizes.assign(1, std::atoi(argv[1]));
    for (const int nodes : sizes)
        bench_cluster(application, sample, nodes);
    return 0;
}
