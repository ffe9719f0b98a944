// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_table.h"

namespace pipette {

struct TopologyContent;

/// A row for each GPU: where it stands, what it runs, its state, the slowest link of its node, its faults.
/// The table asks `content` whenever a cell is looked at.
ChartTable::Content topologyTable(const TopologyContent& content);

} // namespace pipette
