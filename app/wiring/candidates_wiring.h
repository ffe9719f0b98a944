// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/candidate_timelines.h"
#include "app/document/plan_document.h"
#include "app/wiring/wiring.h"
#include "widgets/plans/compared_plan.h"

#include <QList>

#include <memory>
#include <vector>

namespace pipette {

class PlanViews;

/// The table of candidates with its note on the plan, and what the views compare: ticked candidates and
/// scenarios, else the candidate alone.
class CandidatesWiring : public Wiring {
    Q_OBJECT

public:
    explicit CandidatesWiring(const WindowContext& context);

    void showLines();      ///< of the plan, where they have changed
    void showComparison(); ///< scenarios and ticked candidates, else the candidate alone
    CandidateTimelines& timelines() { return timelines_; }

private:
    void serve(PlanViews& views); ///< of a window that has come
    void showLine(int row);
    void fillLines(PlanViews& views);
    void listLines(PlanViews& views); ///< at once
    void fillComparison(PlanViews& views);
    void fillTimelines(PlanViews& views);
    void showPlanNote();
    /// Whose the times of a plan are, where that is worth a word.
    QString calibrationNote(const PlanRecord& record) const;
    void compare(const std::vector<int>& rows);
    void tick(PlanViews& views); ///< the rows that are compared
    void stopComparing();
    void preview(const std::shared_ptr<const Candidate>& candidate); ///< with other layers

    decltype(PlannerCalls::calibrations) calibrations_;
    CandidateTimelines timelines_;
    bool stale_ = true;
    std::shared_ptr<const PlanTable> listed_ = std::make_shared<PlanTable>(); ///< the table's lines
    std::shared_ptr<const PlanRecord> noted_; ///< whose calibration Setup names
    std::vector<int> compared_;               ///< rows of the table
    std::vector<ComparedPlan> side_by_side_;  ///< what the views compare
    QList<GanttEntry> timed_;                 ///< what the Gantt charts show
    bool ticking_ = false;                    ///< rows are ticked by us, not by a person
};

} // namespace pipette
