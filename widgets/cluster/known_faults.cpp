// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/known_faults.h"

#include "core/base/index.h"
#include "widgets/theme/plain_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace pipette {
namespace {

struct FaultText {
    Q_DECLARE_TR_FUNCTIONS(pipette::KnownFaults)
};

std::vector<int> sortedOnce(std::vector<int> values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

} // namespace

KnownFaults::KnownFaults(std::shared_ptr<const Cluster> cluster) : cluster_(std::move(cluster)) {
    if (empty())
        return;
    of_node_.resize(index(cluster_->node_count()));
    hosts_.resize(index(cluster_->node_count()), false);
    gpus_.resize(index(cluster_->gpu_count()), false);
    for (int i = 0; i < static_cast<int>(cluster_->faults.size()); ++i) {
        const Fault& fault = cluster_->faults[index(i)];
        of_node_[index(fault.node)].push_back(i);
        if (fault.is_link()) {
            of_node_[index(fault.other)].push_back(i);
            continue;
        }
        const int first = cluster_->first_gpu(fault.node);
        if (fault.gpu >= 0) {
            gpus_[index(first + fault.gpu)] = true;
            continue;
        }
        hosts_[index(fault.node)] = true;
        std::fill(gpus_.begin() + first, gpus_.begin() + cluster_->first_gpu(fault.node + 1), true);
    }
}

std::vector<int> KnownFaults::brokenPeers(int node) const {
    std::vector<int> peers;
    if (empty())
        return peers;
    for (int other = 0; other < cluster_->node_count(); ++other)
        if (other != node && (hosts_[index(node)] || hosts_[index(other)]))
            peers.push_back(other);
    for (const int i : of_node_[index(node)])
        if (const Fault& fault = cluster_->faults[index(i)]; fault.is_link())
            peers.push_back(fault.node == node ? fault.other : fault.node);
    return sortedOnce(std::move(peers));
}

std::vector<int> KnownFaults::ofLink(int node_a, int node_b) const {
    std::vector<int> found;
    if (empty())
        return found;
    for (const int node : {node_a, node_b})
        for (const int i : of_node_[index(node)]) {
            const Fault& fault = cluster_->faults[index(i)];
            const bool ours = fault.is_link() ? fault.node + fault.other == node_a + node_b &&
                                                    (fault.node == node_a || fault.node == node_b)
                                              : fault.gpu < 0;
            if (ours)
                found.push_back(i);
        }
    return sortedOnce(std::move(found));
}

std::vector<int> KnownFaults::ofGpu(int gpu) const {
    std::vector<int> found;
    if (empty())
        return found;
    const GpuPlace place = cluster_->place_of(gpu);
    for (const int i : of_node_[index(place.node)])
        if (const Fault& fault = cluster_->faults[index(i)];
            !fault.is_link() && (fault.gpu < 0 || fault.gpu == place.local))
            found.push_back(i);
    return found;
}

std::vector<int> KnownFaults::inside(int node) const {
    std::vector<int> found = ofNode(node);
    std::erase_if(found, [this](int i) { return cluster_->faults[index(i)].is_link(); });
    return found;
}

std::vector<int> KnownFaults::ofNode(int node) const {
    return empty() ? std::vector<int>{} : of_node_[index(node)];
}

QString faultText(const Cluster& cluster, const Fault& fault) {
    const auto host = [&](int node) { return nameText(cluster.nodes[index(node)].host); };
    QString text =
        fault.is_link() ? filled(FaultText::tr("link %1 – %2 is broken"), host(fault.node), host(fault.other))
        : fault.gpu >= 0 ? FaultText::tr("GPU %1 is broken")
                               .arg(nameText(cluster.gpu_name(cluster.first_gpu(fault.node) + fault.gpu)))
                         : FaultText::tr("host %1 is broken").arg(host(fault.node));
    if (!fault.reason.empty())
        text += QStringLiteral(": ") + nameText(fault.reason);
    QStringList told;
    for (const std::string* from : {&fault.source, &fault.seen})
        if (!from->empty())
            told << nameText(*from);
    if (!told.isEmpty())
        text += QStringLiteral(" (") + told.join(QStringLiteral(", ")) + QLatin1Char(')');
    return text;
}

QString faultsText(const Cluster& cluster, const std::vector<int>& faults, int most) {
    QStringList lines;
    for (const int i : faults) {
        if (lines.size() == most) {
            lines << FaultText::tr("and %1 more faults").arg(static_cast<int>(faults.size()) - most);
            break;
        }
        lines << faultText(cluster, cluster.faults[index(i)]);
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace pipette
