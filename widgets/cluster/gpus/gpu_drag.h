// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/rank_grid.h"

#include <QMimeData>

#include <memory>
#include <optional>

class QWidget;

namespace pipette {

/// What a person carries from view to view: a GPU (with the block it belongs to, or its group along an axis)
/// or a whole node.
struct Carried {
    int gpu = -1;
    int node = -1;
    std::optional<Axis> along = {};
    bool operator==(const Carried&) const = default;
};

std::unique_ptr<QMimeData> toMime(const Carried& carried);
/// Empty when the data is not ours or its numbers lie outside the cluster's counts.
std::optional<Carried> fromMime(const QMimeData* data, int gpu_count, int node_count);
/// Drags from a view with a label beside the pointer; returns after the drop.
void startDrag(QWidget& source, const Carried& carried, const QString& label);

} // namespace pipette
