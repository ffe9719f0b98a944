// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studies/studies.h"

#include "core/formats/reports/plan_report.h"
#include "core/formats/studies/study_store.h"
#include "core/formats/text/atomic_file.h"
#include "widgets/theme/plain_text.h"

#include <algorithm>
#include <mutex>

namespace pipette {
namespace {

constexpr int news_interval_ms = 100;
constexpr double usual_tokens = 300e9;

/// A quarter of the GPUs that there are, then twice as many three times, in whole nodes.
std::vector<AxisValue> doubled(const Cluster& cluster) {
    const int node = std::max(cluster.gpu_count() / std::max(cluster.node_count(), 1), 1);
    std::vector<AxisValue> values;
    for (int gpus = std::max(cluster.gpu_count() / 4 / node * node, node); gpus <= 2 * cluster.gpu_count();
         gpus *= 2)
        values.emplace_back(static_cast<double>(gpus));
    return values;
}

} // namespace

struct Studies::Feed {
    std::mutex mutex;
    StudyResult result; ///< as far as it goes
    Progress progress;
    bool news = false;
};

Studies::Studies(Mailbox& mailbox, PlannerCalls calls, QObject* parent)
    : QObject(parent), calls_(std::move(calls)), worker_(mailbox), others_(mailbox) {
    feed_timer_.setInterval(news_interval_ms);
    connect(&feed_timer_, &QTimer::timeout, this, &Studies::readFeed);
}

Job Studies::job(std::function<Job::Finish(std::stop_token)> process) {
    Job job;
    job.process = std::move(process);
    job.failed = [this, number = number_](const std::string& why) {
        if (number != number_)
            return;
        feed_ = nullptr;
        feed_timer_.stop();
        emit failed(QString::fromStdString(why));
    };
    return job;
}

Job Studies::other(std::function<Job::Finish()> process) {
    Job job;
    job.process = [process = std::move(process)](std::stop_token) { return process(); };
    job.failed = [this](const std::string& why) { emit failed(QString::fromStdString(why)); };
    return job;
}

std::filesystem::path Studies::folder() const {
    return std::filesystem::path(path_.toStdString()).parent_path();
}

std::filesystem::path Studies::kept() const {
    return store_path(
        (path_.isEmpty() ? scratch_.filePath(QStringLiteral("study.json")) : path_).toStdString());
}

void Studies::drop() {
    ++number_;
    worker_.stop();
    feed_ = nullptr;
    feed_timer_.stop();
    result_ = std::make_shared<const StudyResult>();
}

void Studies::begin(const Setup& setup) {
    StudyDocument document;
    PlanInputs inputs = setup;
    const std::string name = setup.cluster->name.empty() ? "cluster" : setup.cluster->name;
    const AnnealingBudget quick = document.study.base.budget;
    document.study.base = setting_of(inputs, name);
    document.study.base.budget = quick; // many plans, none of which has to be the last word
    document.study.base.goal.tokens = usual_tokens;
    document.study.axes = {{"gpus", doubled(*setup.cluster)}};
    document.clusters[name] = setup.cluster;
    open(std::move(document), {});
}

void Studies::open(StudyDocument document, const QString& path) {
    drop();
    document_ = std::move(document);
    path_ = path;
    emit changed();
    emit resultChanged();
}

void Studies::set(const Study& study) {
    if (study == document_.study)
        return;
    drop();
    document_.study = study;
    emit resultChanged();
}

void Studies::save(const QString& path) {
    others_.submit(other([this, path, document = document_]() -> Job::Finish {
        write_atomically(path.toStdString(), study_to_text(document));
        return [this, path] {
            path_ = path;
            emit written(path);
        };
    }));
}

void Studies::run() {
    if (running() || !any())
        return;
    feed_ = std::make_shared<Feed>();
    feed_timer_.start();
    emit progressed(0, tr("Planning the points…"));
    worker_.submit(job([this, number = number_, feed = feed_, document = document_, folder = folder(),
                        kept = kept(), calls = calls_](std::stop_token stop) -> Job::Finish {
        const StudySources sources = sources_of(document, folder);
        {
            const std::vector<StudyPoint> points = points_of(document.study);
            const std::lock_guard lock(feed->mutex);
            for (const StudyPoint& point : points) {
                PointResult result;
                result.at = point;
                feed->result.points.push_back(std::move(result));
            }
        }
        StudySinks sinks;
        sinks.progress = [&](const Progress& progress) {
            const std::lock_guard lock(feed->mutex);
            feed->progress = progress;
            feed->news = true;
        };
        sinks.done = [&](std::size_t point, const PointResult& result) {
            const std::lock_guard lock(feed->mutex);
            feed->result.points.at(point) = result;
            feed->news = true;
        };
        auto result = std::make_shared<const StudyResult>(
            calls.study(document.study, sources, kept, sinks, std::move(stop)));
        return [this, number, result] {
            if (number != number_)
                return;
            feed_ = nullptr;
            feed_timer_.stop();
            result_ = result;
            emit resultChanged();
            const auto planned = std::count_if(result->points.begin(), result->points.end(),
                                               [](const PointResult& point) { return point.done; });
            const auto all = result->points.size();
            emit finished(result->stopped_early
                              ? filled(tr("Cancelled: %1 of %2 points; Run goes on from there"), planned, all)
                              : tr("%1 points planned").arg(planned));
        };
    }));
}

void Studies::readFeed() {
    if (!feed_)
        return;
    std::shared_ptr<StudyResult> so_far;
    Progress progress;
    {
        const std::lock_guard lock(feed_->mutex);
        if (!std::exchange(feed_->news, false))
            return;
        so_far = std::make_shared<StudyResult>(feed_->result);
        progress = feed_->progress;
    }
    so_far->pareto = pareto_front(so_far->points);
    result_ = std::move(so_far);
    emit resultChanged();
    emit progressed(progress.fraction, nameText(progress.step));
}

void Studies::cancel() {
    worker_.stop();
}

void Studies::makePlan(int point) {
    if (point < 0 || point >= static_cast<int>(result_->points.size()))
        return;
    const PointResult& chosen = result_->points[static_cast<std::size_t>(point)];
    if (!chosen.planned.best)
        return emit failed(chosen.planned.failed.empty() ? tr("This point is not planned yet: Run")
                                                         : QString::fromStdString(chosen.planned.failed));
    others_.submit(
        other([this, chosen, document = document_, folder = folder(), calls = calls_]() -> Job::Finish {
            auto record = std::make_shared<PlanRecord>();
            Plan& plan = record->plan;
            plan.inputs = inputs_of(setting_at(document.study, chosen.at), sources_of(document, folder));
            record->setup = setup_of(plan.inputs);
            static_cast<PlanBasis&>(*record) = basis_of(record->setup);
            plan.candidates = {*chosen.planned.best};
            plan.enumerated = plan.feasible = 1;
            plan.assumptions = chosen.planned.assumptions;
            plan.calibrations = calls.calibrations(*record->cluster, record->setup.job.framework);
            PlanDocument::Content content;
            content.setup = record->setup;
            content.rows = rows_of(record);
            content.record = std::move(record);
            content.selection.candidate = 0;
            return [this, content, name = nameText(text_of(chosen.at))] { emit planMade(content, name); };
        }));
}

void Studies::report(const QString& path) {
    others_.submit(other([this, path, document = document_, folder = folder(),
                          result = result_]() -> Job::Finish {
        write_atomically(path.toStdString(),
                         report_for_file(study_report(document.study, sources_of(document, folder), *result),
                                         path.toStdString()));
        return [this, path] { emit written(path); };
    }));
}

} // namespace pipette
