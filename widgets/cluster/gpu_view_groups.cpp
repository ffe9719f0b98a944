// SPDX-License-Identifier: GPL-3.0-or-later
// GPUs by their groups in GpuView: which ones are shown, chosen and carried, and where they lie.
#include "widgets/cluster/gpu_view.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QMenu>
#include <QPainter>

#include <algorithm>

namespace pipette {

void GpuView::refreshGroups() {
    axes_ = groupedAxes(shown_);
    told_.reset();
    grouped_ =
        selection_.grouping && std::find(axes_.begin(), axes_.end(), *selection_.grouping) != axes_.end();
    if (grouped_)
        told_.emplace(shown_, *selection_.grouping);
    else if (std::find(axes_.begin(), axes_.end(), axis::ep) != axes_.end())
        told_.emplace(shown_, axis::ep);
    places_lines_.clear();
    if (told_)
        places_lines_ << told_->placesText() << told_->placesText().section(QStringLiteral(": "), 1)
                      << told_->placesBrief();
    refreshGroupLine();
}

void GpuView::refreshGroupLine() {
    group_lines_.clear();
    if (!told_)
        return;
    const int group = told_->of_gpus(selection_.gpus);
    if (group >= 0)
        group_lines_ << told_->placeText(group)
                     << filled(QStringLiteral("%1: %2"), told_->name(group), told_->placeBrief(group))
                     << filled(QStringLiteral("%1: %2"), group, told_->placeBrief(group));
    else
        group_lines_ = places_lines_;
    for (QString& line : group_lines_)
        line[0] = line[0].toUpper();
}

void GpuView::paintGroupLine(QPainter& painter, const QRectF& place) const {
    if (group_lines_.isEmpty() || place.width() < 40)
        return;
    painter.setFont(smallFont(font()));
    painter.setPen(themeOf(this).text);
    const QFontMetrics metrics = painter.fontMetrics();
    const int room = static_cast<int>(place.width());
    const auto fits = std::find_if(group_lines_.begin(), group_lines_.end(), [&](const QString& line) {
        return metrics.horizontalAdvance(line) <= room;
    });
    painter.drawText(
        place, Qt::AlignLeft | Qt::AlignVCenter,
        metrics.elidedText(fits == group_lines_.end() ? group_lines_.back() : *fits, Qt::ElideRight, room));
}

void GpuView::showChoices(QComboBox& choice, const QStringList& texts, int now) {
    QStringList known;
    for (int item = 0; item < choice.count(); ++item)
        known << choice.itemText(item);
    if (texts != known) {
        choice.clear();
        choice.addItems(texts);
    }
    choice.setCurrentIndex(now);
}

void GpuView::fitChoice(QComboBox& choice, int most) {
    choice.view()->setMinimumWidth(choice.view()->sizeHintForColumn(0) + 24);
    const int wanted = QFontMetrics(choice.font()).horizontalAdvance(choice.currentText()) + 36;
    choice.resize(std::min(wanted, std::max(most, 60)), choice.sizeHint().height());
}

Spot GpuView::groupSpot(const GpuGroups& groups, int gpu) const {
    const int group = groups.of_gpu(gpu);
    const RankPlace& place = role(gpu).place;
    const std::vector<int> gpus = groups.gpus(group);
    const bool one_replica = std::all_of(
        gpus.begin(), gpus.end(), [&](int member) { return role(member).place.replica == place.replica; });
    return {Spot::Kind::group, -1, -1, place.stage, one_replica ? place.replica : -1, group};
}

Spot GpuView::wholeOf(int gpu) const {
    const GpuRole& at = role(gpu);
    if (at.rank < 0)
        return spotOfGpu(gpu);
    return grouped_ ? groupSpot(*told_, gpu)
                    : Spot{Spot::Kind::cell, -1, -1, at.place.stage, at.place.replica};
}

void GpuView::requestGrouping(const std::optional<Axis>& axis) {
    Selection next = selection_;
    next.grouping = axis;
    emit selectionRequested(next);
}

void GpuView::cycleGrouping() {
    if (axes_.empty())
        return announce(tr("Nothing to group GPUs by"));
    const auto now = grouped_ ? std::find(axes_.begin(), axes_.end(), told_->axis()) + 1 : axes_.begin();
    const std::optional<Axis> next = now == axes_.end() ? std::nullopt : std::optional(*now);
    announce(filled(tr("By %1"), next ? groupingText(shown_, *next) : tr("block")));
    requestGrouping(next);
}

void GpuView::addGroupActions(QMenu& menu, int gpu) {
    if (axes_.empty() || role(gpu).rank < 0)
        return;
    QMenu* choices = menu.addMenu(tr("Select its group"));
    for (const Axis& axis : axes_) {
        const GpuGroups groups(shown_, axis);
        const Spot spot = groupSpot(groups, gpu);
        Selection next = selection_;
        next.gpus = groups.gpus(spot.group);
        next.device = spot.device, next.replica = spot.replica, next.grouping = axis;
        choices->addAction(menuText(groups.placeText(spot.group)), this,
                           [this, next] { emit selectionRequested(next); });
    }
}

QString GpuView::carriedName(const Carried& carried) const {
    if (carried.along && grouped_ && told_->of_gpu(carried.gpu) >= 0)
        return filled(tr("%1 (%2 GPUs)"), told_->name(told_->of_gpu(carried.gpu)), told_->size());
    const Spot spot =
        carried.node >= 0 ? Spot{Spot::Kind::node, -1, carried.node, -1, -1} : spotOfGpu(carried.gpu);
    return nameOf(spot).section(QStringLiteral(" \u2014"), 0, 0);
}

std::vector<int> GpuView::gpusOf(const Carried& carried) const {
    if (carried.along && grouped_ && told_->of_gpu(carried.gpu) >= 0)
        return told_->gpus(told_->of_gpu(carried.gpu));
    return {};
}

/// Every GPU by itself: the members of a group rarely stand side by side.
void GpuView::outline(QPainter& painter, const std::vector<int>& gpus) const {
    for (const int gpu : gpus)
        if (const QRectF rect = rectOf(spotOfGpu(gpu)); !rect.isEmpty())
            painter.drawRect(rect.adjusted(-1, -1, 1, 1));
}

std::optional<Carried> GpuView::targetOf(const Carried& carried, const Spot& spot) const {
    std::optional<Carried> target = carriedFrom(spot);
    if (!target)
        return std::nullopt;
    target->along = target->node < 0 ? carried.along : std::nullopt;
    if (carried.along) {
        const bool own = grouped_ && target->gpu >= 0 && told_->of_gpu(carried.gpu) >= 0 &&
                         told_->of_gpu(target->gpu) == told_->of_gpu(carried.gpu);
        return own ? std::nullopt : target;
    }
    if (carried.node >= 0 && target->node < 0)
        target = Carried{-1, shown_.cluster->node_of(target->gpu)};
    else if (carried.node < 0 && target->node >= 0)
        target = Carried{shown_.cluster->first_gpu(target->node), -1};
    return *target == carried ? std::nullopt : target;
}

Spot GpuView::landing(const Carried& carried, const Spot& spot, Qt::KeyboardModifiers modifiers) const {
    if (!carried.along || !(modifiers & Qt::ShiftModifier))
        return spot;
    const std::optional<Carried> there = carriedFrom(spot);
    return there && there->gpu >= 0 ? nodeSpot(there->gpu) : spot;
}

} // namespace pipette
