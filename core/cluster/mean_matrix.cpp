// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/mean_matrix.h"

namespace pipette {

BandwidthMatrix mean_matrix(const History& history) {
    const int size = history.snapshots.front().size();
    BandwidthMatrix matrix(size);
    for (int from = 0; from < size; ++from)
        for (int to = 0; to < size; ++to) {
            double s_per_gb = 0;
            int measured = 0;
            for (const BandwidthMatrix& snapshot : history.snapshots)
                if (snapshot.measured(from, to))
                    s_per_gb += 1 / snapshot.at(from, to), ++measured;
            if (measured > 0)
                matrix.set(from, to, measured / s_per_gb);
        }
    return matrix;
}

} // namespace pipette
