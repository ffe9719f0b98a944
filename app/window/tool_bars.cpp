// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/tool_bars.h"

#include "app/document/plan_document.h"
#include "app/workspaces/workspace_switch.h"
#include "core/formats/launchers/export_format.h"
#include "widgets/plans/cluster_title.h"
#include "widgets/theme/fitting_text.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/window_style.h"

#include <QAction>
#include <QFontMetricsF>
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

/// What a workspace is about, at the right end of its bar. Where the window is narrow, facts give way to
/// tools: the longest text that fits is shown.
class FactsLabel : public QLabel {
public:
    explicit FactsLabel(const QString& name) {
        setTextFormat(Qt::PlainText);
        setForegroundRole(QPalette::PlaceholderText);
        setAccessibleName(name);
        setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
        setContentsMargins(0, 0, tokens::space_2, 0);
    }
    /// Longest first.
    void setTexts(const QStringList& texts) {
        texts_ = texts;
        fit();
    }

    QSize sizeHint() const override { return {0, QLabel::sizeHint().height()}; }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QLabel::resizeEvent(event);
        fit();
    }

private:
    void fit() { setText(longestFit(texts_, QFontMetricsF(font()), contentsRect().width())); }

    QStringList texts_;
};

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
    plan_facts_ = addFacts(bar, tr("What the plan is of"));
    connect(&document_, &PlanDocument::partChanged, this, &ToolBars::showPlanFacts);
    connect(&document_, &PlanDocument::loaded, this, &ToolBars::showPlanFacts);
    showPlanFacts();
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

FactsLabel* ToolBars::addFacts(QToolBar& bar, const QString& name) {
    auto* facts = new FactsLabel(name);
    facts->setFont(smallFont(bar.font()));
    bar.addWidget(facts);
    return facts;
}

void ToolBars::setStudyFacts(const QString& facts) {
    study_facts_->setTexts({facts});
}

void ToolBars::showPlanFacts() {
    const Setup& setup = document_.setup();
    QStringList facts;
    if (setup.cluster)
        facts << clusterTitle(*setup.cluster);
    if (setup.model.layers > 0)
        facts << nameText(setup.model.name);
    if (setup.job.global_batch > 0 && setup.job.sequence_length > 0)
        facts << filled(tr("%1 sequences of %2 tokens"), setup.job.global_batch, setup.job.sequence_length);
    QStringList texts;
    for (; !facts.isEmpty(); facts.removeFirst())
        texts << facts.join(QStringLiteral("   \u00b7   "));
    plan_facts_->setTexts(texts);
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
