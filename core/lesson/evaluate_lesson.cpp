// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/evaluate_lesson.h"

#include "core/base/input_error.h"
#include "core/cost/candidate_timeline.h"
#include "core/schedule/schedule_family.h"
#include "core/schedule/stage_times.h"
#include "core/search/rounds/evaluate.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr double milli = 1e-3;
constexpr long most_operations = 120'000; // that a chart can be stepped through

/// Seconds, of the values in ms.
DeviceTimes times_of(const LessonValues& values) {
    const auto time = [&](const char* knob, double fallback) {
        const double value = values.of(knob, fallback);
        return value < 0 ? value : milli * value;
    };
    DeviceTimes times;
    times.forward = {time("forward", 1)};
    times.backward = {time("backward", 2)};
    times.link = {time("link", 0)};
    times.recompute = time("recompute", -1); // below 0: the schedule's own way
    times.overlapped = time("overlapped", -1);
    times.weight_share = values.of("weight_share", times.weight_share);
    return times;
}

LessonCaseResult result_of(const ScheduleCase& schedule, const LessonValues& example) {
    LessonCaseResult result;
    result.values = example.with(schedule.values);
    const ScheduleFamily& family = family_of(schedule.kind);
    const auto whole = [&](const char* knob, int fallback) {
        return static_cast<int>(result.values.of(knob, fallback));
    };
    const ScheduleSize size{whole("devices", 4), whole("microbatches", 8),
                            whole("chunks", family.default_chunks), 1};
    if (operation_count(size) > most_operations)
        throw InputError({}, "values",
                         fmt::format("make a schedule of {} operations, expected {} at most",
                                     operation_count(size), most_operations));
    result.timeline = std::make_shared<const Timeline>(simulated(make_schedule(schedule.kind, size),
                                                                 times_of(result.values),
                                                                 schedule.p2p.value_or(family.default_p2p)));
    return result;
}

/// With the job and the links that the values state.
PlanCase changed(PlanCase plan, const LessonValues& values) {
    TrainingJob& job = plan.inputs.job;
    job.global_batch = static_cast<int>(values.of("global_batch", job.global_batch));
    job.sequence_length = static_cast<int>(values.of("sequence_length", job.sequence_length));
    plan.config.global_batch = job.global_batch;
    for (DegradedLink& link : plan.inputs.faults.degraded)
        link.factor = values.of("slow_link", link.factor);
    return plan;
}

LessonCaseResult result_of(const PlanCase& stated, const LessonValues& values, const Knowledge& knowledge) {
    const PlanCase plan = changed(stated, values);
    check(plan.config, plan.inputs.model, plan.inputs.job);
    LessonCaseResult result;
    result.values = values;
    result.candidate = evaluate(plan.inputs, plan.config, plan.mapping, knowledge);
    result.timeline = std::make_shared<const Timeline>(
        candidate_timeline(plan.inputs, plan.config, plan.mapping, knowledge.calibration));
    return result;
}

/// Simulates the cases of one lesson.
class CaseRunner {
public:
    CaseRunner(const Lesson& lesson, const KnowledgeSource& source) : lesson_(lesson) {
        if (kind_of(lesson) == LessonKnob::Of::plans)
            knowledge_ = source();
    }

    LessonCaseResult run(std::size_t which, const LessonValues& values) const {
        const LessonCase& one = lesson_.cases[which];
        try {
            if (const auto* plan = std::get_if<PlanCase>(&one.what))
                return result_of(*plan, values, *knowledge_);
            return result_of(std::get<ScheduleCase>(one.what), values);
        } catch (const InputError& error) {
            throw InputError(lesson_.file, fmt::format("$.example.cases[{}]", which),
                             error.place().empty() ? error.reason() : error.place() + " " + error.reason());
        }
    }

private:
    const Lesson& lesson_;
    std::optional<Knowledge> knowledge_;
};

/// A case whose own value of the knob replaces the example's has no curve over it.
bool follows(const LessonCase& one, const LessonKnob& knob) {
    const auto* schedule = std::get_if<ScheduleCase>(&one.what);
    return one.shown == LessonCase::Shown::in_charts && !(schedule && schedule->values.has(knob));
}

std::vector<LessonAnswer::Curve> curves_of(const Lesson& lesson, const LessonValues& values,
                                           const CaseRunner& runner, const std::stop_token& stop) {
    std::vector<LessonAnswer::Curve> curves;
    for (std::size_t k = 0; lesson.curve.over && k < lesson.cases.size(); ++k) {
        if (!follows(lesson.cases[k], *lesson.curve.over))
            continue;
        LessonAnswer::Curve curve{k, {}, {}};
        for (const double at : lesson.curve.at) {
            if (stop.stop_requested())
                return curves;
            LessonValues there = values;
            there.set(*lesson.curve.over, at);
            try {
                const LessonCaseResult result = runner.run(k, there);
                curve.figures.push_back(lesson.curve.of->figure(result));
                curve.at.push_back(at);
            } catch (const InputError&) { // the schedule does not allow this size: the curve leaves it out
                continue;
            }
        }
        curves.push_back(std::move(curve));
    }
    return curves;
}

} // namespace

LessonKnob::Of kind_of(const Lesson& lesson) {
    return !lesson.cases.empty() && std::holds_alternative<PlanCase>(lesson.cases.front().what)
               ? LessonKnob::Of::plans
               : LessonKnob::Of::pipelines;
}

int AnsweredQuestion::only_right() const {
    if (std::count(right.begin(), right.end(), true) != 1)
        return -1;
    return static_cast<int>(std::find(right.begin(), right.end(), true) - right.begin());
}

LessonAnswer evaluate_lesson(const Lesson& lesson, const LessonValues& values,
                             const KnowledgeSource& knowledge, std::stop_token stop) {
    const LessonValues used = lesson.values.with(values);
    const CaseRunner runner(lesson, knowledge);
    LessonAnswer answer;
    for (std::size_t k = 0; k < lesson.cases.size(); ++k)
        answer.cases.push_back(runner.run(k, used));
    for (const LessonSentence& paragraph : lesson.text)
        answer.text.push_back(paragraph.filled(answer.cases));
    for (const LessonQuestion& question : lesson.questions) {
        AnsweredQuestion& answered = answer.questions.emplace_back();
        answered.prompt = question.prompt.filled(answer.cases);
        for (const LessonChoice& choice : question.choices) {
            answered.choices.push_back(choice.text.filled(answer.cases));
            answered.right.push_back(choice.right_when.holds(answer.cases));
        }
        answered.explanation = question.explanation.filled(answer.cases);
    }
    if (lesson.rule)
        answer.rule = lesson.rule->filled(answer.cases);
    answer.curves = curves_of(lesson, used, runner, stop);
    return answer;
}

void check_answers(const Lesson& lesson, const LessonAnswer& answer) {
    for (std::size_t i = 0; i < answer.questions.size(); ++i)
        if (answer.questions[i].only_right() < 0) {
            const std::vector<bool>& right = answer.questions[i].right;
            throw InputError(lesson.file, fmt::format("$.questions[{}].choices", i),
                             fmt::format("has {} right choices with the lesson's numbers, expected one",
                                         std::count(right.begin(), right.end(), true)));
        }
}

} // namespace pipette
