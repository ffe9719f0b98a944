// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/tool_bars.h"

#include "app/workspaces/workspace_switch.h"
#include "core/formats/launchers/export_format.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/window_style.h"

#include <QAction>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>

namespace pipette {
namespace {

/// The button of an action; `word` (may be empty: the action's own) stands in the bar alone.
QToolButton* addTool(QToolBar& bar, QAction& tool, Glyph glyph, const QString& word) {
    tool.setIcon(glyphIcon(glyph));
    tool.setIconVisibleInMenu(false);
    if (!word.isEmpty())
        tool.setIconText(word);
    bar.addAction(&tool);
    return static_cast<QToolButton*>(bar.widgetForAction(&tool));
}

/// What the bar is most used for.
void addMainTool(QToolBar& bar, QAction& tool, Glyph glyph, const QString& word) {
    addTool(bar, tool, glyph, word)->setProperty(WindowStyle::main_action, true);
    tool.setIcon(glyphIcon(glyph, GlyphGround::accent));
}

} // namespace

ToolBars::ToolBars(const WindowContext& context) : Wiring(context) {
    fillPlan(*bar("plan", tr("Plan")));
    fillStudies(*bar("studies", tr("Studies")));
    fillEvidence(*bar("evidence", tr("Evidence")));
}

QToolBar* ToolBars::bar(const char* workspace, const QString& name) {
    QToolBar* bar = window_.addToolBar(name);
    const auto id = QString::fromLatin1(workspace);
    bar->setObjectName(QStringLiteral("toolbar-") + id);
    bar->setAccessibleName(tr("Tool bar: %1").arg(name));
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setIconSize({tokens::icon, tokens::icon});
    bar->setMinimumHeight(tokens::tool_bar);
    bar->setContentsMargins(tokens::space_1, 0, tokens::space_1, 0); // begins where docks begin
    bar->setVisible(workspaces_.current() == id);
    connect(&workspaces_, &WorkspaceSwitch::shown, bar,
            [bar, id](const QString& shown) { bar->setVisible(shown == id); });
    return bar;
}

void ToolBars::fillPlan(QToolBar& bar) {
    addMainTool(bar, *action(QStringLiteral("plan")), Glyph::play, tr("Plan"));
    addTool(bar, *action(QStringLiteral("cancel")), Glyph::stop, tr("Stop"));
    addTool(bar, *action(QStringLiteral("improve")), Glyph::improve, {});
    bar.addSeparator();
    addSteps(bar);
    bar.addSeparator();
    addTool(bar, *action(QStringLiteral("pin-plan")), Glyph::pin, tr("Pin"));
    addTool(bar, *action(QStringLiteral("report")), Glyph::report, tr("Report"));
    addLaunchFiles(bar);
}

void ToolBars::fillStudies(QToolBar& bar) {
    addMainTool(bar, *action(QStringLiteral("run-study")), Glyph::play, tr("Run study"));
    addTool(bar, *action(QStringLiteral("stop-study")), Glyph::stop, tr("Stop"));
    bar.addSeparator();
    addSteps(bar);
    bar.addSeparator();
    addTool(bar, *action(QStringLiteral("new-study")), Glyph::add, tr("New study"));
    addTool(bar, *action(QStringLiteral("fewest-gpus")), Glyph::search, tr("Fewest GPUs"));
    addTool(bar, *action(QStringLiteral("open-point")), Glyph::plan, {});
    bar.addSeparator();
    addTool(bar, *action(QStringLiteral("report")), Glyph::report, {});
    addTool(bar, *action(QStringLiteral("save-points")), Glyph::save, tr("Save table"));
    study_facts_ = addFacts(bar, tr("What the study is of"));
}

void ToolBars::fillEvidence(QToolBar& bar) {
    addMainTool(bar, *action(QStringLiteral("open-log")), Glyph::add, tr("Add my own log"));
    addTool(bar, *action(QStringLiteral("validate")), Glyph::open, tr("Open measured runs"));
    addTool(bar, *action(QStringLiteral("train-memory")), Glyph::improve, {});
    bar.addSeparator();
    addTool(bar, *action(QStringLiteral("open-run")), Glyph::plan, tr("Open run as a plan"));
    bar.addSeparator();
    addSteps(bar);
}

QLabel* ToolBars::addFacts(QToolBar& bar, const QString& name) {
    QLabel* facts = plainLabel();
    facts->setAccessibleName(name);
    facts->setFont(smallFont(bar.font()));
    facts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    facts->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    facts->setContentsMargins(0, 0, tokens::space_2, 0);
    bar.addWidget(facts);
    return facts;
}

void ToolBars::addSteps(QToolBar& bar) {
    for (const auto& [name, glyph] : {std::pair("undo", Glyph::undo), {"redo", Glyph::redo}})
        addTool(bar, *action(QString::fromLatin1(name)), glyph, {})
            ->setToolButtonStyle(Qt::ToolButtonIconOnly); // named by their tool tips
}

void ToolBars::addLaunchFiles(QToolBar& bar) {
    auto* launch = new QToolButton;
    launch->setText(tr("Launch files"));
    launch->setAccessibleName(tr("Launch files"));
    launch->setToolTip(tr("Writes the files that a launcher starts this plan with"));
    launch->setIcon(glyphIcon(Glyph::launch));
    launch->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    launch->setPopupMode(QToolButton::InstantPopup);
    launch->setFocusPolicy(Qt::TabFocus);
    auto* formats = new QMenu(launch);
    for (const ExportFormat* format : Registry<ExportFormat>::all())
        if (format->is_launcher())
            formats->addAction(action(QStringLiteral("export-") + nameText(format->name)));
    launch->setMenu(formats);
    bar.addWidget(launch);
}

} // namespace pipette
