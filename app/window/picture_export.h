// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QSize>
#include <QString>

class QWidget;

namespace pipette {

/// Writes a picture of a view; the end of `path` chooses PNG, SVG or PDF. Charts are drawn anew in that size,
/// other widgets as they are. `note`: stands below it; may be empty. A PNG carries shownText() of the view as
/// its description, and has `scale` pixels for each of `size`. Throws InputError when the kind is unknown or
/// the file cannot be written.
void writePicture(QWidget& view, const QString& path, QSize size, const QString& note = {}, double scale = 1);

/// The same picture as an image, a pixel for each of `size`.
QImage pictureOf(QWidget& view, QSize size);

} // namespace pipette
