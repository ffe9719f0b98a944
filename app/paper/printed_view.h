// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;
class QWidget;

namespace pipette {

class Paper;

/// Puts a view on paper below its title: charts are drawn anew, as sharp as the printer draws; tables have
/// all their rows, forms and texts all that can be scrolled to. Other views are drawn as they are.
void printView(Paper& paper, QWidget& view, const QString& title);
/// Whether it shows anything but a hint how to fill it.
bool hasToPrint(QWidget& view);

} // namespace pipette
