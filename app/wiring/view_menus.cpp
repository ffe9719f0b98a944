// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/view_menus.h"

#include "app/document/document_store.h"
#include "app/document/plan_document.h"
#include "app/document/planning.h"
#include "app/document/undo_group.h"
#include "app/workspaces/plan_windows.h"
#include "app/workspaces/window_views.h"
#include "core/cluster/faults.h"
#include "widgets/charts/chart_view.h"
#include "widgets/cluster/heatmap/heatmap_view.h"
#include "widgets/cluster/topology/topology_view.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/theme/plain_text.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QTableView>

#include <algorithm>

namespace pipette {
namespace {

/// What carries the context menu of a view: the view itself, and the tables and charts that lie in it.
QList<QWidget*> menu_owners(const ViewSlot& slot) {
    QList<QWidget*> owners;
    for (QTableView* table : slot.widget->findChildren<QTableView*>())
        owners << table;
    for (ChartView* chart : slot.widget->findChildren<ChartView*>())
        owners << chart;
    if (owners.isEmpty())
        owners << slot.widget;
    return owners;
}

void connectPicture(ChartView& chart, ViewSlots& views, const QString& view) {
    QObject::connect(&chart, &ChartView::pictureRequested, &views,
                     [to = &views, view] { emit to->pictureRequested(view); });
}

bool joins(const DegradedLink& link, const std::string& a, const std::string& b) {
    return (link.host_a == a && link.host_b == b) || (link.host_a == b && link.host_b == a);
}

} // namespace

ViewMenus::ViewMenus(const WindowContext& context) : Wiring(context) {
    connect(&windows_, &PlanWindows::added, this, &ViewMenus::serve);
    serve(views_);
}

void ViewMenus::serve(PlanViews& views) {
    for (const ViewSlot& slot : views.all()) {
        for (QWidget* owner : menu_owners(slot)) {
            auto* chart = qobject_cast<ChartView*>(owner);
            if (chart && chart != slot.chart)
                connectPicture(*chart, views, slot.id);
            else if (!chart && owner->findChild<QAction*>(QStringLiteral("save-picture")) == nullptr)
                addPictureAction(*owner, views, slot.id);
            if (slot.set_selection)
                owner->addAction(showInMenu(views, slot)->menuAction());
        }
        if (slot.chart)
            connectPicture(*slot.chart, views, slot.id);
    }
    connect(views.gantt, &GanttView::pictureRequested, &views,
            [to = &views] { emit to->pictureRequested(QStringLiteral("gantt")); });
    const auto change = [this, of = &views](const LinkIntent& intent) {
        if (!onlyLooksAt(*of))
            changeLink(intent);
    };
    connect(views.heatmap, &HeatmapView::linkRequested, this, change);
    connect(views.topology, &TopologyView::linkRequested, this, change);
}

void ViewMenus::addPictureAction(QWidget& owner, ViewSlots& views, const QString& view) {
    auto* save = new QAction(tr("Save the &picture…"), &owner);
    save->setObjectName(QStringLiteral("save-picture"));
    connect(save, &QAction::triggered, &views, [to = &views, view] { emit to->pictureRequested(view); });
    owner.addAction(save);
}

QMenu* ViewMenus::showInMenu(ViewSlots& views, const ViewSlot& of) {
    auto* menu = new QMenu(tr("S&how in"), &views.window());
    for (const ViewSlot& slot : views.all())
        if (slot.set_selection && slot.id != of.id)
            menu->addAction(menuText(slot.title), &views,
                            [to = &views, id = slot.id] { emit to->revealRequested(id); })
                ->setObjectName(QStringLiteral("show-in-") + slot.id);
    return menu;
}

void ViewMenus::changeLink(const LinkIntent& intent) {
    const std::shared_ptr<const Cluster> cluster = document_.setup().cluster;
    if (!cluster || std::max(intent.node_a, intent.node_b) >= cluster->node_count())
        return;
    const std::string& a = cluster->nodes[static_cast<std::size_t>(intent.node_a)].host;
    const std::string& b = cluster->nodes[static_cast<std::size_t>(intent.node_b)].host;
    const QString name = filled(tr("%1 – %2"), nameText(a), nameText(b));
    using What = LinkIntent::What;
    if (intent.what == What::broken || intent.what == What::works_again)
        return breakLink(intent, name);
    Faults next = document_.setup().faults;
    std::erase_if(next.degraded, [&](const DegradedLink& link) { return joins(link, a, b); });
    if (intent.what != What::as_measured)
        next.degraded.push_back({a, b, intent.what == What::half ? 0.5 : 2.0});
    if (next == document_.setup().faults)
        return tell(filled(tr("The link %1 runs as measured"), name));
    const QString how = intent.what == What::half    ? tr("the link %1 at half its bandwidth")
                        : intent.what == What::twice ? tr("the link %1 at twice its bandwidth")
                                                     : tr("the link %1 as measured");
    const QString step = filled(how, name);
    document_.set<DocumentPart::faults>(next, step);
    tell(filled(tr("Plan with F5 to see what changes: %1. Undo takes the change back"), step));
}

void ViewMenus::breakLink(const LinkIntent& intent, const QString& name) {
    const bool breaks = intent.what == LinkIntent::What::broken;
    std::vector<Fault> faults = document_.setup().cluster->faults;
    std::erase_if(faults, [&](const Fault& fault) {
        return fault.is_link() &&
               std::minmax(fault.node, fault.other) == std::minmax(intent.node_a, intent.node_b);
    });
    if (breaks) {
        Fault fault;
        fault.node = intent.node_a, fault.other = intent.node_b;
        fault.reason = "marked as broken by hand";
        faults.push_back(std::move(fault));
    }
    const QString step =
        filled(breaks ? tr("the link %1 as broken") : tr("the link %1 as whole again"), name);
    const auto changed = std::make_shared<std::shared_ptr<const Cluster>>();
    store_.write(
        [cluster = document_.setup().cluster, faults, changed] {
            Cluster next = *cluster;
            next.faults = faults;
            *changed = std::make_shared<const Cluster>(make_cluster(std::move(next)));
        },
        [this, changed, step, revision = document_.revision()] {
            if (changedSince(revision, step))
                return;
            planning_.abandon();
            { // pins and faults of the setup stay: it is the same cluster
                const UndoGroup group(document_.undoStack(), step);
                document_.setPlan(nullptr);
                document_.set<DocumentPart::cluster>(*changed);
            }
            tell(filled(tr("Plan with F5: %1. Undo brings back the plan"), step));
        });
}

} // namespace pipette
