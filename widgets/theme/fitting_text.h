// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QFontMetricsF;
class QPainter;
class QRectF;

namespace pipette {

/// The longest of some texts, longest first, that is no wider than `room` pixels; empty: none is.
QString longestFit(const QStringList& texts, const QFontMetricsF& metrics, double room);

/// Draws the longest of some texts that fits into a line, left and in the middle, in the painter's font and
/// pen; cuts the shortest where none does. Nothing where a few letters have no room.
void paintLongest(QPainter& painter, const QRectF& line, const QStringList& texts);

} // namespace pipette
