// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>
#include <QTabBar>

class QMenu;
class QToolButton;

namespace pipette {

class ViewTools;

/// The names of the docks that share a place, as tabs. The one in front is where a dock is taken to move it:
/// the mouse passes through it to the dock.
class TitleTabs : public QTabBar {
    Q_OBJECT

public:
    explicit TitleTabs(QWidget* parent);
    int widthOf(int tab) const { return tabSizeHint(tab).width(); } ///< in full

signals:
    void resized();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    bool moves_dock_ = false;
};

/// A dock as a card: a rounded frame, and a title row with the names of all docks in its place, the tools of
/// its view where they have room, and a menu.
class CardDock : public QDockWidget {
    Q_OBJECT

public:
    CardDock(const QString& title, QWidget* parent);

    /// Shows the docks of its place, in the order of the area's own row of tabs.
    void showTabs(const QStringList& titles);
    const TitleTabs& tabs() const { return *tabs_; }
    void seatTools(); ///< of the view that it holds now

signals:
    void tabChosen(const QString& title);

private:
    void fitTitle();
    ViewTools* tools() const; ///< null: its view has none
    void fillMenu(QMenu& menu);

    TitleTabs* tabs_;
    QToolButton *more_, *menu_; ///< the titles that have no room; what can be done with the dock
};

} // namespace pipette
