// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
    QString theme;           ///< "light", "dark", "system" or empty: as last time
    QSize size;              ///< of the window; invalid: as last time
};

/// Reads the arguments; empty after --help or --version (which prints `version`). Throws InputError.
std::optional<StartupOptions> parseStartup(const QStringList& arguments, const QString& version);

class MainWindow;

/// Puts the cluster, model and job of the options into the document, or, when there are none, what a person
/// finds at the start: unsaved work of a crashed session, the last document, or the sample with its plan.
void openAtStart(MainWindow& window, const StartupOptions& options);

/// Plans, draws every view and the whole window into PNG files, prints their names; returns the exit status
/// of the command line (0 done, 1 nothing feasible, 2 bad input).
int renderAll(MainWindow& window, const StartupOptions& options);

} // namespace pipette
