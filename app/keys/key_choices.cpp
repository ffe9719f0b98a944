// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/keys/key_choices.h"

#include "app/wiring/window_actions.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>

#include <algorithm>
#include <map>

namespace pipette {
namespace {

const auto prefix = QStringLiteral("action-");

void addActionsOf(const QMenu& menu, const QString& group, std::vector<NamedAction>& actions) {
    for (QAction* action : menu.actions()) {
        if (const QMenu* inner = action->menu())
            addActionsOf(*inner, withoutKey(inner->title()), actions);
        else if (!action->isSeparator() && action->objectName().startsWith(prefix))
            actions.push_back({action->objectName().mid(prefix.size()), group, withoutKey(action->text()),
                               action, action->shortcut()});
    }
}

/// Whether whoever presses one of them may mean the other: they are the same, or one begins the other.
bool clash(const QKeySequence& a, const QKeySequence& b) {
    return !a.isEmpty() && !b.isEmpty() &&
           (a.matches(b) != QKeySequence::NoMatch || b.matches(a) != QKeySequence::NoMatch);
}

QString settingOf(const QString& name) {
    return QStringLiteral("keys/") + name;
}

/// Keys as the settings hold them; empty: the text is none.
std::optional<QKeySequence> keysOf(const QString& text) {
    const QKeySequence keys = QKeySequence::fromString(text, QKeySequence::PortableText);
    if (text.isEmpty())
        return keys; // the person took them away
    if (keys.count() == 0 || !KeyChoices::allowed(keys))
        return std::nullopt;
    return keys;
}

} // namespace

KeyChoices::KeyChoices(QMainWindow& window, KeyMemory memory) : window_(window), memory_(memory) {
    for (const QAction* top : window.menuBar()->actions())
        if (const QMenu* menu = top->menu())
            addActionsOf(*menu, withoutKey(menu->title()), actions_);
}

bool KeyChoices::allowed(const QKeySequence& keys) {
    for (int i = 0; i < keys.count(); ++i) {
        const auto key = keys[static_cast<uint>(i)].key();
        const auto with = keys[static_cast<uint>(i)].keyboardModifiers();
        const bool free = (key >= Qt::Key_F1 && key <= Qt::Key_F35) || key == Qt::Key_Escape;
        if (key == Qt::Key_unknown || key == Qt::Key(0) ||
            (!free && !(with & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))))
            return false;
    }
    return true;
}

const NamedAction* KeyChoices::find(const QString& name) const {
    const auto found = std::find_if(actions_.begin(), actions_.end(),
                                    [&](const NamedAction& one) { return one.name == name; });
    return found == actions_.end() ? nullptr : &*found;
}

void KeyChoices::restore() {
    std::map<QString, QKeySequence> chosen;
    const QSettings settings;
    for (const NamedAction& one : actions_)
        if (settings.contains(settingOf(one.name)))
            if (const auto keys = keysOf(settings.value(settingOf(one.name)).toString()))
                chosen[one.name] = *keys;
    const auto keysFor = [&](const NamedAction& of) {
        const auto choice = chosen.find(of.name);
        return choice == chosen.end() ? of.usual : choice->second;
    };
    for (const NamedAction& one : actions_)
        for (const NamedAction& other : actions_)
            if (&one != &other && chosen.contains(one.name) && clash(chosen[one.name], keysFor(other)))
                chosen.erase(one.name);
    for (const NamedAction& one : actions_)
        one.action->setShortcut(keysFor(one));
}

std::optional<KeyConflict> KeyChoices::conflict(const QString& name, const QKeySequence& keys) const {
    for (const NamedAction& one : actions_)
        if (one.name != name && clash(one.action->shortcut(), keys))
            return KeyConflict{one.title, one.name};
    for (const QAction* top : window_.menuBar()->actions())
        if (clash(QKeySequence::mnemonic(top->text()), keys))
            return KeyConflict{withoutKey(top->text()), {}};
    for (const QAction* action : window_.findChildren<QAction*>()) // those of views have no place in a menu
        for (const QKeySequence& other : action->shortcuts())
            if (!action->objectName().startsWith(prefix) && clash(other, keys))
                return KeyConflict{withoutKey(action->text()), {}};
    return std::nullopt;
}

void KeyChoices::give(const QString& name, const QKeySequence& keys) {
    const NamedAction* to = find(name);
    if (!to)
        return;
    for (const NamedAction& other : actions_)
        if (&other != to && clash(other.action->shortcut(), keys)) {
            other.action->setShortcut({});
            keep(other);
        }
    to->action->setShortcut(keys);
    keep(*to);
}

void KeyChoices::resetAll() {
    for (const NamedAction& one : actions_) {
        one.action->setShortcut(one.usual);
        keep(one);
    }
}

void KeyChoices::keep(const NamedAction& of) const {
    if (memory_ == KeyMemory::forgotten)
        return;
    QSettings settings;
    if (of.action->shortcut() == of.usual)
        settings.remove(settingOf(of.name));
    else
        settings.setValue(settingOf(of.name), of.action->shortcut().toString(QKeySequence::PortableText));
}

} // namespace pipette
