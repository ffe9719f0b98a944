// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/hypothetical.h"
#include "widgets/theme/plain_text.h"

#include <QCoreApplication>

namespace pipette {

/// A cluster's name, with "assumed" where it, or some of it, is not there and the name does not say so.
inline QString clusterTitle(const Cluster& cluster) {
    const QString name = nameText(cluster.name);
    return is_assumed(cluster) && !name.contains(QLatin1String("(assumed)"))
               ? QCoreApplication::translate("ClusterTitle", "%1 (assumed)").arg(name)
               : name;
}

} // namespace pipette
