// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QStaticText>

#include <vector>

class QBrush;
class QColor;
class QPainter;
class QRectF;

namespace pipette {

struct Theme;
class ShownGpus;

/// A square with an edge a pixel wide: two fills, for stroking thousands of edges takes too long.
void paintSquare(QPainter& painter, const QRectF& square, const QBrush& fill, const QColor& edge);
/// Marks for broken, pinned and excluded on a GPU's square.
void paintGpuMarks(QPainter& painter, const QRectF& square, const ShownGpus& gpus, int gpu,
                   const Theme& theme);

/// Numbers on squares, laid out once for all GPUs and all frames.
class NumberTexts {
public:
    /// A number in the middle of a square, where it fits.
    void paint(QPainter& painter, const QRectF& square, int number);
    /// The same in the colour that reads best on `under`, kept clear of its pattern.
    void paintOn(QPainter& painter, const QRectF& square, int number, const QBrush& under);

private:
    std::vector<QStaticText> texts_; ///< by number, in font_
    QFont font_;
};

} // namespace pipette
