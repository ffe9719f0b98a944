// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/training_logs.h"
#include "app/wiring/wiring.h"
#include "widgets/plans/shown.h"
#include "widgets/plans/why_view.h"

#include <memory>
#include <optional>

namespace pipette {

class PlanViews;

/// "Why is this plan the best?", and of another row what the best does better: the same reasons as the
/// command line prints.
class WhyWiring : public Wiring {
    Q_OBJECT

public:
    explicit WhyWiring(const WindowContext& context);

    void showWhy();    ///< of the candidate that is shown, once its reasons are found
    void showWhyNow(); ///< the same for a picture, which cannot wait. Throws InputError

    /// With why the stages of its candidate lie on their GPUs. That is found beside the window, which is then
    /// told to refresh.
    Shown withStageReasons(Shown shown);

private:
    void showWhyNot(const std::optional<Rejection>& rejected); ///< none: the person left it
    void serve(PlanViews& views);                              ///< of a window that has come
    void setReasons(WhyShown reasons);

    PlanAtHand why_of_;                          ///< whose reasons are shown or on their way
    WhyShown reasons_;                           ///< that are shown
    bool shows_rejection_ = false;               ///< reasons_ tells why a configuration was rejected
    std::shared_ptr<const Candidate> stages_of_; ///< whose stages have their reasons found
    std::shared_ptr<const std::vector<StageReason>> stage_reasons_; ///< null: not yet
};

} // namespace pipette
