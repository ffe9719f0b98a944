// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/transformer_model.h"

#include <string>
#include <string_view>

namespace pipette {

/// A model from Megatron-LM arguments as they stand in a launch script or argument file (--num-layers 24
/// ...); other arguments are passed over. Experts, shell variables and head sizes other than hidden/heads are
/// refused. Throws InputError with the line.
TransformerModel model_from_megatron_arguments(std::string_view text, const std::string& file,
                                               const std::string& name);

} // namespace pipette
