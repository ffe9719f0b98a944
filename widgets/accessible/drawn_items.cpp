// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/accessible/drawn_items.h"

#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>
#include <QWidget>
#include <QWindow>

#include <algorithm>
#include <limits>
#include <vector>

namespace pipette {
namespace {

/// Null as soon as the view's own part is gone, which is before the widget itself is.
DrawnItems* items_of(QObject* view) {
    return dynamic_cast<DrawnItems*>(view);
}

class ItemFace : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    ItemFace(QWidget* view, int item) : view_(view), item_(item) {}
    int item() const { return item_; }

    bool isValid() const override {
        const DrawnItems* items = items_of(view_);
        return items && item_ < items->drawnCount();
    }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return isValid() ? view_->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(view_); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }

    QString text(QAccessible::Text which) const override {
        if (!isValid())
            return {};
        const DrawnItem item = items_of(view_)->drawnItem(item_);
        return which == QAccessible::Name ? item.name : which == QAccessible::Value ? item.value : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    QAccessible::Role role() const override {
        return isValid() ? items_of(view_)->drawnItem(item_).role : QAccessible::NoRole;
    }
    /// On the screen: the part of the item that the view shows.
    QRect rect() const override {
        const QRect seen = isValid() ? seenOf(items_of(view_)->drawnItem(item_)) : QRect();
        return seen.isEmpty() ? QRect() : QRect(view_->mapToGlobal(seen.topLeft()), seen.size());
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        const DrawnItems& items = *items_of(view_);
        const DrawnItem item = items.drawnItem(item_);
        state.selectable = state.focusable = true;
        state.selected = item.selected;
        state.focused = view_->hasFocus() && items.drawnCursor() == item_;
        state.offscreen = seenOf(item).isEmpty();
        state.invisible = !view_->isVisible();
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }
    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& name) override {
        if (isValid() && name == pressAction())
            items_of(view_)->chooseDrawn(item_);
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    QRect seenOf(const DrawnItem& item) const { return item.place.toAlignedRect() & view_->rect(); }

    QPointer<QWidget> view_;
    int item_;
};

/// A view with its own widgets as first children, and its drawn items behind them.
class ViewFace : public QAccessibleWidget {
public:
    explicit ViewFace(QWidget* view) : QAccessibleWidget(view, QAccessible::Chart) {}

    /// Removes the children of the items from `first` on, whose numbers now belong to other items.
    void forget(int first) {
        std::vector<QAccessible::Id> gone;
        for (auto known = ids_.begin(); known != ids_.end();)
            if (known.key() >= first) {
                gone.push_back(*known);
                known = ids_.erase(known);
            } else
                ++known;
        for (const QAccessible::Id id : gone)
            QAccessible::deleteAccessibleInterface(id);
    }
    QAccessibleInterface* item(int number) const {
        if (const auto known = ids_.constFind(number); known != ids_.constEnd())
            return QAccessible::accessibleInterface(*known);
        auto* face = new ItemFace(widget(), number);
        ids_.insert(number, QAccessible::registerAccessibleInterface(face));
        return face;
    }

    int childCount() const override { return widgets() + count(); }
    QAccessibleInterface* child(int index) const override {
        if (index < widgets())
            return QAccessibleWidget::child(index);
        const int number = index - widgets();
        return number < count() ? item(number) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        const auto* face = dynamic_cast<const ItemFace*>(child);
        if (!face)
            return QAccessibleWidget::indexOfChild(child);
        return ids_.contains(face->item()) && item(face->item()) == child ? widgets() + face->item() : -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        if (QAccessibleInterface* over = QAccessibleWidget::childAt(x, y))
            return over;
        const DrawnItems* items = items_of(widget());
        if (!items || !widget()->rect().contains(widget()->mapFromGlobal(QPoint(x, y))))
            return nullptr;
        const int number = items->drawnItemAt(widget()->mapFromGlobal(QPointF(x, y)));
        return number >= 0 && number < count() ? item(number) : nullptr;
    }
    QAccessibleInterface* focusChild() const override {
        const DrawnItems* items = items_of(widget());
        if (!items || !widget()->hasFocus())
            return QAccessibleWidget::focusChild();
        const int number = items->drawnCursor();
        return number >= 0 && number < count() ? item(number) : QAccessibleWidget::focusChild();
    }

protected:
    ~ViewFace() override { forget(0); }

private:
    int widgets() const { return QAccessibleWidget::childCount(); }
    int count() const {
        const DrawnItems* items = items_of(widget());
        return items ? std::min(items->drawnCount(), std::numeric_limits<int>::max() - widgets()) : 0;
    }

    mutable QHash<int, QAccessible::Id> ids_; // of the items that somebody has asked for
};

QAccessibleInterface* face_of(const QString&, QObject* object) {
    auto* view = qobject_cast<QWidget*>(object);
    return view && items_of(view) ? new ViewFace(view) : nullptr;
}

ViewFace* known_face(QWidget& view) {
    return dynamic_cast<ViewFace*>(QAccessible::queryAccessibleInterface(&view));
}

ItemListener listener = nullptr;

bool anybody_listens() {
    return listener || QAccessible::isActive();
}

void tell(QAccessibleInterface* about, QAccessible::Event what) {
    QAccessibleEvent event(about, what);
    if (listener)
        listener(event);
    QAccessible::updateAccessibility(&event);
}

void tell_of_item(QWidget& view, int item, QAccessible::Event of_item, QAccessible::Event of_view) {
    ViewFace* face = anybody_listens() ? known_face(view) : nullptr;
    const DrawnItems* items = items_of(&view);
    if (!face || !items)
        return;
    const bool one = item >= 0 && item < items->drawnCount();
    tell(one ? face->item(item) : face, one ? of_item : of_view);
}

} // namespace

DrawnItems::DrawnItems() {
    static const bool installed = [] {
        QAccessible::installFactory(face_of);
        return true;
    }();
    Q_UNUSED(installed)
}

void setItemListener(ItemListener heard_by) {
    listener = heard_by;
}

void tellItemsChanged(QWidget& view, int first) {
    ViewFace* face = anybody_listens() ? known_face(view) : nullptr;
    if (!face)
        return;
    face->forget(first);
    tell(face, QAccessible::ObjectReorder);
}

void tellItemFocused(QWidget& view, int item) {
    if (view.hasFocus())
        tell_of_item(view, item, QAccessible::Focus, QAccessible::Focus);
}

void tellItemsSelected(QWidget& view, int item) {
    tell_of_item(view, item, QAccessible::Selection, QAccessible::SelectionWithin);
}

} // namespace pipette
