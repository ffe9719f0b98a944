// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/gpus/shown_gpus.h"

#include "core/plan/edits/mapping_edit.h"
#include "core/plan/stages/unlike_gpus.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace pipette {
namespace {
struct GpuWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::ShownGpus)
};
} // namespace

void ShownGpus::setShown(const Shown& shown) {
    if (shown.cluster != shown_.cluster) {
        faults_ = KnownFaults(shown.cluster);
        findKinds(shown.cluster.get());
    }
    shown_ = shown;
    roles_ = gpuRoles(shown_);
    findGroups();
}

void ShownGpus::findKinds(const Cluster* cluster) {
    kinds_.clear(), kind_numbers_.clear();
    QStringList different;
    for (const std::string& kind : cluster ? brief_kinds(*cluster) : std::vector<std::string>()) {
        kinds_ << nameText(kind);
        if (!different.contains(kinds_.back()))
            different << kinds_.back();
        kind_numbers_.push_back(static_cast<int>(different.indexOf(kinds_.back())));
    }
}

QString ShownGpus::kindOfNode(int node) const {
    return kinds_.value(cluster()->nodes[static_cast<std::size_t>(node)].kind);
}

int ShownGpus::kindNumber(int gpu) const {
    if (kind_numbers_.empty())
        return 0;
    const Node& node = cluster()->nodes[static_cast<std::size_t>(cluster()->node_of(gpu))];
    return kind_numbers_[static_cast<std::size_t>(node.kind)];
}

void ShownGpus::setSelection(const Selection& selection) {
    const bool regrouped = selection.grouping != selection_.grouping;
    selection_ = selection;
    regrouped ? findGroups() : findPlaceTexts();
}

void ShownGpus::findGroups() {
    axes_ = groupedAxes(shown_);
    told_.reset();
    grouped_ =
        selection_.grouping && std::find(axes_.begin(), axes_.end(), *selection_.grouping) != axes_.end();
    if (grouped_)
        told_.emplace(shown_, *selection_.grouping);
    else if (std::find(axes_.begin(), axes_.end(), axis::ep) != axes_.end())
        told_.emplace(shown_, axis::ep);
    all_places_.clear();
    if (told_)
        all_places_ << told_->placesText() << told_->placesText().section(QStringLiteral(": "), 1)
                    << told_->placesBrief();
    findPlaceTexts();
}

void ShownGpus::findPlaceTexts() {
    place_texts_.clear();
    if (!told_)
        return;
    if (const int group = told_->of_gpus(selection_.gpus); group >= 0)
        place_texts_ << told_->placeText(group)
                     << filled(QStringLiteral("%1: %2"), told_->name(group), told_->placeBrief(group))
                     << filled(QStringLiteral("%1: %2"), group, told_->placeBrief(group));
    else
        place_texts_ = all_places_;
    for (QString& line : place_texts_)
        line[0] = line[0].toUpper();
}

bool ShownGpus::groupSelected() const {
    const int group = groups() ? groups()->of_gpus(selection_.gpus) : -1;
    return group >= 0 && static_cast<int>(selection_.gpus.size()) == groups()->size(group);
}

Selection ShownGpus::chosen(const Spot& spot, const std::vector<int>& gpus,
                            Qt::KeyboardModifiers modifiers) const {
    Selection next = selection_;
    if (spot.kind == Spot::Kind::gpu)
        next = selectionOf(spot.gpu, roles_, selection_);
    else {
        next.gpus = gpus;
        next.device = spot.device;
        next.replica = spot.replica;
    }
    if (modifiers & Qt::ControlModifier) {
        std::set<int> all(selection_.gpus.begin(), selection_.gpus.end());
        const bool inside =
            std::all_of(gpus.begin(), gpus.end(), [&all](int gpu) { return all.contains(gpu); });
        for (const int gpu : gpus)
            inside ? static_cast<void>(all.erase(gpu)) : static_cast<void>(all.insert(gpu));
        next.gpus.assign(all.begin(), all.end());
    }
    return next;
}

Selection ShownGpus::groupedBy(const std::optional<Axis>& axis) const {
    Selection next = selection_;
    next.grouping = axis;
    return next;
}

std::optional<Axis> ShownGpus::nextGrouping() const {
    const auto next = grouped_ ? std::find(axes_.begin(), axes_.end(), told_->axis()) + 1 : axes_.begin();
    return next == axes_.end() ? std::nullopt : std::optional(*next);
}

Spot ShownGpus::groupSpot(const GpuGroups& groups, int gpu) const {
    const int group = groups.of_gpu(gpu);
    const RankPlace& place = role(gpu).place;
    const std::vector<int> gpus = groups.gpus(group);
    const bool one_replica = std::all_of(
        gpus.begin(), gpus.end(), [&](int member) { return role(member).place.replica == place.replica; });
    return {.kind = Spot::Kind::group,
            .device = place.stage,
            .replica = one_replica ? place.replica : -1,
            .group = group};
}

Spot ShownGpus::wholeOf(int gpu) const {
    const GpuRole& at = role(gpu);
    if (at.rank < 0)
        return spotOfGpu(gpu);
    return grouped_ ? groupSpot(*told_, gpu)
                    : Spot{.kind = Spot::Kind::cell, .device = at.place.stage, .replica = at.place.replica};
}

std::vector<int> ShownGpus::gpusOf(const Spot& spot) const {
    switch (spot.kind) {
    case Spot::Kind::gpu:
        return {spot.gpu};
    case Spot::Kind::node:
        return gpusOfNodes(*cluster(), {spot.node});
    case Spot::Kind::cell:
    case Spot::Kind::stage:
    case Spot::Kind::replica:
        return gpusAt(shown_, spot.device, spot.replica);
    case Spot::Kind::group:
        return told_ ? told_->gpus(spot.group) : std::vector<int>{};
    case Spot::Kind::box:
    case Spot::Kind::link:
    case Spot::Kind::none:
        break;
    }
    return {};
}

QString ShownGpus::kindsText(const std::vector<int>& gpus) const {
    return nameText(brief_text(*cluster(), by_kind(*cluster(), gpus)));
}

QString ShownGpus::nameOf(const Spot& spot) const {
    const std::vector<int> gpus = gpusOf(spot);
    switch (spot.kind) {
    case Spot::Kind::gpu:
        return gpuText(*cluster(), spot.gpu, role(spot.gpu),
                       shown_.candidate ? &shown_.candidate->config : nullptr);
    case Spot::Kind::cell:
        return filled(GpuWords::tr("Stage %1, replica %2: %3"), spot.device, spot.replica,
                      nameText(gpu_list_name(*cluster(), gpus)));
    case Spot::Kind::stage:
        return kinds_.isEmpty() ? filled(GpuWords::tr("Stage %1: %2 GPUs"), spot.device, gpus.size())
                                : filled(GpuWords::tr("Stage %1: %2"), spot.device, kindsText(gpus));
    case Spot::Kind::replica:
        return filled(GpuWords::tr("Replica %1: %2 GPUs"), spot.replica, gpus.size());
    case Spot::Kind::group:
        return told_ ? told_->placeText(spot.group) : QString();
    case Spot::Kind::node: {
        std::set<int> stages;
        for (const int gpu : gpus)
            if (role(gpu).rank >= 0)
                stages.insert(role(gpu).place.stage);
        const QString host = nameText(cluster()->nodes[static_cast<std::size_t>(spot.node)].host);
        QString text = kinds_.isEmpty() ? filled(GpuWords::tr("Node %1: %2 GPUs"), host, gpus.size())
                                        : filled(GpuWords::tr("Node %1: %2"), host, kindsText(gpus));
        for (const int stage : stages)
            text +=
                filled(stage == *stages.begin() ? GpuWords::tr(", stage %1") : QStringLiteral(", %1"), stage);
        return text;
    }
    case Spot::Kind::box:
    case Spot::Kind::link:
    case Spot::Kind::none:
        break;
    }
    return {};
}

QString ShownGpus::notesOf(const Spot& spot) const {
    std::vector<int> faults;
    QString notes;
    if (spot.kind == Spot::Kind::gpu) {
        faults = faults_.ofGpu(spot.gpu);
        if (told_ && told_->of_gpu(spot.gpu) >= 0)
            notes += QLatin1Char('\n') + told_->placeText(told_->of_gpu(spot.gpu));
    } else if (spot.kind == Spot::Kind::node)
        faults = faults_.ofNode(spot.node);
    else if (spot.kind == Spot::Kind::stage)
        notes = stageReasonNote(shown_, spot.device);
    return faults.empty() ? notes : notes + QLatin1Char('\n') + faultsText(*cluster(), faults);
}

QString ShownGpus::stateOf(int gpu) const {
    const GpuRole& at = role(gpu);
    QStringList words{kindOfNode(cluster()->node_of(gpu))};
    words.removeAll(QString());
    if (at.rank < 0 || !shown_.candidate)
        words << GpuWords::tr("spare");
    else {
        words << filled(GpuWords::tr("stage %1"), at.place.stage);
        if (RankGrid(shown_.candidate->config).size(Spread::replicas) > 1)
            words << filled(GpuWords::tr("replica %1"), at.place.replica);
        const auto stage = static_cast<std::size_t>(at.place.stage);
        if (stage < shown_.candidate->memory.size()) {
            const DeviceMemory& memory = shown_.candidate->memory[stage];
            if (memory.limit > 0)
                words << filled(GpuWords::tr("%1 full"), shareText(memory.upper / memory.limit));
            words << wordOf(memory.verdict);
        }
    }
    if (at.pinned)
        words << GpuWords::tr("pinned");
    if (at.excluded)
        words << GpuWords::tr("excluded");
    if (faults_.breaksGpu(gpu))
        words << GpuWords::tr("broken");
    return words.join(QStringLiteral(", "));
}

} // namespace pipette
