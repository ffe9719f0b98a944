// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plans/shown.h"

#include <QString>

class QPainter;
class QRectF;
class QWidget;

namespace pipette {

/// The whole answer in a line, for screen readers.
QString previewText(const DropPreview& preview);
/// A plate with the change in time, its parts and what would move, beside the place of the drop (`target`),
/// inside `view`.
void paintPreview(QPainter& painter, const QWidget& view, const QRectF& target, const DropPreview& preview);

} // namespace pipette
