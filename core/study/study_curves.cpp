// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/run_study.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace pipette {
namespace {

/// Days, or the step's time where there are no tokens to train on.
double time_of(const PointResult& point) {
    return point.outcome.days > 0 ? point.outcome.days : point.planned.best->iteration_time_s;
}

const PointResult* result_at(const StudyResult& result, const StudyPoint& at) {
    const auto found = std::find_if(result.points.begin(), result.points.end(),
                                    [&](const PointResult& point) { return point.at == at; });
    return found == result.points.end() || !found->planned.best ? nullptr : &*found;
}

StudyPoint without_gpus(const StudyPoint& point) {
    StudyPoint rest;
    for (const auto& value : point)
        if (value.first != "gpus")
            rest.push_back(value);
    return rest;
}

int gpus_of(const PointResult& point) {
    return point.planned.best->config.world();
}

double tokens_a_gpu(const PointResult& point) {
    return point.planned.best->tokens_per_s / gpus_of(point);
}

} // namespace

bool any_assumed(const StudyResult& result) {
    return std::any_of(result.points.begin(), result.points.end(), [](const PointResult& point) {
        return point.planned.best && point.assumed_cluster && !point.moved;
    });
}

std::vector<std::string> assumptions_of(const StudyResult& result) {
    std::vector<std::string> lines;
    for (const PointResult& point : result.points)
        for (const std::string& line : point.moved ? std::vector<std::string>() : point.assumptions)
            if (std::find(lines.begin(), lines.end(), line) == lines.end())
                lines.push_back(line);
    return lines;
}

std::string days_range_text(const PointResult& point) {
    if (point.outcome.days <= 0)
        return "-";
    const auto [least, most] = days_range(*point.planned.best, point.outcome);
    return fmt::format("{:.1f}-{:.1f}", least, most);
}

std::vector<std::string> axes_of(const StudyResult& result) {
    std::vector<std::string> axes;
    for (const PointResult& point : result.points)
        for (const auto& [axis, value] : point.moved ? StudyPoint() : point.at)
            if (std::find(axes.begin(), axes.end(), axis) == axes.end())
                axes.push_back(axis);
    return axes;
}

std::vector<std::size_t> pareto_front(const std::vector<PointResult>& points) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (points[i].planned.best && !points[i].moved && points[i].outcome.cost &&
            points[i].outcome.days > 0)
            order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const Outcome &first = points[a].outcome, &second = points[b].outcome;
        return std::pair(first.days, *first.cost) < std::pair(second.days, *second.cost);
    });
    std::vector<std::size_t> front;
    for (const std::size_t i : order)
        if (front.empty() || *points[i].outcome.cost < *points[front.back()].outcome.cost)
            front.push_back(i);
    return front;
}

double Swing::widest() const {
    double most = 0;
    for (const auto& change : {time_down, time_up, cost_down, cost_up})
        most = std::max(most, std::abs(change.value_or(0)));
    return most;
}

std::vector<Swing> swings_of(const Study& study, const StudyResult& result) {
    std::vector<Swing> swings;
    const PointResult* base = result_at(result, {});
    if (base == nullptr || study.sensitivity.share <= 0)
        return swings;
    for (const std::string& axis : study.sensitivity.axes.empty() ? factor_axes() : study.sensitivity.axes) {
        Swing swing{axis, study.sensitivity.share, {}, {}, {}, {}};
        const auto take = [&](double factor, std::optional<double>& time, std::optional<double>& cost) {
            const PointResult* moved = result_at(result, {{axis, factor}});
            if (moved == nullptr)
                return;
            time = time_of(*moved) / time_of(*base) - 1;
            if (moved->outcome.cost && base->outcome.cost)
                cost = *moved->outcome.cost / *base->outcome.cost - 1;
        };
        take(1 - swing.share, swing.time_down, swing.cost_down);
        take(1 + swing.share, swing.time_up, swing.cost_up);
        swings.push_back(std::move(swing));
    }
    std::stable_sort(swings.begin(), swings.end(),
                     [](const Swing& a, const Swing& b) { return a.widest() > b.widest(); });
    return swings;
}

std::vector<std::optional<double>> efficiencies(const StudyResult& result) {
    std::map<StudyPoint, const PointResult*> fewest; // by all that stands where but the GPUs
    for (const PointResult& point : result.points) {
        if (!point.planned.best || point.moved)
            continue;
        const PointResult*& least = fewest[without_gpus(point.at)];
        if (least == nullptr || gpus_of(point) < gpus_of(*least))
            least = &point;
    }
    std::vector<std::optional<double>> found(result.points.size());
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        const PointResult& point = result.points[i];
        if (!point.planned.best)
            continue;
        const auto least = fewest.find(without_gpus(point.at));
        const bool fewer = least != fewest.end() && gpus_of(*least->second) < gpus_of(point);
        found[i] = tokens_a_gpu(point) / tokens_a_gpu(fewer ? *least->second : point);
    }
    return found;
}

} // namespace pipette
