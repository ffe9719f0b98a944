// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/layer_strip.h"

#include "core/plan/edits/layer_edit.h"
#include "widgets/charts/view_menu.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pipette {
namespace {

constexpr double side_margin = 12, heading = 16, bar_height = 40, empty_chunk = 0.35; // empty: in layers
constexpr double grip = 5; // pixels beside a border that take hold of it

} // namespace

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

QRectF LayerStrip::bar() const {
    return {side_margin, 8 + heading, width() - 2 * side_margin, bar_height};
}

double LayerStrip::unit() const {
    const int layers = std::accumulate(layers_.begin(), layers_.end(), 0);
    return bar().width() / (layers + empty_chunk * chunks());
}

double LayerStrip::left(int chunk) const {
    const int before = std::accumulate(layers_.begin(), layers_.begin() + chunk, 0);
    return bar().left() + unit() * (before + empty_chunk * chunk);
}

QRect LayerStrip::borderRect(int border) const {
    return QRectF(left(border + 1) - grip, bar().top(), 2 * grip, bar().height()).toAlignedRect();
}

int LayerStrip::borderAt(const QPointF& point) const {
    int nearest = -1;
    double distance = grip + 1;
    for (int border = 0; border + 1 < chunks(); ++border)
        if (const double away = std::abs(point.x() - left(border + 1)); away < distance)
            nearest = border, distance = away;
    return bar().adjusted(-grip, 0, grip, 0).contains(point) ? nearest : -1;
}

int LayerStrip::chunkAt(const QPointF& point) const {
    if (!bar().contains(point))
        return -1;
    int chunk = chunks() - 1;
    while (chunk > 0 && point.x() < left(chunk))
        --chunk;
    return chunk;
}

int LayerStrip::deviceOf(int chunk) const {
    return device_of_chunk(shown_.candidate->config, chunk);
}

QString LayerStrip::chunkText(int chunk) const {
    const int layers = layers_[static_cast<std::size_t>(chunk)];
    if (shown_.candidate->config.vpp == 1)
        return tr("Stage %1: %n layers", nullptr, layers).arg(chunk);
    return tr("Chunk %1 on stage %2: %n layers", nullptr, layers)
        .arg(QString::number(chunk), QString::number(deviceOf(chunk)));
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
    if (border_ >= 0 && border_ + 1 < chunks())
        words = borderText(border_) + QStringLiteral(". ");
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
    if (const int border = borderAt(event->position()); border >= 0) {
        border_ = border, dragging_ = true;
        return tell();
    }
    if (const int chunk = chunkAt(event->position()); chunk >= 0)
        chooseChunk(chunk);
}

void LayerStrip::mouseMoveEvent(QMouseEvent* event) {
    if (layers_.empty())
        return;
    if (dragging_) {
        const double wide = (event->position().x() - left(border_)) / unit() - empty_chunk;
        return moveBorder(border_, static_cast<int>(std::lround(wide)));
    }
    setCursor(borderAt(event->position()) >= 0 ? Qt::SplitHCursor : Qt::ArrowCursor);
    const int chunk = chunkAt(event->position());
    setPlainTip(*this, chunk >= 0 ? chunkText(chunk) : QString());
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
    const auto layers = [&] { return layers_[static_cast<std::size_t>(border_)]; };
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        border_ = std::clamp(border_ + (event->key() == Qt::Key_Left ? -1 : 1), std::min(0, last), last);
        tell();
        return tellItemFocused(*this, drawnCursor());
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (border_ >= 0 && border_ <= last)
            moveBorder(border_, layers() + (event->key() == Qt::Key_Up ? 1 : -1));
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

QRectF LayerStrip::chunkRect(int chunk) const {
    const double begin = left(chunk);
    const double end = chunk + 1 < chunks() ? left(chunk + 1) : bar().right();
    return {begin + 0.5, bar().top(), std::max(1.0, end - begin - 1), bar().height()};
}

void LayerStrip::paintChunk(QPainter& painter, int chunk) const {
    const Theme& theme = themeOf(this);
    const QRectF rect = chunkRect(chunk);
    const int device = deviceOf(chunk);
    fillRect(painter, rect, stageBrush(device, theme));
    if (device == selection_.device) {
        painter.setPen(QPen(theme.accent, tokens::selection));
        painter.drawRect(rect.adjusted(1, 1, -1, -1));
    }
    const QString stage = QString::number(device);
    if (painter.fontMetrics().horizontalAdvance(stage) < rect.width()) {
        painter.setPen(theme.muted);
        painter.drawText(QRectF(rect.left(), rect.top() - heading, rect.width(), heading), Qt::AlignCenter,
                         stage);
    }
    const QString number = QString::number(layers_[static_cast<std::size_t>(chunk)]);
    const QRectF patch = painter.fontMetrics().boundingRect(number).toRectF().adjusted(-3, -1, 3, 1);
    if (patch.width() > rect.width())
        return;
    const QRectF plain(rect.center().x() - patch.width() / 2, rect.center().y() - patch.height() / 2,
                       patch.width(), patch.height());
    painter.fillRect(plain, stageColour(device));
    painter.setPen(textOn(stageColour(device)));
    painter.drawText(plain, Qt::AlignCenter, number);
}

void LayerStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(this);
    painter.fillRect(rect(), theme.base);
    const QRectF below(side_margin, bar().bottom() + 6, width() - 2 * side_margin,
                       height() - bar().bottom() - 8);
    const int flags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
    if (layers_.empty()) {
        painter.setPen(theme.muted);
        painter.drawText(rect().adjusted(12, 12, -12, -12), flags,
                         tr("The layers of each stage show here. Choose a plan with more than one stage."));
        return;
    }
    painter.setFont(smallFont(font()));
    for (int chunk = 0; chunk < chunks(); ++chunk)
        paintChunk(painter, chunk);
    if (border_ >= 0 && border_ + 1 < chunks() && (hasFocus() || dragging_))
        painter.fillRect(QRectF(left(border_ + 1) - 1.5, bar().top() - 4, 3, bar().height() + 8), theme.text);
    painter.setPen(theme.text);
    QString words = messageText(answer_.text);
    if (!changed())
        words =
            tr("Layers of each stage; above them the stage. Drag a border to give a layer to another stage.");
    else if (answer_.allowed)
        words = tr("%1: %2\n%3")
                    .arg(timeText(answer_.time_s),
                         changeText(answer_.change_s, answer_.time_s - answer_.change_s),
                         messageText(answer_.text));
    painter.drawText(below, flags, words);
}

} // namespace pipette
