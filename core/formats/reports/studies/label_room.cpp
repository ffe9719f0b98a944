// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/studies/label_room.h"

#include "core/formats/reports/font_metrics.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pipette {
namespace {

constexpr double room_wider = 1.12; // a reader's font beside the one that is measured

/// Whether the part of a line between two points lies in a box (Liang and Barsky 1984).
bool crosses(ChartPoint from, ChartPoint to, double left, double top, double right, double bottom) {
    double begin = 0, end = 1;
    const auto clip = [&](double way, double room) {
        if (way == 0)
            return room >= 0;
        const double at = room / way;
        if (way < 0)
            begin = std::max(begin, at);
        else
            end = std::min(end, at);
        return begin <= end;
    };
    const double across = to.x - from.x, down = to.y - from.y;
    return clip(-across, from.x - left) && clip(across, right - from.x) && clip(-down, from.y - top) &&
           clip(down, bottom - from.y);
}

} // namespace

LabelRoom::LabelRoom(double left, double top, double right, double bottom)
    : edges_{left, top, right, bottom} {}

void LabelRoom::keep_free(double x, double y, double radius) {
    taken_.push_back({x - radius, y - radius, x + radius, y + radius});
    dots_.push_back({x, y});
}

void LabelRoom::keep_free(const std::vector<ChartPoint>& line) {
    for (std::size_t i = 1; i < line.size(); ++i)
        lines_.emplace_back(line[i - 1], line[i]);
}

bool LabelRoom::is_free(const Box& box) const {
    if (box.left < edges_.left || box.right > edges_.right || box.top < edges_.top ||
        box.bottom > edges_.bottom)
        return false;
    const auto over = [&](const Box& other) {
        return box.left < other.right && other.left < box.right && box.top < other.bottom &&
               other.top < box.bottom;
    };
    const auto crossed = [&](const auto& line) {
        return crosses(line.first, line.second, box.left, box.top, box.right, box.bottom);
    };
    return std::none_of(taken_.begin(), taken_.end(), over) &&
           std::none_of(lines_.begin(), lines_.end(), crossed);
}

bool LabelRoom::is_nearest(const Box& box, const ChartPoint& own) const {
    const auto away = [&](const ChartPoint& dot) {
        return std::hypot(dot.x - std::clamp(dot.x, box.left, box.right),
                          dot.y - std::clamp(dot.y, box.top, box.bottom));
    };
    constexpr double clearly = 1.5;
    return std::none_of(dots_.begin(), dots_.end(), [&](const ChartPoint& dot) {
        return (dot.x != own.x || dot.y != own.y) && away(dot) < clearly * away(own);
    });
}

bool LabelRoom::place(ChartShapes& shapes, ChartLabel label, const std::vector<Spot>& spots,
                      const std::optional<ChartPoint>& of_dot) {
    const double width =
        room_wider * text_width(font_text(label.text), label.size, label.bold ? Font::bold : Font::plain);
    for (const Spot& spot : spots) {
        const double left = spot.anchor == ChartLabel::Anchor::start ? spot.x
                            : spot.anchor == ChartLabel::Anchor::end ? spot.x - width
                                                                     : spot.x - width / 2;
        const Box box{left, spot.y - 0.8 * label.size, left + width, spot.y + 0.25 * label.size};
        if (!is_free(box) || (of_dot && !is_nearest(box, *of_dot)))
            continue;
        taken_.push_back(box);
        label.x = spot.x, label.y = spot.y, label.anchor = spot.anchor;
        shapes.emplace_back(std::move(label));
        return true;
    }
    return false;
}

bool LabelRoom::add_beside(ChartShapes& shapes, const ChartDot& dot, ChartLabel label) {
    using enum ChartLabel::Anchor;
    const double away = dot.radius + 5, high = 0.8 * label.size, half = 0.3 * label.size;
    return place(shapes, std::move(label),
                 {{dot.x + away, dot.y - 5, start},
                  {dot.x - away, dot.y - 5, end},
                  {dot.x, dot.y - away - 2, middle},
                  {dot.x + away, dot.y + high + 5, start},
                  {dot.x - away, dot.y + high + 5, end},
                  {dot.x, dot.y + away + high + 1, middle},
                  {dot.x + away, dot.y + half, start},
                  {dot.x - away, dot.y + half, end}},
                 ChartPoint{dot.x, dot.y});
}

} // namespace pipette
