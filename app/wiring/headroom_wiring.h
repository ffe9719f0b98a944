// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studies/headroom_finder.h"
#include "app/wiring/wiring.h"

namespace pipette {

class HeadroomView;
class PlanViews;

/// Headroom: how much longer, larger or deeper a job still fits.
class HeadroomWiring : public Wiring {
    Q_OBJECT

public:
    explicit HeadroomWiring(const WindowContext& context);

    void find(PlanViews& asking); ///< shows it in the window that asks
    void show();                  ///< beside the plan as it is now
    bool idle() const { return headroom_.idle(); }

private:
    void serve(PlanViews& views); ///< of a window that has come
    void fill(PlanViews& views);
    void showIn(HeadroomView& view);

    HeadroomFinder headroom_;
};

} // namespace pipette
