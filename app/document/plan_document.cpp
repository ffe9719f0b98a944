// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/plan_document.h"

#include "app/document/document_commands.h"
#include "app/document/document_study.h"
#include "widgets/theme/plain_text.h"

#include <QFileInfo>

#include <algorithm>
#include <stdexcept>
#include <utility>

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

/// A plan's rows over the setup's own cluster: the two are never shown, saved or edited apart.
std::shared_ptr<const PlanTable> table_on(const Setup& setup, std::shared_ptr<const PlanRecord> record,
                                          std::vector<PlanRow> rows) {
    if (record && record->setup.cluster != setup.cluster)
        throw std::invalid_argument("the plan is of another cluster");
    return std::make_shared<const PlanTable>(std::move(record), std::move(rows));
}

void drop_outside(std::vector<int>& numbers, int count) {
    std::erase_if(numbers, [count](int number) { return number < 0 || number >= count; });
}

int within(int number, int count) {
    return number < count ? std::max(number, -1) : -1;
}

} // namespace

PlanDocument::PlanDocument(QObject* parent) : QObject(parent), planned_(std::make_shared<const PlanTable>()) {
    setup_.budget.prefer = Preference::safe;
    connect(&undo_, &QUndoStack::cleanChanged, this, &PlanDocument::modifiedChanged);
}

PlanDocument::~PlanDocument() {
    undo_.disconnect(); // a stack with steps on it says that it is emptied, when half of the document is gone
}

QString PlanDocument::title() const {
    if (!file_.path.isEmpty())
        return QFileInfo(file_.path).fileName();
    return setup_.cluster ? QString::fromStdString(setup_.cluster->name) : tr("Untitled");
}

void PlanDocument::changed() {
    ++revision_;
    const bool was_live = std::exchange(live_, nullptr) != nullptr;
    emit revised();
    if (was_live)
        emit planChanged();
    select(selection_);
}

Selection PlanDocument::there(Selection selection) const {
    const Shown now = shown(selection.candidate);
    drop_outside(selection.gpus, now.cluster ? now.cluster->gpu_count() : 0);
    if (selection.candidate >= table()->count())
        selection.candidate = rows().empty() ? -1 : 0;
    selection.candidate = std::max(selection.candidate, -1);
    const ParallelConfig* config = now.candidate ? &now.candidate->config : nullptr;
    selection.device = within(selection.device, config ? config->pp : 0);
    selection.replica = within(selection.replica, config ? config->dp : 0);
    return selection;
}

void PlanDocument::select(const Selection& selection) {
    Selection next = there(selection);
    if (next == selection_)
        return;
    selection_ = std::move(next);
    emit selectionChanged();
}

std::vector<int> PlanDocument::excludedGpus() const {
    std::vector<int> excluded = setup_.faults.excluded_gpus;
    if (const auto made = record())
        excluded.insert(excluded.end(), made->plan.inputs.faults.excluded_gpus.begin(),
                        made->plan.inputs.faults.excluded_gpus.end());
    std::sort(excluded.begin(), excluded.end());
    excluded.erase(std::unique(excluded.begin(), excluded.end()), excluded.end());
    return excluded;
}

Shown PlanDocument::shown(int row) const {
    Shown shown = table()->shown(row);
    if (!shown.cluster) { // nothing planned
        shown.cluster = setup_.cluster;
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
    if (record())
        undo_.push(new SetPlanCommand(*this, {}, {}));
    if (!pinned_.empty())
        undo_.push(new SetValueCommand<std::vector<int>>(*this, pinned_, {}, {}));
    if (setup_.faults != Faults{})
        undo_.push(new SetValueCommand<Faults>(*this, setup_.faults, {}, {}));
    undo_.push(
        new SetValueCommand<std::shared_ptr<const Cluster>>(*this, setup_.cluster, std::move(cluster), {}));
    undo_.endMacro();
    Selection none;
    none.candidate = selection_.candidate;
    none.grouping = selection_.grouping;
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

void PlanDocument::setKnownFaults(std::shared_ptr<const Cluster> cluster, const QString& what) {
    undo_.beginMacro(what);
    if (record())
        undo_.push(new SetPlanCommand(*this, {}, {}));
    undo_.push(
        new SetValueCommand<std::shared_ptr<const Cluster>>(*this, setup_.cluster, std::move(cluster), {}));
    undo_.endMacro();
}

void PlanDocument::setEstimator(std::shared_ptr<const MemoryEstimator> estimator) {
    using Value = std::shared_ptr<const MemoryEstimator>;
    if (estimator != setup_.estimator)
        undo_.push(new SetValueCommand<Value>(*this, setup_.estimator, std::move(estimator),
                                              tr("choice of the memory estimator")));
}

void PlanDocument::setCalibration(std::shared_ptr<const Calibration> calibration, const QString& what) {
    using Value = std::shared_ptr<const Calibration>;
    if (calibration != setup_.calibration)
        undo_.push(new SetValueCommand<Value>(*this, setup_.calibration, std::move(calibration), what));
}

std::vector<int> PlanDocument::here(std::vector<int> gpus) const {
    if (setup_.cluster)
        drop_outside(gpus, setup_.cluster->gpu_count());
    return gpus;
}

void PlanDocument::setPinned(const std::vector<int>& asked, bool pinned) {
    const std::vector<int> gpus = here(asked);
    std::vector<int> next = changed_set(pinned_, gpus, pinned);
    if (next == pinned_)
        return;
    const QString text = (pinned ? tr("pin of %1") : tr("unpin of %1")).arg(gpu_words(setup_.cluster, gpus));
    undo_.push(new SetValueCommand<std::vector<int>>(*this, pinned_, std::move(next), text));
}

void PlanDocument::setExcluded(const std::vector<int>& asked, bool excluded) {
    const std::vector<int> gpus = here(asked);
    Faults next = setup_.faults;
    next.excluded_gpus = changed_set(next.excluded_gpus, gpus, excluded);
    setFaults(
        next,
        (excluded ? tr("exclusion of %1") : tr("inclusion of %1")).arg(gpu_words(setup_.cluster, gpus)));
}

void PlanDocument::setPlan(std::shared_ptr<const PlanRecord> record) {
    std::vector<PlanRow> rows = rows_of(record);
    undo_.push(new SetPlanCommand(*this, table_on(setup_, std::move(record), std::move(rows)), tr("plan")));
}

void PlanDocument::moveRanks(int row, std::vector<RankMove> moves, const QString& what,
                             std::shared_ptr<const Candidate> evaluated) {
    if (live_ || moves.empty() || !planned_->row(row))
        return;
    undo_.push(new MoveRanksCommand(*this, row, std::move(moves), what, std::move(evaluated)));
}

void PlanDocument::setLayers(int row, std::vector<int> layers_per_stage, const QString& what,
                             std::shared_ptr<const Candidate> evaluated) {
    const PlanRow* const line = live_ ? nullptr : planned_->row(row);
    if (line && line->current->config.layers_per_stage != layers_per_stage)
        undo_.push(new SetLayersCommand(*this, row, line->current->config.layers_per_stage,
                                        std::move(layers_per_stage), what, std::move(evaluated)));
}

void PlanDocument::setScenarios(Scenarios scenarios, const QString& what) {
    if (scenarios != scenarios_)
        undo_.push(new SetValueCommand<Scenarios>(*this, scenarios_, std::move(scenarios), what));
}

void PlanDocument::setStudies(StudyList studies, const QString& what) {
    if (studies.all.size() == studies_.all.size() && studies.open != studies_.open &&
        StudyList{studies.all, studies_.open} == studies_)
        return openStudy(studies.open);
    if (studies != studies_)
        undo_.push(new SetValueCommand<StudyList>(*this, studies_, std::move(studies), what));
}

void PlanDocument::openStudy(int number) {
    if (number == studies_.open || number < 0 || number >= static_cast<int>(studies_.all.size()))
        return;
    studies_.open = number;
    emit studyChanged();
}

void PlanDocument::noteStudy(std::shared_ptr<const StudyAnswer> found) {
    constexpr std::size_t most = 64; // those of studies that nobody sees any more go first
    std::erase_if(answers_, [&](const auto& known) {
        return known->is_of(found->of, found->estimator, found->calibration);
    });
    answers_.push_back(std::move(found));
    if (answers_.size() > most)
        answers_.erase(answers_.begin());
}

std::shared_ptr<const StudyAnswer> PlanDocument::answerOf(const StudyDocument& study) const {
    for (const auto& known : answers_)
        if (known->is_of(study, setup_.estimator, setup_.calibration))
            return known;
    return nullptr;
}

std::optional<Headroom> PlanDocument::headroom() const {
    if (headroom_ && headroom_->setup == setup_)
        return headroom_->headroom;
    return record() && !outdated() ? record()->plan.headroom : std::nullopt;
}

void PlanDocument::setEvaluated(int row, const PlanRecord* of, std::shared_ptr<const Candidate> candidate) {
    const PlanRow* line = planned_->row(row);
    if (of != record().get() || !line || !line->waiting || line->current->mapping != candidate->mapping ||
        line->current->config != candidate->config)
        return;
    planned_ =
        std::make_shared<const PlanTable>(planned_->with(row, {line->planned, std::move(candidate), false}));
    emit rowChanged(row);
}

void PlanDocument::showLive(PlanTable found) {
    live_ = std::make_shared<const PlanTable>(std::move(found));
    emit planChanged();
    Selection next = selection_;
    if (next.candidate < 0 && live_->count() > 0)
        next.candidate = 0;
    select(next);
}

void PlanDocument::endLive() {
    if (!std::exchange(live_, nullptr))
        return;
    emit planChanged();
    select(selection_);
}

void PlanDocument::load(Content content, const DocumentFile& file, Origin origin) {
    auto planned = table_on(content.setup, std::move(content.record), std::move(content.rows));
    undo_.clear();
    setup_ = std::move(content.setup);
    pinned_ = std::move(content.pinned);
    planned_ = std::move(planned);
    scenarios_ = std::move(content.scenarios);
    studies_ = std::move(content.studies);
    answers_ = std::move(content.answers);
    headroom_ = std::move(content.headroom);
    selection_ = {};
    file_ = file;
    stray_ = origin == Origin::recovered;
    changed();
    emit loaded();
    emit modifiedChanged();
    select(content.selection);
    askForWaiting();
}

void PlanDocument::reload(Content content, const DocumentFile& file) {
    auto planned = table_on(content.setup, std::move(content.record), std::move(content.rows));
    for (const auto& answer : content.answers)
        noteStudy(answer);
    undo_.push(
        new ReplaceCommand(*this,
                           {std::move(content.setup), std::move(content.pinned), std::move(planned),
                            content.selection, std::move(content.scenarios), std::move(content.studies)},
                           tr("reading %1 again").arg(QFileInfo(file.path).fileName())));
    file_ = file;
    stray_ = false;
    undo_.setClean();
    emit modifiedChanged();
}

void PlanDocument::takeUp(Content content, const QString& what) {
    auto planned = table_on(content.setup, std::move(content.record), std::move(content.rows));
    undo_.push(new ReplaceCommand(*this,
                                  {std::move(content.setup), std::move(content.pinned), std::move(planned),
                                   content.selection, scenarios_, studies_},
                                  what));
}

void PlanDocument::askForWaiting() {
    for (int row = 0; row < planned_->count(); ++row)
        if (planned_->row(row)->waiting)
            emit evaluationNeeded(row); // put aside before the answer came
}

void PlanDocument::markSaved(const DocumentFile& file, int index) {
    file_ = file;
    stray_ = false;
    if (undo_.index() == index)
        undo_.setClean();
    else
        undo_.resetClean();
    emit modifiedChanged();
}

void PlanDocument::markStray() {
    stray_ = true;
    emit modifiedChanged();
}

} // namespace pipette
