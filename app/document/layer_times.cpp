// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/layer_times.h"

#include "app/document/plan_document.h"
#include "core/formats/evidence/calibration_json.h"

namespace pipette {

void forget_layer_times(PlanDocument& document) {
    const auto& with = document.setup().calibration;
    if (!with || !with->layers)
        return;
    auto rest = std::make_shared<Calibration>(*with);
    rest->layers.reset();
    const bool shipped = *rest == shipped_calibration();
    document.set<DocumentPart::calibration>(shipped ? nullptr : std::move(rest));
}

} // namespace pipette
