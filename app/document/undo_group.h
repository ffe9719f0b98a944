// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QUndoStack>

#include <exception>

namespace pipette {

/// Edits that are one step of an undo stack: all that are made while it lives. Where an exception ends it,
/// they are taken back and leave no step.
class UndoGroup {
public:
    UndoGroup(QUndoStack& stack, const QString& name) : stack_(stack) { stack_.beginMacro(name); }
    UndoGroup(const UndoGroup&) = delete;
    UndoGroup& operator=(const UndoGroup&) = delete;
    ~UndoGroup() {
        stack_.endMacro();
        const bool failed = std::uncaught_exceptions() > exceptions_;
        if (!failed || !stack_.canUndo()) // inside another group: that one takes them back
            return;
        stack_.undo();
        const_cast<QUndoCommand*>(stack_.command(stack_.index()))->setObsolete(true);
        stack_.redo(); // drops a step that is obsolete
    }

private:
    QUndoStack& stack_;
    int exceptions_ = std::uncaught_exceptions();
};

} // namespace pipette
