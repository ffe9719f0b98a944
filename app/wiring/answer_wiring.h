// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/wiring/wiring.h"
#include "widgets/answer/answer.h"
#include "widgets/answer/plan_answer.h"

#include <memory>
#include <optional>

namespace pipette {

class AnswerLine;
class AvailabilityWiring;
class Evidence;
class Studies;
class TrainingLogs;
struct Setup;
struct ValidationReport;

/// The answer line: what it says in each workspace, and what its pills open.
class AnswerWiring : public Wiring {
    Q_OBJECT

public:
    AnswerWiring(const WindowContext& context, Studies& studies, const AvailabilityWiring& availability,
                 Evidence& evidence, TrainingLogs& logs);

    void showAnswer(); ///< of the workspace that is shown
    /// That what is shown is of an earlier setup, and what has changed since; empty: it is of the setup as it
    /// is now.
    QString earlierNote() const;

private:
    static QStringList changedParts(const Setup& then, const Setup& now); ///< in words
    void wireStudies();
    Answer planAnswer() const;
    Answer studyAnswer() const;     ///< of the open study, else of the availability that was opened
    void showReason(Reason reason); ///< brings up the view that shows why a pill of the answer is there
    void showFullest();             ///< the stage whose GPU has the least room
    void showAssumptions();

    Studies& studies_;
    const AvailabilityWiring& availability_;
    AnswerLine* answer_;
    SearchNow search_now_;                              ///< of the running search
    double study_done_ = -1;                            ///< of the running study
    std::shared_ptr<const ValidationReport> validated_; ///< of the runs that are open; null: none
    std::optional<Answer> log_answer_;                  ///< of the logs that are open; none: none are
};

} // namespace pipette
