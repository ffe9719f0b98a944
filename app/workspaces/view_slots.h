// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_view.h"
#include "widgets/plans/selection.h"
#include "widgets/plans/shown.h"

#include <QMainWindow>
#include <QObject>
#include <QString>

#include <functional>
#include <map>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace pipette {

/// What a view takes beside the plan and the selection, each from the part of the window that knows it.
enum class Filling { lines, comparison, timelines, scenarios, headroom, search, reasons };

/// One view. A view that cannot be seen is brought up to date when it can.
struct ViewSlot {
    QString id;    ///< of dock, picture and settings: "topology"
    QString title; ///< of its dock
    QString home;  ///< workspace that it belongs to
    QWidget* widget = nullptr;
    ChartView* chart = nullptr;                          ///< null: no picture of its own
    std::function<void(const Shown&)> set_shown;         ///< may be empty
    std::function<void(const Selection&)> set_selection; ///< may be empty
    bool stale_shown = false, stale_selection = false;   ///< missed while hidden
    std::map<Filling, std::function<void()>> missed;     ///< what fill() left for when it can be seen
    std::shared_ptr<const Cluster> cluster;              ///< what it shows
};

/// What fill() does with a view that nobody sees: it fills it all the same, or lets it wait.
enum class Unseen { filled, waiting };

/// The views of a window. Values and the selection go to those that can be seen. Where they stand is the
/// docks' to say.
class ViewSlots : public QObject {
    Q_OBJECT

public:
    ViewSlots(QMainWindow& window, Unseen unseen) : QObject(&window), window_(window), unseen_(unseen) {}

    QMainWindow& window() const { return window_; }
    const std::vector<ViewSlot>& all() const { return slots_; }
    const ViewSlot* find(const QString& id) const; ///< null: no such view
    /// `chosen`: in what is shown.
    void show(const Shown& shown, const Selection& chosen);
    void select(const Selection& selection);
    /// Whether a view takes every change at once.
    bool follows(const QWidget& view) const { return unseen_ == Unseen::filled || view.isVisible(); }
    /// Runs `how` where the view follows, else once it can be seen; then only the newest of its kind.
    void fill(const QWidget& view, Filling kind, std::function<void()> how);
    /// Keeps a view that no dock holds, hidden, as each is at first.
    void shelve(QWidget& view);
    /// Brings the hidden views up to date too (pictures of all).
    virtual void refreshAll();

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void selectionRequested(const pipette::Selection& selection);
    /// Another part asks for a view to be brought to the front of this window.
    void revealRequested(const QString& view);
    /// A menu of a view asks for its picture in a file.
    void pictureRequested(const QString& view);

protected:
    /// `before`: the view that stands behind it in all(); empty: it is the last.
    template <class View>
    View* add(const QString& id, const QString& title, View* view, const QString& before = {});
    /// Of the views that are added next.
    void setHome(const QString& workspace) { home_ = workspace; }

private:
    void place(ViewSlot slot, const QString& before);
    void refresh(ViewSlot& slot);

    QMainWindow& window_;
    Unseen unseen_;
    std::vector<ViewSlot> slots_;
    QString home_;
    Shown shown_;
    Selection selected_;
};

template <class View>
View* ViewSlots::add(const QString& id, const QString& title, View* view, const QString& before) {
    if (view->accessibleName().isEmpty())
        view->setAccessibleName(title);
    ViewSlot slot;
    slot.id = id;
    slot.title = title;
    slot.home = home_;
    slot.widget = view;
    if constexpr (std::is_base_of_v<ChartView, View>)
        slot.chart = view;
    if constexpr (requires { view->setShown(Shown{}); })
        slot.set_shown = [view](const Shown& shown) { view->setShown(shown); };
    if constexpr (requires { view->setSelection(Selection{}); })
        slot.set_selection = [view](const Selection& chosen) { view->setSelection(chosen); };
    if constexpr (requires { &View::selectionRequested; })
        connect(view, &View::selectionRequested, this, &ViewSlots::selectionRequested);
    place(std::move(slot), before);
    return view;
}

} // namespace pipette
