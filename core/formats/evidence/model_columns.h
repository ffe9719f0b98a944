// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/text/csv_table.h"
#include "core/workload/transformer_model.h"

#include <string>

namespace pipette {

/// The model of a run, by its columns; what they do not say is as its family has it. Throws InputError, and
/// Lacking for a row that says too little or what nothing here predicts.
TransformerModel model_of(const CsvTable& table, std::size_t row, std::string name);

} // namespace pipette
