// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/rounds/peers.h"

namespace pipette {

/// The processes that `mpirun -n N pipette` started; this one alone without mpirun or in a build without MPI.
/// To be made once in a process.
class Processes {
public:
    Processes();
    ~Processes();
    Processes(const Processes&) = delete;
    Processes& operator=(const Processes&) = delete;

    const Peers& peers() const { return peers_; }
    bool speaks() const { return peers_.rank == 0; } ///< writes what all of them found

private:
    Peers peers_;
};

} // namespace pipette
