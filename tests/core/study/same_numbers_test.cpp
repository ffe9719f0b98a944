// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/time_text.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/evidence/calibration_use_json.h"
#include "core/formats/evidence/plan_timeline.h"
#include "core/formats/launchers/export_plan.h"
#include "core/formats/reports/plan_report.h"
#include "core/formats/reports/step_charts.h"
#include "core/plan/time_parts.h"
#include "core/search/rounds/evaluate.h"
#include "core/study/run_study.h"
#include "core/study/size_search.h"
#include "tests/core/study/random_job.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

/// PIPETTE_LONG_TESTS=1: more.
int random_jobs() {
    return qEnvironmentVariableIsSet("PIPETTE_LONG_TESTS") ? 200 : 60;
}

/// All figures of a candidate that a person can read, by name.
std::vector<std::pair<std::string, double>> figures_of(const Candidate& candidate) {
    std::vector<std::pair<std::string, double>> figures{{"time", candidate.iteration_time_s},
                                                        {"low", candidate.low_s},
                                                        {"high", candidate.high_s},
                                                        {"tokens", candidate.tokens_per_s},
                                                        {"mfu", candidate.mfu},
                                                        {"exact", candidate.model_times.exact},
                                                        {"bound", candidate.model_times.bound},
                                                        {"pipette", candidate.model_times.pipette},
                                                        {"amp", candidate.model_times.amp}};
    for (const TimePart& part : time_parts())
        figures.emplace_back(std::string(part.name()), candidate.breakdown.*part.seconds);
    for (const DeviceMemory& device : candidate.memory)
        figures.emplace_back("memory", device.upper);
    return figures;
}

/// Empty where all figures are the same, else the first that differs. A part is compared as a share of the
/// whole.
QString difference(const Candidate& a, const Candidate& b) {
    const auto first = figures_of(a), second = figures_of(b);
    if (first.size() != second.size())
        return QStringLiteral("another number of stages");
    for (std::size_t i = 0; i < first.size(); ++i) {
        const double scale = std::max(
            {std::abs(first[i].second), std::abs(second[i].second), i < 4 ? 0.0 : a.iteration_time_s});
        if (!(std::abs(first[i].second - second[i].second) <= 1e-9 * scale))
            return QStringLiteral("%1: %2 and %3")
                .arg(QString::fromStdString(first[i].first))
                .arg(first[i].second, 0, 'g', 15)
                .arg(second[i].second, 0, 'g', 15);
    }
    return {};
}

/// Where the last slice of a trace ends, nanoseconds.
long long end_of_trace(const std::string& text) {
    long long end = 0;
    const nlohmann::json trace = nlohmann::json::parse(text);
    for (const auto& event : trace.at("traceEvents"))
        if (event.at("ph") == "X")
            end = std::max(
                end, std::llround((event.at("ts").get<double>() + event.at("dur").get<double>()) * 1e3));
    return end;
}

/// The chart of the report whose title begins so; null: none.
const ReportChart* chart_of(const Report& report, const std::string& title) {
    for (const ReportBlock& block : report.blocks)
        if (const auto* chart = std::get_if<ReportChart>(&block); chart && chart->title.starts_with(title))
            return chart;
    return nullptr;
}

/// The length of every row of bars, from the top, in the chart's units.
std::vector<double> row_lengths(const ReportChart& chart) {
    std::map<double, double> rows; // by y
    for (const auto& shape : chart.shapes)
        if (const auto* bar = std::get_if<ChartBar>(&shape); bar && !bar->note.empty())
            rows[bar->y] += bar->width;
    std::vector<double> lengths;
    for (const auto& [y, length] : rows)
        lengths.push_back(length);
    return lengths;
}

Cluster written_and_read(const Cluster& cluster) {
    const std::string file = "slow.json";
    const nlohmann::json document = parse_json(pretty_json(cluster_to_json(cluster)), file);
    return cluster_from_json(JsonValue(document, file), {});
}

StudySources sources_with(const std::shared_ptr<const Cluster>& cluster) {
    StudySources sources;
    sources.clusters["c"] = cluster;
    return sources;
}

} // namespace

#define VERIFY_SAME(a, b, what)                                                                              \
    do {                                                                                                     \
        const QString differs = difference(a, b);                                                            \
        QVERIFY2(differs.isEmpty(),                                                                          \
                 qPrintable(QStringLiteral("%1: %2: %3")                                                     \
                                .arg(QString::fromStdString(drawn), QStringLiteral(what), differs)));        \
    } while (false)

/// One plan gives one set of numbers, whoever shows it.
class SameNumbersTest : public QObject {
    Q_OBJECT

private slots:
    void wherever_a_plan_is_shown() {
        const int jobs = random_jobs();
        int planned = 0, charts = 0;
        for (int seed = 1; seed <= jobs; ++seed) {
            const RandomJob job = random_job(std::uint64_t(seed));
            const std::string drawn = std::to_string(seed) + job.told;
            Plan made = plan(job.inputs, job.knowledge);
            made.calibrations =
                calibrations_used(*job.inputs.cluster, job.inputs.job.framework, job.knowledge.calibration);
            if (made.candidates.empty())
                continue;
            ++planned;
            const Plan reopened = parse_plan(plan_to_text(made), "plan.json");
            QVERIFY2(reopened.candidates == made.candidates, drawn.c_str());
            QVERIFY2(reopened.baselines == made.baselines, drawn.c_str());
            QVERIFY2(reopened.calibration && *reopened.calibration == *made.calibration, drawn.c_str());
            Knowledge kept = job.knowledge;
            kept.calibration = *reopened.calibration;
            for (const auto* list : {&reopened.candidates, &reopened.baselines})
                for (const Candidate& candidate : *list) {
                    VERIFY_SAME(candidate,
                                evaluate(job.inputs, candidate.config, candidate.mapping, job.knowledge),
                                "estimate");
                    VERIFY_SAME(candidate,
                                evaluate(reopened.inputs, candidate.config, candidate.mapping, kept),
                                "estimate from the document");
                    COMPARE_CLOSE(plan_timeline(reopened, candidate).total(), candidate.iteration_time_s);
                }
            const Candidate& best = reopened.candidates.front();
            QCOMPARE(end_of_trace(export_plan(reopened, best, export_format_named("trace")).front().text),
                     std::llround(best.iteration_time_s * 1e9));
            compareReport(reopened, best, drawn);
            ++charts;
        }
        QVERIFY2(planned > jobs * 9 / 10, qPrintable(QString::number(planned)));
        QCOMPARE(charts, planned);
    }

    void in_studies_and_sizes() {
        const int jobs = random_jobs();
        for (int seed = 1; seed <= jobs; seed += 4) {
            const RandomJob job = random_job(std::uint64_t(seed));
            const std::string drawn = std::to_string(seed) + job.told;
            Study study;
            study.base = setting_of(job.inputs, "c");
            study.base.goal.tokens = 1e9;
            const StudySources sources = sources_with(job.inputs.cluster);
            const Plan made = plan(job.inputs, job.knowledge);
            const StudyResult result = run_study(study, sources, job.knowledge, {}, {}, 1);
            QCOMPARE(result.points.size(), std::size_t(1));
            const auto& point = result.points.front().planned.best;
            QVERIFY2((point == nullptr) == made.candidates.empty(),
                     (drawn + ": " + result.points.front().planned.failed).c_str());
            if (!point)
                continue;
            VERIFY_SAME(made.candidates.front(), *point, "study");
            const int gpus = job.inputs.cluster->gpu_count();
            Sizes sizes = sizes_of(study.base, sources, gpus);
            sizes.step = gpus;
            const SizeAnswer answer = smallest_size(sizes, study.base.goal, job.knowledge);
            QCOMPARE(answer.points.size(), std::size_t(1));
            QVERIFY2(answer.points[0].result.planned.best, drawn.c_str());
            VERIFY_SAME(made.candidates.front(), *answer.points[0].result.planned.best, "size");
        }
    }

    // A link at half its speed is the same link whoever says so: the plan, the cluster file, the study.
    void with_slow_links_said_three_ways() {
        const int jobs = random_jobs();
        for (int seed = 1; seed <= jobs; ++seed) {
            const RandomJob job = random_job(std::uint64_t(seed));
            const std::string drawn = std::to_string(seed) + job.told;
            Random random(std::uint64_t(seed) + 1'000);
            const double factor = random.uniform(0.1, 1.5);
            PlanInputs said = job.inputs, made = job.inputs;
            const bool some = seed % 3 == 0; // of the links; a study's axis is of all
            said.faults.degraded = {{some ? "rack:r0" : "*", "*", factor}};
            const Cluster file = slowed(*job.inputs.cluster, said.faults.degraded);
            made.cluster = share(written_and_read(file));
            StudySetting setting = setting_of(job.inputs, "c");
            set_axis(setting, "link_factor", factor);
            const PlanInputs varied = inputs_of(setting, sources_with(job.inputs.cluster));
            const Plan best = plan(said, job.knowledge);
            for (const Candidate& candidate : best.candidates) {
                const auto again = [&](const PlanInputs& inputs) {
                    return evaluate(inputs, candidate.config, candidate.mapping, job.knowledge);
                };
                VERIFY_SAME(candidate, again(made), "cluster --degrade");
                if (!some)
                    VERIFY_SAME(candidate, again(varied), "link_factor");
            }
        }
    }

private:
    void compareReport(const Plan& plan, const Candidate& best, const std::string& drawn) {
        const Report report = plan_report(plan, best);
        const auto step =
            std::find_if(report.blocks.begin(), report.blocks.end(),
                         [](const ReportBlock& block) { return std::holds_alternative<ReportStep>(block); });
        QVERIFY2(step != report.blocks.end(), drawn.c_str());
        const ReportChart gantt = gantt_chart(std::get<ReportStep>(*step));
        QVERIFY2(gantt.told.find("over " + time_text(best.iteration_time_s, 4)) != std::string::npos,
                 (drawn + ": " + gantt.told).c_str());
        const std::vector<StepMemory>& memory = std::get<ReportStep>(*step).memory;
        QCOMPARE(memory.size(), best.memory.size());
        for (std::size_t i = 0; i < memory.size(); ++i) // one figure everywhere: the upper estimate
            COMPARE_CLOSE(memory[i].stays + memory[i].comes, best.memory[i].upper);
        const ReportChart* parts = chart_of(report, "Where the time");
        QVERIFY2(parts, drawn.c_str());
        const std::vector<double> rows = row_lengths(*parts);
        std::vector<double> times{best.iteration_time_s};
        for (const Planner planner : {Planner::host_order, Planner::megatron})
            if (const Candidate* other = baseline_of(plan, planner))
                times.push_back(other->iteration_time_s);
        QCOMPARE(rows.size(), times.size());
        for (std::size_t i = 1; i < rows.size(); ++i)
            COMPARE_CLOSE(rows[i] / rows[0], times[i] / times[0]);
    }
};

QTEST_GUILESS_MAIN(SameNumbersTest)
#include "same_numbers_test.moc"
