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
/// Marks for the kind, broken, pinned and excluded on a GPU's square. GPUs of the cluster's first kind keep
/// their corners, those of the second have one cut off, those of the third two. `behind`: what the square
/// lies on.
void paintGpuMarks(QPainter& painter, const QRectF& square, const ShownGpus& gpus, int gpu,
                   const QColor& behind, const Theme& theme);

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
