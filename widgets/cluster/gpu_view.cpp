// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/gpu_view.h"

#include "core/plan/edits/mapping_edit.h"
#include "widgets/charts/view_menu.h"
#include "widgets/plans/changes_text.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/units_text.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QDrag>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <set>

namespace pipette {

GpuView::GpuView(QWidget* parent) : ChartView(parent) {
    setAcceptDrops(true);
}

void GpuView::setShown(const Shown& shown) {
    const bool other_cluster = shown.cluster != shown_.cluster;
    if (other_cluster)
        faults_ = KnownFaults(shown.cluster);
    shown_ = shown;
    roles_ = gpuRoles(shown_);
    if (cursor_ >= static_cast<int>(roles_.size()))
        cursor_ = -1;
    moving_.reset();
    letGo();
    refreshGroups();
    shownChanged();
    tellItemsChanged(*this, other_cluster ? 0 : static_cast<int>(roles_.size()));
    update();
}

void GpuView::setSelection(const Selection& selection) {
    const bool regrouped = selection.grouping != selection_.grouping;
    const bool other = selectedGpus(selection, shown_) != selectedGpus(selection_, shown_);
    selection_ = selection;
    if (regrouped) {
        refreshGroups();
        shownChanged();
    } else
        refreshGroupLine();
    if (other && !moving_)
        followSelection();
    selectionChanged();
    if (other) {
        const std::vector<int> gpus = selectedGpus(selection_, shown_);
        tellItemsSelected(*this, gpus.size() == 1 ? gpus.front() : -1);
    }
    update();
}

void GpuView::followSelection() {
    const std::vector<int> gpus = selectedGpus(selection_, shown_);
    if (!gpus.empty() && !std::binary_search(gpus.begin(), gpus.end(), cursor_) &&
        gpus.front() < static_cast<int>(roles_.size()))
        cursor_ = gpus.front();
}

void GpuView::setDropPreview(const DropPreview& preview) {
    if (!over_)
        return; // the answer came after the drag had left
    preview_ = preview;
    QStringList said{nameText(preview.text)};
    if (preview.allowed)
        said << changeText(preview.change_s, preview.time_s - preview.change_s);
    if (!preview.parts.empty())
        said << changesText(preview.parts);
    announce(said.join(QStringLiteral(", ")));
    update();
}

std::vector<int> GpuView::gpusOf(const Spot& spot) const {
    switch (spot.kind) {
    case Spot::Kind::gpu:
        return {spot.gpu};
    case Spot::Kind::node: {
        std::vector<int> gpus;
        for (int gpu = shown_.cluster->first_gpu(spot.node); gpu < shown_.cluster->first_gpu(spot.node + 1);
             ++gpu)
            gpus.push_back(gpu);
        return gpus;
    }
    case Spot::Kind::cell:
    case Spot::Kind::stage:
    case Spot::Kind::replica:
        return gpusAt(shown_, spot.device, spot.replica);
    case Spot::Kind::group:
        return told_ ? told_->gpus(spot.group) : std::vector<int>{};
    case Spot::Kind::box:
        return boxGpus(spot.box);
    case Spot::Kind::none:
        break;
    }
    return {};
}

QString GpuView::textOf(const Spot& spot) const {
    const std::vector<int> faults = spot.kind == Spot::Kind::gpu    ? faults_.ofGpu(spot.gpu)
                                    : spot.kind == Spot::Kind::node ? faults_.ofNode(spot.node)
                                                                    : std::vector<int>{};
    QString name = nameOf(spot);
    if (spot.kind == Spot::Kind::gpu && told_ && told_->of_gpu(spot.gpu) >= 0)
        name += QLatin1Char('\n') + told_->placeText(told_->of_gpu(spot.gpu));
    return faults.empty() ? name : name + QLatin1Char('\n') + faultsText(*shown_.cluster, faults);
}

QString GpuView::nameOf(const Spot& spot) const {
    const std::vector<int> gpus = gpusOf(spot);
    switch (spot.kind) {
    case Spot::Kind::none:
        break;
    case Spot::Kind::gpu:
        return gpuText(*shown_.cluster, spot.gpu, role(spot.gpu),
                       shown_.candidate ? &shown_.candidate->config : nullptr);
    case Spot::Kind::cell:
        return filled(tr("Stage %1, replica %2: %3"), spot.device, spot.replica,
                      nameText(gpu_list_name(*shown_.cluster, gpus)));
    case Spot::Kind::stage:
        return filled(tr("Stage %1: %2 GPUs"), spot.device, gpus.size());
    case Spot::Kind::replica:
        return filled(tr("Replica %1: %2 GPUs"), spot.replica, gpus.size());
    case Spot::Kind::group:
        return told_ ? told_->placeText(spot.group) : QString();
    case Spot::Kind::box:
        return boxText(spot.box);
    case Spot::Kind::node: {
        std::set<int> stages;
        for (const int gpu : gpus)
            if (role(gpu).rank >= 0)
                stages.insert(role(gpu).place.stage);
        QString text =
            filled(tr("Node %1: %2 GPUs"),
                   nameText(shown_.cluster->nodes[static_cast<std::size_t>(spot.node)].host), gpus.size());
        for (const int stage : stages)
            text += (stage == *stages.begin() ? tr(", stage %1") : QStringLiteral(", %1")).arg(stage);
        return text;
    }
    }
    return {};
}

void GpuView::paintGpuMarks(QPainter& painter, const QRectF& square, int gpu) const {
    const GpuRole& at = role(gpu);
    const Theme& theme = themeOf(this);
    if (faults_.breaksGpu(gpu))
        paintBroken(painter, square, theme);
    if (!at.pinned && !at.excluded)
        return;
    const double side = std::clamp(square.width() * 0.4, 5.0, 16.0);
    const QRectF corner(square.right() - side, square.top(), side, side);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.base);
    painter.drawRoundedRect(corner.adjusted(-1, 0, 0, 1), 2, 2);
    paintMark(painter, corner, at.excluded ? Mark::excluded : Mark::pinned, theme);
}

void GpuView::paintSquare(QPainter& painter, const QRectF& square, const QBrush& fill, const QColor& edge) {
    painter.fillRect(square, edge);
    fillRect(painter, square.adjusted(1, 1, -1, -1), fill);
}

void GpuView::paintNumber(QPainter& painter, const QRectF& square, int number) const {
    if (numbers_font_ != painter.font()) {
        numbers_.clear();
        numbers_font_ = painter.font();
    }
    while (static_cast<int>(numbers_.size()) <= number) {
        QStaticText text(QString::number(numbers_.size()));
        text.setTextFormat(Qt::PlainText);
        text.prepare({}, painter.font());
        numbers_.push_back(text);
    }
    const QStaticText& text = numbers_[static_cast<std::size_t>(number)];
    const QSizeF size = text.size();
    if (size.width() <= square.width())
        painter.drawStaticText(square.center() - QPointF(size.width() / 2, size.height() / 2), text);
}

void GpuView::paintNumberOn(QPainter& painter, const QRectF& square, int number, const QBrush& under) const {
    const double wide =
        painter.fontMetrics().averageCharWidth() * static_cast<double>(QString::number(number).size());
    if (under.style() == Qt::TexturePattern) {
        const QSizeF plate(std::min(wide + 4, square.width() - 2), painter.fontMetrics().height() - 2.0);
        painter.fillRect(QRectF(square.center() - QPointF(plate.width() / 2, plate.height() / 2), plate),
                         under.color());
    }
    painter.setPen(textOn(under.color()));
    paintNumber(painter, square, number);
}

void GpuView::choose(const Spot& spot, Qt::KeyboardModifiers modifiers) {
    const std::vector<int> gpus = gpusOf(spot);
    if (gpus.empty())
        return;
    Selection next = selection_;
    if (spot.kind == Spot::Kind::gpu) {
        cursor_ = spot.gpu;
        next = selectionOf(spot.gpu, roles_, selection_);
    } else {
        next.gpus = gpus;
        next.device = spot.device;
        next.replica = spot.replica;
    }
    if (modifiers & Qt::ControlModifier) { // add or take away
        std::set<int> all(selection_.gpus.begin(), selection_.gpus.end());
        const bool inside =
            std::all_of(gpus.begin(), gpus.end(), [&all](int gpu) { return all.contains(gpu); });
        for (const int gpu : gpus)
            inside ? static_cast<void>(all.erase(gpu)) : static_cast<void>(all.insert(gpu));
        next.gpus.assign(all.begin(), all.end());
    }
    emit selectionRequested(next);
}

std::optional<Carried> GpuView::carriedFrom(const Spot& spot) const {
    if (!shown_.candidate)
        return std::nullopt;
    if (spot.kind == Spot::Kind::node)
        return Carried{-1, spot.node};
    int gpu = spot.kind == Spot::Kind::gpu ? spot.gpu : -1;
    if (spot.kind == Spot::Kind::cell) { // its first rank stands for the block
        const int rank = RankGrid(shown_.candidate->config).rank({spot.device, spot.replica, 0});
        gpu = shown_.candidate->mapping.gpu_of_rank[static_cast<std::size_t>(rank)];
    }
    if (gpu < 0)
        return std::nullopt;
    const bool whole = grouped_ && told_->of_gpu(gpu) >= 0;
    return Carried{gpu, -1, whole ? std::optional(told_->axis()) : std::nullopt};
}

void GpuView::hover(const Carried& carried, const Spot& spot) {
    const std::optional<Carried> target = targetOf(carried, spot);
    over_spot_ = spot;
    if (target == over_)
        return;
    over_ = target;
    preview_.reset();
    update();
    if (!target)
        return;
    if (carried.along)
        emit groupDropPreviewRequested({*carried.along, carried.gpu, target->gpu, target->node});
    else if (carried.node >= 0)
        emit nodeDropPreviewRequested(carried.node, target->node);
    else
        emit dropPreviewRequested(carried.gpu, target->gpu);
}

void GpuView::letGo() {
    over_.reset();
    preview_.reset();
    over_spot_ = {};
    update();
}

bool GpuView::drop(const Carried& carried, const Spot& spot) {
    const std::optional<Carried> target = targetOf(carried, spot);
    const bool refused = preview_ && !preview_->allowed && target == over_;
    letGo();
    followSelection();
    if (!target || refused)
        return false;
    if (carried.along)
        emit groupMoveRequested({*carried.along, carried.gpu, target->gpu, target->node});
    else if (carried.node >= 0)
        emit nodeSwapRequested(carried.node, target->node);
    else
        emit swapRequested(carried.gpu, target->gpu);
    return true;
}

/// Of what is selected; what it is opened on is selected first.
void GpuView::openMenu(const Spot& spot, const QPoint& global) {
    if (spot.kind == Spot::Kind::none || !shown_.cluster)
        return;
    std::vector<int> gpus = gpusOf(spot);
    const std::vector<int> chosen = selectedGpus(selection_, shown_);
    const bool part = std::includes(chosen.begin(), chosen.end(), gpus.begin(), gpus.end()) && chosen != gpus;
    if (part)
        gpus = chosen;
    else
        choose(spot, {});
    const auto all = [&](bool GpuRole::*flag) {
        return std::all_of(gpus.begin(), gpus.end(), [&](int gpu) { return role(gpu).*flag; });
    };
    const QString head =
        part ? filled(tr("%1 GPUs: %2"), gpus.size(), nameText(gpu_list_name(*shown_.cluster, gpus)))
             : nameOf(spot);
    const bool one = spot.kind == Spot::Kind::gpu;
    openViewMenu(*this, {head, one ? gpuState(spot.gpu) : textOf(spot), chartTable(), one ? spot.gpu : -1},
                 global, [&](QMenu& menu) {
                     if (part)
                         menu.addAction(menuText(filled(tr("Select %1 alone"), nameOf(spot))), this,
                                        [this, spot] { choose(spot, {}); });
                     addSpotActions(menu, spot);
                     menu.addAction(all(&GpuRole::pinned) ? tr("Unpin\tP") : tr("Pin\tP"), this,
                                    &GpuView::pinToggled);
                     menu.addAction(all(&GpuRole::excluded) ? tr("Include\tX") : tr("Exclude\tX"), this,
                                    &GpuView::excludeToggled);
                 });
}

void GpuView::addSpotActions(QMenu& menu, const Spot& spot) {
    if (spot.kind == Spot::Kind::gpu)
        addGroupActions(menu, spot.gpu);
    if (opens(spot))
        menu.addAction(tr("Zoom in\tPgDown"), this, [this, spot] { open(spot), update(); });
    QAction* move = menu.addAction(tr("Pick up to move\tM"), this, [this, spot] {
        moving_ = carriedFrom(spot);
        announce(tr("Moving. Aim with the arrows, Enter drops, Esc lets go."));
        setFocus();
        update();
    });
    move->setEnabled(carriedFrom(spot).has_value());
}

void GpuView::paintEvent(QPaintEvent* event) {
    ChartView::paintEvent(event);
    QPainter painter(this);
    const Theme& theme = themeOf(this);
    painter.setBrush(Qt::NoBrush);
    if (hasFocus() && cursor_ >= 0 && !moving_) {
        painter.setPen(QPen(theme.accent, 2, Qt::DotLine));
        painter.drawRect(rectOf(stopOf(cursor_)).adjusted(-2, -2, 2, 2));
    }
    if (over_) {
        painter.setPen(QPen(preview_ && !preview_->allowed ? theme.error : theme.accent, 3));
        painter.drawRect(rectOf(over_spot_).adjusted(-1, -1, 1, 1));
        outline(painter, gpusOf(*over_));
        paintPreview(painter);
    } else if (moving_) {
        const Spot spot =
            moving_->node >= 0 ? Spot{Spot::Kind::node, -1, moving_->node, -1, -1} : spotOfGpu(moving_->gpu);
        painter.setPen(QPen(theme.accent, 3, Qt::DashLine));
        painter.drawRect(rectOf(spot).adjusted(-2, -2, 2, 2));
        outline(painter, gpusOf(*moving_));
    }
}

void GpuView::paintPreview(QPainter& painter) const {
    if (!preview_)
        return;
    const Theme& theme = themeOf(this);
    const Mark mark = !preview_->allowed ? Mark::error : preview_->change_s > 0 ? Mark::warning : Mark::good;
    const QString head = preview_->allowed
                             ? changeText(preview_->change_s, preview_->time_s - preview_->change_s) +
                                   QStringLiteral("  \u2192  ") + timeText(preview_->time_s)
                             : tr("not possible");
    QString text = nameText(preview_->text);
    if (!preview_->parts.empty())
        text = changesText(preview_->parts) + QLatin1Char('\n') + text;
    const QFont strong = strongFont(font());
    const double line = QFontMetricsF(strong).height();
    const double most = std::min(width() - 16.0, 360.0);
    const QRectF body =
        QFontMetricsF(font()).boundingRect(QRectF(0, 0, most - 16, 1000), Qt::TextWordWrap, text);
    const double wide =
        std::min(most, std::max(body.width(), QFontMetricsF(strong).horizontalAdvance(head) + line + 6) + 18);
    QRectF plate(0, 0, wide, body.height() + line + 16);
    const QRectF target = rectOf(over_spot_);
    plate.moveTopLeft(target.bottomLeft() + QPointF(0, 8));
    if (plate.bottom() > height() - 4)
        plate.moveBottom(target.top() - 8);
    plate.moveTop(std::clamp(plate.top(), 4.0, std::max(4.0, height() - plate.height() - 4)));
    plate.moveLeft(std::clamp(plate.left(), 4.0, std::max(4.0, width() - plate.width() - 4)));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(markColour(mark, theme), 1.5));
    painter.setBrush(theme.window);
    painter.drawRoundedRect(plate, 4, 4);
    paintMark(painter, QRectF(plate.left() + 8, plate.top() + 6, line - 2, line - 2), mark, theme);
    painter.setFont(strong);
    painter.setPen(markColour(mark, theme));
    painter.drawText(QPointF(plate.left() + 14 + line, plate.top() + 6 + QFontMetricsF(strong).ascent()),
                     head);
    painter.setFont(font());
    painter.setPen(theme.text);
    painter.drawText(plate.adjusted(8, line + 9, -8, -4), Qt::TextWordWrap, text);
}

} // namespace pipette
