// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/pools/pools_finder.h"
#include "app/wiring/wiring.h"

namespace pipette {

/// Pools: what replicas of unlike layouts would gain.
class PoolsWiring : public Wiring {
    Q_OBJECT

public:
    explicit PoolsWiring(const WindowContext& context);

    void find();
    void keep(); ///< as scenarios
    void show(); ///< as what is entered is now
    bool idle() const { return pools_.idle(); }

private:
    PoolsFinder pools_;
    std::shared_ptr<const FoundPools> found_; ///< the last; null: none yet
};

} // namespace pipette
