// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/gpu_kind.h"
#include "core/formats/text/json_reader.h"

#include <nlohmann/json_fwd.hpp>

namespace pipette {

/// A GPU kind written out: name, architecture, memory_gib, hbm_gb_per_s, peak_tflops by precision, features,
/// exponentials_tera_per_s.
/// Throws InputError.
GpuKind gpu_kind_from_json(const JsonValue& value);
nlohmann::ordered_json gpu_kind_to_json(const GpuKind& kind);

} // namespace pipette
