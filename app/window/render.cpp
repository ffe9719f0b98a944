// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/render.h"

#include "app/lab/lab_panel.h"
#include "app/studies/studies.h"
#include "app/window/main_window.h"
#include "app/window/picture_export.h"
#include "app/window/startup.h"
#include "app/window/theme_choice.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/base/readable.h"
#include "core/plan/schedule_kind.h"
#include "widgets/cluster/gpus/gpu_groups.h"
#include "widgets/lab/hand/hand_order_editor.h"
#include "widgets/lab/lab_player.h"
#include "widgets/lab/lesson_page.h"
#include "widgets/lab/schedule_presets.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QEventLoop>
#include <QTimer>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace pipette {
namespace {

/// Runs the event loop until the window has nothing left to do.
void wait(MainWindow& window) {
    QEventLoop loop;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (window.idle())
            loop.quit();
    });
    poll.start(20);
    loop.exec();
}

/// Learns from the framework of which most measured runs tell their memory.
void train_on_most_runs(MainWindow& window) {
    std::map<std::string, int> peaks; // measured runs by framework: the most are learned from
    for (const MeasuredRun& run : window.evidence().runs())
        peaks[run.framework] += tells_memory(run);
    const auto most = std::max_element(peaks.begin(), peaks.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most != peaks.end() && most->second > 0)
        window.evidence().train(QString::fromStdString(most->first), MemoryTarget::residual);
}

/// Where pictures of one theme and size go: a folder for each scale.
struct Album {
    QSize window_size;
    std::vector<std::pair<QDir, double>> scales;

    void write(QWidget& view, const QString& name, QSize size) const {
        for (const auto& [folder, scale] : scales) {
            const QString path = folder.filePath(name + QStringLiteral(".png"));
            writePicture(view, path, size, {}, scale);
            std::printf("%s\n", qPrintable(path));
        }
    }
};

/// The best of ours and the baselines side by side.
void write_comparison(const Album& album, MainWindow& window) {
    std::vector<int> compared{0};
    const std::vector<PlanRow>& rows = window.document().table()->rows();
    for (std::size_t row = 1; row < rows.size() && compared.size() < 4; ++row)
        if (rows[row].current->planner != Planner::pipette)
            compared.push_back(static_cast<int>(row));
    window.views().candidates->model().setCompared(compared);
    for (const char* name : {"compare", "memory", "breakdown", "gantt"}) {
        const ViewSlot& slot = *window.views().find(QString::fromLatin1(name));
        window.workspaces().call(slot.id);
        wait(window);
        window.settle();
        wait(window);
        album.write(*slot.widget,
                    slot.id == QLatin1String("compare") ? slot.id : slot.id + QStringLiteral("_compared"),
                    window.size() / 2);
    }
}

/// Free play: an order by hand, one that deadlocks, and four schedules in step.
void write_orders(LabPanel& panel, const std::function<void()>& wait_for_all,
                  const std::function<void(const char*)>& write) {
    ScheduleLab& lab = panel.lab();
    lab.setShown(1, ScheduleLab::Shown::no);
    lab.setSchedule(0, ScheduleKind::one_f_one_b, {4, 6, 1, 1});
    wait_for_all();
    lab.orderByHand(0);
    lab.handOrder().reset(); // it goes on where the size before left it
    lab.handOrder().move({1, 3, 2});
    write("window_lab_order");
    lab.handOrder().move({3, 2, 0}); // the last device begins with the second microbatch
    lab.handOrder().move({2, 1, 2}); // which the one before it runs after the first one's gradient
    write("window_lab_deadlock");
    lab.handOrder().end();
    const std::vector<SchedulePreset>& presets = schedule_presets();
    const std::array kinds{presets[0].first.kind, presets[0].second->kind, presets[5].second->kind,
                           presets[1].first.kind};
    for (std::size_t k = 0; k < kinds.size(); ++k)
        lab.setSchedule(static_cast<int>(k), kinds[k], {4, 6, 1, 1});
    lab.setCurves({CurveOf::held, CurveOf::idle, CurveOf::links});
    wait_for_all();
    for (int step = 0; step < 30; ++step)
        lab.player().stepForward();
    write("window_lab_four");
    lab.setCurves({CurveOf::held}); // the next size begins as this one did
    lab.setPreset(0);
}

/// The lab's modes: a lesson with an answered question, a lesson on plans, and free play.
void write_lab(const Album& album, MainWindow& window) {
    window.workspaces().show(QStringLiteral("lab"));
    LabPanel& lab = *window.views().lab;
    const auto write = [&](const char* name) {
        wait(window);
        wait(window); // what has come is laid out
        album.write(window, QString::fromLatin1(name), window.size());
    };
    const auto answered = [&](const char* id) {
        lab.openLesson(QString::fromLatin1(id));
        wait(window);
        lab.lessons().page().choose(0);
        lab.lessons().page().goOn();
    };
    answered("02-one-forward-one-backward");
    write("window_lab_lesson");
    answered("08-unequal-links");
    write("window_lab_plans");
    lab.setMode(LabMode::free_play);
    write("window_lab_free_play");
    write_orders(
        lab, [&] { wait(window); }, write);
    lab.setMode(LabMode::lesson);
}

void write_pictures(MainWindow& window, const Album& album) {
    for (const Workspace& workspace : allWorkspaces()) {
        const QString id = QString::fromLatin1(workspace.id);
        window.workspaces().show(id);
        window.workspaces().reset();
        wait(window);
        window.resize(album.window_size); // while docks come and go they may need more
        wait(window);
        album.write(window,
                    &workspace == &allWorkspaces().front() ? QStringLiteral("window")
                                                           : QStringLiteral("window_") + id,
                    window.size());
    }
    write_lab(album, window);
    window.workspaces().show(QString::fromLatin1(allWorkspaces().front().id));
    for (const ViewSlot& slot : window.views().all()) {
        QDockWidget* dock = window.workspaces().call(slot.id);
        dock->setFloating(true);
        dock->show();
        dock->resize(window.size() / 2);
        QCoreApplication::sendPostedEvents();
        wait(window);
        album.write(*slot.widget, slot.id, slot.chart ? window.size() / 2 : slot.widget->size());
        dock->setFloating(false);
    }
    write_comparison(album, window);
    window.views().candidates->model().setCompared({});
}

/// So that links between views show: the first expert group where there are such, else the first GPU.
void choose_something(PlanDocument& document) {
    const Shown shown = document.shown();
    if (!shown.candidate)
        return;
    Selection next{document.selection().candidate, {shown.candidate->mapping.gpu_of_rank.front()}, 0, 0};
    const std::vector<Axis> axes = groupedAxes(shown);
    if (std::find(axes.begin(), axes.end(), axis::ep) != axes.end()) {
        next.gpus = GpuGroups(shown, axis::ep).gpus(0);
        next.grouping = axis::ep;
        next.replica = -1;
    }
    document.select(next);
}

/// Draws in each theme and size that is asked for; without any, in those that the window has.
void for_all_looks(MainWindow& window, const StartupOptions& options,
                   const std::function<void(const Album&)>& draw) {
    const QStringList themes = options.themes.isEmpty() ? QStringList(QString()) : options.themes;
    const QList<QSize> sizes = options.sizes.isEmpty() ? QList<QSize>{window.size()} : options.sizes;
    const QList<double> scales = options.scales.isEmpty() ? QList<double>{1} : options.scales;
    const bool one = themes.size() * sizes.size() * scales.size() == 1;
    const QPalette before = qApp->palette();
    for (const QString& theme : themes)
        for (const QSize& size : sizes) {
            if (themes.size() > 1)
                applyTheme(*qApp, kindOf(themeChoiceNamed(theme), before));
            for (int time = 0; time < 2; ++time) { // what is behind takes its new width when it shows
                for (const Workspace& workspace : allWorkspaces()) {
                    window.workspaces().show(QString::fromLatin1(workspace.id));
                    window.workspaces().reset(); // a view that was called in needs room
                }
                wait(window);
                window.resize(size);
            }
            window.settle();
            wait(window); // what has come is laid out
            Album album{size, {}};
            for (const double scale : scales) {
                QString name = filled(QStringLiteral("%1x%2"), size.width(), size.height());
                if (themes.size() > 1)
                    name += QLatin1Char('-') + theme;
                if (scales.size() > 1)
                    name += QLatin1Char('@') + QString::number(scale);
                const QDir root(options.render_folder);
                album.scales.emplace_back(one ? root : QDir(root.filePath(name)), scale);
                album.scales.back().first.mkpath(QStringLiteral("."));
            }
            draw(album);
        }
}

} // namespace

int renderAll(MainWindow& window, const StartupOptions& options) {
    window.answerQuestionsWith(QStringLiteral("take"));
    wait(window); // files are read on a worker
    if (!window.document().state().record() && window.document().setup().complete()) {
        window.planning().plan();
        wait(window);
    }
    if (!window.document().state().record() && window.workspaces().current() == QLatin1String("lab")) {
        for_all_looks(window, options, [&](const Album& album) { // a lesson needs no plan
            album.write(window, QStringLiteral("window_lab"), window.size());
        });
        return 0;
    }
    if (!window.document().state().record()) {
        std::fprintf(stderr, "pipette-planner: %s\n",
                     readable_lines(window.lastMessage().toStdString()).c_str());
        return 2;
    }
    choose_something(window.document());
    window.studies().run(); // where the files hold one
    train_on_most_runs(window);
    window.settle();
    wait(window);
    for_all_looks(window, options, [&](const Album& album) { write_pictures(window, album); });
    return window.document().table()->rows().empty() ? 1 : 0;
}

} // namespace pipette
