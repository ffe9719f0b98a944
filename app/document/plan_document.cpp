// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/plan_document.h"

#include "app/document/document_commands.h"
#include "app/document/layer_times.h"
#include "app/document/selectable.h"
#include "app/document/undo_group.h"
#include "widgets/theme/plain_text.h"

#include <QFileInfo>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace pipette {
namespace {

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

/// The two are never shown, saved or edited apart.
void refuse_another_cluster(const std::shared_ptr<const PlanRecord>& record,
                            const std::shared_ptr<const Cluster>& cluster) {
    if (record && record->setup.cluster != cluster)
        throw std::invalid_argument("the plan is of another cluster");
}

void drop_outside(std::vector<int>& numbers, int count) {
    std::erase_if(numbers, [count](int number) { return number < 0 || number >= count; });
}

/// Without what is not there.
Selection there(Selection selection, const PlanTable& table, const Shown& shown) {
    if (selection.candidate >= table.count())
        selection.candidate = table.count() == 0 ? -1 : 0;
    selection.candidate = std::max(selection.candidate, -1);
    return selectableIn(shown, std::move(selection));
}

std::vector<int> here(std::vector<int> gpus, const std::shared_ptr<const Cluster>& cluster) {
    if (cluster)
        drop_outside(gpus, cluster->gpu_count());
    return gpus;
}

} // namespace

PlanDocument::PlanDocument(QObject* parent) : QObject(parent) {
    state_.setup.budget.prefer = Preference::safe;
    connect(&undo_, &QUndoStack::cleanChanged, this, &PlanDocument::modifiedChanged);
}

PlanDocument::~PlanDocument() {
    undo_.disconnect(); // a stack with steps on it says that it is emptied, when half of the document is gone
}

QString PlanDocument::title() const {
    if (!file_.path.isEmpty())
        return QFileInfo(file_.path).fileName();
    return setup().cluster ? QString::fromStdString(setup().cluster->name) : tr("Untitled");
}

void PlanDocument::changed() {
    ++revision_;
    const bool was_live = std::exchange(live_, nullptr) != nullptr;
    emit revised();
    if (was_live)
        emit planChanged();
    select(selection());
}

void PlanDocument::select(const Selection& selection) {
    const auto shown_rows = table();
    Selection next = there(selection, *shown_rows, state_.shown(*shown_rows, selection.candidate));
    if (next == state_.selection)
        return;
    state_.selection = std::move(next);
    emit selectionChanged();
}

template <DocumentPart part>
void PlanDocument::set(PartValue<part> value, const QString& name) {
    if (value == part_of<part>(state_))
        return;
    if constexpr (part == DocumentPart::cluster)
        refuse_another_cluster(state_.record(), value);
    undo_.push(new SetPartCommand<part>(*this, std::move(value), name));
}

template void PlanDocument::set<DocumentPart::cluster>(PartValue<DocumentPart::cluster>, const QString&);
template void PlanDocument::set<DocumentPart::model>(PartValue<DocumentPart::model>, const QString&);
template void PlanDocument::set<DocumentPart::job>(PartValue<DocumentPart::job>, const QString&);
template void PlanDocument::set<DocumentPart::limits>(PartValue<DocumentPart::limits>, const QString&);
template void PlanDocument::set<DocumentPart::budget>(PartValue<DocumentPart::budget>, const QString&);
template void PlanDocument::set<DocumentPart::faults>(PartValue<DocumentPart::faults>, const QString&);
template void PlanDocument::set<DocumentPart::estimator>(PartValue<DocumentPart::estimator>, const QString&);
template void PlanDocument::set<DocumentPart::calibration>(PartValue<DocumentPart::calibration>,
                                                           const QString&);
template void PlanDocument::set<DocumentPart::scenarios>(PartValue<DocumentPart::scenarios>, const QString&);

namespace {

/// A precision that every GPU of the cluster computes in: the wanted one, else 16 bits, else fp32.
Precision precision_on(const Cluster& cluster, Precision wanted) {
    for (const Precision precision : {wanted, Precision::bf16, Precision::fp16})
        if (std::all_of(cluster.node_kinds.begin(), cluster.node_kinds.end(),
                        [&](const NodeKind& kind) { return kind.gpu.supports(precision); }))
            return precision;
    return Precision::fp32;
}

} // namespace

void PlanDocument::setCluster(std::shared_ptr<const Cluster> cluster) {
    if (cluster == setup().cluster)
        return;
    {
        const UndoGroup step(undo_,
                             tr("open the cluster %1").arg(cluster ? nameText(cluster->name) : QString()));
        setPlan(nullptr);
        set<DocumentPart::pins>({});
        set<DocumentPart::faults>({});
        TrainingJob job = setup().job;
        if (cluster)
            job.precision = precision_on(*cluster, job.precision);
        set<DocumentPart::job>(std::move(job));
        set<DocumentPart::cluster>(std::move(cluster));
        forget_layer_times(*this);
    }
    Selection none;
    none.candidate = selection().candidate;
    none.grouping = selection().grouping;
    select(none);
}

void PlanDocument::setPinned(const std::vector<int>& asked, bool pinned) {
    const std::vector<int> gpus = here(asked, setup().cluster);
    set<DocumentPart::pins>(
        changed_set(state_.pinned, gpus, pinned),
        (pinned ? tr("pin of %1") : tr("unpin of %1")).arg(gpu_words(setup().cluster, gpus)));
}

void PlanDocument::setExcluded(const std::vector<int>& asked, bool excluded) {
    const std::vector<int> gpus = here(asked, setup().cluster);
    Faults next = setup().faults;
    next.excluded_gpus = changed_set(next.excluded_gpus, gpus, excluded);
    set<DocumentPart::faults>(
        std::move(next),
        (excluded ? tr("exclusion of %1") : tr("inclusion of %1")).arg(gpu_words(setup().cluster, gpus)));
}

void PlanDocument::setPlan(const std::shared_ptr<const PlanRecord>& record) {
    refuse_another_cluster(record, setup().cluster);
    if (record || state_.record())
        undo_.push(new SetPlanCommand(*this, std::make_shared<const PlanTable>(record), tr("plan")));
}

void PlanDocument::editRow(int row, std::vector<RankMove> moves, std::vector<int> layers, const QString& name,
                           std::shared_ptr<const Candidate> evaluated) {
    const PlanRow* const line = live_ ? nullptr : state_.planned->row(row);
    if (!line)
        return;
    const std::vector<int>& now = line->current->config.layers_per_stage;
    if (layers.empty())
        layers = now;
    if (!moves.empty() || layers != now)
        undo_.push(
            new EditRowCommand(*this, row, std::move(moves), std::move(layers), name, std::move(evaluated)));
}

void PlanDocument::setStudies(StudyList studies, const QString& name) {
    if (StudyList{studies.all, state_.studies.open} != state_.studies)
        return set<DocumentPart::studies>(std::move(studies), name);
    if (studies.open == state_.studies.open || studies.open < 0 ||
        studies.open >= static_cast<int>(studies.all.size()))
        return;
    state_.studies.open = studies.open;
    emit partChanged(DocumentPart::studies);
}

void PlanDocument::setEvaluated(int row, const PlanRecord* of, std::shared_ptr<const Candidate> candidate) {
    const PlanRow* line = state_.planned->row(row);
    if (of != state_.record().get() || !line || !line->waiting ||
        line->current->mapping != candidate->mapping || line->current->config != candidate->config)
        return;
    state_.planned = std::make_shared<const PlanTable>(
        state_.planned->with(row, {line->planned, std::move(candidate), false}));
    emit rowChanged(row);
}

void PlanDocument::showLive(PlanTable found) {
    live_ = std::make_shared<const PlanTable>(std::move(found));
    emit planChanged();
    Selection next = selection();
    if (next.candidate < 0 && live_->count() > 0)
        next.candidate = 0;
    select(next);
}

void PlanDocument::endLive() {
    if (!std::exchange(live_, nullptr))
        return;
    emit planChanged();
    select(selection());
}

void PlanDocument::load(DocumentState state, const DocumentFile& file, Origin origin) {
    refuse_another_cluster(state.record(), state.setup.cluster);
    undo_.clear();
    state_.found = state.found;
    file_ = file;
    stray_ = origin == Origin::recovered;
    ReplaceCommand(*this, std::move(state), {}).redo();
    emit modifiedChanged();
}

void PlanDocument::reload(DocumentState state, const DocumentFile& file) {
    refuse_another_cluster(state.record(), state.setup.cluster);
    for (const auto& answer : state.found.answers)
        state_.found.note(answer);
    undo_.push(new ReplaceCommand(*this, std::move(state),
                                  tr("reading %1 again").arg(QFileInfo(file.path).fileName())));
    markSaved(file, undo_.index());
}

void PlanDocument::takeUp(const std::shared_ptr<const PlanRecord>& record, const QString& name) {
    DocumentState next = state_of(record);
    next.scenarios = state_.scenarios;
    next.studies = state_.studies;
    undo_.push(new ReplaceCommand(*this, std::move(next), name));
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
