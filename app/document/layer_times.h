// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace pipette {

class PlanDocument;

/// Times of layers that a person measured are of one model on one kind of GPU: they go where another of these
/// comes, as a part of the same step of undo.
void forget_layer_times(PlanDocument& document);

} // namespace pipette
