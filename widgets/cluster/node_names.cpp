// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/node_names.h"

#include "core/cluster/cluster.h"
#include "widgets/theme/plain_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace pipette {
namespace {

struct NameWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::NodeNames)
};

} // namespace

QString commonBeginning(const QStringList& names) {
    QString common = names.value(0);
    qsizetype shortest = common.size();
    for (const QString& name : names) {
        const auto differs = std::mismatch(common.begin(), common.end(), name.begin(), name.end());
        common.truncate(differs.first - common.begin());
        shortest = std::min(shortest, name.size());
    }
    return common.size() == shortest ? QString() : common;
}

QString briefName(const QString& name, const QString& common) {
    QString brief = name.mid(common.size());
    while (brief.size() > 1 && brief[0] == u'0')
        brief.remove(0, 1);
    return brief;
}

NodeNames::NodeNames(const Cluster& cluster) {
    QStringList hosts;
    for (const Node& node : cluster.nodes)
        hosts << nameText(node.host);
    const QString common = commonBeginning(hosts);
    const auto longer = [](const QString& text, QString& longest) {
        if (text.size() > longest.size())
            longest = text;
    };
    for (const QString& host : hosts) {
        full_.push_back(host);
        brief_.push_back(briefName(host, common));
        longer(full_.back(), longest_full_);
        longer(brief_.back(), longest_brief_);
    }
}

QString NodeNames::note() const {
    const auto cut = std::mismatch(full_.begin(), full_.end(), brief_.begin());
    return cut.first == full_.end() ? QString()
                                    : filled(NameWords::tr("%1 means node %2"), *cut.second, *cut.first);
}

} // namespace pipette
