// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/cluster/gpus/shown_gpus.h"

#include <QRectF>

namespace pipette {

/// What stands where in one picture of GPUs, and the words for it. A view works its scene out once for a
/// frame or an event, then asks it; a scene is valid as long as the view shows the same in the same size and
/// zoom. Items are all GPUs by their number, then what the view itself adds.
class GpuScene {
public:
    explicit GpuScene(const ShownGpus& gpus) : gpus_(gpus) {}
    virtual ~GpuScene() = default;
    const ShownGpus& gpus() const { return gpus_; }

    virtual Spot spotAt(const QPointF& point) const = 0;
    virtual QRectF rectOf(const Spot& spot) const = 0; ///< on screen; empty: not drawn
    /// What is drawn where a GPU lies, at this zoom: where the keyboard's cursor stands.
    virtual Spot stopOf(int gpu) const { return spotOfGpu(gpu); }
    virtual bool opens(const Spot&) const { return false; } ///< there is more to see in it
    virtual QString levelText() const { return {}; }        ///< "Topology: Racks": what is drawn at this zoom

    virtual int itemCount() const = 0;
    virtual Spot spotOfItem(int item) const = 0;
    virtual int itemOf(const Spot& spot) const = 0; ///< -1: the spot is no item
    /// The spot that assistive technology finds at a point: lines lie over what is large.
    virtual Spot itemAt(const QPointF& point) const { return spotAt(point); }

    virtual std::vector<int> gpusOf(const Spot& spot) const { return gpus_.gpusOf(spot); } ///< sorted
    virtual QString nameOf(const Spot& spot) const { return gpus_.nameOf(spot); }          ///< a line
    virtual QString stateOf(const Spot& spot) const; ///< what changes about it: "stage 1, 71 % full, safe"
    QString textOf(const Spot& spot) const { return nameOf(spot) + gpus_.notesOf(spot); }

private:
    const ShownGpus& gpus_;
};

} // namespace pipette
