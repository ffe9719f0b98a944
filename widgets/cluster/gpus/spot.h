// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace pipette {

/// A place in a picture of GPUs. A cell is one stage of one replica, a group one of those that GPUs are
/// grouped by, a box what a view draws around nodes that stand together, a link one of the lines it draws.
struct Spot {
    enum class Kind { none, gpu, cell, node, stage, replica, group, box, link };
    Kind kind = Kind::none;
    int gpu = -1;  ///< the GPU, of a spot of kind gpu
    int node = -1; ///< the node, of a spot of kind node
    int device = -1, replica = -1;
    int group = -1; ///< the number of the group, of a spot of kind group
    int box = -1;   ///< the view's number of the box, of a spot of kind box
    int link = -1;  ///< the view's number of the link, of a spot of kind link
    bool operator==(const Spot&) const = default;
};

inline Spot spotOfGpu(int gpu) {
    return {.kind = Spot::Kind::gpu, .gpu = gpu};
}
inline Spot spotOfNode(int node) {
    return {.kind = Spot::Kind::node, .node = node};
}
inline Spot spotOfBox(int box) {
    return {.kind = Spot::Kind::box, .box = box};
}
inline Spot spotOfLink(int link) {
    return {.kind = Spot::Kind::link, .link = link};
}

} // namespace pipette
