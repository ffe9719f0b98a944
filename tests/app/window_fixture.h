// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/main_window.h"
#include "core/formats/evidence/shipped_knowledge.h"
#include "tests/app/fake_planner.h"

#include <QtTest>

namespace pipette::test {

/// A window over a fake planner with a small cluster and model.
struct WindowFixture {
    FakePlanner fake;
    std::unique_ptr<MainWindow> window;

    explicit WindowFixture(bool planned = true, const QString& state_folder = {})
        : WindowFixture(planned, state_folder, std::nullopt) {}
    /// `planner`: in the place of the fake one.
    WindowFixture(bool planned, const QString& state_folder, const std::optional<PlannerCalls>& planner) {
        window = std::make_unique<MainWindow>(
            WindowOptions{planner ? *planner : fake.calls(), state_folder, false});
        window->answerQuestionsWith(QStringLiteral("discard"));
        window->show();
        DocumentState state;
        state.setup.cluster = small_cluster(4, 4);
        state.setup.model = small_model();
        state.setup.job = small_job();
        window->document().load(state, {});
        if (planned) {
            window->planning().plan();
            settle();
        }
    }
    PlanDocument& document() { return window->document(); }
    const RankMapping& mapping(int row = 0) {
        return document().table()->rows()[static_cast<std::size_t>(row)].current->mapping;
    }
    /// Waits as long as a sanitizer with whole stacks may need.
    bool settle() {
        return QTest::qWaitFor([this] { return window->idle(); }, 600000);
    }
};

} // namespace pipette::test
