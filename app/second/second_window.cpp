// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/second/second_window.h"

#include "app/workspaces/dock_area.h"
#include "app/workspaces/plan_views.h"
#include "app/workspaces/workspace.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"

#include <QAction>
#include <QBoxLayout>
#include <QCloseEvent>
#include <QComboBox>
#include <QMenuBar>
#include <QSignalBlocker>
#include <QStatusBar>

#include <utility>

namespace pipette {
namespace {

/// The Gantt chart over the whole width, the bandwidth and the breakdown below it. The other views are
/// closed.
void arrange_second(DockArea& to) {
    to.first("gantt");
    to.split("gantt", "heatmap", Qt::Vertical);
    to.split("heatmap", "breakdown", Qt::Horizontal);
    to.tabs("gantt", {"topology", "board", "candidates", "scenarios", "compare", "annealing", "why"});
    to.tabs("heatmap", {"layers", "headroom"});
    to.tabs("breakdown", {"memory", "selection"});
    to.seat_guests_behind("gantt");
    for (const char* view : {"topology", "board", "candidates", "scenarios", "compare", "annealing", "why",
                             "layers", "headroom", "memory", "selection"})
        to.dismiss(QString::fromLatin1(view));
    to.share({{"gantt", to.height() * 6 / 10}, {"heatmap", to.height() * 4 / 10}}, Qt::Vertical);
    to.share({{"heatmap", to.width() / 2}, {"breakdown", to.width() / 2}}, Qt::Horizontal);
}

constexpr Workspace second_workspace = {
    "second", QT_TRANSLATE_NOOP("Workspaces", "Second window"),
    QT_TRANSLATE_NOOP("Workspaces", "Views of the plan for another screen"), Glyph::plan, arrange_second};

} // namespace

SecondWindow::SecondWindow() : choice_(new QComboBox), page_(new QVBoxLayout) {
    setObjectName(QStringLiteral("second"));
    setAccessibleName(tr("Second window"));
    setWindowIcon(QIcon::fromTheme(QStringLiteral("pipette-planner")));
    setContextMenuPolicy(Qt::NoContextMenu);
    resize(1100, 760);
    views_ = new PlanViews(*this, Unseen::waiting, QString::fromLatin1(second_workspace.id));
    page_->setContentsMargins(tokens::dock_gap, tokens::dock_gap, tokens::dock_gap, tokens::dock_gap);
    auto* page = new QWidget;
    page->setLayout(page_);
    setCentralWidget(page);
    statusBar()->setSizeGripEnabled(false);
    makeChoice();
    makeViewActions();
    makeArea();
}

SecondWindow::~SecondWindow() {
    area_->disconnect(this); // docks that go tell so, and there are no actions then
}

void SecondWindow::makeChoice() {
    choice_->setAccessibleName(tr("What the views show"));
    setPlainTip(*choice_, tr("Whose placement, memory and times the views of this window show"));
    choice_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    choice_->setMaximumWidth(tokens::scaled(360));
    connect(choice_, &QComboBox::currentIndexChanged, this, &SecondWindow::choiceMade);
    auto* corner = new QWidget;
    auto* row = new QHBoxLayout(corner);
    row->setContentsMargins(0, 1, tokens::space_2, 1);
    row->addWidget(choice_);
    menuBar()->setNativeMenuBar(false); // as in the main window
    menuBar()->setCornerWidget(corner);
    corner->hide();
}

void SecondWindow::setChoices(const QStringList& choices, int chosen) {
    const QSignalBlocker quiet(choice_);
    choice_->clear();
    choice_->addItems(choices);
    choice_->setCurrentIndex(chosen);
    QWidget* corner = menuBar()->cornerWidget();
    corner->hide(); // the menu bar gives it room when it comes
    corner->setVisible(choices.size() > 1);
}

void SecondWindow::makeViewActions() {
    for (const ViewSlot& view : views_->all()) {
        auto* action = new QAction(view.title, this);
        action->setObjectName(QStringLiteral("action-view-") + view.id);
        action->setData(view.id);
        action->setCheckable(true);
        connect(action, &QAction::triggered, this,
                [this, id = view.id](bool shown) { shown ? call(id) : area_->dismiss(id); });
        view_actions_ << action;
    }
}

void SecondWindow::makeArea() {
    area_ = new DockArea(second_workspace, *views_, size());
    area_->addActions(view_actions_);
    connect(area_, &DockArea::docksChanged, this, &SecondWindow::checkActions);
    page_->addWidget(area_);
    area_->enter();
    checkActions();
}

void SecondWindow::checkActions() {
    for (QAction* action : view_actions_)
        action->setChecked(area_->shows(action->data().toString()));
}

void SecondWindow::restore(const SecondLayout& layout) {
    if (restoreGeometry(layout.geometry))
        reset(); // in the size that the window has by now
    area_->restore({layout.docks, {}});
    checkActions();
}

SecondLayout SecondWindow::layout() const {
    return {saveGeometry(), area_->layout().docks};
}

bool SecondWindow::shows(const QString& view) const {
    return area_->shows(view);
}

void SecondWindow::call(const QString& view) {
    if (const ViewSlot* slot = views_->find(view))
        area_->call(*slot);
}

void SecondWindow::reset() {
    DockArea* before = area_;
    makeArea();
    before->disconnect(this);
    before->shelveViews(); // those that the new docks have not taken
    page_->removeWidget(before);
    before->hide();
    area_->show();
    before->deleteLater(); // with whatever of it a pointer still drags
}

void SecondWindow::scale(double factor) {
    factor > 1 ? enlarger_.enlarge(*this, factor) : enlarger_.giveBack(*this);
}

void SecondWindow::closeEvent(QCloseEvent* event) {
    event->accept();
    emit closing();
}

} // namespace pipette
