// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planning.h"

#include "core/cluster/faults.h"
#include "core/plan/candidate.h"
#include "widgets/plain_text.h"
#include "widgets/units_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr int feed_interval_ms = 100;

bool faster(const PlanRow& a, const PlanRow& b) {
    return a.current->iteration_time_s < b.current->iteration_time_s;
}

/// Keeps what a fresh evaluation does not know: who proposed the candidate and whether it ties with the best.
std::shared_ptr<const Candidate> evaluated_like(Candidate fresh, const Candidate& old) {
    fresh.planner = old.planner;
    fresh.tie = old.tie;
    return std::make_shared<const Candidate>(std::move(fresh));
}

std::shared_ptr<const PlanRecord> record_of(Plan plan, const Setup& setup) {
    auto record = std::make_shared<PlanRecord>();
    record->plan = std::move(plan);
    record->setup = setup;
    record->cluster = setup.faults.degraded.empty()
                          ? setup.cluster
                          : std::make_shared<const Cluster>(degraded(*setup.cluster, setup.faults.degraded));
    return record;
}

/// Ranks on GPUs that were excluded after the plan go to spare ones, host by host, so that annealing can
/// start.
RankMapping without_excluded(const Cluster& cluster, RankMapping mapping, const std::vector<int>& excluded) {
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

} // namespace

Planning::Planning(PlanDocument& document, Mailbox& mailbox, PlannerCalls calls, QObject* parent)
    : QObject(parent),
      document_(document),
      calls_(std::move(calls)),
      searching_(mailbox),
      evaluating_(mailbox),
      previewing_(mailbox) {
    feed_timer_.setInterval(feed_interval_ms);
    connect(&feed_timer_, &QTimer::timeout, this, &Planning::readFeed);
    connect(&document_, &PlanDocument::evaluationNeeded, this, &Planning::evaluate);
    connect(&document_, &PlanDocument::rowChanged, this, [this] { answer_.reset(); });
    connect(&document_, &PlanDocument::planChanged, this, [this] { answer_.reset(); });
    connect(&document_, &PlanDocument::setupChanged, this, [this] { answer_.reset(); });
}

bool Planning::idle() const {
    return !search_ && !evaluating_.busy() && !previewing_.busy() && !searching_.busy();
}

void Planning::start(const QString& what, Job job) {
    search_->clock.start();
    search_->before = document_.selection();
    job.failed = [this](const std::string& why) {
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
    if (document_.live()) {
        document_.endLive();
        document_.select(before);
    }
}

void Planning::plan() {
    if (search_ || !document_.setup().complete())
        return;
    search_ = std::make_shared<Search>();
    Job job;
    job.process = [this, search = search_, setup = document_.setup(), revision = document_.revision(),
                   calls = calls_, record = document_.record(), pinned = document_.pinnedGpus(),
                   row = document_.shown().candidate](std::stop_token stop) -> Job::Finish {
        PlanInputs inputs = plan_inputs(setup);
        if (!pinned.empty() && row) { // pins hold ranks of the mapping on the board
            inputs.start = row->mapping;
            for (std::size_t rank = 0; rank < row->mapping.gpu_of_rank.size(); ++rank)
                if (std::binary_search(pinned.begin(), pinned.end(), row->mapping.gpu_of_rank[rank]))
                    inputs.pinned_ranks.push_back(static_cast<int>(rank));
        }
        const auto result = record_of(calls.plan(inputs, setup.estimator, search->feed.sinks(), stop), setup);
        return [this, result, setup] {
            end();
            const Plan& plan = result->plan;
            if (plan.candidates.empty() && plan.stopped_early) {
                emit finished(tr("Cancelled before anything was found"));
                return;
            }
            if (document_.setup().cluster != setup.cluster) // another cluster was opened meanwhile
                return;
            document_.setPlan(result);
            if (plan.candidates.empty())
                emit finished(tr("No configuration fits: %1 rejected, see the reasons in the table")
                                  .arg(plan.rejected.size()));
            else
                emit finished((plan.stopped_early ? tr("Cancelled: best so far %1 per step")
                                                  : tr("Planned: best %1 per step"))
                                  .arg(timeText(plan.candidates.front().iteration_time_s)));
        };
    };
    start(tr("Planning"), std::move(job));
}

void Planning::improve(int row) {
    const PlanRow* line = editableRow(row);
    if (search_ || !line)
        return;
    search_ = std::make_shared<Search>();
    Job job;
    job.process = [this, row, search = search_, record = document_.record(), from = line->current,
                   calls = calls_, setup = document_.setup(),
                   pinned = document_.pinnedGpus()](std::stop_token stop) -> Job::Finish {
        PlanInputs inputs = record->plan.inputs;
        inputs.faults.excluded_gpus = setup.faults.excluded_gpus;
        inputs.budget = setup.budget;
        const RankMapping begin = without_excluded(inputs.cluster, from->mapping, setup.faults.excluded_gpus);
        inputs.start = begin;
        inputs.pinned_ranks.clear();
        for (std::size_t rank = 0; rank < begin.gpu_of_rank.size(); ++rank)
            if (std::binary_search(pinned.begin(), pinned.end(), begin.gpu_of_rank[rank]))
                inputs.pinned_ranks.push_back(static_cast<int>(rank));
        const auto better = evaluated_like(
            calls.improve(inputs, record->setup.estimator, from->config, begin, search->feed.sinks(), stop),
            *from);
        return [this, row, record, from, better] {
            end();
            const PlanRow* now = editableRow(row);
            if (document_.record() != record || !now || now->current->mapping != from->mapping) {
                emit finished(tr("The mapping was edited meanwhile: improvement dropped"));
                return;
            }
            const std::vector<RankMove> moves = moves_between(from->mapping, better->mapping);
            if (moves.empty()) {
                emit finished(tr("No better mapping found"));
                return;
            }
            document_.moveRanks(row, moves, tr("improvement"), better);
            emit finished(tr("Improved to %1 per step (%2)")
                              .arg(timeText(better->iteration_time_s),
                                   changeText(better->iteration_time_s - from->iteration_time_s,
                                              from->iteration_time_s)));
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
        const double done = news.progress->fraction,
                     spent = static_cast<double>(search_->clock.elapsed()) / 1000;
        emit progressed(QString::fromStdString(news.progress->step), done, news.progress->best_time_s,
                        done > 0.02 ? spent * (1 - done) / done : -1);
    }
}

void Planning::addFound(const std::vector<std::shared_ptr<const Candidate>>& found) {
    const Selection& selected = document_.selection();
    const std::vector<PlanRow>& rows = document_.rows();
    // The best stays chosen until a person chooses another; that one stays chosen wherever it moves to.
    std::shared_ptr<const Candidate> chosen;
    if (document_.live() && selected.candidate > 0)
        chosen = rows[static_cast<std::size_t>(selected.candidate)].current;
    for (const auto& candidate : found) {
        const PlanRow row{candidate, candidate, false};
        search_->found.insert(std::upper_bound(search_->found.begin(), search_->found.end(), row, faster),
                              row);
    }
    document_.showLive(search_->found);
    Selection next = document_.selection();
    const auto place = std::find_if(search_->found.begin(), search_->found.end(),
                                    [&](const PlanRow& row) { return row.current == chosen; });
    next.candidate = place == search_->found.end() ? 0 : static_cast<int>(place - search_->found.begin());
    document_.select(next);
}

const PlanRow* Planning::editableRow(int row) const {
    if (document_.live() || !document_.record() || row < 0 ||
        row >= static_cast<int>(document_.rows().size()))
        return nullptr;
    return &document_.rows()[static_cast<std::size_t>(row)];
}

void Planning::evaluate(int row) {
    Job job;
    job.process =
        [this, row, record = document_.record(), calls = calls_,
         asked = document_.rows()[static_cast<std::size_t>(row)].current](std::stop_token) -> Job::Finish {
        const auto answer = evaluated_like(
            calls.evaluate(record->plan.inputs, record->setup.estimator, asked->config, asked->mapping),
            *asked);
        return [this, row, record, answer] { document_.setEvaluated(row, record.get(), answer); };
    };
    job.failed = [this](const std::string& why) { emit failed(QString::fromStdString(why)); };
    evaluating_.submit(std::move(job));
}

void Planning::previewSwap(int from_gpu, int to_gpu) {
    if (const PlanRow* line = editableRow(document_.selection().candidate))
        preview(swap_gpus(*document_.shown().cluster, line->current->config, line->current->mapping, from_gpu,
                          to_gpu, document_.rules()));
}

void Planning::previewNodeSwap(int node_a, int node_b) {
    if (const PlanRow* line = editableRow(document_.selection().candidate))
        preview(swap_nodes(*document_.shown().cluster, line->current->mapping, node_a, node_b,
                           document_.rules()));
}

void Planning::preview(const MappingEdit& edit) {
    const std::uint64_t number = ++preview_;
    answer_.reset();
    if (!edit.allowed) {
        answer_ = Answer{{}, nullptr, false, edit.text};
        emit previewReady({false, edit.text, 0, 0});
        return;
    }
    Job job;
    job.process =
        [this, number, edit, record = document_.record(), calls = calls_,
         now = editableRow(document_.selection().candidate)->current](std::stop_token) -> Job::Finish {
        const auto then = evaluated_like(calls.evaluate(record->plan.inputs, record->setup.estimator,
                                                        now->config, moved(now->mapping, edit.moves)),
                                         *now);
        DropPreview result{true, edit.text, then->iteration_time_s,
                           then->iteration_time_s - now->iteration_time_s};
        if (verdict_of(*then) == Verdict::over && verdict_of(*now) != Verdict::over) {
            result.allowed = false;
            for (std::size_t device = 0; device < then->memory.size(); ++device)
                if (then->memory[device].verdict == Verdict::over) {
                    result.text = fmt::format("would not fit: stage {} needs {} of {}", device,
                                              memoryText(then->memory[device].upper).toStdString(),
                                              memoryText(then->memory[device].limit).toStdString());
                    break;
                }
        }
        return [this, number, then, result, moves = edit.moves] {
            if (number != preview_)
                return;
            answer_ = Answer{moves, then, result.allowed, result.text};
            emit previewReady(result);
        };
    };
    job.failed = [this, number](const std::string& why) {
        if (number == preview_)
            emit previewReady({false, why, 0, 0});
    };
    previewing_.submit_latest(std::move(job));
}

void Planning::swap(int from_gpu, int to_gpu) {
    if (const PlanRow* line = editableRow(document_.selection().candidate))
        apply(swap_gpus(*document_.shown().cluster, line->current->config, line->current->mapping, from_gpu,
                        to_gpu, document_.rules()));
    else
        emit refused(tr("The mapping can be edited when the plan is complete"));
}

void Planning::swapNodes(int node_a, int node_b) {
    if (const PlanRow* line = editableRow(document_.selection().candidate))
        apply(swap_nodes(*document_.shown().cluster, line->current->mapping, node_a, node_b,
                         document_.rules()));
    else
        emit refused(tr("The mapping can be edited when the plan is complete"));
}

void Planning::apply(const MappingEdit& edit) {
    ++preview_; // a preview still under way is of the mapping before
    const bool previewed = answer_ && answer_->moves == edit.moves && !edit.moves.empty();
    if (!edit.allowed || (previewed && !answer_->allowed)) {
        emit refused(QString::fromStdString(edit.allowed ? answer_->text : edit.text));
        return;
    }
    document_.moveRanks(document_.selection().candidate, edit.moves, nameText(edit.text),
                        previewed ? answer_->candidate : nullptr);
}

} // namespace pipette
