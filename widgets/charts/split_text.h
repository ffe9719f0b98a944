// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <string>

namespace pipette {

/// The name of a configuration (short_name()) as tables draw it, in two parts: how the GPUs are split,
/// "pp 8 · tp 1 · dp 16", and the options, "v 2 · mb 1 · full-recompute". The second leaves out a pipeline
/// schedule that vpp tells, and the list of layers.
QStringList splitText(const std::string& name);
/// Both parts in one line.
QString splitLine(const std::string& name);

} // namespace pipette
