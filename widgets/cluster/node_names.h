// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace pipette {

struct Cluster;

/// What all names begin with; empty where all of one name is common.
QString commonBeginning(const QStringList& names);

/// A name without what all names begin with and without leading zeros: "n0017" is "17" where all names begin
/// with "n0". The end is kept, because it tells names apart.
QString briefName(const QString& name, const QString& common);

/// The names of a cluster's nodes, in full and in brief.
class NodeNames {
public:
    NodeNames() = default;
    explicit NodeNames(const Cluster& cluster);

    const QString& full(int node) const { return full_[static_cast<std::size_t>(node)]; }
    const QString& brief(int node) const { return brief_[static_cast<std::size_t>(node)]; }
    const QString& longestFull() const { return longest_full_; }
    const QString& longestBrief() const { return longest_brief_; }
    /// "17 means node n0017"; empty where names are brief already.
    QString note() const;

private:
    std::vector<QString> full_, brief_; ///< by node
    QString longest_full_, longest_brief_;
};

} // namespace pipette
