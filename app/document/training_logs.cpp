// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/training_logs.h"

#include "app/document/plan_document.h"
#include "core/base/input_error.h"
#include "core/evidence/own_calibration.h"
#include "core/evidence/run_time.h"
#include "core/evidence/validation.h"
#include "core/formats/evidence/calibration_json.h"
#include "widgets/theme/plain_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

namespace pipette {
namespace {

bool says_enough(const MeasuredRun& run) {
    return run.source == own_runs_source && run.clean && run.status == RunStatus::ok && run.time_s > 0 &&
           why_inexpressible(run).empty();
}

/// Whether a calibration may use the run.
bool fits(const MeasuredRun& run) {
    return says_enough(run) && may_be_explained(run, shipped_calibration());
}

/// The run's own configuration on its own ranks, as it is predicted with the document's knowledge.
Candidate predicted(const MeasuredRun& run, const PlannerCalls& calls, const OwnKnowledge& own) {
    PlanInputs inputs;
    inputs.cluster = share(cluster_of(run));
    inputs.model = run.model;
    inputs.job = job_of(run);
    return calls.evaluate(inputs, own, config_of(run), mapping_of(run));
}

struct GapWords {
    Q_DECLARE_TR_FUNCTIONS(GapWords)
};

/// "the log does not tell the model's shape, the parallel layout": each thing once that lacks a column.
std::string missing_text(const std::vector<std::string>& columns) {
    const std::pair<QString, QStringList> groups[]{
        {GapWords::tr("the model's shape"),
         {QStringLiteral("layers"), QStringLiteral("hidden"), QStringLiteral("heads"),
          QStringLiteral("kv_heads"), QStringLiteral("ffn_hidden"), QStringLiteral("gated_mlp"),
          QStringLiteral("vocab")}},
        {GapWords::tr("the GPUs"),
         {QStringLiteral("gpu"), QStringLiteral("gpus_per_node"), QStringLiteral("gpus")}},
        {GapWords::tr("the parallel layout"),
         {QStringLiteral("tp"), QStringLiteral("pp"), QStringLiteral("dp"), QStringLiteral("micro_batch")}},
        {GapWords::tr("the batch"), {QStringLiteral("global_batch"), QStringLiteral("sequence_length")}},
        {GapWords::tr("the precision"), {QStringLiteral("precision")}},
        {GapWords::tr("recomputation"), {QStringLiteral("recompute")}},
        {GapWords::tr("the experts"),
         {QStringLiteral("experts_per_token"), QStringLiteral("moe_ffn_hidden"), QStringLiteral("ep")}},
        {GapWords::tr("the links between nodes"), {QStringLiteral("node_bandwidth_gb_per_s")}}};
    QStringList words;
    for (const std::string& column : columns) {
        const QString name = nameText(column);
        const auto* group = std::find_if(std::begin(groups), std::end(groups),
                                         [&](const auto& one) { return one.second.contains(name); });
        const QString word = group == std::end(groups) ? name : group->first;
        if (!words.contains(word))
            words << word;
    }
    return words.isEmpty()
               ? std::string()
               : GapWords::tr("the log does not tell %1").arg(words.join(QStringLiteral(", "))).toStdString();
}

/// All that is shown of one run but what it is held against. `fit`: by run, whether it fits().
LoggedRunShown shown_of(const std::shared_ptr<const RunsAndLogs>& read, const LoggedRun& logged,
                        const std::vector<bool>& fit) {
    const ImportedRun& imported = logged.imported;
    const MeasuredRun& run = read->runs[logged.run];
    LoggedRunShown shown;
    shown.id = run.id;
    shown.framework = imported.run.framework;
    shown.log = {read, &imported.run};
    shown.steady = imported.steady;
    shown.memory_bytes = run.peak_memory_bytes;
    shown.from_plan = imported.from_plan;
    shown.in_doubt = imported.conflicts;
    shown.not_predicted = imported.missing.empty() ? why_inexpressible(run) : missing_text(imported.missing);
    if (imported.missing.empty() && says_enough(run) && !fit[logged.run])
        shown.not_explained =
            GapWords::tr("its steps are more than %1 times as long or as short as predicted, so its job is "
                         "another than the one predicted")
                .arg(most_apart)
                .toStdString();
    return shown;
}

void hold(LoggedRunShown& shown, const LoggedRun& logged, const PlanAtHand& plan) {
    if (!plan.any())
        return;
    LogContext context;
    context.plan = &plan.record->plan;
    context.candidate = plan.candidate.get();
    shown.disagrees = disagreements(logged.imported.row, context);
    shown.tells_job = tells_job(logged.imported.row);
    if (!shown.steady.levels.empty() && shown.tells_job)
        shown.against_plan = log_against_plan(*shown.log, shown.steady, *plan.candidate);
}

void predict(LoggedRunShown& shown, const MeasuredRun& run, const PlannerCalls& calls,
             const OwnKnowledge& own) {
    if (!shown.not_predicted.empty())
        return;
    try {
        const Candidate candidate = predicted(run, calls, own);
        shown.predicted_s = candidate.iteration_time_s;
        if (const DeviceMemory* device = fullest(candidate))
            shown.predicted_memory_bytes = device->estimate;
        if (!shown.steady.levels.empty())
            shown.against_prediction = log_against_plan(*shown.log, shown.steady, candidate);
    } catch (const InputError& error) {
        shown.not_predicted = error.reason();
    }
}

std::vector<MeasuredRun> enough_for_calibration(const std::vector<MeasuredRun>& runs) {
    std::vector<MeasuredRun> enough;
    std::copy_if(runs.begin(), runs.end(), std::back_inserter(enough), fits);
    return enough;
}

} // namespace

PlanAtHand planAtHand(const PlanDocument& document) {
    const Shown shown = document.shown();
    if (document.table()->live() || !document.state().record() || !shown.candidate)
        return {};
    return {document.state().record(), shown.candidate};
}

TrainingLogs::TrainingLogs(Mailbox& mailbox, PlannerCalls calls, QObject* parent)
    : QObject(parent), calls_(std::move(calls)), worker_(mailbox) {}

Job TrainingLogs::job(std::function<Job::Finish(std::stop_token)> process) {
    Job job;
    job.process = std::move(process);
    job.failed = [this](const std::string& why) { emit failed(QString::fromStdString(why)); };
    return job;
}

void TrainingLogs::setLogs(std::shared_ptr<const RunsAndLogs> read, FilledFrom filled) {
    read_ = std::move(read);
    filled_ = filled;
    refresh();
    preview();
}

void TrainingLogs::setPlan(const PlanAtHand& plan, const OwnKnowledge& own) {
    if (plan == plan_ && own == own_)
        return;
    plan_ = plan;
    own_ = own;
    if (!read_->logs.empty() || !read_->skipped.empty())
        refresh();
}

void TrainingLogs::refresh() {
    worker_.submit(job([this, asked = ++asked_, read = read_, filled = filled_, plan = plan_, own = own_,
                        calls = calls_](const std::stop_token& stop) -> Job::Finish {
        LogsShown all;
        all.skipped = read->skipped;
        all.has_plan = plan.any();
        all.filled = filled;
        std::vector<bool> fit;
        std::transform(read->runs.begin(), read->runs.end(), std::back_inserter(fit), fits);
        all.to_calibrate_on = static_cast<int>(std::count(fit.begin(), fit.end(), true));
        for (const LoggedRun& logged : read->logs) {
            if (stop.stop_requested())
                return [this] { emit cancelled(); };
            LoggedRunShown run = shown_of(read, logged, fit);
            hold(run, logged, plan);
            predict(run, read->runs[logged.run], calls, own);
            all.runs.push_back(std::move(run));
        }
        return [this, asked, all] {
            if (asked == asked_)
                emit shown(all);
        };
    }));
}

void TrainingLogs::preview() {
    worker_.submit(job([this, read = read_](const std::stop_token& stop) -> Job::Finish {
        const std::vector<MeasuredRun> runs = enough_for_calibration(read->runs);
        OwnRunsPreview own{preview_calibration(runs, shipped_calibration(), stop), {}};
        for (const MeasuredRun& run : runs)
            own.runs.push_back(run.id);
        return [this, read, own] {
            if (read == read_)
                emit previewed(own);
        };
    }));
}

void TrainingLogs::calibrate() {
    worker_.submit(job([this, read = read_](const std::stop_token& stop) -> Job::Finish {
        const std::vector<MeasuredRun> runs = enough_for_calibration(read->runs);
        OwnCalibration own = calibrate_on_own_runs(runs, shipped_calibration(), stop);
        if (stop.stop_requested())
            return [this] { emit cancelled(); };
        CalibratedOnRuns made;
        made.runs = static_cast<int>(runs.size());
        made.calibration = std::make_shared<const Calibration>(std::move(own.calibration));
        return [this, made] { emit calibrated(made); };
    }));
}

} // namespace pipette
