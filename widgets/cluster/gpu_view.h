// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/groups/group_edit.h"
#include "widgets/accessible/drawn_items.h"
#include "widgets/charts/chart_view.h"
#include "widgets/cluster/gpu_drag.h"
#include "widgets/cluster/gpu_groups.h"
#include "widgets/cluster/gpu_roles.h"
#include "widgets/cluster/known_faults.h"

#include <QPoint>
#include <QStaticText>
#include <QStringList>

#include <optional>
#include <vector>

class QComboBox;
class QMenu;

namespace pipette {

/// A place in a picture of GPUs. A cell is one stage of one replica, a group one of those GPUs are grouped
/// by, a box what a view draws around nodes that stand together.
struct Spot {
    enum class Kind { none, gpu, cell, node, stage, replica, group, box };
    Kind kind = Kind::none;
    int gpu = -1;  ///< of kind gpu
    int node = -1; ///< of kind node
    int device = -1, replica = -1;
    int group = -1; ///< of kind group
    int box = -1;   ///< of kind box, by the view's own number
    bool operator==(const Spot&) const = default;
};

inline Spot spotOfBox(int box) {
    return {Spot::Kind::box, -1, -1, -1, -1, -1, box};
}

/// What the assignment board and the topology share: choosing, dragging and dropping GPUs, cells and nodes,
/// the same by keyboard, pins and exclusions, zoom and pan. Views only draw and say what lies where. Keys:
/// arrows select the GPU that they come to (Ctrl: they pass over it), Enter selects (Shift: the whole cell or
/// group; Ctrl: adds or takes away), M picks up for "Move to..." (Shift: the node), then arrows aim, Enter
/// drops, Esc lets go; G changes by what GPUs are grouped: what is carried is the block, or the group, which
/// Shift puts on a node; P pins and X excludes what is selected, + and - zoom, 0 fits, Menu opens the menu.
/// Where a view draws nodes or boxes in place of GPUs, the arrows go from one to the next of these; a double
/// click or PageDown opens one, PageUp goes back out.
class GpuView : public ChartView, public DrawnItems {
    Q_OBJECT

public:
    explicit GpuView(QWidget* parent = nullptr);

    void setShown(const Shown& shown);
    void setSelection(const Selection& selection);
    const Selection& selection() const { return selection_; }

    /// All GPUs by their number, then what the view itself adds.
    int drawnCount() const override;
    DrawnItem drawnItem(int item) const override;
    int drawnItemAt(const QPointF& point) const override;
    int drawnCursor() const override { return cursor_ < 0 ? -1 : stopItem(cursor_); }
    void chooseDrawn(int item) override;
    int drawnRow(int item) const override { return item < static_cast<int>(roles_.size()) ? item : -1; }

public slots:
    /// The answer to a preview request; shown beside the place of the drop as long as it hovers there.
    void setDropPreview(const pipette::DropPreview& preview);

signals:
    void selectionRequested(pipette::Selection selection);
    void dropPreviewRequested(int fromGpu, int toGpu);
    void nodeDropPreviewRequested(int nodeA, int nodeB);
    void swapRequested(int fromGpu, int toGpu);
    void nodeSwapRequested(int nodeA, int nodeB);
    void groupDropPreviewRequested(pipette::GroupMove move);
    void groupMoveRequested(pipette::GroupMove move);
    void pinToggled();     ///< of the GPUs that are selected in all views
    void excludeToggled(); ///< of the same

protected:
    virtual Spot spotAt(const QPointF& point) const = 0;
    virtual QRectF rectOf(const Spot& spot) const = 0; ///< on screen; empty when not drawn
    virtual void shownChanged() = 0;
    virtual void selectionChanged() {} ///< also when the groups by which GPUs are shown changed
    virtual void zoomAt(const QPointF& point, double factor) = 0;
    virtual void panBy(const QPointF& delta) = 0;
    virtual void fitAll() = 0;
    virtual bool wheelZooms() const { return true; } ///< else the wheel scrolls and Ctrl zooms
    /// Items that a view draws beside GPUs, numbered from 0, each at a spot of its own or at none.
    virtual int furtherCount() const { return 0; }
    virtual DrawnItem furtherItem(int item) const;
    virtual Spot furtherSpot(int item) const;
    virtual int furtherItemAt(const QPointF&) const { return -1; }
    virtual bool isLink(int) const { return false; } ///< of an item: it has a menu of its own
    /// What is drawn where a GPU lies, at this zoom: where the cursor stands.
    virtual Spot stopOf(int gpu) const { return spotOfGpu(gpu); }
    virtual int stopItem(int gpu) const { return gpu; } ///< its item
    virtual std::vector<int> boxGpus(int) const { return {}; }
    virtual QString boxText(int) const { return {}; }
    virtual bool opens(const Spot&) const { return false; } ///< there is more to see in it
    virtual void open(const Spot&) {}                       ///< fills the view with it
    virtual void goOut() { fitAll(); }                      ///< to what lies around what fills the view

    const Shown& shown() const { return shown_; }
    const std::vector<GpuRole>& roles() const { return roles_; }
    const GpuRole& role(int gpu) const { return roles_[static_cast<std::size_t>(gpu)]; }
    bool selected(int gpu) const { return isSelected(selection_, gpu, role(gpu)); }
    int cursor() const { return cursor_; }
    /// By which groups GPUs are shown and carried; null: by blocks.
    const GpuGroups* groups() const { return grouped_ ? &*told_ : nullptr; }
    const std::vector<Axis>& axes() const { return axes_; } ///< that they can be grouped by
    void requestGrouping(const std::optional<Axis>& axis);
    /// Where the groups, or the chosen one, lie, in as many words as there is room for.
    void paintGroupLine(QPainter& painter, const QRectF& place) const;
    /// A list that floats above the picture: as wide as what is chosen, so that the words beside it have
    /// room.
    static void fitChoice(QComboBox& choice, int most);
    /// The texts to choose from, of which `now` stands; untouched where they are there already.
    static void showChoices(QComboBox& choice, const QStringList& texts, int now);
    std::vector<int> gpusOf(const Spot& spot) const;
    Spot spotOfGpu(int gpu) const { return {Spot::Kind::gpu, gpu, -1, -1, -1}; }
    Spot nodeSpot(int gpu) const; ///< the node it lies in
    const KnownFaults& faults() const { return faults_; }
    /// What a spot is, in a line, and a line for each of its faults.
    QString textOf(const Spot& spot) const;
    /// Marks for broken, pinned and excluded on a GPU's square.
    void paintGpuMarks(QPainter& painter, const QRectF& square, int gpu) const;
    /// A square with an edge a pixel wide: two fills, for stroking thousands of edges takes too long.
    static void paintSquare(QPainter& painter, const QRectF& square, const QBrush& fill, const QColor& edge);
    /// A number in the middle of a square, laid out once for all GPUs, where it fits.
    void paintNumber(QPainter& painter, const QRectF& square, int number) const;
    /// The same in the colour that reads best on `under`, kept clear of its pattern.
    void paintNumberOn(QPainter& painter, const QRectF& square, int number, const QBrush& under) const;

    QString tipAt(const QPoint& point) const override;
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QString nameOf(const Spot& spot) const;
    QString gpuState(int gpu) const; ///< "stage 1, 71 % full, safe"
    void choose(const Spot& spot, Qt::KeyboardModifiers modifiers);
    std::optional<Carried> carriedFrom(const Spot& spot) const;
    /// Of the same kind as what is carried; groups go on nodes too.
    std::optional<Carried> targetOf(const Carried& carried, const Spot& spot) const;
    /// What a group aims at with Shift: the node, not the group there.
    Spot landing(const Carried& carried, const Spot& spot, Qt::KeyboardModifiers modifiers) const;
    Spot aimedAt(const Carried& carried) const; ///< by the cursor: a node for nodes, else a GPU
    void lift(const Spot& spot);                ///< picks up by keyboard
    Spot wholeOf(int gpu) const;                ///< its group, or its cell
    Spot groupSpot(const GpuGroups& groups, int gpu) const;
    void refreshGroups();
    void refreshGroupLine();
    void cycleGrouping();
    void addGroupActions(QMenu& menu, int gpu);
    void addSpotActions(QMenu& menu, const Spot& spot);
    QString carriedName(const Carried& carried) const;
    std::vector<int> gpusOf(const Carried& carried) const; ///< all that go with it
    void outline(QPainter& painter, const std::vector<int>& gpus) const;
    void hover(const Carried& carried, const Spot& spot);
    void letGo();
    bool drop(const Carried& carried, const Spot& spot);
    void followSelection(); ///< brings the cursor back into it
    void moveCursor(int key, Qt::KeyboardModifiers modifiers);
    void enter(Qt::KeyboardModifiers modifiers);
    bool zoomKey(int key, const Spot& here); ///< false: the key is no such key
    void openMenu(const Spot& spot, const QPoint& global);
    void paintPreview(QPainter& painter) const;

    Shown shown_;
    KnownFaults faults_;
    std::vector<GpuRole> roles_;
    Selection selection_;
    std::vector<Axis> axes_;
    std::optional<GpuGroups> told_;            ///< by which GPUs are grouped, else experts where there are
    bool grouped_ = false;                     ///< they are
    QStringList places_lines_;                 ///< where all of them lie
    QStringList group_lines_;                  ///< the longest first
    mutable std::vector<QStaticText> numbers_; ///< by local index, in numbers_font_
    mutable QFont numbers_font_;
    int cursor_ = -1; ///< GPU under the keyboard; of the selection, unless Ctrl or M led it away
    std::optional<Carried> moving_; ///< picked up by keyboard
    std::optional<Carried> over_;   ///< where what hovers would land
    Spot over_spot_;
    std::optional<DropPreview> preview_;
    QPointF press_;
    Spot pressed_;
    bool panning_ = false;
};

} // namespace pipette
