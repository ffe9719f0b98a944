// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/study.h"

#include <string_view>
#include <vector>

namespace pipette {

/// A question that is asked of one plan after another, as the study that answers it. A row of
/// core/study/questions.cpp registers it; menus read the rows.
struct StudyQuestion {
    std::string_view name; ///< "lost-nodes"
    std::string_view text; ///< "What if I lose two nodes?"
    int place = 0;         ///< in a menu: the smallest first
    /// What a person has to look at before it runs, "prices of a GPU-hour stand behind @"; empty: nothing,
    /// it can run at once.
    std::string_view to_enter{};
    double sensitivity = 0; ///< share by which every factor is moved; 0: none is
    /// What is varied, for a plan on `cluster`; values that a person enters are filled in with likely ones.
    /// Null: nothing.
    std::vector<StudyAxis> (*axes)(const Cluster& cluster, const StudySources& sources) = nullptr;
};

/// By place.
std::vector<const StudyQuestion*> all_questions();

/// The study that answers it, of the same base and goal.
Study asked(const StudyQuestion& question, Study study, const Cluster& cluster, const StudySources& sources);

} // namespace pipette
