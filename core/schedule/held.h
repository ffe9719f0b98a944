// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/schedule_kind.h"

#include <algorithm>

namespace pipette {

/// How long the transfers of 1F1B hold a stage, seconds, from those over the boundaries above it (to the
/// stage before) and below it: `there` of an activation, `back` of its gradient. Blocking, a stage exchanges
/// both at once; in turn it waits for what it sends, and for the activation that goes before the gradient it
/// receives.
template <P2p p2p>
struct Held {
    static constexpr bool blocking = p2p == P2p::blocking, in_turn = p2p == P2p::in_turn;

    /// At the boundary above, between a backward and the next forward.
    static double above(double there, double back) {
        return blocking ? std::max(there, back) : in_turn ? back : 0;
    }
    /// At the boundary below, between a forward and the next backward.
    static double below(double there, double back) {
        return blocking ? std::max(there, back) : in_turn ? there + back : 0;
    }
    /// Between two forwards.
    static double forward(double there_above, double there_below) {
        return blocking ? std::max(there_above, there_below) : in_turn ? there_below : 0;
    }
    /// Between two backwards.
    static double backward(double back_above, double back_below) {
        return blocking ? std::max(back_above, back_below) : in_turn ? back_above : 0;
    }
    /// A round over several stages at a boundary between two of them, beside the way there and back.
    static double between(double back) { return in_turn ? back : 0; }
};

/// Calls `call` with the mode as its template argument, for loops that should not branch on it.
template <class Call>
decltype(auto) with_p2p(P2p p2p, const Call& call) {
    switch (p2p) {
    case P2p::blocking:
        return call.template operator()<P2p::blocking>();
    case P2p::in_turn:
        return call.template operator()<P2p::in_turn>();
    case P2p::overlapped:
        break;
    }
    return call.template operator()<P2p::overlapped>();
}

} // namespace pipette
