// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QString>

#include <functional>

class QAction;
class QMainWindow;
class QMenu;

namespace pipette {

class Notices;

/// A text of a menu without its key: "&Open" is "Open", "A && B" is "A & B". The key that
/// Chinese puts in brackets behind a text goes with them.
QString withoutKey(const QString& text);

/// The actions of the window, by name: "plan", "undo", "reset-layout"...
class WindowActions {
public:
    WindowActions(QMainWindow& window, Notices& notices) : window_(window), notices_(notices) {}

    /// `run` may be empty.
    QAction* add(QMenu* menu, const QString& name, const QString& text, const QKeySequence& keys,
                 std::function<void()> run);
    QAction* find(const QString& name) const; ///< null: there is none

private:
    QMainWindow& window_;
    Notices& notices_;
};

} // namespace pipette
