// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/transformer_model.h"

#include <string>
#include <string_view>

namespace pipette {

/// A model from Megatron-LM arguments as they stand in a launch script or argument file (--num-layers 24
/// ...); other arguments are passed over. Shell variables and lists of layers with experts other than
/// [0]*DENSE+[1]*EXPERTS are refused. Throws InputError with the line.
TransformerModel model_from_megatron_arguments(std::string_view text, const std::string& file,
                                               const std::string& name);

} // namespace pipette
