// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace pipette {

class MainWindow;
struct StartupOptions;

/// Plans, draws every view, every workspace and the lab's modes into PNG files, and prints their names. Where
/// several themes, sizes or scales are asked for, each has a folder of its own, such as "1280x800-dark@2".
/// Returns the exit status of the command line (0 done, 1 nothing feasible, 2 bad input).
int renderAll(MainWindow& window, const StartupOptions& options);

} // namespace pipette
