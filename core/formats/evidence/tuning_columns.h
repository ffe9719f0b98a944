// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/measured_run.h"
#include "core/formats/text/csv_table.h"

namespace pipette {

/// What is said of fine-tuning in columns of its own, else by words in the model's name or the notes. Where a
/// row does not say how long packed sequences are, attention counts over the whole of each. The run must have
/// its source and framework. Throws InputError, and Lacking for a row that says too little.
void set_tuning(MeasuredRun& run, const CsvTable& table, std::size_t row);

} // namespace pipette
