// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/bar_columns.h"

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

// A colour over nothing, as far as `part` of the pixel is covered.
QRgb covered(QRgb colour, float part) {
    const auto alpha = static_cast<unsigned>(part * 255.0f + 0.5f);
    const auto scaled = [alpha](unsigned channel) { return (channel * alpha + 127) / 255; };
    return alpha << 24 | scaled(qRed(colour)) << 16 | scaled(qGreen(colour)) << 8 | scaled(qBlue(colour));
}

} // namespace

void BarColumns::begin(QSize size) {
    if (size.isEmpty()) // a chart that is not laid out yet
        size = QSize(0, 0);
    if (image_.size() != size) {
        image_ = QImage(size, QImage::Format_ARGB32_Premultiplied);
        columns_.assign(static_cast<std::size_t>(size.width()), {});
        colours_.assign(columns_.size(), 0);
        heights_.assign(columns_.size(), 0);
        first_ = 0, last_ = -1; // of a row of the former size
        drawn_ = true;
    }
    if (drawn_)
        image_.fill(0);
    drawn_ = false;
}

void BarColumns::beginRow() {
    if (last_ >= first_)
        std::fill(columns_.begin() + first_, columns_.begin() + last_ + 1, Column{});
    first_ = static_cast<int>(columns_.size()), last_ = -1;
}

void BarColumns::add(Column& column, float share, QRgb colour) {
    column.share += share;
    column.red += share * static_cast<float>(qRed(colour));
    column.green += share * static_cast<float>(qGreen(colour));
    column.blue += share * static_cast<float>(qBlue(colour));
}

void BarColumns::fill(double from, double to, QRgb colour) {
    from = std::max(from, 0.0);
    to = std::min(to, static_cast<double>(columns_.size()));
    if (!(to > from))
        return;
    const int begin = static_cast<int>(from), end = std::min(static_cast<int>(to), image_.width() - 1);
    first_ = std::min(first_, begin), last_ = std::max(last_, end);
    Column* const column = columns_.data();
    if (begin == end) {
        add(column[begin], static_cast<float>(to - from), colour);
        return;
    }
    add(column[begin], static_cast<float>(begin + 1 - from), colour);
    const Column whole{1, static_cast<float>(qRed(colour)), static_cast<float>(qGreen(colour)),
                       static_cast<float>(qBlue(colour))};
    for (int c = begin + 1; c < end; ++c)
        column[c] = whole; // bars are disjoint: nothing else is there
    add(column[end], static_cast<float>(to - end), colour);
}

void BarColumns::fillColumn(int column, double share, QRgb colour) {
    if (column < 0 || column >= image_.width())
        return;
    first_ = std::min(first_, column), last_ = std::max(last_, column);
    add(columns_[static_cast<std::size_t>(column)], static_cast<float>(share), colour);
}

void BarColumns::endRow(double top, double bottom, double least) {
    const int above = std::max(0, static_cast<int>(std::lround(top)));
    const int below = std::min(image_.height(), std::max(above + 1, static_cast<int>(std::lround(bottom))));
    if (last_ < first_ || below <= above)
        return;
    drawn_ = true;
    const auto height = static_cast<float>(below - above);
    const float lowest = std::max(1.0f, static_cast<float>(least) * height); // pixels
    for (int c = first_; c <= last_; ++c) {
        const auto k = static_cast<std::size_t>(c);
        const Column& column = columns_[k];
        if (column.share < 1e-6f) {
            heights_[k] = 0;
            continue;
        }
        const float scale = 1 / column.share;
        // A row of one pixel shows its idle time by fading.
        heights_[k] = height > 1 ? std::clamp(column.share * height, lowest, height)
                                 : std::clamp(column.share, 0.25f, 1.0f);
        colours_[k] = qRgb(static_cast<int>(column.red * scale), static_cast<int>(column.green * scale),
                           static_cast<int>(column.blue * scale));
    }
    for (int y = below - 1, up = 0; y >= above; --y, ++up) {
        auto* const line = reinterpret_cast<QRgb*>(image_.scanLine(y));
        const auto reached = static_cast<float>(up);
        for (int c = first_; c <= last_; ++c) {
            const auto k = static_cast<std::size_t>(c);
            const float part = heights_[k] - reached;
            if (part >= 1)
                line[c] = colours_[k];
            else if (part > 0)
                line[c] = covered(colours_[k], part);
        }
    }
}

void BarColumns::underline(double from, double to, double bottom, QRgb colour) {
    const int y = static_cast<int>(std::lround(bottom)) - 1;
    if (y < 0 || y >= image_.height())
        return;
    auto* const line = reinterpret_cast<QRgb*>(image_.scanLine(y));
    const int begin = std::max(0, static_cast<int>(from)),
              end = std::min(image_.width(), static_cast<int>(std::ceil(to)));
    for (int c = begin; c < end; ++c)
        line[c] = colour;
}

} // namespace pipette
