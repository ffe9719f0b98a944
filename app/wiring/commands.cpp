// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/commands.h"

#include "app/document/document_store.h"
#include "app/files/recent_files.h"
#include "app/wiring/lab_wiring.h"
#include "app/workspaces/plan_windows.h"
#include "core/formats/documents/resources.h"
#include "widgets/commands/command_palette.h"
#include "widgets/theme/plain_text.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace pipette {
namespace {

/// The actions of a menu and of those in it that can be done now.
void addActionsOf(const QMenu& menu, const QString& group, std::vector<Command>& commands) {
    for (QAction* action : menu.actions()) {
        if (const QMenu* inner = action->menu())
            addActionsOf(*inner, withoutKey(inner->title()), commands);
        else if (!action->isSeparator() && action->isEnabled() && action->isVisible() &&
                 action->objectName().startsWith(QLatin1String("action-")) &&
                 action->objectName() != QLatin1String("action-commands"))
            commands.push_back(
                {withoutKey(action->text()), group, action->shortcut(), [action] { action->trigger(); }});
    }
}

} // namespace

void Commands::show() {
    std::vector<Command> commands;
    for (const QAction* top : windows_.active().menuBar()->actions())
        if (const QMenu* menu = top->menu())
            addActionsOf(*menu, withoutKey(menu->title()), commands);
    for (const RecentList& list : recentLists())
        for (const QStringList files = recentFiles(list.kind); const QString& path : files)
            commands.push_back(
                {nameText(recentName(path, files)), filled(tr("Recent: %1"), list.heading), {}, [this, path] {
                     store_.open({path});
                 }});
    for (const QString& name : sampleClusterNames())
        commands.push_back({nameText(name), tr("Sample clusters"), {}, [this, name] {
                                store_.open({sampleCluster(name)});
                            }});
    for (const std::string& name : model_preset_names())
        commands.push_back({nameText(name), tr("Models"), {}, [this, preset = QString::fromStdString(name)] {
                                store_.openModelPreset(preset);
                            }});
    lab_.addLessons(commands);
    auto* palette = new CommandPalette(std::move(commands), &windows_.active());
    palette->setAttribute(Qt::WA_DeleteOnClose);
    palette->open();
}

} // namespace pipette
