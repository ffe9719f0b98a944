// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/opening/open_format.h"

#include <filesystem>
#include <string>
#include <vector>

namespace pipette {

/// Reads files that a person opens at once: a plan document, a study, a lesson, a schedule, a lab, a cluster
/// file, a model file, measured runs, logs of a training or of a cluster; told apart by what is in them.
/// Files of one format are read together, in the order of OpenFormat::order. A plan, a study, a lesson, a
/// schedule or a lab is whole by itself and opens alone, or beside training logs; two clusters or two models
/// do not open together either. Throws InputError naming the file and what was expected; GpuKindNeeded where
/// logs do not say the kind of the nodes' GPUs and `gpu` is empty.
std::vector<OpenedFiles> open_files(const std::vector<std::filesystem::path>& paths,
                                    const std::string& gpu = {});

} // namespace pipette
