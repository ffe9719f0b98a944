// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/startup.h"

#include "app/files/recent_files.h"
#include "app/lab/lab_panel.h"
#include "app/studies/studies.h"
#include "app/window/main_window.h"
#include "app/window/picture_export.h"
#include "app/window/theme_choice.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/runs_csv.h"
#include "core/plan/schedule_kind.h"
#include "widgets/cluster/gpu_groups.h"
#include "widgets/lab/hand/hand_order_editor.h"
#include "widgets/lab/lab_player.h"
#include "widgets/lab/lesson_page.h"
#include "widgets/lab/schedule_presets.h"
#include "widgets/plans/candidates_view.h"

#include <QCommandLineParser>
#include <QDir>
#include <QDockWidget>
#include <QEventLoop>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTimer>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <vector>

namespace pipette {
namespace {

const auto default_model = QStringLiteral("gpt-7.5b");
constexpr int default_global_batch = 512, largest_side = 8192;
const auto default_sample = QStringLiteral("a100_hdr_16x8");

int positive(const QCommandLineParser& parser, const QString& option) {
    if (!parser.isSet(option))
        return 0;
    bool good = false;
    const int value = parser.value(option).toInt(&good);
    if (!good || value < 1)
        throw InputError("--" + option.toStdString(), {},
                         "is " + parser.value(option).toStdString() + ", expected a positive number");
    return value;
}

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

void write_picture(const QDir& folder, QWidget& view, const QString& name, QSize size) {
    const QString path = folder.filePath(name + QStringLiteral(".png"));
    writePicture(view, path, size);
    std::printf("%s\n", qPrintable(path));
}

/// The best of ours and the baselines side by side.
void write_comparison(const QDir& folder, MainWindow& window) {
    std::vector<int> compared{0};
    const std::vector<PlanRow>& rows = window.document().rows();
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
        write_picture(folder, *slot.widget,
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
}

/// The lab's modes: a lesson with an answered question, a lesson on plans, and free play.
void write_lab(const QDir& folder, MainWindow& window) {
    window.workspaces().show(QStringLiteral("lab"));
    LabPanel& lab = *window.views().lab;
    const auto write = [&](const char* name) {
        wait(window);
        wait(window); // what has come is laid out
        write_picture(folder, window, QString::fromLatin1(name), window.size());
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

void write_pictures(MainWindow& window, const QDir& folder) {
    folder.mkpath(QStringLiteral("."));
    for (const Workspace& workspace : allWorkspaces()) {
        const QString id = QString::fromLatin1(workspace.id);
        window.workspaces().show(id);
        wait(window);
        write_picture(folder, window,
                      &workspace == &allWorkspaces().front() ? QStringLiteral("window")
                                                             : QStringLiteral("window_") + id,
                      window.size());
    }
    write_lab(folder, window);
    window.workspaces().show(QString::fromLatin1(allWorkspaces().front().id));
    for (const ViewSlot& slot : window.views().all()) {
        QDockWidget* dock = window.workspaces().call(slot.id);
        dock->setFloating(true);
        dock->show();
        dock->resize(window.size() / 2);
        QCoreApplication::sendPostedEvents();
        wait(window);
        write_picture(folder, *slot.widget, slot.id, slot.chart ? window.size() / 2 : slot.widget->size());
    }
    write_comparison(folder, window);
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

} // namespace

std::optional<StartupOptions> parseStartup(const QStringList& arguments, const QString& version_text) {
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Plans parallel training of large language models on measured GPU clusters."));
    parser.addPositionalArgument(
        QStringLiteral("files"),
        QStringLiteral("Plans, clusters, models, lessons, schedules or measured logs to open."),
        QStringLiteral("[files...]"));
    const QCommandLineOption help = parser.addHelpOption(), version = parser.addVersionOption();
    parser.addOptions(
        {{QStringLiteral("cluster"), QStringLiteral("Cluster file."), QStringLiteral("file")},
         {QStringLiteral("model"), QStringLiteral("Model preset, model file or Hugging Face config.json."),
          QStringLiteral("model")},
         {QStringLiteral("global-batch"), QStringLiteral("Sequences an iteration."), QStringLiteral("n")},
         {QStringLiteral("sequence-length"), QStringLiteral("Tokens a sequence."), QStringLiteral("n")},
         {QStringLiteral("runs"), QStringLiteral("CSV of measured runs to compare the estimates with."),
          QStringLiteral("file")},
         {QStringLiteral("render"),
          QStringLiteral("Draw every view into PNG files in this folder, without a display."),
          QStringLiteral("folder")},
         {QStringLiteral("theme"), QStringLiteral("light, dark or system."), QStringLiteral("theme")},
         {QStringLiteral("size"), QStringLiteral("Size of the window, such as 1280x800."),
          QStringLiteral("WxH")}});
    if (!parser.parse(arguments))
        throw InputError(parser.unknownOptionNames().isEmpty()
                             ? "arguments"
                             : "--" + parser.unknownOptionNames().front().toStdString(),
                         {}, parser.errorText().toStdString());
    if (parser.isSet(help) || parser.isSet(version)) {
        std::fputs(qPrintable(parser.isSet(help) ? parser.helpText() : version_text), stdout);
        return std::nullopt;
    }
    StartupOptions options;
    options.files = parser.positionalArguments();
    options.cluster = parser.value(QStringLiteral("cluster"));
    options.model = parser.value(QStringLiteral("model"));
    options.runs = parser.value(QStringLiteral("runs"));
    options.global_batch = positive(parser, QStringLiteral("global-batch"));
    options.sequence_length = positive(parser, QStringLiteral("sequence-length"));
    options.render_folder = parser.value(QStringLiteral("render"));
    if (parser.isSet(QStringLiteral("render")) && options.render_folder.isEmpty())
        throw InputError("--render", {}, "is empty, expected a folder");
    options.theme = parser.value(QStringLiteral("theme"));
    if (!options.theme.isEmpty() && nameOf(themeChoiceNamed(options.theme)) != options.theme)
        throw InputError("--theme", {},
                         "is " + options.theme.toStdString() + ", expected light, dark or system");
    if (parser.isSet(QStringLiteral("size"))) {
        const auto match = QRegularExpression(QStringLiteral("^([0-9]{3,5})x([0-9]{3,5})$"))
                               .match(parser.value(QStringLiteral("size")));
        if (!match.hasMatch() || match.captured(1).toInt() > largest_side ||
            match.captured(2).toInt() > largest_side)
            throw InputError("--size", {},
                             "is " + parser.value(QStringLiteral("size")).toStdString() +
                                 ", expected width x height such as 1280x800, 8192 each at most");
        options.size = QSize(match.captured(1).toInt(), match.captured(2).toInt());
    }
    return options;
}

void openAtStart(MainWindow& window, const StartupOptions& options) {
    if (!options.runs.isEmpty() && !options.render_folder.isEmpty())
        (void)read_runs_csv({options.runs.toStdString()}); // nobody sees the window say what is wrong with it
    if (!options.runs.isEmpty())
        window.evidence().open({options.runs});
    const bool asked = !options.cluster.isEmpty() || !options.files.isEmpty() || !options.model.isEmpty();
    if (!asked && options.render_folder.isEmpty()) {
        if (window.store().recover())
            return;
        if (const QStringList plans = recentFiles(FileKind::plan); !plans.isEmpty())
            return window.openFiles({plans.front()});
    }
    PlanDocument::Content content;
    content.setup.model = load_model((options.model.isEmpty() ? default_model : options.model).toStdString());
    content.setup.job.global_batch = options.global_batch > 0 ? options.global_batch : default_global_batch;
    content.setup.job.sequence_length =
        options.sequence_length > 0 ? options.sequence_length : content.setup.model.sequence_length;
    const QString cluster = options.cluster.isEmpty() && options.files.isEmpty()
                                ? sampleCluster(default_sample)
                                : options.cluster;
    if (!cluster.isEmpty())
        content.setup.cluster = std::make_shared<const Cluster>(read_cluster(cluster.toStdString()));
    window.document().load(content, {});
    if (!options.files.isEmpty())
        window.openFiles(options.files);
    else
        window.planning().plan(Planning::By::program);
}

int renderAll(MainWindow& window, const StartupOptions& options) {
    window.answerQuestionsWith(QStringLiteral("take"));
    wait(window); // files are read on a worker
    if (!window.document().record() && window.document().setup().complete()) {
        window.planning().plan();
        wait(window);
    }
    if (!window.document().record() && window.workspaces().current() == QLatin1String("lab")) {
        const QDir folder(options.render_folder); // a lesson needs no plan
        folder.mkpath(QStringLiteral("."));
        wait(window); // what has come is laid out
        write_picture(folder, window, QStringLiteral("window_lab"), window.size());
        return 0;
    }
    if (!window.document().record()) {
        std::fprintf(stderr, "pipette-planner: %s\n",
                     readable_lines(window.lastMessage().toStdString()).c_str());
        return 2;
    }
    choose_something(window.document());
    window.studies().run(); // where the files hold one
    train_on_most_runs(window);
    window.settle();
    wait(window);
    write_pictures(window, QDir(options.render_folder));
    return window.document().rows().empty() ? 1 : 0;
}

} // namespace pipette
