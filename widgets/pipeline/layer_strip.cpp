// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/layer_strip.h"

#include "core/base/index.h"
#include "core/plan/edits/layer_edit.h"
#include "widgets/charts/view_menu.h"
#include "widgets/cluster/gpus/gpu_roles.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/stage_chip.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace pipette {

LayerStrip::LayerStrip(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Layers by stage"));
}

QSize LayerStrip::sizeHint() const {
    return {360, 120};
}

QSize LayerStrip::minimumSizeHint() const {
    return {200, 96};
}

void LayerStrip::setShown(const Shown& shown) {
    const bool same_plan =
        shown_.candidate && shown.candidate && shown_.candidate->config == shown.candidate->config;
    shown_ = shown;
    if (!same_plan) {
        layers_ = shown.candidate && shown.candidate->config.chunks() > 1
                      ? shown.candidate->config.layers_per_stage
                      : std::vector<int>();
        border_ = std::min(border_, chunks() - 2);
        answer_ = {}, dragging_ = false;
        tellItemsChanged(*this);
    }
    tell();
}

void LayerStrip::setSelection(const Selection& selection) {
    const bool other = selection.device != selection_.device;
    selection_ = selection;
    if (other && shown_.candidate && !layers_.empty()) // a stage of several chunks: several items
        tellItemsSelected(*this, shown_.candidate->config.vpp == 1 ? selection.device : -1);
    update();
}

void LayerStrip::setDropPreview(const DropPreview& preview) {
    if (!changed())
        return;
    answer_ = preview;
    tell();
}

bool LayerStrip::changed() const {
    return shown_.candidate && !layers_.empty() && layers_ != shown_.candidate->config.layers_per_stage;
}

DrawnItem LayerStrip::drawnItem(int item) const {
    const LayerScene now = scene();
    DrawnItem drawn;
    if (const int border = item - chunks(); border >= 0) {
        drawn.name = now.borderText(border);
        drawn.value = filled(QStringLiteral("%1, %2"), layers_[index(border)], layers_[index(border) + 1]);
        drawn.place = now.borderRect(border);
        return drawn;
    }
    drawn.name = now.chunkText(item);
    drawn.value = tr("%n layers", nullptr, layers_[index(item)]);
    drawn.place = now.chunkRect(item);
    drawn.selected = now.deviceOf(item) == selection_.device;
    return drawn;
}

int LayerStrip::drawnItemAt(const QPointF& point) const {
    if (layers_.empty())
        return -1;
    const int border = scene().borderAt(point);
    return border >= 0 ? chunks() + border : scene().chunkAt(point);
}

void LayerStrip::chooseDrawn(int item) {
    if (item >= chunks()) {
        border_ = item - chunks();
        return tell();
    }
    Selection chosen = selection_;
    chosen.device = scene().deviceOf(item);
    emit selectionRequested(chosen);
}

void LayerStrip::moveBorder(int border, int layers) {
    const std::vector<int> next = with_border_moved(layers_, border, layers);
    if (next == layers_)
        return;
    layers_ = next, answer_ = {};
    if (changed())
        emit layersPreviewRequested(layers_);
    else
        emit previewDropped();
    tell();
}

void LayerStrip::drop() {
    dragging_ = false;
    if (!changed())
        return;
    layers_ = shown_.candidate->config.layers_per_stage, answer_ = {};
    emit previewDropped();
    tell();
}

void LayerStrip::keep() {
    dragging_ = false;
    if (changed())
        emit layersRequested(layers_);
}

void LayerStrip::tell() {
    QString words;
    if (borderChosen())
        words = scene().borderText(border_) + QStringLiteral(". ");
    if (changed() && answer_.allowed)
        words += changeText(answer_.change_s, answer_.time_s - answer_.change_s);
    else if (changed())
        words += messageText(answer_.text);
    setAccessibleDescription(words);
    update();
}

void LayerStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || layers_.empty())
        return;
    const int item = drawnItemAt(event->position());
    dragging_ = item >= chunks();
    if (item >= 0)
        chooseDrawn(item);
}

void LayerStrip::mouseMoveEvent(QMouseEvent* event) {
    if (layers_.empty())
        return;
    const LayerScene now = scene();
    if (dragging_)
        return moveBorder(border_, now.layersTo(border_, event->position().x()));
    setCursor(now.borderAt(event->position()) >= 0 ? Qt::SplitHCursor : Qt::ArrowCursor);
    const int chunk = now.chunkAt(event->position());
    setPlainTip(*this,
                chunk < 0 ? QString() : now.chunkText(chunk) + stageReasonNote(shown_, now.deviceOf(chunk)));
}

void LayerStrip::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && dragging_)
        keep();
}

bool LayerStrip::event(QEvent* event) {
    // The window's own Esc would stop a search.
    if (event->type() == QEvent::ShortcutOverride && changed() &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void LayerStrip::keyPressEvent(QKeyEvent* event) {
    const int last = chunks() - 2;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        border_ = std::clamp(border_ + (event->key() == Qt::Key_Left ? -1 : 1), std::min(0, last), last);
        tell();
        return tellItemFocused(*this, drawnCursor());
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (borderChosen())
            moveBorder(border_, layers_[index(border_)] + (event->key() == Qt::Key_Up ? 1 : -1));
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return keep();
    case Qt::Key_Escape:
        if (changed() || dragging_)
            return drop();
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void LayerStrip::contextMenuEvent(QContextMenuEvent* event) {
    if (layers_.empty())
        return;
    openItemMenu(*this, *this, *event, nullptr, [this](QMenu& menu, int) {
        menu.addAction(tr("&Type a layout…"), this, &LayerStrip::typeRequested);
        menu.addAction(tr("As &usual"), this, [this] {
            layers_ = usual_layers(*shown_.model, chunks());
            keep();
        });
    });
}

void LayerStrip::paintChunk(QPainter& painter, const LayerScene& scene, int chunk) const {
    const Theme& theme = themeOf(this);
    const QRectF rect = scene.chunkRect(chunk);
    const int device = scene.deviceOf(chunk);
    fillRect(painter, rect, stageBrush(device, theme));
    if (device == selection_.device) {
        painter.setPen(QPen(theme.accent, tokens::selection));
        painter.drawRect(rect.adjusted(1, 1, -1, -1));
    }
    const double wide = painter.fontMetrics().horizontalAdvance(QStringLiteral("00")) + 6;
    painter.setFont(sizedFont(font(), tokens::chip_text));
    // The chips at both ends may reach into the margin: a last stage of one layer is narrow.
    const double room = rect.width() + (chunk == 0 || chunk + 1 == chunks() ? LayerScene::margin : 0);
    const double across = std::min(wide, room);
    const double left = across <= rect.width() ? rect.center().x() - across / 2
                        : chunk == 0           ? rect.right() - across
                                               : rect.left();
    const QRectF chip(left, rect.top() - LayerScene::heading + 1, across, LayerScene::heading - 4);
    paintStageChip(painter, chip, device, theme);
    const QString number = QString::number(layers_[index(chunk)]);
    const QRectF patch = painter.fontMetrics().boundingRect(number).toRectF().adjusted(-2, -1, 2, 1);
    const QRectF plain(rect.center().x() - patch.width() / 2, rect.center().y() - patch.height() / 2,
                       patch.width(), patch.height());
    if (patch.width() <= rect.width() + 2) {
        painter.fillRect(plain & rect, stageColour(device));
        painter.setPen(textOn(stageColour(device)));
        painter.drawText(plain, Qt::AlignCenter | Qt::TextDontClip, number);
    }
    painter.setFont(smallFont(font()));
}

void LayerStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(this);
    painter.fillRect(rect(), theme.base);
    const int flags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
    if (layers_.empty()) {
        painter.setPen(theme.muted);
        painter.drawText(rect().adjusted(12, 12, -12, -12), flags,
                         tr("The layers of each stage show here. Choose a plan with more than one stage."));
        return;
    }
    const LayerScene now = scene();
    painter.setFont(smallFont(font()));
    for (int chunk = 0; chunk < chunks(); ++chunk)
        paintChunk(painter, now, chunk);
    const QRectF& bar = now.bar();
    if (borderChosen() && (hasFocus() || dragging_))
        painter.fillRect(QRectF(now.left(border_ + 1) - 1.5, bar.top() - 4, 3, bar.height() + 8), theme.text);
    painter.setPen(theme.text);
    QString words = messageText(answer_.text);
    if (!changed())
        words = tr("Layers of each stage; the chip above tells the stage. Drag a border to give a layer to "
                   "another stage.");
    else if (answer_.allowed)
        words = tr("%1: %2\n%3")
                    .arg(timeText(answer_.time_s),
                         changeText(answer_.change_s, answer_.time_s - answer_.change_s),
                         messageText(answer_.text));
    painter.drawText(QRectF(bar.left(), bar.bottom() + 6, bar.width(), height() - bar.bottom() - 8), flags,
                     words);
}

} // namespace pipette
