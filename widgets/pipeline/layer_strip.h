// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/accessible/drawn_items.h"
#include "widgets/pipeline/layer_scene.h"
#include "widgets/plans/selection.h"
#include "widgets/plans/shown.h"

#include <QWidget>

#include <vector>

namespace pipette {

/// The layers of a model from first to last, cut into the chunks of the shown plan's pipeline. The border
/// between two chunks can be dragged; a click chooses a stage. Left and Right choose a border, Up and Down
/// give a layer to the chunk before or behind it, Enter keeps the change, Esc drops it.
class LayerStrip : public QWidget, public DrawnItems {
    Q_OBJECT

public:
    explicit LayerStrip(QWidget* parent = nullptr);

    void setShown(const Shown& shown);
    void setSelection(const Selection& selection);
    /// The answer to the newest layersPreviewRequested.
    void setDropPreview(const DropPreview& preview);

    void drop(); ///< what is not kept yet: back to what the plan has

    const std::vector<int>& layers() const { return layers_; } ///< of each chunk, as drawn
    /// Where chunks and borders lie now; only with layers.
    LayerScene scene() const { return {layers_, shown_.candidate->config, size()}; }

    /// The chunks, then the borders between them.
    int drawnCount() const override { return layers_.empty() ? 0 : 2 * chunks() - 1; }
    DrawnItem drawnItem(int item) const override;
    int drawnItemAt(const QPointF& point) const override;
    int drawnCursor() const override { return borderChosen() ? chunks() + border_ : -1; }
    void chooseDrawn(int item) override;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void selectionRequested(pipette::Selection selection);
    /// What would it be like with so many layers in each chunk?
    void layersPreviewRequested(const std::vector<int>& layers_per_stage);
    void layersRequested(const std::vector<int>& layers_per_stage); ///< a person wants them
    void previewDropped();                                          ///< it stays as it is
    void typeRequested(); ///< a person wants to write the layers as a text

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    int chunks() const { return static_cast<int>(layers_.size()); }
    bool changed() const; ///< drawn otherwise than the plan has it
    bool borderChosen() const { return border_ >= 0 && border_ + 1 < chunks(); }
    void moveBorder(int border, int layers);
    void keep();
    void tell();
    void paintChunk(QPainter& painter, const LayerScene& scene, int chunk) const;

    Shown shown_;
    Selection selection_;
    std::vector<int> layers_;
    DropPreview answer_; ///< of layers_; without text: none yet
    int border_ = -1;    ///< chosen: behind this chunk
    bool dragging_ = false;
};

} // namespace pipette
