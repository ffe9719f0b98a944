// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/shipped_knowledge.h"

#include "core/formats/documents/recipes_json.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/memory_estimator_json.h"

#include <memory>
#include <utility>
#include <vector>

namespace pipette {

Knowledge knowledge_with(Calibration calibration, KnowledgeFor what) {
    Knowledge knowledge{std::move(calibration),
                        std::make_shared<const std::vector<MemoryEstimator>>(shipped_memory_estimators())};
    if (what == KnowledgeFor::search)
        knowledge.recipes = std::make_shared<const std::vector<Recipe>>(shipped_recipes());
    return knowledge;
}

Knowledge shipped_knowledge() {
    return knowledge_with(shipped_calibration(), KnowledgeFor::search);
}

} // namespace pipette
