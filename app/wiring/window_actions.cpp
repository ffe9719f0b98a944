// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/window_actions.h"

#include "app/wiring/notices.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>

#include <utility>

namespace pipette {

QString withoutKey(const QString& text) {
    QString plain;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == u'(' && i + 3 < text.size() && text[i + 1] == u'&' && text[i + 2] != u'&' &&
            text[i + 3] == u')') {
            i += 3;
            continue;
        }
        if (text[i] == u'&' && i + 1 < text.size())
            ++i;
        plain += text[i];
    }
    return plain;
}

QAction* WindowActions::add(QMenu* menu, const QString& name, const QString& text, const QKeySequence& keys,
                            std::function<void()> run) {
    auto* action = new QAction(text, &window_);
    action->setObjectName(QStringLiteral("action-") + name);
    action->setShortcut(keys);
    if (run)
        QObject::connect(action, &QAction::triggered, &window_, [this, run = std::move(run)] {
            notices_.forgetRefusal();
            run();
        });
    menu->addAction(action);
    return action;
}

QAction* WindowActions::find(const QString& name) const {
    return window_.findChild<QAction*>(QStringLiteral("action-") + name);
}

} // namespace pipette
