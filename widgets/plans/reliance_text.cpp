// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/reliance_text.h"

#include "widgets/cluster/known_faults.h"
#include "widgets/theme/plain_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace pipette {
namespace {

struct RelianceText {
    Q_DECLARE_TR_FUNCTIONS(pipette::Reliance)
};

bool isNode(const Cluster& cluster, int node) {
    return node >= 0 && node < cluster.node_count();
}

} // namespace

QString relianceText(const Candidate& candidate) {
    QStringList parts;
    if (const auto faults = candidate.faults.size(); faults > 0)
        parts << (faults == 1 ? RelianceText::tr("crosses 1 fault")
                              : RelianceText::tr("crosses %1 faults").arg(faults));
    if (const auto links = candidate.assumed_links.size(); links > 0)
        parts << (links == 1 ? RelianceText::tr("relies on 1 link not measured")
                             : RelianceText::tr("relies on %1 links not measured").arg(links));
    return parts.join(QStringLiteral(", "));
}

QString relianceDetails(const Cluster& cluster, const Candidate& candidate, int most) {
    QStringList lines;
    for (const int fault : candidate.faults)
        if (fault >= 0 && fault < static_cast<int>(cluster.faults.size()))
            lines << faultText(cluster, cluster.faults[static_cast<std::size_t>(fault)]);
    for (const auto& [from, to] : candidate.assumed_links)
        if (isNode(cluster, from) && isNode(cluster, to))
            lines << filled(RelianceText::tr("%1 to %2: not measured, its bandwidth is assumed"),
                            nameText(cluster.nodes[static_cast<std::size_t>(from)].host),
                            nameText(cluster.nodes[static_cast<std::size_t>(to)].host));
    if (const auto more = lines.size() - most; more > 0)
        lines = lines.mid(0, most) << RelianceText::tr("and %1 more").arg(more);
    return lines.join(QLatin1Char('\n'));
}

} // namespace pipette
