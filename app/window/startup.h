// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

namespace pipette {

/// What the command line asks for.
struct StartupOptions {
    QStringList files;       ///< opened as if dropped on the window
    QString cluster, model;  ///< file; preset or file
    QString runs;            ///< CSV of measured runs to validate on
    int global_batch = 0;    ///< 0: the default
    int sequence_length = 0; ///< 0: the model's
    QString render_folder;   ///< empty: a window for a person
    QStringList
        themes; ///< "light", "dark", "system"; empty: that of the last session. Pictures may have several
    QString language;     ///< "system", "en", "de", "zh_CN"; empty: that of the last session
    QList<QSize> sizes;   ///< of the window; empty: that of the last session. Pictures may have several
    QList<double> scales; ///< pixels of a picture for each of the window's; empty: 1
};

/// Reads the arguments; empty after --help or --version (which prints `version`). Throws InputError.
std::optional<StartupOptions> parseStartup(const QStringList& arguments, const QString& version);

class MainWindow;

/// Puts the cluster, model and job of the options into the document, or, when there are none, what a person
/// finds at the start: unsaved work of a crashed session, the last document, or the sample with its plan.
void openAtStart(MainWindow& window, const StartupOptions& options);

} // namespace pipette
