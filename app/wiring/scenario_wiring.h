// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/wiring/wiring.h"

#include <string>

namespace pipette {

class PlanViews;
struct Candidate;

/// Scenarios: plans that are pinned, named, shown beside the plan, and taken up again.
class ScenarioWiring : public Wiring {
    Q_OBJECT

public:
    explicit ScenarioWiring(const WindowContext& context);

    void pinPlan();
    void pinBefore(); ///< the candidate without a person's edits

signals:
    void scenariosShown();

private:
    void serve(PlanViews& views); ///< of a window that has come
    void showScenarios();
    void fillScenarios(PlanViews& views);
    void pinScenario(const Candidate& candidate, std::string name);
    void takeUp(int scenario);
};

} // namespace pipette
