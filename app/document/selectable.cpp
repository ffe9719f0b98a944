// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/selectable.h"

#include <algorithm>
#include <utility>

namespace pipette {
namespace {

int numberWithin(int number, int count) {
    return number < count ? std::max(number, -1) : -1;
}

} // namespace

Selection selectableIn(const Shown& shown, Selection selection) {
    const int gpus = shown.cluster ? shown.cluster->gpu_count() : 0;
    std::erase_if(selection.gpus, [gpus](int gpu) { return gpu < 0 || gpu >= gpus; });
    const ParallelConfig* config = shown.candidate ? &shown.candidate->config : nullptr;
    selection.device = numberWithin(selection.device, config ? config->pp : 0);
    selection.replica = numberWithin(selection.replica, config ? config->dp : 0);
    return selection;
}

} // namespace pipette
