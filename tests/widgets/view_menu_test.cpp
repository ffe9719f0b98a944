// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/demo_data.h"
#include "widgets/board/assignment_board.h"
#include "widgets/charts/figures_table.h"
#include "widgets/charts/view_menu.h"
#include "widgets/cluster/heatmap/heatmap_view.h"
#include "widgets/cluster/topology/topology_view.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/pipeline/layer_strip.h"
#include "widgets/pipeline/memory_bars.h"
#include "widgets/plans/breakdown_view.h"
#include "widgets/theme/floating_choice.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QtTest>

#include <memory>
#include <vector>

using namespace pipette;

namespace {

/// The menu that the menu key, or a click at a place, opens.
QMenu* opened(QWidget& view, std::optional<QPoint> at = std::nullopt) {
    QContextMenuEvent event(at ? QContextMenuEvent::Mouse : QContextMenuEvent::Keyboard,
                            at.value_or(view.rect().center()),
                            view.mapToGlobal(at.value_or(view.rect().center())));
    QApplication::sendEvent(&view, &event);
    return qobject_cast<QMenu*>(QApplication::activePopupWidget());
}

QAction* entry(const QMenu* menu, const char* name) {
    for (QAction* action : menu->actions())
        if (action->objectName() == QLatin1String(name))
            return action;
    return nullptr;
}

/// Does the entry and returns what lies in the clipboard then.
QString copied(QMenu* menu, const char* name) {
    QGuiApplication::clipboard()->clear();
    QAction* action = entry(menu, name);
    if (!action)
        return QStringLiteral("no entry %1").arg(QLatin1String(name));
    action->trigger();
    menu->close();
    return QGuiApplication::clipboard()->text();
}

template <class View>
void show(View& view) {
    view.resize(900, 600);
    view.setShown(demo::shown(4, 4, 4, 4, 1));
    view.show();
    view.setFocus();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    if constexpr (requires { &View::setSelection; })
        QObject::connect(&view, &View::selectionRequested, &view,
                         [&view](const Selection& chosen) { view.setSelection(chosen); });
}

} // namespace

class ViewMenuTest : public QObject {
    Q_OBJECT

private slots:
    void aListInAMenuIsTheSameChoice() {
        QWidget parent;
        FloatingChoice choice(&parent);
        choice.setAccessibleName(QStringLiteral("Colours & more"));
        choice.showTexts({QStringLiteral("Memory"), QStringLiteral("R&D")}, 1);
        QSignalSpy chosen(&choice, &FloatingChoice::activated);
        QMenu menu;
        choice.addTo(menu);
        QCOMPARE(menu.actions().size(), 1);
        QCOMPARE(menu.actions().front()->text(), QStringLiteral("Colours && more"));
        const auto entries = menu.actions().front()->menu()->actions();
        QCOMPARE(entries.size(), 2);
        QCOMPARE(entries[1]->text(), QStringLiteral("R&&D"));
        QVERIFY(!entries[0]->isChecked() && entries[1]->isChecked());
        entries[0]->trigger();
        QCOMPARE(choice.currentIndex(), 0);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.front().front().toInt(), 0);
    }

    void cleanup() {
        while (QWidget* popup = QApplication::activePopupWidget())
            popup->close();
    }

    void theMenuKeyIsAboutTheItemOfTheKeyboard() {
        MemoryBars bars;
        show(bars);
        QTest::keyClick(&bars, Qt::Key_Down);
        QMenu* menu = opened(bars);
        QVERIFY(menu);
        QVERIFY(menu->actions().front()->text().startsWith(QLatin1String("Stage 1: ")));
        QCOMPARE(copied(menu, "copy-value"), QStringLiteral("95 % full, tight"));
        const QString row = copied(opened(bars), "copy-row");
        QVERIFY2(row.contains(QLatin1String("\t1\ttight\t")), qPrintable(row));
        QVERIFY(copied(opened(bars), "copy-tsv").count(QLatin1Char('\n')) == 5); // heading and stages
        QVERIFY(copied(opened(bars), "copy-markdown").startsWith(QLatin1String("| ")));
    }

    void everyChartHasTheSameEntries() {
        TopologyView topology;
        AssignmentBoard board;
        HeatmapView heatmap;
        MemoryBars memory;
        BreakdownView breakdown;
        show(topology), show(board), show(heatmap), show(memory), show(breakdown);
        for (QWidget* view :
             std::initializer_list<QWidget*>{&topology, &board, &heatmap, &memory, &breakdown}) {
            view->setFocus();
            QTest::keyClick(view, Qt::Key_Down);
            QMenu* menu = opened(*view);
            QVERIFY(menu);
            for (const char* name : {"copy-value", "copy-row", "copy-tsv", "copy-markdown", "save-picture"})
                QVERIFY2(entry(menu, name), name);
            menu->close();
        }
        const QSignalSpy wanted(&board, &ChartView::pictureRequested);
        entry(opened(board), "save-picture")->trigger();
        QCOMPARE(wanted.size(), 1);
    }

    /// A right click lands on what the view is made of.
    void aClickOnAPlotOpensTheMenuOfItsView() {
        GanttView gantt;
        gantt.resize(600, 300);
        gantt.show();
        QVERIFY(QTest::qWaitForWindowActive(&gantt));
        QWidget* plot = gantt.childAt(gantt.rect().center());
        QVERIFY(plot && plot != &gantt);
        QMenu* menu = opened(*plot, plot->rect().center());
        QVERIFY(menu && entry(menu, "save-picture"));
    }

    void aMenuBesideAllItemsIsOfTheView() {
        MemoryBars bars;
        show(bars);
        QMenu* menu = opened(bars, QPoint(3, 3));
        QVERIFY(menu && !entry(menu, "copy-value") && !entry(menu, "copy-row") && entry(menu, "copy-tsv"));
    }

    void aLinkOfTheHeatmapCanBeSlowedAndBroken() {
        HeatmapView view;
        show(view);
        QSignalSpy asked(&view, &HeatmapView::linkRequested);
        QTest::keyClick(&view, Qt::Key_Right);
        for (const auto& [name, what] : {std::pair("link-half", LinkIntent::What::half),
                                         {"link-twice", LinkIntent::What::twice},
                                         {"link-measured", LinkIntent::What::as_measured},
                                         {"link-broken", LinkIntent::What::broken}}) {
            QMenu* menu = opened(view);
            QVERIFY2(entry(menu, name), name);
            entry(menu, name)->trigger();
            menu->close();
            QCOMPARE(asked.takeFirst()[0].value<LinkIntent>(), (LinkIntent{0, 1, what}));
        }
        QTest::keyClick(&view, Qt::Key_Left); // the links inside a node are of its kind
        QVERIFY(!entry(opened(view), "link-half"));
    }

    void aBrokenLinkCanWorkAgain() {
        Shown all = demo::shown(8, 4, 4, 4, 2);
        all.cluster = demo::broken(all.cluster);
        HeatmapView view;
        show(view);
        view.setShown(all);
        for (int step = 0; step < 4; ++step)
            QTest::keyClick(&view, Qt::Key_Right);
        QMenu* menu = opened(view);
        QVERIFY(entry(menu, "link-works") && !entry(menu, "link-broken"));
    }

    void aLinkOfTheTopologyHasTheSameMenu() {
        TopologyView view;
        show(view);
        QVERIFY(QTest::qWaitFor([&] { return !view.content().links.measured().worst.empty(); }));
        QSignalSpy asked(&view, &TopologyView::linkRequested);
        // From the middle of one node to that of the other, beside all GPUs: found by trying.
        QMenu* menu = nullptr;
        for (int y = 40; y < 560 && !menu; y += 3)
            for (int x = 10; x < 890 && !menu; x += 3) {
                const QPointF at(x, y);
                const int item = view.drawnItemAt(at);
                if (item < 0 || !view.drawnItem(item).name.startsWith(QLatin1String("a02 to a03: ")))
                    continue;
                menu = opened(view, at.toPoint());
            }
        QVERIFY(menu);
        QCOMPARE(view.gpus().selection().gpus, (std::vector<int>{4, 5, 6, 7, 8, 9, 10, 11}));
        entry(menu, "link-broken")->trigger();
        QCOMPARE(asked.takeFirst()[0].value<LinkIntent>(), (LinkIntent{1, 2, LinkIntent::What::broken}));
    }

    void aTableCopiesItsCellAndItsRow() {
        QStandardItemModel model(2, 2);
        model.setHorizontalHeaderLabels({QStringLiteral("a"), QStringLiteral("b")});
        model.setItem(0, 0, new QStandardItem(QStringLiteral("one")));
        model.setItem(0, 1, new QStandardItem(QStringLiteral("x\ty")));
        const std::unique_ptr<QTableView> table(figuresTable(&model, QStringLiteral("t")));
        const auto copy = [&](const char* name) {
            table->findChild<QAction*>(QLatin1String(name))->trigger();
            return QGuiApplication::clipboard()->text();
        };
        QGuiApplication::clipboard()->setText(QStringLiteral("before"));
        QCOMPARE(copy("copy-value"), QStringLiteral("before")); // no current cell
        table->setCurrentIndex(model.index(0, 1));
        QCOMPARE(copy("copy-value"), QStringLiteral("x y"));
        QCOMPARE(copy("copy-row"), QStringLiteral("one\tx y\n"));
    }
};

QTEST_MAIN(ViewMenuTest)
#include "view_menu_test.moc"
