// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/files/recent_files.h"
#include "app/lab/lab_panel.h"
#include "app/window/main_window.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/base/random.h"
#include "core/formats/lessons/lesson_json.h"
#include "widgets/commands/command_palette.h"
#include "widgets/lab/lab_player.h"
#include "widgets/lab/lesson_page.h"

#include <QAction>
#include <QApplication>
#include <QDropEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QSet>
#include <QUrl>
#include <QtTest>

namespace pipette::test {

/// What a walk came across: one that meets nothing shows nothing.
struct Sights {
    int plans_shown = 0, searches_shown = 0, undone = 0, redone = 0, opened = 0, closed = 0, answered = 0,
        real_plans = 0, points_planned = 0, rearranged = 0, dropped = 0;
    QSet<QString> languages;
};

inline void tell(const Sights& met) {
    qInfo("steps with a plan shown %d, with a search shown %d; undone %d, redone %d; opened %d, closed %d; "
          "questions answered %d; plans of the planner itself %d; points of a study taken up %d; drags "
          "that moved docks %d; files dropped %d; languages %d",
          met.plans_shown, met.searches_shown, met.undone, met.redone, met.opened, met.closed, met.answered,
          met.real_plans, met.points_planned, met.rearranged, met.dropped, int(met.languages.size()));
}

/// Drops files on the window; returns whether it took them.
inline bool dropOn(MainWindow& window, const QStringList& paths) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths)
        urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    const QPointF at = window.rect().center();
    QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    if (!enter.isAccepted())
        return false;
    QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &drop);
    return drop.isAccepted();
}

/// Looks for something in the command palette; takes it where it opens no dialog that waits for a person.
inline void stepOfPalette(MainWindow& window, Random& random) {
    window.action(QStringLiteral("commands"))->trigger();
    CommandPalette* palette = nullptr;
    for (QWidget* top : QApplication::topLevelWidgets())
        if (auto* found = qobject_cast<CommandPalette*>(top); found && found->isVisible())
            palette = found;
    if (!palette)
        return;
    static const QStringList models{QStringLiteral("gpt-1.7b"), QStringLiteral("gpt-3.6b")};
    static const QStringList any{QStringLiteral("a"), QStringLiteral("study"), QStringLiteral("zzz"),
                                 QString()};
    auto* text = palette->findChild<QLineEdit*>();
    const bool takes = random.below(3) == 0;
    const QStringList& words = takes ? models : any;
    text->setText(words[static_cast<qsizetype>(random.below(static_cast<std::uint32_t>(words.size())))]);
    for (std::uint32_t rows = random.below(4); !takes && rows > 0; --rows)
        QTest::keyClick(text, random.below(2) == 0 ? Qt::Key_Down : Qt::Key_Up);
    QTest::keyClick(text, takes ? Qt::Key_Return : Qt::Key_Escape);
}

/// Goes on in a lesson or begins another, plays, or plays freely.
inline void stepOfLab(MainWindow& window, Random& random) {
    window.workspaces().show(QStringLiteral("lab"));
    LabPanel& lab = *window.views().lab;
    switch (random.below(6)) {
    case 0: {
        const auto lessons = shipped_lessons();
        const auto& one = lessons[random.below(static_cast<std::uint32_t>(lessons.size()))];
        return lab.openLesson(QString::fromStdString(one.id));
    }
    case 1:
        lab.setMode(LabMode::free_play);
        return lab.lab().setPreset(static_cast<int>(random.below(3)));
    case 2:
        lab.setMode(LabMode::free_play);
        return lab.lab().player().stepForward();
    case 3:
        lab.setMode(LabMode::lesson);
        return lab.lessons().player().stepBack();
    default:
        lab.setMode(LabMode::lesson);
        lab.lessons().page().choose(static_cast<int>(random.below(4)));
        lab.lessons().page().goOn();
    }
}

} // namespace pipette::test
