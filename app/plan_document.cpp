// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plan_document.h"

#include "app/document_commands.h"
#include "widgets/plain_text.h"

#include <QFileInfo>

#include <algorithm>

namespace pipette {
namespace {

// Edits of these parts that follow each other merge into one step: typing a number is one edit.
enum MergeId { merge_model = 1, merge_job, merge_limits, merge_budget };

std::vector<int> changed_set(const std::vector<int>& sorted, const std::vector<int>& gpus, bool in) {
    std::vector<int> result = sorted;
    for (const int gpu : gpus) {
        const auto place = std::lower_bound(result.begin(), result.end(), gpu);
        const bool there = place != result.end() && *place == gpu;
        if (in && !there)
            result.insert(place, gpu);
        else if (!in && there)
            result.erase(place);
    }
    return result;
}

QString gpu_words(const std::shared_ptr<const Cluster>& cluster, std::vector<int> gpus) {
    if (!cluster)
        return {};
    std::sort(gpus.begin(), gpus.end());
    const QString name = nameText(gpu_list_name(*cluster, gpus));
    return name.size() <= 40 ? name : PlanDocument::tr("%n GPU(s)", nullptr, static_cast<int>(gpus.size()));
}

} // namespace

PlanInputs plan_inputs(const Setup& setup) {
    PlanInputs inputs;
    inputs.cluster = *setup.cluster;
    inputs.model = setup.model;
    inputs.job = setup.job;
    inputs.limits = setup.limits;
    inputs.budget = setup.budget;
    inputs.faults = setup.faults;
    inputs.top = setup.top;
    return inputs;
}

std::vector<PlanRow> rows_of(const std::shared_ptr<const PlanRecord>& record) {
    std::vector<PlanRow> rows;
    if (!record)
        return rows;
    for (const std::vector<Candidate>* list : {&record->plan.candidates, &record->plan.baselines})
        for (const Candidate& candidate : *list) {
            const std::shared_ptr<const Candidate> shared(record, &candidate);
            rows.push_back({shared, shared, false});
        }
    return rows;
}

PlanDocument::PlanDocument(QObject* parent) : QObject(parent) {
    connect(&undo_, &QUndoStack::cleanChanged, this, &PlanDocument::modifiedChanged);
}

PlanDocument::~PlanDocument() {
    undo_.disconnect(); // a stack with steps on it says that it is emptied, when half of the document is gone
}

QString PlanDocument::title() const {
    if (!path_.isEmpty())
        return QFileInfo(path_).fileName();
    return setup_.cluster ? QString::fromStdString(setup_.cluster->name) : tr("Untitled");
}

void PlanDocument::changed() {
    ++revision_;
}

void PlanDocument::select(const Selection& selection) {
    Selection next = selection;
    if (next.candidate >= static_cast<int>(rows().size()))
        next.candidate = rows().empty() ? -1 : 0;
    if (next == selection_)
        return;
    selection_ = std::move(next);
    emit selectionChanged();
}

Shown PlanDocument::shown(int row) const {
    Shown shown;
    const bool fits = record_ && record_->setup.cluster == setup_.cluster;
    shown.cluster = fits ? record_->cluster : setup_.cluster;
    if (row >= 0 && row < static_cast<int>(rows().size()))
        shown.candidate = rows()[static_cast<std::size_t>(row)].current;
    if (fits && !live_) {
        shown.model = {record_, &record_->plan.inputs.model};
        shown.job = {record_, &record_->plan.inputs.job};
    } else {
        shown.model = std::make_shared<TransformerModel>(setup_.model);
        shown.job = std::make_shared<TrainingJob>(setup_.job);
    }
    shown.pinned_gpus = pinned_;
    shown.excluded_gpus = setup_.faults.excluded_gpus;
    return shown;
}

void PlanDocument::setCluster(std::shared_ptr<const Cluster> cluster) {
    if (cluster == setup_.cluster)
        return;
    undo_.beginMacro(tr("open the cluster %1").arg(cluster ? nameText(cluster->name) : QString()));
    if (record_)
        undo_.push(new SetPlanCommand(*this, nullptr, {}));
    if (!pinned_.empty())
        undo_.push(new SetValueCommand<std::vector<int>>(*this, pinned_, {}, {}));
    if (setup_.faults != Faults{})
        undo_.push(new SetValueCommand<Faults>(*this, setup_.faults, {}, {}));
    undo_.push(
        new SetValueCommand<std::shared_ptr<const Cluster>>(*this, setup_.cluster, std::move(cluster), {}));
    undo_.endMacro();
    Selection none;
    none.candidate = selection_.candidate;
    select(none);
}

void PlanDocument::setModel(const TransformerModel& model) {
    if (model != setup_.model)
        undo_.push(new SetValueCommand<TransformerModel>(*this, setup_.model, model,
                                                         tr("change of the model"), merge_model));
}

void PlanDocument::setJob(const TrainingJob& job) {
    if (job != setup_.job)
        undo_.push(
            new SetValueCommand<TrainingJob>(*this, setup_.job, job, tr("change of the job"), merge_job));
}

void PlanDocument::setLimits(const SearchLimits& limits) {
    if (limits != setup_.limits)
        undo_.push(new SetValueCommand<SearchLimits>(*this, setup_.limits, limits, tr("change of the limits"),
                                                     merge_limits));
}

void PlanDocument::setBudget(const AnnealingBudget& budget) {
    if (budget != setup_.budget)
        undo_.push(new SetValueCommand<AnnealingBudget>(*this, setup_.budget, budget,
                                                        tr("change of the annealing budget"), merge_budget));
}

void PlanDocument::setFaults(const Faults& faults, const QString& what) {
    if (faults != setup_.faults)
        undo_.push(new SetValueCommand<Faults>(*this, setup_.faults, faults, what));
}

void PlanDocument::setEstimator(std::shared_ptr<const MemoryEstimator> estimator) {
    using Value = std::shared_ptr<const MemoryEstimator>;
    if (estimator != setup_.estimator)
        undo_.push(new SetValueCommand<Value>(*this, setup_.estimator, std::move(estimator),
                                              tr("choice of the memory estimator")));
}

void PlanDocument::setPinned(const std::vector<int>& gpus, bool pinned) {
    std::vector<int> next = changed_set(pinned_, gpus, pinned);
    if (next == pinned_)
        return;
    const QString text = (pinned ? tr("pin of %1") : tr("unpin of %1")).arg(gpu_words(setup_.cluster, gpus));
    undo_.push(new SetValueCommand<std::vector<int>>(*this, pinned_, std::move(next), text));
}

void PlanDocument::setExcluded(const std::vector<int>& gpus, bool excluded) {
    Faults next = setup_.faults;
    next.excluded_gpus = changed_set(next.excluded_gpus, gpus, excluded);
    setFaults(
        next,
        (excluded ? tr("exclusion of %1") : tr("inclusion of %1")).arg(gpu_words(setup_.cluster, gpus)));
}

void PlanDocument::setPlan(std::shared_ptr<const PlanRecord> record) {
    undo_.push(new SetPlanCommand(*this, std::move(record), tr("plan")));
}

void PlanDocument::moveRanks(int row, std::vector<RankMove> moves, const QString& what,
                             std::shared_ptr<const Candidate> evaluated) {
    if (live_ || moves.empty() || row < 0 || row >= static_cast<int>(rows_.size()))
        return;
    undo_.push(new MoveRanksCommand(*this, row, std::move(moves), what, std::move(evaluated)));
}

void PlanDocument::setEvaluated(int row, const PlanRecord* of, std::shared_ptr<const Candidate> candidate) {
    if (of != record_.get() || row < 0 || row >= static_cast<int>(rows_.size()))
        return;
    PlanRow& line = rows_[static_cast<std::size_t>(row)];
    if (!line.waiting || line.current->mapping != candidate->mapping)
        return;
    line.current = std::move(candidate);
    line.waiting = false;
    emit rowChanged(row);
}

void PlanDocument::showLive(std::vector<PlanRow> rows) {
    live_ = std::move(rows);
    emit planChanged();
    if (selection_.candidate < 0 && !live_->empty())
        select({0, selection_.gpus, selection_.device, selection_.replica});
}

void PlanDocument::endLive() {
    if (!live_)
        return;
    live_.reset();
    emit planChanged();
    if (selection_.candidate >= static_cast<int>(rows_.size()))
        select({rows_.empty() ? -1 : 0, {}, -1, -1});
}

void PlanDocument::load(Content content, const QString& path, bool recovered) {
    undo_.clear();
    live_.reset();
    setup_ = std::move(content.setup);
    pinned_ = std::move(content.pinned);
    record_ = std::move(content.record);
    rows_ = std::move(content.rows);
    selection_ = {};
    path_ = path;
    recovered_ = recovered;
    changed();
    emit loaded();
    emit modifiedChanged();
    select(content.selection);
    for (int row = 0; row < static_cast<int>(rows_.size()); ++row)
        if (rows_[static_cast<std::size_t>(row)].waiting)
            emit evaluationNeeded(row);
}

void PlanDocument::markSaved(const QString& path, int index) {
    path_ = path;
    recovered_ = false;
    if (undo_.index() == index)
        undo_.setClean();
    else
        undo_.resetClean();
    emit modifiedChanged();
}

} // namespace pipette
