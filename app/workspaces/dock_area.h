// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <QStringList>
#include <QTimer>

#include <initializer_list>
#include <utility>

class QDockWidget;

namespace pipette {

class CardDock;
class ViewSlots;
struct ViewSlot;
struct Workspace;

/// How a person left the docks of a workspace.
struct DockLayout {
    QByteArray docks;   ///< of QMainWindow::saveState(); empty: as a new user finds them
    QStringList guests; ///< views that are shown without being at home in the workspace
};

/// The docks of one workspace. An area gets its layout before it shows, and never another: Qt crashes when a
/// layout is restored while a dock or a separator is on its way. Who wants another layout makes another area.
///
/// A view is one widget, which can have a dock in several areas. The area that is entered takes the views
/// that it shows; a view that is called from another workspace gets a dock of its own here, as a guest.
class DockArea : public QMainWindow {
    Q_OBJECT

public:
    /// With the views that are at home in `workspace`, laid out for `size` as a new user finds them.
    DockArea(const Workspace& workspace, ViewSlots& views, QSize size);

    /// The docks as they were left, before the area shows; as a new user finds them where that cannot be
    /// read.
    void restore(const DockLayout& layout);
    DockLayout layout() const;

    bool shows(const QString& view) const; ///< in front, behind a tab or afloat
    /// Shows the view here, in front, and returns its dock.
    QDockWidget* call(const ViewSlot& view);
    void dismiss(const QString& view); ///< closes its dock

    void enter();       ///< takes the views that it shows, and brings back what floats
    void leave();       ///< hides what floats; the rest hides with the area
    void shelveViews(); ///< those that it holds, before it is deleted

    // How a workspace lays out its views, by their ids.
    void first(const char* view);
    void split(const char* from, const char* next, Qt::Orientation orientation);
    void tabs(const char* front, std::initializer_list<const char*> behind);
    void front(const char* view);
    void share(std::initializer_list<std::pair<const char*, int>> lengths, Qt::Orientation orientation);
    void seat_guests_behind(const char* view);

signals:
    void docksChanged(); ///< one was shown, hidden or brought to the front

protected:
    QMenu* createPopupMenu() override; ///< of the actions of this widget

private:
    CardDock* dock(const QString& view) const; ///< null: it has none here
    void showTabs();                           ///< in the title of each dock, those that share its place
    CardDock* makeDock(const ViewSlot& view);
    void take(CardDock& dock); ///< its view, from whatever dock holds it

    ViewSlots& views_;
    QString home_;                  ///< id of its workspace
    QString anchor_;                ///< view behind which guests come
    QList<QDockWidget*> returning_; ///< float, hidden until the area is entered again
    DockLayout left_;               ///< when it was left
    bool entered_ = false;
    QTimer tabs_timer_; ///< docks move in steps: their titles follow once
};

} // namespace pipette
