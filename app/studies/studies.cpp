// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studies/studies.h"

#include "core/formats/reports/plan_report.h"
#include "core/formats/studies/study_json.h"
#include "core/formats/studies/study_store.h"
#include "core/formats/text/atomic_file.h"
#include "core/study/size_search.h"
#include "widgets/theme/core_sentences.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QElapsedTimer>

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

/// The numbers of GPUs that a person wants tried; else by doubling.
std::vector<AxisValue> gpu_numbers(const Setup& setup) {
    if (setup.limits.world_sizes.size() < 2)
        return doubled(*setup.cluster);
    std::vector<AxisValue> values;
    for (const int gpus : setup.limits.world_sizes)
        values.emplace_back(static_cast<double>(gpus));
    return values;
}

/// Nothing but the goals differs: the plans are the same.
bool priced_anew(StudyDocument before, const StudyDocument& after) {
    before.study.base.goal = after.study.base.goal;
    return before == after;
}

} // namespace

TrainingGoal usual_goal() {
    TrainingGoal goal;
    goal.tokens = usual_tokens;
    return goal;
}

StudyDocument study_of(const Setup& setup, const TrainingGoal& goal) {
    StudyDocument document;
    const std::string name = setup.cluster->name.empty() ? "cluster" : setup.cluster->name;
    document.study.base = setting_of(setup, name);
    document.study.base.goal = goal;
    document.study.axes = {{"gpus", gpu_numbers(setup)}};
    document.clusters[name] = setup.cluster;
    return document;
}

struct Studies::Feed {
    std::mutex mutex;
    StudyResult result; ///< as far as it goes
    Progress progress;
    bool news = false;
};

Studies::Studies(Mailbox& mailbox, PlannerCalls calls, QObject* parent)
    : QObject(parent), calls_(std::move(calls)), worker_(mailbox), others_(mailbox) {
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
    return std::filesystem::path(study_->file).parent_path();
}

std::filesystem::path Studies::kept() const {
    return store_path(study_->file.empty() ? scratch_.filePath(QStringLiteral("study.json")).toStdString()
                                           : study_->file);
}

void Studies::drop() {
    ++number_;
    worker_.stop();
    feed_ = nullptr;
    feed_timer_.stop();
    result_ = std::make_shared<const StudyResult>();
    sizes_ = nullptr;
}

void Studies::bringPoints(const std::filesystem::path& before) {
    if (before == kept())
        return;
    // After the run that may be writing there, before the next.
    worker_.submit(other([from = before, to = kept()]() -> Job::Finish {
        if (std::error_code error; std::filesystem::exists(from, error))
            StudyStore(to, {}, StudyStore::Start::resume).add_from(from);
        return [] {};
    }));
}

void Studies::open(std::shared_ptr<const DocumentStudy> study, PlannerCalls::Own own,
                   const std::shared_ptr<const StudyAnswer>& known) {
    if (!study)
        study = std::make_shared<const DocumentStudy>();
    const std::filesystem::path kept_before = kept();
    const auto before = std::exchange(study_, std::move(study));
    const bool same_knowledge = own == own_;
    own_ = std::move(own);
    if (before->document == study_->document && same_knowledge) {
        if (any())
            bringPoints(kept_before);
        return;
    }
    const bool planned = same_knowledge && priced_anew(before->document, study_->document) && !running() &&
                         answered_ == before->document.study && !result_->points.empty() &&
                         !result_->stopped_early && store_has_plans_;
    drop();
    answered_ = known ? known->answered : study_->document.study;
    if (known)
        result_ = known->result, sizes_ = known->sizes;
    store_has_plans_ = known && known->store_has_plans;
    emit changed();
    emit resultChanged();
    if (planned && !known)
        run(); // every plan is kept: only days, money and energy are new
}

std::shared_ptr<const StudyAnswer> Studies::answer() const {
    const auto done = [](const PointResult& point) { return point.done; };
    if (!any() || std::none_of(result_->points.begin(), result_->points.end(), done))
        return nullptr;
    auto result = result_;
    if (!result->stopped_early && !std::all_of(result->points.begin(), result->points.end(), done)) {
        auto cut = std::make_shared<StudyResult>(*result); // while it runs
        cut->stopped_early = true;
        result = std::move(cut);
    }
    return std::make_shared<const StudyAnswer>(StudyAnswer{document(), own_.estimator, answered_,
                                                           std::move(result), store_has_plans_, sizes_,
                                                           own_.calibration});
}

void Studies::save(const QString& path) {
    others_.submit(other([this, path, document = document()]() -> Job::Finish {
        write_atomically(path.toStdString(), study_to_text(document));
        return [this, path, document] { emit saved(path, document); };
    }));
}

void Studies::start(Find find, std::function<QString(const StudyResult&)> summary) {
    feed_ = std::make_shared<Feed>();
    store_has_plans_ = true;
    feed_timer_.start(news_interval_ms);
    worker_.submit(job([this, number = number_, feed = feed_, document = document(), folder = folder(),
                        find = std::move(find),
                        summary = std::move(summary)](std::stop_token stop) -> Job::Finish {
        const auto result =
            std::make_shared<const StudyResult>(find(sources_of(document, folder), *feed, std::move(stop)));
        return [this, number, result, summary] {
            if (number != number_)
                return;
            feed_ = nullptr;
            feed_timer_.stop();
            result_ = result;
            const QString said = summary(*result); // which completes what the results are of
            emit resultChanged();
            emit finished(said);
        };
    }));
}

void Studies::run() {
    if (running() || !any())
        return;
    answered_ = document().study;
    sizes_ = nullptr;
    start(
        [study = document().study, own = own_, kept = kept(),
         calls = calls_](const StudySources& sources, Feed& feed, std::stop_token stop) {
            {
                const std::vector<StudyPoint> points = points_of(study);
                const std::lock_guard lock(feed.mutex);
                for (const StudyPoint& point : points) {
                    PointResult result;
                    result.at = point;
                    feed.result.points.push_back(std::move(result));
                }
            }
            StudySinks sinks;
            sinks.progress = [&](const Progress& progress) {
                const std::lock_guard lock(feed.mutex);
                feed.progress = progress;
                feed.news = true;
            };
            sinks.done = [&](std::size_t point, const PointResult& result) {
                const std::lock_guard lock(feed.mutex);
                feed.result.points.at(point) = result;
                feed.news = true;
            };
            return calls.study(study, sources, own, kept, sinks, std::move(stop));
        },
        [](const StudyResult& result) {
            const auto planned = std::count_if(result.points.begin(), result.points.end(),
                                               [](const PointResult& point) { return point.done; });
            if (!result.not_kept.empty())
                return filled(tr("%1 of %2 points planned, which are not kept: %3"), planned,
                              result.points.size(), nameText(result.not_kept));
            return result.stopped_early ? filled(tr("Cancelled: %1 of %2 points; Run goes on from there"),
                                                 planned, result.points.size())
                                        : tr("%1 points planned").arg(planned);
        });
    emit progressed(0, tr("Planning the points…"));
}

void Studies::findSize() {
    const TrainingGoal& goal = document().study.base.goal;
    if (running() || !any())
        return;
    if (goal.tokens <= 0 || goal.days <= 0)
        return emit finished(tr("Say how many tokens and the deadline, under Goal: then the fewest GPUs "
                                "that meet it are found"));
    answered_ = document().study;
    answered_.axes = {{"gpus", {}}};
    answered_.sensitivity = {};
    sizes_ = nullptr;
    auto answer = std::make_shared<SizeAnswer>();
    start(
        [base = document().study.base, own = own_, kept = kept(), calls = calls_,
         answer](const StudySources& sources, Feed& feed, std::stop_token stop) {
            const Cluster* cluster = base.cluster.empty() ? nullptr : sources.clusters.at(base.cluster).get();
            const Sizes sizes =
                sizes_of(base, sources, std::max(usual_most_gpus, cluster ? cluster->gpu_count() : 0));
            SizeAnswer so_far;
            const auto heard = [&](const SizePoint& point) {
                so_far.points.push_back(point);
                const std::lock_guard lock(feed.mutex);
                feed.result = points_of(so_far);
                feed.progress = {
                    filled(tr("%1 GPUs: %2"), point.allowed_gpus,
                           point.result.planned.best
                               ? filled(tr("%1 days"), numberText(point.result.outcome.days, 'f', 1))
                               : messageText(point.result.planned.failed))
                        .toStdString(),
                    -1, 0};
                feed.news = true;
            };
            const SizeAnswer found = calls.size(sizes, base.goal, own, kept, heard, std::move(stop));
            *answer = found;
            return points_of(found);
        },
        [this, answer](const StudyResult& result) {
            for (const PointResult& point : result.points)
                answered_.axes.front().values.push_back(point.at.front().second);
            if (result.stopped_early)
                return tr("Cancelled before the fewest GPUs were found");
            sizes_ = answer;
            return sentenceText(answer_text(*answer, answered_.base.goal));
        });
    emit progressed(-1, tr("Trying sizes…"));
}

void Studies::readFeed() {
    if (!feed_)
        return;
    QElapsedTimer clock;
    clock.start();
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
    // However many points there are, they take a tenth of the window's time at most.
    feed_timer_.setInterval(std::max(news_interval_ms, static_cast<int>(9 * clock.elapsed())));
}

void Studies::cancel() {
    worker_.stop();
}

void Studies::makePlan(int point, std::uint64_t revision) {
    if (point < 0 || point >= static_cast<int>(result_->points.size()))
        return;
    const PointResult& chosen = result_->points[static_cast<std::size_t>(point)];
    if (!chosen.planned.best)
        return emit failed(chosen.planned.failed.empty() ? tr("This point is not planned yet: Run")
                                                         : QString::fromStdString(chosen.planned.failed));
    others_.submit(other([this, chosen, revision, document = document(), study = answered_, folder = folder(),
                          own = own_, calls = calls_]() -> Job::Finish {
        Plan plan;
        plan.inputs = inputs_of(setting_at(study, chosen.at), sources_of(document, folder));
        Setup setup = setup_of(plan.inputs);
        setup.estimator = own.estimator, setup.calibration = own.calibration;
        const PlanBasis basis = basis_of(setup);
        plan.candidates = {*chosen.planned.best};
        plan.enumerated = plan.feasible = 1;
        plan.assumptions = chosen.planned.assumptions;
        plan.calibrations = calibrations_now(calls, own, *basis.cluster, setup.job.framework);
        const auto record = record_of(std::move(plan), basis);
        return [this, record, revision, name = nameText(text_of(chosen.at))] {
            emit planMade(record, name, revision);
        };
    }));
}

void Studies::report(const QString& path) {
    others_.submit(other([this, path, document = document(), study = answered_, folder = folder(),
                          result = result_, sizes = sizes_, program = calls_.program]() -> Job::Finish {
        const StudySources sources = sources_of(document, folder);
        const Report report = sizes ? size_report(study.base, sources, *sizes, program)
                                    : study_report(study, sources, *result, program);
        write_atomically(path.toStdString(), report_for_file(report, path.toStdString()));
        return [this, path] { emit written(path); };
    }));
}

void Studies::saveTable(const QString& path) {
    others_.submit(other([this, path, result = result_]() -> Job::Finish {
        write_atomically(path.toStdString(), study_result_to_csv(*result));
        return [this, path] { emit written(path); };
    }));
}

} // namespace pipette
