// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/report_chart.h"

#include <optional>
#include <utility>
#include <vector>

namespace pipette {

/// Where words may stand in a chart: on no line, on no dot, on no other words, and inside its edges.
class LabelRoom {
public:
    /// A place of the words: of their baseline, by its start, middle or end.
    struct Spot {
        double x = 0, y = 0;
        ChartLabel::Anchor anchor = ChartLabel::Anchor::start;
    };

    LabelRoom(double left, double top, double right, double bottom);

    void keep_free(double x, double y, double radius); ///< a dot
    void keep_free(const std::vector<ChartPoint>& line);

    /// Adds the words at the first of these places that is free; returns false, and adds nothing, where none
    /// is.
    bool add(ChartShapes& shapes, ChartLabel label, const std::vector<Spot>& spots) {
        return place(shapes, std::move(label), spots, {});
    }
    /// The same beside a dot, on whichever side is free and no other dot is about as near.
    bool add_beside(ChartShapes& shapes, const ChartDot& dot, ChartLabel label);

private:
    struct Box {
        double left, top, right, bottom;
    };
    /// `of_dot`: the dot that the words belong to, if any.
    bool place(ChartShapes& shapes, ChartLabel label, const std::vector<Spot>& spots,
               const std::optional<ChartPoint>& of_dot);
    bool is_free(const Box& box) const;
    bool is_nearest(const Box& box, const ChartPoint& own) const; ///< clearly, of all dots

    Box edges_;
    std::vector<Box> taken_;
    std::vector<ChartPoint> dots_;
    std::vector<std::pair<ChartPoint, ChartPoint>> lines_;
};

} // namespace pipette
