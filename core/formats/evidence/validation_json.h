// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/protocol.h"

#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace pipette {

/// What `pipette validate --json` writes (help: formats.md): overall and groups by source, model and GPU,
/// errors as fractions; beside them the sources, what the memory filter refuses, every ranking and every run:
/// as it was predicted, or by its id as unclean or inexpressible. The report is of `runs`.
nlohmann::ordered_json validation_to_json(const std::vector<MeasuredRun>& runs,
                                          const ValidationReport& report);
/// What the protocol finds.
struct ProtocolTables {
    std::vector<LeftOut> sources;
    std::vector<UnseenModels> models;
    std::vector<MemoryTrial> memory;
};

/// The protocol's further tables: "leave_one_source_out", "leave_one_model_out", "memory_trials".
void add_protocol(nlohmann::ordered_json& json, const ProtocolTables& tables);

} // namespace pipette
