// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_document.h"
#include "app/wiring/wiring.h"

#include <vector>

namespace pipette {

class GpuView;
class LayerStrip;
class MoveRequests;
class PlanViews;
struct GpuRole;

/// Changes by hand: GPUs and layers that are moved, pinned or excluded in views, menus and dialogs.
class PlacementWiring : public Wiring {
    Q_OBJECT

public:
    explicit PlacementWiring(const WindowContext& context);

    /// The GPUs that are selected; tells where there are none.
    std::vector<int> gpusToChange();
    void moveSelected(); ///< asks where to

private:
    void serve(PlanViews& views); ///< of a window that has come
    void wireMoves(MoveRequests& moves, const PlanViews& views);
    template <class View>
    void wireToggles(View& view, const PlanViews& views);
    void wireGpuView(GpuView& view, const PlanViews& views);
    void wireLayers(LayerStrip& strip, const PlanViews& views);
    void typeLayers(); ///< of the shown plan, as a text
    /// Of the selected GPUs: sets what one of them lacks, else clears it of all.
    void toggle(bool GpuRole::*flag, void (PlanDocument::*set)(const std::vector<int>&, bool));
};

} // namespace pipette
