// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plans/compared_plan.h"

#include <QFont>
#include <QRectF>
#include <QSize>

#include <vector>

namespace pipette {

/// What the end of a row says of a stage's memory, where it has room: less where the bars need it.
enum class MemoryWords { nothing, figure, verdict };

/// Where the memory of each stage of some plans lies in a picture of one size. Plans stand side by side, in
/// several bands where there is no room for all. Rows keep a height in which their numbers can be read: they
/// scroll where a picture is too low.
class MemoryLayout {
public:
    /// `legend`: height that stays free at the lower edge. `scroll`: pixels, 0 or less.
    MemoryLayout(const std::vector<ComparedPlan>& plans, QSize size, const QFont& font, double legend,
                 double scroll);

    QRectF rows;       ///< the part of the picture that shows rows and headings
    double pitch = 1;  ///< height of a row
    double scroll = 0; ///< how far the rows are moved, 0 or less
    double most = 1;   ///< bytes at the end of a bar's room
    bool axis = false; ///< there is room for the GiB below the rows
    MemoryWords words = MemoryWords::verdict;

    int columns() const { return columns_; } ///< plans side by side
    double contentHeight() const { return content_; }
    QRectF headingOf(int plan) const; ///< line above its rows; empty where there is one plan
    QRectF rowOf(int plan, int stage) const;
    QRectF chipOf(const QRectF& row) const;  ///< the stage's number
    QRectF barOf(const QRectF& row) const;   ///< the room of its bar
    QRectF wordsOf(const QRectF& row) const; ///< the verdict and the figure
    QFont wordsFont() const;

private:
    void chooseWords();
    void choosePitch(const std::vector<ComparedPlan>& plans, double room, double line);

    QFont font_;
    int columns_ = 1;
    double column_ = 1, heading_ = 0, chip_ = 0, words_width_ = 0, content_ = 0;
    std::vector<double> bands_; ///< top of each, from the first
};

} // namespace pipette
