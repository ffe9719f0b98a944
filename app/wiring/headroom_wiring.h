// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studies/headroom_finder.h"
#include "app/wiring/wiring.h"

namespace pipette {

/// Headroom: how much longer, larger or deeper a job still fits.
class HeadroomWiring : public Wiring {
    Q_OBJECT

public:
    explicit HeadroomWiring(const WindowContext& context);

    void find();
    void show(); ///< beside the plan as it is now
    bool idle() const { return headroom_.idle(); }

private:
    HeadroomFinder headroom_;
};

} // namespace pipette
