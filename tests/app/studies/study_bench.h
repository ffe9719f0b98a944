// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studies/studies.h"
#include "app/workspaces/window_views.h"
#include "tests/app/window_fixture.h"
#include "widgets/studies/study_editor.h"

#include <QAction>
#include <QPushButton>

namespace pipette::test {

/// A window with the planner itself, whose searches are short.
struct StudyBench : WindowFixture {
    StudyBench() : WindowFixture(false, {}, core_planner(shipped_knowledge(), "test")) {}
    Studies& studies() { return window->studies(); }
    QPushButton* button(const char* name) {
        return window->views().study->findChild<QPushButton*>(QLatin1String(name));
    }
    QAction& action(const char* name) { return *window->action(QLatin1String(name)); }
    /// Few moves a point; these sizes and prices.
    void quick(std::vector<AxisValue> gpus) {
        StudyDocument study = study_of(document().setup(), usual_goal());
        study.study.base.budget.moves = 200;
        study.study.base.budget.chains = 1;
        study.study.base.goal.price_per_gpu_hour = 2;
        study.study.axes = {{"gpus", std::move(gpus)}};
        document().setStudy({std::move(study), {}}, QStringLiteral("study"));
    }
    void openStudy(int number) { document().setStudies({document().state().studies.all, number}, {}); }
};

} // namespace pipette::test
