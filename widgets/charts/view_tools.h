// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>
#include <vector>

class QBoxLayout;
class QHBoxLayout;
class QMenu;

namespace pipette {

/// The controls of a view. They are a row at the top of the view until a dock seats them in its title row.
/// The controls that have no room in a title row are entries of the dock's menu.
class ViewTools : public QWidget {
    Q_OBJECT

public:
    /// Belongs to `view`, which places the row while isHome() or says where it stays. The row goes home
    /// whenever the view gets another parent.
    explicit ViewTools(QWidget& view);

    /// While it is home, the row stands first in a layout of the view, with these margins.
    void stayIn(QBoxLayout& layout, const QMargins& margins);

    /// The first tools come first into a title row. `menu` adds the same choice to a menu, or nothing of a
    /// tool that may be left out. Null stands for a tool that no menu can hold: without room for that tool,
    /// the whole row stays home.
    void add(QWidget* tool, std::function<void(QMenu&)> menu = {});
    void offer(QWidget* tool);    ///< shows a tool that was withdrawn
    void withdraw(QWidget* tool); ///< hides a tool that has nothing to choose

    bool isHome() const { return parentWidget() == &view_; }
    /// Height of the row in the view, in pixels; 0 while it stands in a title row or has no tool to offer.
    int homeHeight() const;
    /// Takes at most the last `room` pixels before `right` of a title row, or goes home. Returns the pixels
    /// taken.
    int seat(QWidget& title, int right, int room);
    void goHome();
    void addMissing(QMenu& menu) const; ///< the tools that have no room in the title row

signals:
    void moved();      ///< into a title row or home: the view has other room
    void roomWanted(); ///< the tools have another width

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; ///< of the view

private:
    struct Tool {
        QWidget* widget;
        std::function<void(QMenu&)> menu;
        bool offered = true;
    };
    Tool& toolOf(const QWidget* widget);
    void showFirst(std::size_t count);
    void settle(); ///< at home
    void keepFocus(QWidget* tool);

    QWidget& view_;
    QHBoxLayout* row_;
    QBoxLayout* home_ = nullptr; ///< null: the view places the row itself
    QMargins home_margins_;
    std::vector<Tool> tools_;
};

/// A view with tools, for the dock that holds it.
class WithTools {
public:
    virtual ~WithTools() = default;
    virtual ViewTools& tools() const = 0;
};

} // namespace pipette
