// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_window.h"
#include "app/startup.h"
#include "core/base/input_error.h"
#include "widgets/theme.h"

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>

#include <cstdio>
#include <exception>

using namespace pipette;

namespace {

/// Drawing without a display asks the platform for what only a screen has; that is nobody's concern.
void print_message(QtMsgType, const QMessageLogContext&, const QString& text) {
    if (!text.startsWith(QLatin1String("This plugin does not support")))
        std::fprintf(stderr, "%s\n", qPrintable(text));
}

int run(QApplication& application) {
    const auto options = parseStartup(application.arguments());
    if (!options)
        return 0;
    const bool picture = !options->render_folder.isEmpty();
    const QString theme = !options->theme.isEmpty() ? options->theme
                          : picture                 ? QStringLiteral("light")
                                                    : QSettings().value(QStringLiteral("theme")).toString();
    applyTheme(application, theme == QLatin1String("dark") ? ThemeKind::dark : ThemeKind::light);
    WindowOptions window_options;
    window_options.calls = core_planner(shipped_knowledge());
    window_options.remember = !picture;
    if (!picture)
        window_options.state_folder = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation);
    MainWindow window(std::move(window_options));
    if (options->size.isValid())
        window.setInitialSize(options->size);
    window.show();
    openAtStart(window, *options);
    return picture ? renderAll(window, *options) : QApplication::exec();
}

} // namespace

int main(int argc, char** argv) {
    const bool display = qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
    if (!display && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (qEnvironmentVariable("QT_QPA_PLATFORM") == QLatin1String("offscreen"))
        qInstallMessageHandler(print_message);
    QApplication::setApplicationName(QStringLiteral("pipette-planner"));
    QApplication::setOrganizationName(QStringLiteral("pipette"));
    QApplication::setDesktopFileName(QStringLiteral("pipette-planner"));
    QApplication application(argc, argv);
    try {
        return run(application);
    } catch (const InputError& error) {
        std::fprintf(stderr, "pipette-planner: %s\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "pipette-planner: internal error: %s\n", error.what());
        return 3;
    }
}
