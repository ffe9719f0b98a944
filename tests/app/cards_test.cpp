// SPDX-License-Identifier: GPL-3.0-or-later
// Docks as cards, and Setup's parts that fold.
#include "app/workspaces/card_dock.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "tests/app/window_fixture.h"
#include "widgets/cluster/topology/topology_view.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/plans/fold_card.h"
#include "widgets/plans/setup_panel.h"
#include "widgets/theme/button_row.h"
#include "widgets/theme/floating_choice.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QComboBox>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QToolBar>
#include <QToolButton>

using namespace pipette;
using namespace pipette::test;

namespace {

CardDock* dockOf(WindowFixture& bench, const char* view) {
    QWidget* widget = bench.window->views().find(QLatin1String(view))->widget;
    return qobject_cast<CardDock*>(widget->parentWidget());
}

QStringList tabsOf(const CardDock& dock) {
    QStringList texts;
    for (int tab = 0; tab < dock.tabs().count(); ++tab)
        texts << dock.tabs().tabText(tab);
    return texts;
}

/// Chooses an entry of the menu in a dock's title; false: there is none of this text.
bool chooseInMenu(const CardDock& dock, const QString& text) {
    const QString name = QStringLiteral("Menu of ") + dock.windowTitle();
    for (const auto* button : dock.findChildren<QToolButton*>())
        if (button->accessibleName() == name) {
            emit button->menu()->aboutToShow();
            for (QAction* entry : button->menu()->actions())
                if (entry->text() == text)
                    return entry->trigger(), true;
        }
    return false;
}

FoldCard* card(WindowFixture& bench, const char* title) {
    for (FoldCard* one : bench.window->views().setup->findChildren<FoldCard*>())
        if (one->title() == QLatin1String(title))
            return one;
    return nullptr;
}

} // namespace

class CardsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::light); }

    void aTitleShowsTheDocksOfItsPlace() {
        WindowFixture bench;
        QTRY_COMPARE(tabsOf(*dockOf(bench, "gantt")),
                     QStringList({QStringLiteral("Gantt chart"), QStringLiteral("Breakdown"),
                                  QStringLiteral("Compare"), QStringLiteral("Annealing")}));
        QCOMPARE(tabsOf(*dockOf(bench, "setup")), QStringList{QStringLiteral("Setup")});
        CardDock* gantt = dockOf(bench, "gantt");
        QVERIFY(gantt->tabs().isVisible());
        QCOMPARE(gantt->titleBarWidget()->height(), tokens::dock_title);
        auto& tabs = const_cast<TitleTabs&>(gantt->tabs());
        QTest::mouseClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(1).center());
        QWidget* breakdown = bench.window->views().find(QStringLiteral("breakdown"))->widget;
        QTRY_VERIFY(breakdown->isVisible());
        QTRY_COMPARE(dockOf(bench, "breakdown")->tabs().currentIndex(), 1);
        bench.window->workspaces().call(QStringLiteral("gantt"));
        QTRY_VERIFY(gantt->tabs().isVisible());
        QTRY_COMPARE(gantt->tabs().currentIndex(), 0); // its own, whatever was chosen in it
    }

    void aDockThatFloatsStandsAlone() {
        WindowFixture bench;
        CardDock* board = dockOf(bench, "candidates");
        QTRY_COMPARE(tabsOf(*board).size(), 5);
        board->setFloating(true);
        QTRY_COMPARE(tabsOf(*board).size(), 1);
        board->setFloating(false);
        QTRY_COMPARE(tabsOf(*board).size(), 5);
        QTRY_COMPARE(tabsOf(*dockOf(bench, "scenarios")).size(), 5);
    }

    void theMenuOfATitleFloatsAndClosesItsDock() {
        WindowFixture bench;
        CardDock* memory = dockOf(bench, "memory");
        QVERIFY(chooseInMenu(*memory, QStringLiteral("&Take out of the window")));
        QVERIFY(memory->isFloating());
        QVERIFY(chooseInMenu(*memory, QStringLiteral("&Put back into the window")));
        QVERIFY(!memory->isFloating());
        QVERIFY(chooseInMenu(*memory, QStringLiteral("&Close")));
        QVERIFY(!memory->isVisible());
    }

    /// Tools stand in the title row where it has room; else they are entries of its menu, or a row of the
    /// view.
    void toolsOfAViewStandInItsTitle() {
        WindowFixture bench;
        bench.window->setInitialSize({1900, 1000});
        QVERIFY(bench.settle());
        const auto& views = bench.window->views();
        auto* topology = qobject_cast<TopologyView*>(views.find(QStringLiteral("topology"))->widget);
        CardDock* dock = dockOf(bench, "topology");
        QTRY_VERIFY(!topology->tools().isHome());
        auto* levels = topology->tools().findChild<ButtonRow*>();
        auto* colours = topology->tools().findChild<FloatingChoice*>();
        QTRY_VERIFY(levels->isVisible() && colours->isVisible());
        dock->setFloating(true);
        dock->resize(240, 300);
        QTRY_VERIFY(levels->isHidden());
        topology->hold(TopologyLevel::gpus);
        QVERIFY(chooseInMenu(*dock, levels->textOf(static_cast<int>(TopologyLevel::nodes))));
        QCOMPARE(topology->level(), TopologyLevel::nodes);
        QVERIFY(!chooseInMenu(*dock, colours->accessibleName())); // it has room
        dock->resize(150, 300); // not even the shorter one: both are entries
        QTRY_VERIFY(colours->isHidden());
        QVERIFY(chooseInMenu(*dock, colours->accessibleName()));
        dock->resize(600, 300);
        QTRY_VERIFY(colours->isVisible() && levels->isVisible());
        bench.window->workspaces().show(QStringLiteral("lab"));
        bench.window->workspaces().show(QStringLiteral("plan"));
        QTRY_VERIFY(colours->isVisible() && !topology->tools().isHome());
        auto* candidates = qobject_cast<CandidatesView*>(views.find(QStringLiteral("candidates"))->widget);
        QTRY_VERIFY(!candidates->tools().isHome());
        CardDock* table = dockOf(bench, "candidates");
        table->setFloating(true);
        table->resize(260, 300); // no menu can hold a field to type into
        QTRY_VERIFY(candidates->tools().isHome());
        QVERIFY(candidates->tools().isVisible());
    }

    void everyFieldOfAPlainJobShowsWithoutScrolling() {
        WindowFixture bench;
        bench.window->setInitialSize({1280, 800});
        QVERIFY(bench.settle());
        SetupPanel& setup = *bench.window->views().setup;
        const auto* scroll = setup.findChild<QScrollArea*>();
        const auto seen = [&](const QWidget& field) {
            const QRect area(field.mapTo(scroll->viewport(), QPoint()), field.size());
            return field.isVisible() && scroll->viewport()->rect().contains(area);
        };
        for (const char* name : {"Sample clusters", "Model preset", "Global batch in sequences",
                                 "Sequence length in tokens", "Precision", "Training framework"}) {
            const QWidget* found = nullptr;
            for (const QWidget* field : setup.findChildren<QWidget*>())
                if (field->accessibleName() == QLatin1String(name) && field->isVisible())
                    found = found ? found : field;
            QVERIFY2(found && seen(*found), name);
        }
        for (const char* title : {"Limits", "What if", "Search"}) {
            const FoldCard* closed = card(bench, title);
            QVERIFY2(closed && closed->fold() == FoldCard::Fold::closed && !closed->value().isEmpty(), title);
        }
        QVERIFY(setup.width() < 420);
    }

    void aClosedPartSaysWhatIsSet() {
        WindowFixture bench;
        QCOMPARE(card(bench, "Cluster")->value(), QStringLiteral("16 GPUs"));
        QCOMPARE(card(bench, "Job")->value(), QStringLiteral("65.5 k tokens a step"));
        QCOMPARE(card(bench, "What if")->value(), QStringLiteral("nothing excluded"));
        bench.document().setExcluded({1, 2}, true);
        QCOMPARE(card(bench, "What if")->value(), QStringLiteral("2 GPUs out"));
        SearchLimits limits;
        QCOMPARE(card(bench, "Limits")->value(), QStringLiteral("none"));
        limits.max_tp = 2;
        bench.document().set<DocumentPart::limits>(limits);
        QCOMPARE(card(bench, "Limits")->value(), QStringLiteral("set"));
        QCOMPARE(card(bench, "Search")->value(), QStringLiteral("4 chains, 200 k moves"));
        FoldCard* search = card(bench, "Search");
        QSpinBox* field = search->findChild<QSpinBox*>();
        QVERIFY(!field->isVisible());
        auto* head = search->findChild<FoldHead*>();
        QTest::keyClick(head, Qt::Key_Space);
        QVERIFY(field->isVisible());
        QCOMPARE(head->accessibleDescription(), search->value());
    }

    void everyWorkspaceHasItsTools() {
        WindowFixture bench;
        const auto words = [&](const char* workspace) {
            bench.window->workspaces().show(QString::fromLatin1(workspace));
            QStringList shown;
            for (const auto* bar : bench.window->findChildren<QToolBar*>())
                for (const auto* button : bar->findChildren<QToolButton*>()) {
                    if (!button->isVisible())
                        continue;
                    if (button->toolButtonStyle() == Qt::ToolButtonTextBesideIcon)
                        shown << button->text();
                    if (button->icon().isNull())
                        shown << QStringLiteral("no icon: ") + button->text();
                }
            return shown;
        };
        const QStringList plan{
            QStringLiteral("Plan"), QStringLiteral("Stop"),   QStringLiteral("Improve from here"),
            QStringLiteral("Pin"),  QStringLiteral("Report"), QStringLiteral("Launch files")};
        QCOMPARE(words("plan"), plan);
        QCOMPARE(words("studies"), QStringList({QStringLiteral("Run study"), QStringLiteral("Stop"),
                                                QStringLiteral("New study"), QStringLiteral("Fewest GPUs"),
                                                QStringLiteral("Open point as a plan"),
                                                QStringLiteral("Report"), QStringLiteral("Save table")}));
        QCOMPARE(words("evidence"),
                 QStringList({QStringLiteral("Add my own log"), QStringLiteral("Open measured runs"),
                              QStringLiteral("Train the memory estimator"),
                              QStringLiteral("Open run as a plan")}));
        QCOMPARE(words("lab"), QStringList());
        QCOMPARE(words("plan"), plan);
    }

    void theToolsOfStudiesFollowTheStudy() {
        WindowFixture bench;
        const auto enabled = [&](const char* name) {
            return bench.window->action(QString::fromLatin1(name))->isEnabled();
        };
        for (const char* name : {"run-study", "fewest-gpus", "stop-study", "save-study"})
            QVERIFY2(!enabled(name), name);
        bench.window->action(QStringLiteral("new-study"))->trigger();
        QVERIFY(enabled("run-study") && enabled("fewest-gpus") && enabled("save-study"));
        QVERIFY(!enabled("stop-study"));
        bench.window->action(QStringLiteral("run-study"))->trigger();
        QVERIFY(enabled("stop-study") && !enabled("run-study"));
        bench.window->action(QStringLiteral("stop-study"))->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(enabled("run-study") && !enabled("stop-study"), 30'000);
    }
};

QTEST_MAIN(CardsTest)
#include "cards_test.moc"
