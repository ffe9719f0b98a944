// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks and borders of LayerStrip as items for assistive technology.
#include "widgets/pipeline/layer_strip.h"
#include "widgets/theme/plain_text.h"

namespace pipette {

QString LayerStrip::borderText(int border) const {
    return tr("Border between: %1; %2").arg(chunkText(border), chunkText(border + 1));
}

DrawnItem LayerStrip::drawnItem(int item) const {
    DrawnItem drawn;
    if (const int border = item - chunks(); border >= 0) {
        drawn.name = borderText(border);
        drawn.value = filled(QStringLiteral("%1, %2"), layers_[static_cast<std::size_t>(border)],
                             layers_[static_cast<std::size_t>(border) + 1]);
        drawn.place = borderRect(border);
        return drawn;
    }
    drawn.name = chunkText(item);
    drawn.value = tr("%n layers", nullptr, layers_[static_cast<std::size_t>(item)]);
    drawn.place = chunkRect(item);
    drawn.selected = deviceOf(item) == selection_.device;
    return drawn;
}

int LayerStrip::drawnItemAt(const QPointF& point) const {
    if (layers_.empty())
        return -1;
    const int border = borderAt(point);
    return border >= 0 ? chunks() + border : chunkAt(point);
}

int LayerStrip::drawnCursor() const {
    return border_ >= 0 && border_ + 1 < chunks() ? chunks() + border_ : -1;
}

void LayerStrip::chooseChunk(int chunk) {
    Selection chosen = selection_;
    chosen.device = deviceOf(chunk);
    emit selectionRequested(chosen);
}

void LayerStrip::chooseDrawn(int item) {
    if (item < chunks())
        return chooseChunk(item);
    border_ = item - chunks();
    tell();
}

} // namespace pipette
