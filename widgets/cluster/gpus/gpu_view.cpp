// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/gpus/gpu_view.h"

#include "core/plan/edits/mapping_edit.h"
#include "widgets/charts/view_menu.h"
#include "widgets/cluster/gpus/drop_preview.h"
#include "widgets/cluster/gpus/group_menu.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>

#include <algorithm>

namespace pipette {

GpuView::GpuView(QWidget* parent) : ChartView(parent) {
    setAcceptDrops(true);
    connect(&carrying_, &GpuCarrying::changed, this, [this] { update(); });
    connect(&carrying_, &GpuCarrying::dropped, this, &GpuView::followSelection);
}

void GpuView::setShown(const Shown& shown) {
    const bool other_cluster = shown.cluster != gpus_.shown().cluster;
    gpus_.setShown(shown);
    if (cursor_ >= gpus_.count())
        cursor_ = -1;
    carrying_.letGo();
    shownChanged();
    tellItemsChanged(*this, other_cluster ? 0 : gpus_.count());
    update();
}

void GpuView::setSelection(const Selection& selection) {
    const bool regrouped = selection.grouping != gpus_.selection().grouping;
    const std::vector<int> before = gpus_.selected();
    gpus_.setSelection(selection);
    if (regrouped)
        shownChanged();
    const std::vector<int> now = gpus_.selected();
    if (now != before && !carrying_.lifted())
        followSelection();
    selectionChanged();
    if (now != before)
        tellItemsSelected(*this, now.size() == 1 ? now.front() : -1);
    update();
}

void GpuView::followSelection() {
    const std::vector<int> gpus = gpus_.selected();
    if (!gpus.empty() && !std::binary_search(gpus.begin(), gpus.end(), cursor_) &&
        gpus.front() < gpus_.count())
        cursor_ = gpus.front();
}

void GpuView::setDropPreview(const DropPreview& preview) {
    if (carrying_.answer(preview))
        announce(previewText(preview));
}

DrawnItem GpuView::drawnItem(int item) const {
    const std::unique_ptr<const GpuScene> now = scene();
    const Spot spot = now->spotOfItem(item);
    DrawnItem drawn;
    drawn.value = now->stateOf(spot);
    drawn.place = now->rectOf(spot);
    if (spot.kind == Spot::Kind::gpu) {
        drawn.name = filled(tr("%1, %2"), gpuName(*gpus_.cluster(), item), drawn.value);
        drawn.selected = gpus_.selected(item);
    } else {
        drawn.name = now->nameOf(spot);
        const std::vector<int> gpus = now->gpusOf(spot);
        drawn.selected = !gpus.empty() && gpus == gpus_.selected();
    }
    return drawn;
}

int GpuView::drawnItemAt(const QPointF& point) const {
    if (!gpus_.cluster())
        return -1;
    const std::unique_ptr<const GpuScene> now = scene();
    return now->itemOf(now->itemAt(point));
}

int GpuView::drawnCursor() const {
    if (cursor_ < 0)
        return -1;
    const std::unique_ptr<const GpuScene> now = scene();
    return now->itemOf(now->stopOf(cursor_));
}

void GpuView::chooseDrawn(int item) {
    choose(scene()->spotOfItem(item), {});
}

void GpuView::choose(const Spot& spot, Qt::KeyboardModifiers modifiers) {
    const std::vector<int> gpus = spot.kind == Spot::Kind::none ? std::vector<int>{} : scene()->gpusOf(spot);
    if (gpus.empty())
        return;
    if (spot.kind == Spot::Kind::gpu)
        cursor_ = spot.gpu;
    emit selectionRequested(gpus_.chosen(spot, gpus, modifiers));
}

void GpuView::open(const Spot& spot) {
    zoom().open(spot);
    zoomed();
    announce(scene()->levelText());
    update();
}

/// The menu is of what is selected; what it is opened on is selected first.
void GpuView::openMenu(const Spot& spot, const QPoint& global) {
    if (spot.kind == Spot::Kind::none || !gpus_.cluster())
        return;
    const std::unique_ptr<const GpuScene> now = scene();
    std::vector<int> gpus = now->gpusOf(spot);
    const std::vector<int> chosen = gpus_.selected();
    const bool part = std::includes(chosen.begin(), chosen.end(), gpus.begin(), gpus.end()) && chosen != gpus;
    if (part)
        gpus = chosen;
    else
        choose(spot, {});
    const QString name = now->nameOf(spot);
    const QString head =
        part ? filled(tr("%1 GPUs: %2"), gpus.size(), nameText(gpu_list_name(*gpus_.cluster(), gpus))) : name;
    const bool one = spot.kind == Spot::Kind::gpu;
    const auto all = [&](bool GpuRole::*flag) {
        return std::all_of(gpus.begin(), gpus.end(), [&](int gpu) { return gpus_.role(gpu).*flag; });
    };
    const auto add = [&](QMenu& menu) {
        if (part)
            menu.addAction(menuText(filled(tr("Select %1 alone"), name)), this,
                           [this, spot] { choose(spot, {}); });
        if (one)
            addGroupActions(menu, gpus_, spot.gpu,
                            [this](const Selection& group) { emit selectionRequested(group); });
        if (now->opens(spot))
            menu.addAction(tr("Zoom in\tPgDown"), this, [this, spot] { open(spot); });
        menu.addAction(tr("Pick up to move\tM"), this,
                       [this, spot] {
                           carrying_.lift(spot);
                           announce(tr("Moving. Aim with the arrows, Enter drops, Esc lets go."));
                           setFocus();
                           update();
                       })
            ->setEnabled(carrying_.carriedFrom(spot).has_value());
        menu.addAction(all(&GpuRole::pinned) ? tr("Unpin\tP") : tr("Pin\tP"), this, &GpuView::pinToggled);
        menu.addAction(all(&GpuRole::excluded) ? tr("Include\tX") : tr("Exclude\tX"), this,
                       &GpuView::excludeToggled);
    };
    openViewMenu(*this,
                 {head, one ? now->stateOf(spot) : now->textOf(spot), chartTable(), one ? spot.gpu : -1},
                 global, add);
}

void GpuView::contextMenuEvent(QContextMenuEvent* event) {
    const bool by_key = event->reason() == QContextMenuEvent::Keyboard;
    const int item = gpus_.cluster() ? itemOfMenu(*this, *event) : -1;
    if (!gpus_.cluster())
        return ChartView::contextMenuEvent(event);
    const std::unique_ptr<const GpuScene> now = scene();
    const Spot spot = !by_key ? now->spotAt(event->pos()) : item >= 0 ? now->stopOf(cursor_) : Spot{};
    // Links have entries of their own; they lie over nodes, and GPUs over them.
    const bool link = !by_key && item >= 0 && spot.kind != Spot::Kind::gpu &&
                      now->spotOfItem(item).kind == Spot::Kind::link;
    if (spot.kind != Spot::Kind::none && !link)
        openMenu(spot, menuPoint(*this, *event, now->rectOf(spot)));
    else
        ChartView::contextMenuEvent(event);
}

void GpuView::paintEvent(QPaintEvent* event) {
    ChartView::paintEvent(event);
    if (!gpus_.cluster())
        return;
    QPainter painter(this);
    const std::unique_ptr<const GpuScene> now = scene();
    if (hasFocus() && cursor_ >= 0 && !carrying_.lifted()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(themeOf(this).accent, 2, Qt::DotLine));
        painter.drawRect(now->rectOf(now->stopOf(cursor_)).adjusted(-2, -2, 2, 2));
    }
    carrying_.paint(painter, *now, *this);
}

} // namespace pipette
