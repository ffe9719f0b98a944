// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reports/report.h"

namespace pipette {

// One step as charts and a table, for paper and for readers without scripts.

/// What every device does in one iteration: blocks where they are wide enough to be told apart, else how busy
/// it is in each moment, as height.
ReportChart gantt_chart(const ReportStep& step);

/// Memory of the fullest device over the step where it is known, else the microbatches of a device's whole
/// share that it holds.
ReportChart held_chart(const ReportStep& step);

/// The figures of every device.
ReportTable step_table(const ReportStep& step);

} // namespace pipette
