// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/transformer_model.h"
#include "widgets/commands/picker.h"

#include <QString>

#include <vector>

namespace pipette {

/// The family of a model by the beginning of its name: "Qwen" of qwen3-8b and qwen2.5-7b, "gpt-oss" of
/// gpt-oss-20b. A name that begins with no letter has none.
QString modelFamily(const QString& name);

/// Models to choose from, with their sizes: families by name, those of one model last and together, and in
/// each family the smallest model first.
std::vector<Pick> modelPicks(const std::vector<TransformerModel>& models);

} // namespace pipette
