// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/notices.h"

#include "widgets/theme/plain_text.h"

#include <QMainWindow>
#include <QStatusBar>
#include <QTimer>

#include <utility>

namespace pipette {

void Notices::tell(const QString& text) {
    last_ = messageText(text);
    refusal_told_ = false;
    window_.statusBar()->showMessage(last_);
    told_in_ = workspace_;
    just_told_ = true;
    QTimer::singleShot(0, &window_, [this] { just_told_ = false; });
}

void Notices::enterWorkspace(const QString& workspace) {
    QStatusBar& bar = *window_.statusBar();
    workspace_ = workspace;
    if (just_told_) {
        told_in_ = workspace;
    } else if (refusal_told_) {
        forgetRefusal();
        told_in_.clear();
    } else if (told_in_ == workspace) {
        bar.showMessage(last_);
    } else if (bar.currentMessage() == last_) {
        bar.clearMessage();
    }
}

void Notices::tellRefusal(const QString& why) {
    tell(why);
    refusal_told_ = true;
}

void Notices::forgetRefusal() {
    if (std::exchange(refusal_told_, false))
        window_.statusBar()->clearMessage();
}

void Notices::noteOfWorkspace(const QString& text) {
    QStatusBar& bar = *window_.statusBar();
    const bool shown = !note_.isEmpty() && bar.currentMessage() == note_;
    if (!shown)
        below_note_ = bar.currentMessage();
    note_ = messageText(text);
    if (!note_.isEmpty() || shown)
        bar.showMessage(note_.isEmpty() ? below_note_ : note_);
}

bool Notices::openBox(QMessageBox::Icon icon, const QString& text, const QString& more) {
    if (!window_.isVisible() || !reply_.isEmpty())
        return false;
    plainBox(&window_, icon, tr("Pipette Planner"), messageText(text), messageText(more))
        ->open(); // the window goes on
    return true;
}

void Notices::tellProblem(const QString& text) {
    tellRefusal(text);
    if (openBox(QMessageBox::Warning, text))
        forgetRefusal();
}

void Notices::tellNote(const QString& text, const QString& more) {
    tell(tr("%1. Note: %2").arg(text, more));
    openBox(QMessageBox::Information, text, more);
}

} // namespace pipette
