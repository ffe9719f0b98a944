// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/status_hint.h"

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

StatusHint::StatusHint(const WindowContext& context) : Wiring(context), hint_(plainLabel()) {
    QStatusBar& bar = *window_.statusBar();
    hint_->setObjectName(QStringLiteral("status-hint"));
    hint_->setForegroundRole(QPalette::PlaceholderText);
    hint_->setFont(smallFont(bar.font()));
    hint_->setContentsMargins(0, 0, tokens::space_2, 0);
    bar.addPermanentWidget(hint_);
    bar.installEventFilter(this);
    connect(&bar, &QStatusBar::messageChanged, this, &StatusHint::refresh);
    for (const auto signal :
         {&PlanDocument::planChanged, &PlanDocument::loaded, &PlanDocument::selectionChanged})
        connect(&document_, signal, this, &StatusHint::refresh);
    connect(&document_, &PlanDocument::partChanged, this, &StatusHint::refresh);
    connect(&workspaces_, &WorkspaceSwitch::shown, this, &StatusHint::refresh);
    refresh();
}

QString StatusHint::words() const {
    const QString workspace = workspaces_.current();
    if (workspace == QLatin1String("plan"))
        return planAtHand(document_).any() ? tr("A click selects. A drag shows what the change would cost.")
                                           : QString();
    if (workspace == QLatin1String("studies"))
        return document_.state().studies.all.empty()
                   ? QString()
                   : tr("A click marks a point in every view. A double click on its row opens it as a plan.");
    if (workspace == QLatin1String("evidence"))
        return tr("A click on a run marks it in the chart and in the table.");
    return tr("Space plays. The arrow keys step.");
}

void StatusHint::refresh() {
    hint_->setText(words());
    const QStatusBar& bar = *window_.statusBar();
    const int message = bar.fontMetrics().horizontalAdvance(bar.currentMessage());
    hint_->setVisible(!hint_->text().isEmpty() &&
                      message + hint_->sizeHint().width() + tokens::space_4 < bar.width());
}

bool StatusHint::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        refresh();
    return QObject::eventFilter(watched, event);
}

} // namespace pipette
