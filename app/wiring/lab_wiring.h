// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/wiring/wiring.h"

#include <vector>

namespace pipette {

struct Command;

/// The lab: lessons, orders and labs of files, help pages that lessons name, and what is remembered.
class LabWiring : public Wiring {
    Q_OBJECT

public:
    explicit LabWiring(const WindowContext& context);

    void addLessons(std::vector<Command>& commands); ///< of the program, to the palette
};

} // namespace pipette
