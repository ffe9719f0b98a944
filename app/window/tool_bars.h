// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/wiring/wiring.h"

class QToolBar;

namespace pipette {

class FactsLabel;

/// A tool bar for each workspace, with what a person does there. The lab has its tools in its view and no
/// bar.
class ToolBars : public Wiring {
    Q_OBJECT

public:
    /// Every action that the bars hold must exist.
    explicit ToolBars(const WindowContext& context);

    void setStudyFacts(const QString& facts); ///< at the end of its bar

private:
    QToolBar* bar(const char* workspace, const QString& name);
    void fillPlan(QToolBar& bar);
    void fillStudies(QToolBar& bar);
    void fillEvidence(QToolBar& bar);
    void addSteps(QToolBar& bar); ///< undo and redo
    void addLaunchFiles(QToolBar& bar);
    void showPlanFacts(); ///< cluster, model and batch
    static FactsLabel* addFacts(QToolBar& bar, const QString& name);

    FactsLabel* plan_facts_ = nullptr;
    FactsLabel* study_facts_ = nullptr;
};

} // namespace pipette
