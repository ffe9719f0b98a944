// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/startup.h"

#include "app/files/recent_files.h"
#include "app/window/language.h"
#include "app/window/main_window.h"
#include "app/window/theme_choice.h"
#include "core/base/input_error.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/runs_csv.h"

#include <QCommandLineParser>
#include <QRegularExpression>

#include <cstdio>

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

/// The items of a list such as "light,dark"; throws InputError for an empty one.
QStringList listed(const QCommandLineParser& parser, const QString& option) {
    const QStringList items = parser.value(option).split(u',');
    if (parser.isSet(option) && items.contains(QString()))
        throw InputError("--" + option.toStdString(), {},
                         "is " + parser.value(option).toStdString() +
                             ", expected values with commas between");
    return parser.isSet(option) ? items : QStringList();
}

QSize sizeOf(const QString& text) {
    const auto match = QRegularExpression(QStringLiteral("^([0-9]{3,5})x([0-9]{3,5})$")).match(text);
    if (!match.hasMatch() || match.captured(1).toInt() > largest_side ||
        match.captured(2).toInt() > largest_side)
        throw InputError("--size", {},
                         "is " + text.toStdString() +
                             ", expected width x height such as 1280x800, 8192 each at most");
    return {match.captured(1).toInt(), match.captured(2).toInt()};
}

double scaleOf(const QString& text) {
    bool good = false;
    const double scale = text.toDouble(&good);
    if (!good || !(scale >= 0.5 && scale <= 4))
        throw InputError("--scale", {}, "is " + text.toStdString() + ", expected a number from 0.5 to 4");
    return scale;
}

/// How the window looks. Several sizes, scales and themes are for pictures alone.
void readLooks(const QCommandLineParser& parser, StartupOptions& options) {
    options.themes = listed(parser, QStringLiteral("theme"));
    for (const QString& theme : options.themes)
        if (nameOf(themeChoiceNamed(theme)) != theme)
            throw InputError("--theme", {}, "is " + theme.toStdString() + ", expected light, dark or system");
    options.language = parser.value(QStringLiteral("language"));
    if (parser.isSet(QStringLiteral("language")) && !languageChoices().contains(options.language))
        throw InputError("--language", {},
                         "is " + options.language.toStdString() + ", expected one of " +
                             languageChoices().join(QLatin1String(", ")).toStdString());
    for (const QString& size : listed(parser, QStringLiteral("size")))
        options.sizes << sizeOf(size);
    for (const QString& scale : listed(parser, QStringLiteral("scale")))
        options.scales << scaleOf(scale);
    if (options.render_folder.isEmpty() && (options.themes.size() > 1 || options.sizes.size() > 1))
        throw InputError(options.sizes.size() > 1 ? "--size" : "--theme", {},
                         "has several values, which only --render can draw");
    if (options.render_folder.isEmpty() && !options.scales.isEmpty())
        throw InputError("--scale", {}, "is of pictures, which only --render draws");
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
         {QStringLiteral("theme"),
          QStringLiteral("light, dark or system; with --render also several: light,dark."),
          QStringLiteral("theme")},
         {QStringLiteral("language"),
          QStringLiteral("Language of the window: %1.").arg(languageChoices().join(QLatin1String(", "))),
          QStringLiteral("language")},
         {QStringLiteral("size"),
          QStringLiteral("Size of the window, such as 1280x800; with --render also several."),
          QStringLiteral("WxH")},
         {QStringLiteral("scale"),
          QStringLiteral("With --render: pixels of a picture for each of the window's, such as 1,1.5,2."),
          QStringLiteral("factor")}});
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
    readLooks(parser, options);
    return options;
}

void openAtStart(MainWindow& window, const StartupOptions& options) {
    if (!options.runs.isEmpty() && !options.render_folder.isEmpty())
        (void)read_runs_csv({options.runs.toStdString()}); // nobody sees the window say what is wrong with it
    if (!options.runs.isEmpty())
        window.evidence().open({options.runs});
    const bool asked = !options.cluster.isEmpty() || !options.files.isEmpty() || !options.model.isEmpty();
    if (!asked && options.render_folder.isEmpty()) {
        if (window.store().autosave().recover())
            return;
        if (const QStringList plans = recentFiles(FileKind::plan); !plans.isEmpty())
            return window.openFiles({plans.front()});
    }
    DocumentState state;
    state.setup.model = load_model((options.model.isEmpty() ? default_model : options.model).toStdString());
    state.setup.job.global_batch = options.global_batch > 0 ? options.global_batch : default_global_batch;
    state.setup.job.sequence_length =
        options.sequence_length > 0 ? options.sequence_length : state.setup.model.sequence_length;
    const QString cluster = options.cluster.isEmpty() && options.files.isEmpty()
                                ? sampleCluster(default_sample)
                                : options.cluster;
    if (!cluster.isEmpty())
        state.setup.cluster = std::make_shared<const Cluster>(read_cluster(cluster.toStdString()));
    window.document().load(state, {});
    if (!options.files.isEmpty())
        window.openFiles(options.files);
    else
        window.planning().plan(Planning::By::program);
}

} // namespace pipette
