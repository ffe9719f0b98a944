// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/availability/course.h"
#include "core/study/availability/lost_work.h"

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

/// What a run has when a period ends.
struct State {
    int plan = paused;
    double restart_hours = 0; ///< that the plan still needs to its first step
    double unsaved_hours = 0; ///< of its work, which no checkpoint holds
    double steps = 0, money = 0;
    int starts = 0;
    int before = -1; ///< state of the period before
};

/// Compares what runs have. Sums of the same parts in another order differ by rounding: so little counts as
/// equal.
class Better {
public:
    explicit Better(const CourseChoices& choices) {
        double steps = 0, money = 0; // of the fastest and of the dearest plan
        for (const CoursePlan& plan : choices.plans) {
            steps = std::max(steps, plan.steps_an_hour);
            money = std::max(money, plan.money_an_hour + plan.money_a_step * plan.steps_an_hour);
        }
        for (const CoursePeriod& period : choices.periods) {
            steps_ += rounding * steps * period.hours;
            money_ += rounding * money * period.hours * std::max(1.0, period.price_factor);
        }
    }

    bool operator()(const State& a, const State& b) const {
        if (std::abs(a.steps - b.steps) > steps_)
            return a.steps > b.steps;
        if (std::abs(a.money - b.money) > money_)
            return a.money < b.money;
        return a.starts < b.starts;
    }

private:
    static constexpr double rounding = 1e-12;
    double steps_ = 0, money_ = 0;
};

using Layer = std::vector<State>;

class Forward {
public:
    explicit Forward(const CourseChoices& choices) : choices_(choices), better_(choices) {}

    /// States at the end of each period.
    std::vector<Layer> layers() {
        std::vector<Layer> layers;
        Layer now{State{}};
        double begin = 0;
        for (std::size_t p = 0; p < choices_.periods.size(); ++p) {
            now = after(now, p, begin);
            layers.push_back(now);
            begin += choices_.periods[p].hours;
        }
        return layers;
    }

    /// Hours to the goal on the way that gets there first; infinite: none does.
    double first_hours() const { return first_hours_; }
    const Better& better() const { return better_; }

private:
    /// `from` with the period on a plan behind it.
    void run(State from, std::size_t p, double begin, Layer& into) {
        const CoursePeriod& period = choices_.periods[p];
        const CoursePlan& plan = choices_.plans[static_cast<std::size_t>(from.plan)];
        const double waited = std::min(from.restart_hours, period.hours), worked = period.hours - waited;
        if (const auto needed = hours_to_goal(choices_, from.steps, worked, plan.steps_an_hour))
            first_hours_ = std::min(first_hours_, begin + waited + *needed);
        from.unsaved_hours = unsaved_hours(choices_, p, from.plan, from.unsaved_hours, worked);
        const double counts = worked - lost_hours_after(choices_, p, from.plan, from.unsaved_hours);
        from.restart_hours -= waited;
        from.steps += counts * plan.steps_an_hour;
        from.money += period.hours * plan.money_an_hour * period.price_factor +
                      worked * plan.steps_an_hour * plan.money_a_step;
        into.push_back(from);
    }

    Layer after(const Layer& before, std::size_t p, double begin) {
        const auto best =
            static_cast<int>(std::min_element(before.begin(), before.end(), better_) - before.begin());
        State fresh = before[static_cast<std::size_t>(best)]; // what any start and any pause begin with
        fresh.before = best, fresh.plan = paused, fresh.restart_hours = 0, fresh.unsaved_hours = 0;
        Layer layer{fresh};
        for (std::size_t i = 0; i < before.size(); ++i)
            if (before[i].plan != paused && runs(p, before[i].plan)) {
                State kept = before[i];
                kept.before = static_cast<int>(i);
                run(kept, p, begin, layer);
            }
        fresh.restart_hours = choices_.restart_hours;
        ++fresh.starts;
        for (fresh.plan = 0; fresh.plan < static_cast<int>(choices_.plans.size()); ++fresh.plan)
            if (runs(p, fresh.plan))
                run(fresh, p, begin, layer);
        return without_worse(layer);
    }

    bool runs(std::size_t p, int plan) const {
        return choices_.periods[p].runs[static_cast<std::size_t>(plan)] != 0;
    }

    /// Of states of one plan those go that another state beats in steps, with no more restart left and no
    /// more work unsaved.
    Layer without_worse(const Layer& layer) const {
        Layer kept;
        for (const State& state : layer) {
            const auto is_no_better = [&](const State& a, const State& b) {
                return a.plan == b.plan && a.restart_hours >= b.restart_hours &&
                       a.unsaved_hours >= b.unsaved_hours && !better_(a, b);
            };
            if (std::any_of(kept.begin(), kept.end(),
                            [&](const State& other) { return is_no_better(state, other); }))
                continue;
            std::erase_if(kept, [&](const State& other) { return is_no_better(other, state); });
            kept.push_back(state);
        }
        return kept;
    }

    const CourseChoices& choices_;
    Better better_;
    double first_hours_ = HUGE_VAL;
};

} // namespace

PlanSequence best_sequence(const CourseChoices& choices) {
    Forward forward(choices);
    const std::vector<Layer> layers = forward.layers();
    PlanSequence sequence(choices.periods.size(), paused);
    if (std::isfinite(forward.first_hours())) {
        CourseChoices cut = cut_after(choices, forward.first_hours());
        cut.goal_steps = 0;
        const PlanSequence first = best_sequence(cut);
        std::copy(first.begin(), first.end(), sequence.begin());
        return sequence;
    }
    if (layers.empty())
        return sequence;
    auto at = std::min_element(layers.back().begin(), layers.back().end(), forward.better()) -
              layers.back().begin();
    for (std::size_t p = layers.size(); p-- > 0;) {
        const State& state = layers[p][static_cast<std::size_t>(at)];
        sequence[p] = state.plan;
        at = state.before;
    }
    return sequence;
}

} // namespace pipette
