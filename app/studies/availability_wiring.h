// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studies/availability_runner.h"
#include "app/wiring/wiring.h"
#include "widgets/answer/answer.h"

#include <optional>

namespace pipette {

class Studies;

/// GPUs that come and go: a file that was opened, asked about the job that is entered, with the goals of the
/// open study.
class AvailabilityWiring : public Wiring {
    Q_OBJECT

public:
    AvailabilityWiring(const WindowContext& context, const Studies& studies);

    void show(); ///< beside what is entered now
    bool idle() const { return runner_.idle(); }
    std::optional<Answer> answer() const; ///< of the file that was opened; empty: there is none

signals:
    void answerChanged();

private:
    void take(const Availability& availability);
    void run();
    AvailabilityQuestion question() const; ///< about what is entered
    TrainingGoal goal() const;             ///< of the study that is open
    QString title() const;                 ///< of the file
    AvailabilityView::State state() const;

    const Studies& studies_;
    AvailabilityRunner runner_;
    std::shared_ptr<const Availability> opened_;           ///< null: no file yet
    std::shared_ptr<const AnsweredAvailability> answered_; ///< null: nothing found yet
    Setup asked_, answered_for_;                           ///< of the run, and of the answer
    TrainingGoal asked_goal_, answered_goal_;
    bool wanted_ = false; ///< it runs as soon as there is a cluster and a model, and nothing else runs
};

} // namespace pipette
