// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/keys/keys_wiring.h"

#include "app/keys/keys_dialog.h"
#include "app/workspaces/plan_windows.h"
#include "widgets/theme/plain_text.h"

#include <QAction>
#include <QHelpEvent>
#include <QMainWindow>
#include <QMenu>
#include <QTextDocumentFragment>
#include <QToolBar>
#include <QToolButton>

namespace pipette {

KeysWiring::KeysWiring(const WindowContext& context)
    : Wiring(context), memory_(context.remembers ? KeyMemory::kept : KeyMemory::forgotten) {}

void KeysWiring::fillMenu(QMenu* menu) {
    actions_.add(menu, QStringLiteral("keyboard"), tr("&Keyboard shortcuts…"), {}, [this] { ask(); })
        ->setStatusTip(tr("Shows the keys of every action, and gives it others"));
}

void KeysWiring::begin() {
    choices_ = std::make_unique<KeyChoices>(window_, memory_);
    if (memory_ == KeyMemory::kept)
        choices_->restore();
    for (const QToolBar* bar : window_.findChildren<QToolBar*>())
        for (QToolButton* button : bar->findChildren<QToolButton*>())
            button->installEventFilter(this);
}

void KeysWiring::ask() {
    auto* dialog = new KeysDialog(*choices_, &windows_.active());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

bool KeysWiring::eventFilter(QObject* watched, QEvent* event) {
    auto* button = qobject_cast<QToolButton*>(watched);
    if (event->type() != QEvent::ToolTip || !button || !button->defaultAction() ||
        button->defaultAction()->shortcut().isEmpty())
        return Wiring::eventFilter(watched, event);
    QString tip = button->toolTip();
    if (Qt::mightBeRichText(tip)) // plainTip() made it so
        tip = QTextDocumentFragment::fromHtml(tip).toPlainText();
    showPlainTip(static_cast<QHelpEvent*>(event)->globalPos(),
                 filled(QStringLiteral("%1 (%2)"), tip,
                        button->defaultAction()->shortcut().toString(QKeySequence::NativeText)),
                 button);
    return true;
}

} // namespace pipette
