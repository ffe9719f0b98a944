// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/topology/topology_boxes.h"

#include "core/base/index.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace pipette {
namespace {

struct BoxWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::TopologyBoxes)
};

} // namespace

QString rangesText(const std::vector<int>& sorted) {
    QStringList parts;
    for (std::size_t i = 0; i < sorted.size();) {
        std::size_t last = i;
        while (last + 1 < sorted.size() && sorted[last + 1] == sorted[last] + 1)
            ++last;
        parts << (last == i       ? QString::number(sorted[i])
                  : last == i + 1 ? filled(QStringLiteral("%1, %2"), sorted[i], sorted[last])
                                  : filled(BoxWords::tr("%1 to %2"), sorted[i], sorted[last]));
        i = last + 1;
    }
    return parts.join(QStringLiteral(", "));
}

QString boxTitle(const QString& rack, const QString& domain) {
    if (domain.isEmpty())
        return rack.isEmpty() ? BoxWords::tr("no rack given") : rack;
    return rack.isEmpty() ? filled(BoxWords::tr("NVLink domain %1"), domain)
                          : filled(BoxWords::tr("%1, NVLink domain %2"), rack, domain);
}

void TopologyBoxes::lay(double aspect) {
    layout_ = topologyLayout(*gpus_.cluster(), aspect);
    names_ = NodeNames(*gpus_.cluster());
    QStringList boxes;
    for (const TopologyLayout::Box& box : layout_.boxes)
        if (box.around >= 0 || !layout_.nested())
            boxes << (box.name.isEmpty() ? box.domain : box.name);
    common_box_ = commonBeginning(boxes);
}

void TopologyBoxes::count(const MeasuredLinks& measured) {
    figures_.assign(layout_.boxes.size(), {});
    for (std::size_t b = 0; b < layout_.boxes.size(); ++b) {
        BoxFigures& figures = figures_[b];
        std::set<int> stages;
        for (const int node : layout_.boxes[b].nodes) {
            ++figures.nodes;
            for (int gpu = gpus_.cluster()->first_gpu(node); gpu < gpus_.cluster()->first_gpu(node + 1);
                 ++gpu, ++figures.gpus)
                if (gpus_.role(gpu).rank < 0)
                    ++figures.spare;
                else
                    stages.insert(gpus_.role(gpu).place.stage);
            if (const double slowest = measured.slowestOf(node);
                slowest > 0 && (figures.slowest == 0 || slowest < figures.slowest))
                figures.slowest = slowest;
        }
        figures.stages.assign(stages.begin(), stages.end());
    }
}

std::vector<TopologyLevel> TopologyBoxes::levels() const {
    std::vector<TopologyLevel> levels;
    if (layout_.boxes.size() > 1)
        levels.push_back(TopologyLevel::racks);
    if (layout_.nested())
        levels.push_back(TopologyLevel::domains);
    levels.push_back(TopologyLevel::nodes);
    levels.push_back(TopologyLevel::gpus);
    return levels;
}

QString TopologyBoxes::levelName(TopologyLevel level) const {
    const TopologyLayout::Kind outer = layout_.boxes.front().kind;
    switch (level) {
    case TopologyLevel::gpus:
        return BoxWords::tr("GPUs");
    case TopologyLevel::nodes:
        return BoxWords::tr("Nodes");
    case TopologyLevel::domains:
        return BoxWords::tr("Domains");
    case TopologyLevel::racks:
        break;
    }
    return outer == TopologyLayout::Kind::domain  ? BoxWords::tr("Domains")
           : outer == TopologyLayout::Kind::zone  ? BoxWords::tr("Zones")
           : outer == TopologyLayout::Kind::hosts ? BoxWords::tr("Blocks")
                                                  : BoxWords::tr("Racks");
}

int TopologyBoxes::boxOf(int node, TopologyLevel level) const {
    return level == TopologyLevel::racks ? layout_.outerBox(node) : layout_.box_of_node[index(node)];
}

QString TopologyBoxes::nodeName(int node, NameLength length) const {
    return length == NameLength::full ? names_.full(node) : names_.brief(node);
}

QString TopologyBoxes::boxName(int box, NameLength length) const {
    const TopologyLayout::Box& at = layout_.boxes[index(box)];
    if (length == NameLength::full)
        return boxTitle(at.name, at.domain);
    if (at.kind == TopologyLayout::Kind::hosts)
        return nodeName(at.nodes.front(), NameLength::brief);
    const QString name = at.name.isEmpty() ? at.domain : at.name;
    return name.startsWith(common_box_) ? name.mid(common_box_.size()) : name;
}

QString TopologyBoxes::text(int box) const {
    const BoxFigures& of = figures(box);
    QString text =
        filled(BoxWords::tr("%1: %2 nodes, %3 GPUs"), boxName(box, NameLength::full), of.nodes, of.gpus);
    if (!of.stages.empty())
        text += filled(of.stages.size() == 1 ? BoxWords::tr(", stage %1") : BoxWords::tr(", stages %1"),
                       rangesText(of.stages));
    if (of.spare > 0 && gpus_.shown().candidate)
        text += filled(BoxWords::tr(", %1 GPUs spare"), of.spare);
    if (of.slowest > 0)
        text += filled(BoxWords::tr(", slowest link %1"), bandwidthText(of.slowest));
    return text;
}

} // namespace pipette
