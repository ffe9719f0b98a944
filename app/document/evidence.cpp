// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/evidence.h"

#include "core/evidence/run_time.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/memory_estimator_json.h"
#include "core/formats/evidence/runs_csv.h"
#include "core/formats/training/runs_and_logs.h"
#include "core/memory/memory_features.h"
#include "core/plan/rank_mapping.h"
#include "widgets/theme/plain_text.h"

#include <algorithm>
#include <filesystem>
#include <mutex>

namespace pipette {
namespace {

constexpr int feed_interval_ms = 100;
constexpr std::size_t kept_out_every = 5;

ScatterPoint point_of(const MemorySample& sample, const MemoryEstimator& estimator, int group,
                      double* upper) {
    const std::vector<DeviceRoom> rooms(static_cast<std::size_t>(sample.config.pp), sample.room);
    const std::vector<DeviceMemory> devices =
        estimate_memory(sample.model, sample.job, sample.config, rooms, {estimator});
    const DeviceMemory& device = measured_device(devices, estimator.of_first_device);
    *upper = device.upper;
    return {sample.measured_bytes, device.estimate, group,
            nameText(sample.model.name + ": " + short_name(sample.config))};
}

TrainingShown shown_of(const std::vector<MemorySample>& learned, const std::vector<MemorySample>& kept,
                       const MemoryEstimator& estimator) {
    TrainingShown shown;
    shown.framework = QString::fromStdString(estimator.framework);
    double upper = 0;
    for (const MemorySample& sample : learned)
        shown.points.push_back(point_of(sample, estimator, 0, &upper));
    std::vector<double> predicted, measured;
    int within = 0;
    for (const MemorySample& sample : kept) {
        shown.points.push_back(point_of(sample, estimator, 1, &upper));
        predicted.push_back(shown.points.back().predicted);
        measured.push_back(sample.measured_bytes);
        within += sample.measured_bytes <= upper;
    }
    shown.kept_out = error_figures(predicted, measured);
    shown.within_upper = kept.empty() ? 0 : within / static_cast<double>(kept.size());
    return shown;
}

FilledFrom filled_in(const RunsAndLogs& read) {
    const bool any = std::any_of(read.logs.begin(), read.logs.end(),
                                 [](const LoggedRun& log) { return !log.imported.from_plan.empty(); });
    return any ? FilledFrom::plan : FilledFrom::nothing;
}

/// Runs of logs stand beside those of the table that comes with the program; tables of runs stand alone.
std::shared_ptr<const std::vector<MeasuredRun>> runs_to_judge(const std::shared_ptr<const RunsAndLogs>& read,
                                                              const QString& example) {
    if (read->logs.empty() || read->logs.size() < read->runs.size())
        return {read, &read->runs};
    std::vector<MeasuredRun> runs = read_runs_csv({example.toStdString()});
    runs.insert(runs.end(), read->runs.begin(), read->runs.end());
    return std::make_shared<const std::vector<MeasuredRun>>(std::move(runs));
}

} // namespace

struct Evidence::LossFeed {
    std::mutex mutex;
    std::vector<TrainingProgress> news;
};

Evidence::Evidence(Mailbox& mailbox, PlannerCalls calls, QString example, QObject* parent)
    : QObject(parent), calls_(std::move(calls)), example_(std::move(example)), worker_(mailbox) {
    feed_timer_.setInterval(feed_interval_ms);
    connect(&feed_timer_, &QTimer::timeout, this, &Evidence::readFeed);
}

Job Evidence::job(std::function<Job::Finish(std::stop_token)> process) {
    Job job;
    job.process = [this, process = std::move(process)](std::stop_token stop) -> Job::Finish {
        if (!stop.stop_requested())
            return process(std::move(stop));
        return [this] {
            feed_timer_.stop();
            emit cancelled();
        };
    };
    job.failed = [this](const std::string& why) {
        readFeed();
        feed_timer_.stop();
        emit failed(QString::fromStdString(why));
    };
    return job;
}

void Evidence::open(const QStringList& paths, const PlanAtHand& fill_from) {
    paths_ = paths;
    emit opening();
    worker_.submit(job([this, paths, fill_from, example = example_](std::stop_token stop) -> Job::Finish {
        std::vector<std::filesystem::path> files;
        for (const QString& path : paths)
            files.emplace_back(path.toStdString());
        LogContext context;
        if (fill_from.any())
            context = {&fill_from.record->plan, fill_from.candidate.get(), fill_from.fill, {}, 0};
        const auto read = std::make_shared<const RunsAndLogs>(read_runs_and_logs(files, context, stop));
        const auto runs = runs_to_judge(read, example);
        const std::size_t opened_runs = paths == QStringList(example) ? 0 : read->runs.size();
        const Calibration calibration = shipped_calibration();
        const std::map<std::string, int> without_recompute = mislabelled(*runs);
        auto report = std::make_shared<const ValidationReport>(
            validate(*runs, calibration, shipped_memory_estimators(), stop));
        if (stop.stop_requested()) // a part of the runs would pass for all of them
            return [this] { emit cancelled(); };
        return [this, read, runs, report, without_recompute, filled = filled_in(*read), opened_runs] {
            runs_ = runs;
            emit opened({runs, report, without_recompute, opened_runs});
            emit logsRead(read, filled);
        };
    }));
}

void Evidence::train(const QString& framework, MemoryTarget target) {
    TrainingOptions options;
    options.target = target;
    feed_ = std::make_shared<LossFeed>();
    feed_timer_.start();
    emit trainingStarted(options.epochs);
    worker_.submit(job([this, feed = feed_, runs = runs_, name = framework.toStdString(),
                        options](std::stop_token stop) -> Job::Finish {
        std::vector<MemorySample> learned, kept;
        for (MemorySample& sample : memory_samples(*runs, name)) {
            auto& part =
                (learned.size() + kept.size()) % kept_out_every == kept_out_every - 1 ? kept : learned;
            part.push_back(std::move(sample));
        }
        MemoryEstimator estimator = train_memory_estimator(
            learned, options,
            [&](const TrainingProgress& progress) {
                const std::lock_guard lock(feed->mutex);
                feed->news.push_back(progress);
            },
            stop);
        estimator.framework = name;
        auto shown = std::make_shared<TrainingShown>(shown_of(learned, kept, estimator));
        shown->stopped_early = stop.stop_requested();
        return [this, shown, trained_one = std::make_shared<const MemoryEstimator>(std::move(estimator))] {
            readFeed();
            feed_timer_.stop();
            estimator_ = trained_one;
            emit trained(*shown);
        };
    }));
}

void Evidence::readFeed() {
    if (!feed_)
        return;
    std::vector<TrainingProgress> news;
    {
        const std::lock_guard lock(feed_->mutex);
        news.swap(feed_->news);
    }
    if (!news.empty())
        emit progressed(news);
}

void Evidence::cancel() {
    worker_.stop();
}

void Evidence::makePlan(int run) {
    if (run < 0 || run >= static_cast<int>(runs_->size()))
        return;
    worker_.submit(job([this, runs = runs_, run, calls = calls_](std::stop_token) -> Job::Finish {
        const MeasuredRun& measured = (*runs)[static_cast<std::size_t>(run)];
        auto record = std::make_shared<PlanRecord>();
        record->setup.cluster = share(cluster_of(measured, shipped_calibration()));
        record->cluster = record->setup.cluster;
        record->setup.model = measured.model;
        record->setup.job = job_of(measured);
        record->plan.inputs = record->setup;
        const ParallelConfig config = config_of(measured);
        record->plan.candidates.push_back(
            calls.evaluate(record->plan.inputs, nullptr, config, mapping_of(measured)));
        record->plan.enumerated = record->plan.feasible = 1;
        record->plan.calibrations = calls.calibrations(*record->cluster, record->setup.job.framework);
        return [this, record] { emit planMade(record); };
    }));
}

void Evidence::useEstimator() {
    if (estimator_)
        emit estimatorChosen(estimator_);
}

void Evidence::saveEstimator(const QString& path) {
    if (!estimator_)
        return;
    worker_.submit(job([this, path, estimator = estimator_](std::stop_token) -> Job::Finish {
        write_memory_estimator(path.toStdString(), *estimator);
        return [this, path] { emit estimatorSaved(path); };
    }));
}

} // namespace pipette
