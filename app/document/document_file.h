// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_document.h"

#include <string>
#include <string_view>

namespace pipette {

/// The plan document (help: formats.md) with one member more, "window": pins, hand edits, the selected row,
/// scenarios, the studies with what was found, the memory estimator that was trained for it, and what has
/// been entered since the plan was made. `pipette export` and every other reader take it as any plan: the
/// candidates in it have the edited mappings. Throws InputError when there is no cluster yet.
std::string document_text(const DocumentState& state);

/// Reads it back; a document that `pipette plan` wrote is read too. Throws InputError.
DocumentState parse_document(std::string_view text, const std::string& file);

} // namespace pipette
