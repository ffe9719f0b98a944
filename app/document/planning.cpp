// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/planning.h"

#include "core/plan/candidate.h"
#include "core/plan/kept_off.h"
#include "widgets/plans/reliance_text.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <algorithm>
#include <numeric>

namespace pipette {
namespace {

/// What the best plan rests on that may not hold, behind its time; empty when nothing.
QString relianceNote(const Candidate& candidate) {
    const QString text = relianceText(candidate);
    return text.isEmpty() ? text : QStringLiteral(", ") + text;
}

/// How long the search took and what became of all configurations.
QString plannedText(const Plan& plan) {
    const double seconds =
        std::accumulate(plan.phases.begin(), plan.phases.end(), 0.0,
                        [](double sum, const SearchPhase& phase) { return sum + phase.seconds; });
    return filled(
        Planning::tr("Planned in %1. Of %2 configurations, %3 fit, %4 were rejected, and the others do "
                     "not divide the model or the batch"),
        timeText(seconds), groupedText(static_cast<double>(plan.enumerated), 0),
        groupedText(static_cast<double>(plan.feasible), 0),
        groupedText(static_cast<double>(plan.rejected_counts.all()), 0));
}

constexpr int feed_interval_ms = 100;

bool faster(const PlanRow& a, const PlanRow& b) {
    return a.current->iteration_time_s < b.current->iteration_time_s;
}

/// Ranks whose GPUs are pinned. `pinned`: sorted.
std::vector<int> pinned_ranks(const RankMapping& mapping, const std::vector<int>& pinned) {
    std::vector<int> ranks;
    for (std::size_t rank = 0; rank < mapping.gpu_of_rank.size(); ++rank)
        if (std::binary_search(pinned.begin(), pinned.end(), mapping.gpu_of_rank[rank]))
            ranks.push_back(static_cast<int>(rank));
    return ranks;
}

/// Ranks on GPUs that must not be used (any more) go to spare ones, host by host, so that annealing can
/// start.
RankMapping without(const std::vector<int>& excluded, const Cluster& cluster, RankMapping mapping) {
    std::vector<int> rank_of = rank_of_gpu(mapping, cluster.gpu_count());
    int spare = 0;
    for (int& gpu : mapping.gpu_of_rank) {
        if (!std::binary_search(excluded.begin(), excluded.end(), gpu))
            continue;
        while (spare < cluster.gpu_count() && (rank_of[static_cast<std::size_t>(spare)] >= 0 ||
                                               std::binary_search(excluded.begin(), excluded.end(), spare)))
            ++spare;
        if (spare == cluster.gpu_count())
            throw std::runtime_error(
                "This configuration needs more GPUs than are left. Plan again to find one that fits.");
        rank_of[static_cast<std::size_t>(spare)] = 0;
        gpu = spare;
    }
    return mapping;
}

bool none_crosses_fault(const Plan& plan) {
    return plan.rejected_counts.of(RejectionCode::crosses_fault) == 0;
}

} // namespace

Planning::Planning(PlanDocument& document, Mailbox& mailbox, PlannerCalls calls, QObject* parent)
    : QObject(parent),
      document_(document),
      calls_(std::move(calls)),
      searching_(mailbox),
      evaluating_(mailbox) {
    feed_timer_.setInterval(feed_interval_ms);
    connect(&feed_timer_, &QTimer::timeout, this, &Planning::readFeed);
    connect(&document_, &PlanDocument::evaluationNeeded, this, &Planning::evaluate);
    connect(&document_, &PlanDocument::revised, this, &Planning::documentRevised);
}

bool Planning::idle() const {
    return !search_ && !evaluating_.busy() && !searching_.busy();
}

void Planning::start(const QString& what, Job job) {
    search_->clock.start();
    search_->before = document_.selection();
    job.failed = [this, search = search_](const std::string& why) {
        if (search != search_)
            return;
        end();
        emit failed(QString::fromStdString(why));
    };
    searching_.submit(std::move(job));
    feed_timer_.start();
    emit started(what);
}

void Planning::end() {
    readFeed();
    feed_timer_.stop();
    const Selection before = search_->before;
    search_.reset();
    if (document_.table()->live()) {
        document_.endLive();
        document_.select(before);
    }
}

bool Planning::abandon() {
    if (!search_)
        return false;
    const Selection before = search_->before;
    search_.reset(); // its worker's answer finds another search, or none, and is dropped
    feed_timer_.stop();
    searching_.stop();
    document_.endLive();
    document_.select(before);
    return true;
}

void Planning::documentRevised() {
    if (abandon())
        emit finished(tr("Stopped: what was searched for has changed"));
}

void Planning::plan(By by) {
    if (search_ || !document_.setup().complete())
        return;
    search_ = std::make_shared<Search>();
    Job job;
    job.process = [this, by, search = search_, setup = document_.setup(), calls = calls_,
                   pinned = document_.state().pinned,
                   row = document_.shown().candidate](std::stop_token stop) -> Job::Finish {
        const auto basis = std::make_shared<const PlanBasis>(basis_of(setup));
        search->basis = basis;
        PlanInputs inputs = setup;
        if (!pinned.empty() && row) { // pins hold ranks of the mapping on the board
            inputs.start = row->mapping;
            inputs.pinned_ranks = pinned_ranks(row->mapping, pinned);
        }
        const auto result =
            record_of(calls.plan(inputs, OwnKnowledge(setup), search->feed.sinks(), stop), *basis);
        return [this, search, result, by] {
            if (search != search_)
                return;
            end();
            const Plan& plan = result->plan;
            if (plan.candidates.empty() && plan.stopped_early) {
                emit finished(tr("Cancelled before anything was found"));
                return;
            }
            const bool nobodys = by == By::program && !document_.modified();
            document_.setPlan(result);
            if (nobodys)
                document_.undoStack().setClean();
            if (plan.candidates.empty())
                emit finished(
                    (none_crosses_fault(plan)
                         ? tr("No configuration fits: %1 rejected, see the reasons in the table")
                         : tr("No plan does without what is known to be broken: %1 rejected, see the reasons "
                              "in the table"))
                        .arg(plan.rejected_counts.all()));
            else
                emit finished((plan.stopped_early ? filled(tr("Cancelled: best so far %1 per step"),
                                                           timeText(plan.candidates.front().iteration_time_s))
                                                  : plannedText(plan)) +
                              relianceNote(plan.candidates.front()));
        };
    };
    start(tr("Planning"), std::move(job));
}

void Planning::improve(int row) {
    const EditedRow on = editable(row);
    if (!on)
        return;
    search_ = std::make_shared<Search>();
    Job job;
    job.process = [this, on, search = search_, calls = calls_, setup = document_.setup(),
                   excluded = document_.state().excludedGpus(),
                   pinned = document_.state().pinned](std::stop_token stop) -> Job::Finish {
        const PlanRecord& record = *on.table->record();
        search->basis = on.table->basis();
        PlanInputs inputs = record.plan.inputs;
        inputs.faults.excluded_gpus = excluded;
        inputs.budget = setup.budget;
        inputs.limits.allow_faulty = setup.limits.allow_faulty;
        const RankMapping begin = without(gpus_kept_off(inputs), *inputs.cluster, on.candidate->mapping);
        inputs.start = begin;
        inputs.pinned_ranks = pinned_ranks(begin, pinned);
        const auto better = evaluated_of(calls.improve(inputs, OwnKnowledge(record), on.candidate->config,
                                                       begin, search->feed.sinks(), stop),
                                         *on.table, on.row);
        return [this, search, on, better] {
            if (search != search_)
                return;
            end();
            const std::vector<RankMove> moves = moves_between(on.candidate->mapping, better->mapping);
            if (moves.empty()) {
                emit finished(tr("No better mapping found"));
                return;
            }
            document_.editRow(on.row, moves, {}, tr("improvement"), better);
            emit finished(tr("Improved to %1 per step (%2)")
                              .arg(timeText(better->iteration_time_s),
                                   changeText(better->iteration_time_s - on.candidate->iteration_time_s,
                                              on.candidate->iteration_time_s)));
        };
    };
    start(tr("Improving"), std::move(job));
}

void Planning::cancel() {
    searching_.stop(); // a search that has not begun yet ends too, and says so
}

void Planning::readFeed() {
    if (!search_)
        return;
    const SearchFeed::News news = search_->feed.take();
    if (!news.found.empty())
        addFound(news.found);
    if (!news.annealing.empty())
        emit annealed(news.annealing);
    if (news.progress) {
        const double done = news.progress->fraction;
        emit progressed(QString::fromStdString(news.progress->step), done, news.progress->best_time_s,
                        search_->pace.left_s(static_cast<double>(search_->clock.elapsed()) / 1000, done));
    }
}

void Planning::addFound(const std::vector<std::shared_ptr<const Candidate>>& found) {
    const Selection& selected = document_.selection();
    const std::vector<PlanRow>& rows = document_.table()->rows();
    // The best stays chosen until a person chooses another; that one stays chosen wherever it moves to.
    std::shared_ptr<const Candidate> chosen;
    if (document_.table()->live() && selected.candidate > 0)
        chosen = rows[static_cast<std::size_t>(selected.candidate)].current;
    for (const auto& candidate : found) {
        const PlanRow row{candidate, candidate, false};
        search_->found.insert(std::upper_bound(search_->found.begin(), search_->found.end(), row, faster),
                              row);
    }
    document_.showLive(PlanTable(search_->basis.load(), search_->found));
    Selection next = document_.selection();
    const auto place = std::find_if(search_->found.begin(), search_->found.end(),
                                    [&](const PlanRow& row) { return row.current == chosen; });
    next.candidate = place == search_->found.end() ? 0 : static_cast<int>(place - search_->found.begin());
    document_.select(next);
}

EditedRow Planning::editable(int row) const {
    const auto table = document_.table();
    const PlanRow* line = table->row(row);
    if (search_ || !table->record() || !line)
        return {};
    return {table, row, line->current};
}

void Planning::evaluate(int row) {
    const auto table = document_.table();
    Job job;
    job.process = [this, row, table, calls = calls_](std::stop_token) -> Job::Finish {
        const PlanRecord& record = *table->record();
        const Candidate& asked = *table->row(row)->current;
        const auto answer = evaluated_of(
            calls.evaluate(record.plan.inputs, OwnKnowledge(record), asked.config, asked.mapping), *table,
            row);
        return [this, row, table, answer] { document_.setEvaluated(row, table->record().get(), answer); };
    };
    job.failed = [this](const std::string& why) { emit failed(QString::fromStdString(why)); };
    evaluating_.submit(std::move(job));
}

} // namespace pipette
