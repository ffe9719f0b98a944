// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/language.h"
#include "app/window/main_window.h"
#include "app/window/quit_signals.h"
#include "app/window/render.h"
#include "app/window/startup.h"
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/evidence/shipped_knowledge.h"
#include "core/formats/text/temporary_file.h"
#include "widgets/theme/theme.h"

#include "pipette_commit.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

#include <cstdio>
#include <exception>
#include <optional>

using namespace pipette;

namespace {

/// Drawing without a display asks the platform for what only a screen has; that is nobody's concern.
void print_message(QtMsgType, const QMessageLogContext&, const QString& text) {
    if (!text.startsWith(QLatin1String("This plugin does not support")))
        std::fprintf(stderr, "%s\n", readable_lines(text.toStdString()).c_str());
}

QString versionText() {
    return QStringLiteral("pipette-planner " PIPETTE_VERSION " (commit " PIPETTE_COMMIT ")\n"
                          "Qt %1, QCustomPlot " QCUSTOMPLOT_VERSION_TEXT "\n"
                          "Licence GPL-3.0-or-later: free software without any warranty\n")
        .arg(QString::fromLatin1(qVersion()));
}

/// Where autosaves go; empty, and said so, when the home cannot be written: the planner works all the same.
QString stateFolder() {
    QString folder = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation);
    if (QDir().mkpath(folder) && QFileInfo(folder).isWritable())
        return folder;
    std::fprintf(stderr,
                 "pipette-planner: %s cannot be written: no autosave, and layout and recent files are not "
                 "remembered\n",
                 readable(folder.toStdString(), longest_shown_sentence).c_str());
    return {};
}

int run(QApplication& application) {
    const auto options = parseStartup(application.arguments(), versionText());
    if (!options)
        return 0;
    const bool picture = !options->render_folder.isEmpty();
    const QString language = !options->language.isEmpty() ? options->language
                             : picture                    ? languages().front().name
                                                          : rememberedLanguage();
    speak(application, languageNamed(language));
    const ThemeChoice theme =
        themeChoiceNamed(!options->themes.isEmpty() ? options->themes.front()
                         : picture                  ? nameOf(ThemeChoice::light)
                                                    : QSettings().value(QStringLiteral("theme")).toString());
    applyTheme(application, kindOf(theme, application.palette()));
    WindowOptions window_options;
    window_options.calls = core_planner(shipped_knowledge(), PIPETTE_PROGRAM);
    window_options.remember = !picture;
    window_options.theme = theme;
    if (!picture)
        window_options.state_folder = stateFolder();
    MainWindow window(std::move(window_options));
    std::optional<QuitSignals> signals_heard;
    if (!picture) {
        signals_heard.emplace();
        QObject::connect(&*signals_heard, &QuitSignals::received, &window, &MainWindow::keepAndEnd);
    }
    if (!options->sizes.isEmpty())
        window.setInitialSize(options->sizes.front());
    window.show();
    openAtStart(window, *options);
    if (!picture)
        window.greet();
    return picture ? renderAll(window, *options) : QApplication::exec();
}

} // namespace

int main(int argc, char** argv) {
    remove_temporary_files_at_signals();
    const bool display = qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
    if (!display && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (qEnvironmentVariable("QT_QPA_PLATFORM") == QLatin1String("offscreen"))
        qInstallMessageHandler(print_message);
    QApplication::setApplicationName(QStringLiteral("pipette-planner"));
    QApplication::setOrganizationName(QStringLiteral("pipette"));
    QApplication::setDesktopFileName(QStringLiteral("org.pipetteplanner.PipettePlanner"));
    QApplication application(argc, argv);
    try {
        return run(application);
    } catch (const InputError& error) {
        std::fprintf(stderr, "pipette-planner: %s\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "pipette-planner: internal error: %s\n", readable_lines(error.what()).c_str());
        return 3;
    }
}
