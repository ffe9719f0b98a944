// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/answer/answer.h"

#include <optional>

namespace pipette {

struct LogsShown;

/// What the first line says of training logs: of the run that exceeds what it is held against most, by how
/// much, since when and in which part. None: no log is open.
std::optional<Answer> answerOf(const LogsShown& logs);

} // namespace pipette
