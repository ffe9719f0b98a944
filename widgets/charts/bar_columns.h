// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/bar_palette.h"

#include <QImage>

#include <cstdint>
#include <vector>

namespace pipette {

/// Bars of a Gantt chart too small to be drawn one by one, as pixels: each column of a row is as high as its
/// time is filled, in the mean colour of what fills it, so that neither idle time nor the mixture of work is
/// lost at any zoom. Takes time by pixels and visible bars, with no rectangle for the painter. Positions are
/// in pixels of the device from the top left of the chart.
class BarColumns {
public:
    /// Starts a picture of that size, empty. Memory is kept from frame to frame.
    void begin(QSize size);

    /// Starts a row.
    void beginRow();
    /// Fills `from` to `to` (a column is 1 wide) of the row with a colour; parts outside are cut.
    void fill(double from, double to, QRgb colour);
    /// The same for one column that is filled by `share`, 0 to 1, in a colour that is there many times.
    void fillColumn(int column, double share, QRgb colour);
    /// Draws the row between two heights; columns grow from the bottom. What is filled at all keeps at least
    /// `least` of the height.
    void endRow(double top, double bottom, double least);
    /// Underlines `from` to `to` of the last row.
    void underline(double from, double to, double bottom, QRgb colour);

    bool empty() const { return !drawn_; }
    const QImage& image() const { return image_; }

private:
    struct Column {
        float share = 0, red = 0, green = 0, blue = 0;
    };
    void add(Column& column, float share, QRgb colour);

    QImage image_;
    std::vector<Column> columns_;
    std::vector<QRgb> colours_; // of the row, by column
    std::vector<float> heights_;
    int first_ = 0, last_ = -1; // columns that the row touches
    bool drawn_ = false;
};

} // namespace pipette
