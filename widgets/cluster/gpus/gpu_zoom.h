// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/picture_zoom.h"
#include "widgets/cluster/gpus/spot.h"

namespace pipette {

/// The part of a picture of GPUs that is in sight; boxes and nodes can be gone into and left again.
class GpuZoom : public PictureZoom {
public:
    virtual bool wheelZooms() const { return true; } ///< else the wheel scrolls and Ctrl zooms
    virtual void open(const Spot&) {}                ///< fills the view with a spot that opens
    /// To what lies around what fills the view now, seen from the GPU at the cursor (-1: none).
    virtual void goOut(int) { fitAll(); }
};

} // namespace pipette
