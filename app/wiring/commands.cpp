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

bool isOf(const QAction& action, const char* kind) {
    return action.objectName().startsWith(QLatin1String("action-") + QLatin1String(kind));
}

/// A view that is open may lie behind others: who asks for it wants to see it.
void run(QAction& action) {
    if (isOf(action, "view-") && action.isChecked())
        action.trigger(); // closes it, so that it comes in front
    action.trigger();
}

/// The actions of a menu and of those in it that can be done now. Pictures have the names of their views and
/// come last, so they go to a list of their own.
void addActionsOf(const QMenu& menu, const QString& group, std::vector<Command>& commands,
                  std::vector<Command>& pictures) {
    for (QAction* action : menu.actions()) {
        if (const QMenu* inner = action->menu())
            addActionsOf(*inner, withoutKey(inner->title()), commands, pictures);
        else if (!action->isSeparator() && action->isEnabled() && action->isVisible() &&
                 action->objectName().startsWith(QLatin1String("action-")) &&
                 action->objectName() != QLatin1String("action-commands"))
            (isOf(*action, "picture-") ? pictures : commands)
                .push_back(
                    {withoutKey(action->text()), group, action->shortcut(), [action] { run(*action); }});
    }
}

} // namespace

void Commands::show() {
    std::vector<Command> commands, pictures;
    for (const QAction* top : windows_.active().menuBar()->actions())
        if (const QMenu* menu = top->menu())
            addActionsOf(*menu, withoutKey(menu->title()), commands, pictures);
    for (const RecentList& list : recentLists())
        for (const QStringList files = recentFiles(list.kind); const QString& path : files)
            commands.push_back(
                {nameText(recentName(path, files)), filled(tr("Recent: %1"), list.heading), {}, [this, path] {
                     store_.open({path});
                 }});
    for (const SampleCluster& sample : sampleClusters())
        commands.push_back({nameText(sample.title), tr("Sample clusters"), {}, [this, path = sample.path] {
                                store_.open({path});
                            }});
    for (const std::string& name : model_preset_names())
        commands.push_back({nameText(name), tr("Models"), {}, [this, preset = QString::fromStdString(name)] {
                                store_.openModelPreset(preset);
                            }});
    lab_.addLessons(commands);
    commands.insert(commands.end(), pictures.begin(), pictures.end());
    auto* palette = new CommandPalette(std::move(commands), &windows_.active());
    palette->setAttribute(Qt::WA_DeleteOnClose);
    palette->open();
}

} // namespace pipette
