// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_document.h"
#include "app/wiring/wiring.h"

namespace pipette {

/// Setup: the panel shows the document's setup, and its edits go to the document.
class SetupWiring : public Wiring {
    Q_OBJECT

public:
    explicit SetupWiring(const WindowContext& context);

    void describeCluster(); ///< asks for a cluster that is not there yet

private:
    void showPart(DocumentPart part);
    void wirePanel();
};

} // namespace pipette
