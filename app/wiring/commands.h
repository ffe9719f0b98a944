// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/wiring/wiring.h"

namespace pipette {

class LabWiring;

/// The palette of all actions, recent files, samples, models, help pages and lessons.
class Commands : public Wiring {
    Q_OBJECT

public:
    Commands(const WindowContext& context, LabWiring& lab) : Wiring(context), lab_(lab) {}

    void show();

private:
    LabWiring& lab_;
};

} // namespace pipette
