// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/gpu_kind.h"
#include "core/formats/text/json_reader.h"

#include <nlohmann/json_fwd.hpp>

namespace pipette {

/// host_memory_gib, host_link and host_update_gparam_per_s of a node kind or a GPU kind; each may be absent.
/// An older host_link_gb_per_s counts both ways. Throws InputError.
Host host_from_json(const JsonValue& value);
void add_host(nlohmann::ordered_json& json, const Host& host); ///< nothing for what is not known

/// A GPU kind written out: name, architecture, memory_gib, hbm_gb_per_s, peak_tflops by precision, features,
/// exponentials_tera_per_s, and its host.
/// Throws InputError.
GpuKind gpu_kind_from_json(const JsonValue& value);
nlohmann::ordered_json gpu_kind_to_json(const GpuKind& kind);

} // namespace pipette
