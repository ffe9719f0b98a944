// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/curve_names.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace pipette {
namespace {

/// A stretch of a curve at one height, in pixels.
struct Step {
    double from, to, y;
};

std::vector<Step> stepsOf(const QCPGraph& graph) {
    std::vector<Step> steps;
    const QCPAxis &across = *graph.keyAxis(), &up = *graph.valueAxis();
    const auto& data = *graph.data();
    for (auto point = data.constBegin(); point != data.constEnd(); ++point) {
        const auto next = point + 1;
        if (next == data.constEnd())
            break;
        const double from = across.coordToPixel(point->key), to = across.coordToPixel(next->key);
        const double y = up.coordToPixel(point->value);
        if (to <= from)
            continue;
        if (!steps.empty() && steps.back().y == y && steps.back().to >= from - 0.5)
            steps.back().to = to; // the same height goes on
        else
            steps.push_back({from, to, y});
    }
    return steps;
}

/// Whether a step of the curve, or a rise between two of them, lies in the box.
bool crosses(const QCPGraph& graph, const QRectF& box) {
    const QCPAxis &across = *graph.keyAxis(), &up = *graph.valueAxis();
    const auto& data = *graph.data();
    std::optional<QPointF> before;
    for (auto point = data.constBegin(); point != data.constEnd(); ++point) {
        const QPointF here(across.coordToPixel(point->key), up.coordToPixel(point->value));
        if (before) {
            // By value: std::minmax() of two temporaries would refer to what is gone.
            const double high = std::min(before->y(), here.y()), low = std::max(before->y(), here.y());
            const bool step = before->y() > box.top() && before->y() < box.bottom() &&
                              before->x() < box.right() && here.x() > box.left();
            const bool rise =
                here.x() > box.left() && here.x() < box.right() && high < box.bottom() && low > box.top();
            if (step || rise)
                return true;
        }
        before = here;
    }
    return false;
}

} // namespace

void CurveNames::setNames(const std::vector<Name>& names, const QFont& font) {
    for (QCPItemText* item : items_)
        plot_.removeItem(item);
    items_.clear();
    for (const Name& name : names) {
        auto* item = new QCPItemText(&plot_);
        item->setText(name.text);
        item->setColor(name.colour);
        item->setFont(font);
        item->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        item->position->setType(QCPItemPosition::ptAbsolute);
        item->setClipToAxisRect(false);
        items_.push_back(item);
    }
}

std::vector<QRectF> CurveNames::placesOf(int graph, QSizeF size) const {
    constexpr double away = 2; // pixels
    std::vector<Step> steps = stepsOf(*plot_.graph(graph));
    std::stable_sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
        return std::tuple(a.y, a.from - a.to) < std::tuple(b.y, b.from - b.to); // high ones, then long ones
    });
    const QRectF area = plot_.axisRect()->rect();
    std::vector<QRectF> places;
    for (const Step& step : steps)
        for (const double share : {0.5, 0.1, 0.9})
            for (const double top : {step.y - away - size.height(), step.y + away}) {
                const double middle = step.from + share * (step.to - step.from);
                const double left = std::clamp(middle - size.width() / 2, area.left() + 2,
                                               std::max(area.right() - size.width() - 2, area.left() + 2));
                places.emplace_back(QPointF(left, top), size);
            }
    return places;
}

bool CurveNames::isFree(const QRectF& box, const std::vector<QRectF>& taken) const {
    const QRectF area = plot_.axisRect()->rect();
    if (box.top() < area.top() - 2 || box.bottom() > area.bottom())
        return false;
    for (const QRectF& other : taken)
        if (other.intersects(box))
            return false;
    for (int graph = 0; graph < plot_.graphCount(); ++graph)
        if (crosses(*plot_.graph(graph), box))
            return false;
    return true;
}

void CurveNames::place() {
    std::vector<QRectF> taken;
    for (std::size_t k = 0; k < items_.size(); ++k) {
        QCPItemText& item = *items_[k];
        const QFontMetricsF metrics(item.font());
        const QSizeF size(metrics.horizontalAdvance(item.text()) + 2, metrics.height() - 1);
        const std::vector<QRectF> places = placesOf(static_cast<int>(k), size);
        const auto free =
            std::find_if(places.begin(), places.end(), [&](const QRectF& box) { return isFree(box, taken); });
        const auto apart =
            free != places.end() ? free : std::find_if(places.begin(), places.end(), [&](const QRectF& box) {
                return std::none_of(taken.begin(), taken.end(),
                                    [&](const QRectF& other) { return other.intersects(box); });
            });
        item.setVisible(apart != places.end());
        if (apart == places.end())
            continue;
        item.position->setCoords(apart->topLeft());
        taken.push_back(*apart);
    }
}

} // namespace pipette
