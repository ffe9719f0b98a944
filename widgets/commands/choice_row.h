// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>

class QPainter;
class QStyleOptionViewItem;

namespace pipette {

// A row of a list to choose from: words at the left, what is said of them at the right, small and fainter.

/// Paints the row; words without room end in dots, and the row that is chosen has a bar and a ground.
void paintChoiceRow(QPainter& painter, const QStyleOptionViewItem& option, const QString& words,
                    const QString& side);
/// The room in which both stand whole.
QSize choiceRowSize(const QStyleOptionViewItem& option, const QString& words, const QString& side);

} // namespace pipette
