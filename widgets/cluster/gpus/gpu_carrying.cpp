// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/gpus/gpu_carrying.h"

#include "widgets/cluster/gpus/drop_preview.h"
#include "widgets/cluster/gpus/gpu_scene.h"
#include "widgets/cluster/gpus/gpu_view.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"

#include <QDropEvent>
#include <QPainter>
#include <QWidget>

#include <utility>

namespace pipette {

namespace {
/// The node or the GPU that stands for what is carried.
Spot spotOf(const Carried& carried) {
    return carried.node >= 0 ? spotOfNode(carried.node) : spotOfGpu(carried.gpu);
}
} // namespace

GpuCarrying::GpuCarrying(const ShownGpus& gpus, QObject* parent) : QObject(parent), gpus_(gpus) {}

/// The groups that a carried group is one of; null: a block or a node is carried.
const GpuGroups* GpuCarrying::groupsOf(const Carried& carried) const {
    const GpuGroups* groups = carried.along ? gpus_.groups() : nullptr;
    return groups && groups->of_gpu(carried.gpu) >= 0 ? groups : nullptr;
}

std::optional<Carried> GpuCarrying::carriedFrom(const Spot& spot) const {
    const Candidate* candidate = gpus_.shown().candidate.get();
    if (!candidate)
        return std::nullopt;
    if (spot.kind == Spot::Kind::node)
        return Carried{-1, spot.node};
    int gpu = spot.kind == Spot::Kind::gpu ? spot.gpu : -1;
    if (spot.kind == Spot::Kind::cell) { // its first rank stands for the block
        const int rank = RankGrid(candidate->config).rank({spot.device, spot.replica, 0});
        gpu = candidate->mapping.gpu_of_rank[static_cast<std::size_t>(rank)];
    }
    if (gpu < 0)
        return std::nullopt;
    const GpuGroups* groups = gpus_.groups();
    const bool whole = groups && groups->of_gpu(gpu) >= 0;
    return Carried{gpu, -1, whole ? std::optional(groups->axis()) : std::nullopt};
}

QString GpuCarrying::nameOf(const Carried& carried) const {
    if (const GpuGroups* groups = groupsOf(carried))
        return filled(tr("%1 (%2 GPUs)"), groups->name(groups->of_gpu(carried.gpu)),
                      groups->size(groups->of_gpu(carried.gpu)));
    return gpus_.nameOf(spotOf(carried)).section(QStringLiteral(" \u2014"), 0, 0);
}

/// A place of the same kind as what is carried; groups go on nodes too.
std::optional<Carried> GpuCarrying::targetOf(const Carried& carried, const Spot& spot) const {
    std::optional<Carried> target = carriedFrom(spot);
    if (!target)
        return std::nullopt;
    target->along = target->node < 0 ? carried.along : std::nullopt;
    if (carried.along) {
        const GpuGroups* groups = groupsOf(carried);
        const bool own =
            groups && target->gpu >= 0 && groups->of_gpu(target->gpu) == groups->of_gpu(carried.gpu);
        return own ? std::nullopt : target;
    }
    if (carried.node >= 0 && target->node < 0)
        target = Carried{-1, gpus_.cluster()->node_of(target->gpu)};
    else if (carried.node < 0 && target->node >= 0)
        target = Carried{gpus_.cluster()->first_gpu(target->node), -1};
    return *target == carried ? std::nullopt : target;
}

Spot GpuCarrying::landing(const Carried& carried, const Spot& spot, Qt::KeyboardModifiers modifiers) const {
    if (!carried.along || !(modifiers & Qt::ShiftModifier))
        return spot;
    const std::optional<Carried> there = carriedFrom(spot);
    return there && there->gpu >= 0 ? spotOfNode(gpus_.cluster()->node_of(there->gpu)) : spot;
}

void GpuCarrying::hover(const Carried& carried, const Spot& spot) {
    const std::optional<Carried> target = targetOf(carried, spot);
    over_spot_ = spot;
    if (target == over_)
        return;
    over_ = target;
    preview_.reset();
    emit changed();
    if (target)
        emit requests_.previewRequested({carried, *target});
}

void GpuCarrying::leave() {
    over_.reset();
    preview_.reset();
    over_spot_ = {};
    emit changed();
}

bool GpuCarrying::drop(const Carried& carried, const Spot& spot) {
    const std::optional<Carried> target = targetOf(carried, spot);
    const bool refused = preview_ && !preview_->allowed && target == over_;
    leave();
    emit dropped();
    if (!target || refused)
        return false;
    emit requests_.moveRequested({carried, *target});
    return true;
}

void GpuCarrying::hoverLifted(int gpu, Qt::KeyboardModifiers modifiers) {
    hover(*lifted_, landing(*lifted_, aimedAt(gpu), modifiers));
}

void GpuCarrying::dropLifted(const Spot& spot, Qt::KeyboardModifiers modifiers) {
    const Carried carried = *std::exchange(lifted_, std::nullopt);
    drop(carried, landing(carried, spot, modifiers));
}

Spot GpuCarrying::aimedAt(int gpu) const {
    return lifted_->node >= 0 ? spotOfNode(gpus_.cluster()->node_of(gpu)) : spotOfGpu(gpu);
}

void GpuCarrying::letGo() {
    lifted_.reset();
    leave();
}

bool GpuCarrying::answer(const DropPreview& preview) {
    if (!over_)
        return false;
    preview_ = preview;
    emit changed();
    return true;
}

std::optional<Carried> GpuCarrying::carriedBy(const QDropEvent& event) const {
    const auto* from = qobject_cast<const GpuView*>(event.source());
    if (from && from->gpus().cluster() != gpus_.cluster())
        return std::nullopt; // its numbers are of other GPUs
    return gpus_.shown().candidate ? fromMime(event.mimeData(), gpus_.count(), gpus_.cluster()->node_count())
                                   : std::nullopt;
}

bool GpuCarrying::handleDrag(QEvent& event, const std::function<Spot(const QPointF&)>& spot_at) {
    if (event.type() == QEvent::DragLeave) {
        leave();
        return true;
    }
    if (event.type() != QEvent::DragEnter && event.type() != QEvent::DragMove && event.type() != QEvent::Drop)
        return false;
    auto& drag = static_cast<QDropEvent&>(event);
    const std::optional<Carried> carried = carriedBy(drag);
    bool taken = carried.has_value();
    if (carried && event.type() != QEvent::DragEnter) {
        const Spot spot = landing(*carried, spot_at(drag.position()), drag.modifiers());
        if (event.type() == QEvent::Drop)
            taken = drop(*carried, spot);
        else {
            hover(*carried, spot);
            taken = over_.has_value();
        }
    }
    taken ? drag.acceptProposedAction() : drag.ignore();
    return true;
}

/// Every GPU of a group by itself: the members of a group rarely stand side by side.
void GpuCarrying::outline(QPainter& painter, const GpuScene& scene, const Carried& carried) const {
    const GpuGroups* groups = groupsOf(carried);
    for (const int gpu : groups ? groups->gpus(groups->of_gpu(carried.gpu)) : std::vector<int>{})
        if (const QRectF rect = scene.rectOf(spotOfGpu(gpu)); !rect.isEmpty())
            painter.drawRect(rect.adjusted(-1, -1, 1, 1));
}

void GpuCarrying::paint(QPainter& painter, const GpuScene& scene, const QWidget& view) const {
    const Theme& theme = themeOf(&view);
    painter.setBrush(Qt::NoBrush);
    if (over_) {
        painter.setPen(QPen(preview_ && !preview_->allowed ? theme.error : theme.accent, 3));
        painter.drawRect(scene.rectOf(over_spot_).adjusted(-1, -1, 1, 1));
        outline(painter, scene, *over_);
        if (preview_)
            paintPreview(painter, view, scene.rectOf(over_spot_), *preview_);
    } else if (lifted_) {
        painter.setPen(QPen(theme.accent, 3, Qt::DashLine));
        painter.drawRect(scene.rectOf(spotOf(*lifted_)).adjusted(-2, -2, 2, 2));
        outline(painter, scene, *lifted_);
    }
}

} // namespace pipette
