// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QString>

#include <optional>
#include <vector>

class QAction;
class QMainWindow;

namespace pipette {

/// An action of a menu that keys can be given to.
struct NamedAction {
    QString name;         ///< "plan": of settings
    QString group, title; ///< of its menu; its own, both as the menu shows them, without marks of keys
    QAction* action = nullptr;
    QKeySequence usual; ///< the keys that the program gives it; may be empty
};

/// Keys that something else has already.
struct KeyConflict {
    QString title; ///< of what has them
    QString name;  ///< of its action; empty: a view or a menu has them, which nobody can take away
};

/// Whether choices are written to the settings, where the next start reads them.
enum class KeyMemory { kept, forgotten };

/// Which keys start which action of a window's menus.
class KeyChoices {
public:
    /// After all menus of the window have been made, with the keys that the program gives.
    KeyChoices(QMainWindow& window, KeyMemory memory);

    const std::vector<NamedAction>& actions() const { return actions_; }
    /// Takes the choices of earlier sessions. A value that is no key, or whose keys something else has, is
    /// ignored.
    void restore();
    /// Whether keys may start an action: function keys, Esc, and keys with Ctrl, Alt or Meta. The rest
    /// belongs to fields and views.
    static bool allowed(const QKeySequence& keys);
    /// What else has these keys, or begins with them.
    std::optional<KeyConflict> conflict(const QString& name, const QKeySequence& keys) const;
    /// Gives an action these keys; another action that has them is left without. Empty: no keys.
    void give(const QString& name, const QKeySequence& keys);
    void resetAll(); ///< every action gets the keys that the program gives

private:
    const NamedAction* find(const QString& name) const;
    void keep(const NamedAction& of) const;

    QMainWindow& window_;
    KeyMemory memory_;
    std::vector<NamedAction> actions_;
};

} // namespace pipette
