// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/drag_hint.h"

#include "app/document/plan_document.h"
#include "app/document/training_logs.h"
#include "app/workspaces/workspace_switch.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QEvent>
#include <QLabel>
#include <QMainWindow>
#include <QStatusBar>

namespace pipette {

DragHint::DragHint(const WindowContext& context)
    : Wiring(context), hint_(plainLabel(tr("A click selects. A drag shows what the change would cost."))) {
    QStatusBar& bar = *window_.statusBar();
    hint_->setFont(smallFont(bar.font()));
    hint_->setContentsMargins(0, 0, tokens::space_2, 0);
    bar.addPermanentWidget(hint_);
    bar.installEventFilter(this);
    connect(&bar, &QStatusBar::messageChanged, this, &DragHint::refresh);
    for (const auto signal :
         {&PlanDocument::planChanged, &PlanDocument::loaded, &PlanDocument::selectionChanged})
        connect(&document_, signal, this, &DragHint::refresh);
    connect(&workspaces_, &WorkspaceSwitch::shown, this, &DragHint::refresh);
    refresh();
}

void DragHint::refresh() {
    const QStatusBar& bar = *window_.statusBar();
    const int message = bar.fontMetrics().horizontalAdvance(bar.currentMessage());
    hint_->setVisible(workspaces_.current() == QLatin1String("plan") && planAtHand(document_).any() &&
                      message + hint_->sizeHint().width() + tokens::space_4 < bar.width());
}

bool DragHint::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        refresh();
    return QObject::eventFilter(watched, event);
}

} // namespace pipette
