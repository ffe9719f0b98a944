// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/link_menu.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>

#include <algorithm>

namespace pipette {
namespace {

struct LinkMenu {
    Q_DECLARE_TR_FUNCTIONS(pipette::LinkMenu)
};

} // namespace

void addLinkActions(QMenu& menu, const Cluster& cluster, int node_a, int node_b,
                    const std::function<void(const LinkIntent&)>& ask) {
    using What = LinkIntent::What;
    const auto add = [&](const char* name, const QString& words, What what) {
        menu.addAction(words, [ask, intent = LinkIntent{node_a, node_b, what}] { ask(intent); })
            ->setObjectName(QLatin1String(name));
    };
    add("link-half", LinkMenu::tr("Slow by &half"), What::half);
    add("link-twice", LinkMenu::tr("What if the link were &twice as fast?"), What::twice);
    add("link-measured", LinkMenu::tr("As &measured"), What::as_measured);
    const bool broken = std::any_of(cluster.faults.begin(), cluster.faults.end(), [&](const Fault& fault) {
        return fault.is_link() && std::minmax(fault.node, fault.other) == std::minmax(node_a, node_b);
    });
    if (broken)
        add("link-works", LinkMenu::tr("&Works again"), What::works_again);
    else
        add("link-broken", LinkMenu::tr("&Broken"), What::broken);
}

} // namespace pipette
