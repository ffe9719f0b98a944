// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shown_text.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QLabel>
#include <QMenuBar>
#include <QTabBar>
#include <QToolBar>

namespace pipette {
namespace {

QStringList textsOfActions(const QWidget& bar) {
    QStringList texts;
    for (const QAction* action : bar.actions())
        if (action->isVisible() && !action->isSeparator())
            texts += action->text();
    return texts;
}

QStringList textsOf(const QWidget& widget) {
    if (qobject_cast<const QMenuBar*>(&widget) || qobject_cast<const QToolBar*>(&widget))
        return textsOfActions(widget);
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
        QStringList texts;
        for (int tab = 0; tab < tabs->count(); ++tab)
            texts += tabs->tabText(tab);
        return texts;
    }
    if (const auto* dock = qobject_cast<const QDockWidget*>(&widget))
        return {dock->windowTitle()};
    if (const auto* group = qobject_cast<const QGroupBox*>(&widget))
        return {group->title()};
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        return {label->text()};
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        return {button->text()};
    if (const auto* choice = qobject_cast<const QComboBox*>(&widget))
        return {choice->currentText()};
    return {};
}

} // namespace

QString shownText(const QWidget& view) {
    QStringList lines;
    for (const QWidget* widget : view.findChildren<QWidget*>())
        if (widget->isVisibleTo(&view))
            for (const QString& text : textsOf(*widget))
                if (!text.isEmpty())
                    lines += text.simplified();
    return lines.join(QLatin1Char('\n'));
}

} // namespace pipette
