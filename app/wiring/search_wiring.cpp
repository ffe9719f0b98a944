// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/search_wiring.h"

#include "app/document/hand_edits.h"
#include "app/document/planning.h"
#include "app/workspaces/plan_windows.h"
#include "app/workspaces/window_views.h"
#include "widgets/plans/annealing_curve.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QLabel>
#include <QMainWindow>
#include <QProgressBar>
#include <QRegularExpression>
#include <QStatusBar>

namespace pipette {

namespace {

/// "Placing, 3 of 40: pp4 tp8": a step of the search with what is done of it, and at what it is.
QString stepText(const QString& step) {
    static const QRegularExpression parts(QStringLiteral("^([^,:]+?)(?:, (\\d+) of (\\d+))?(:.*|,.*)?$"));
    const auto match = parts.match(step);
    const QString head = wordText(match.captured(1).toStdString()), rest = nameText(match.captured(4));
    return !match.hasMatch()             ? nameText(step)
           : match.captured(2).isEmpty() ? nameText(head) + rest
                                         : filled(SearchWiring::tr("%1, %2 of %3%4"), nameText(head),
                                                  match.captured(2), match.captured(3), rest);
}

} // namespace

SearchWiring::SearchWiring(const WindowContext& context) : Wiring(context) {
    makeProgress();
    connect(&planning_, &Planning::started, this, [this](const QString& what) {
        progress_->setRange(0, 0);
        progress_->setAccessibleDescription(what);
        progress_->show();
        tell(what + QStringLiteral("…"));
        eachCurve([](AnnealingCurve& curve) { curve.begin(); });
        clock_.start();
        emit refreshNeeded();
    });
    connect(&planning_, &Planning::annealed, this, [this](const std::vector<AnnealingPoint>& points) {
        eachCurve([&, seconds = static_cast<double>(clock_.elapsed()) / 1000](AnnealingCurve& curve) {
            curve.addPoints(points, seconds);
        });
    });
    connect(&windows_, &PlanWindows::added, this, &SearchWiring::copyCurve);
    connect(&planning_, &Planning::progressed, this,
            [this](const QString& step, double fraction, double best_s, double left_s) {
                progress_->setRange(0, 1000);
                progress_->setValue(static_cast<int>(fraction * 1000));
                time_left_->setText(left_s < 0 ? QString() : tr("%1 left").arg(remainingText(left_s)));
                const QString words = stepText(step);
                window_.statusBar()->showMessage(
                    best_s > 0 ? tr("%1, best so far %2").arg(words, timeText(best_s)) : words);
            });
    const auto ended = [this] {
        progress_->hide();
        time_left_->clear();
        eachCurve([](AnnealingCurve& curve) { curve.end(); });
        emit refreshNeeded();
    };
    connect(&planning_, &Planning::finished, this, [this, ended](const QString& summary) {
        ended();
        tell(summary);
    });
    connect(&planning_, &Planning::failed, this, [this, ended](const QString& why) {
        ended();
        tellProblem(why);
    });
    connect(&edits_, &HandEdits::refused, this,
            [this](const QString& why) { tellRefusal(tr("Not done: %1").arg(why)); });
}

void SearchWiring::eachCurve(const std::function<void(AnnealingCurve&)>& change) {
    for (PlanViews* views : windows_.all())
        if (views->follows(*views->annealing))
            change(*views->annealing);
        else
            copyCurve(*views);
}

void SearchWiring::copyCurve(PlanViews& views) {
    views.fill(*views.annealing, Filling::search,
               [from = views_.annealing, to = views.annealing] { to->takeUp(*from); });
}

void SearchWiring::makeProgress() {
    time_left_ = plainLabel();
    time_left_->setAccessibleName(tr("Time left"));
    progress_ = new QProgressBar;
    progress_->setAccessibleName(tr("Progress of the search"));
    progress_->setFixedWidth(180);
    progress_->hide();
    window_.statusBar()->addPermanentWidget(time_left_);
    window_.statusBar()->addPermanentWidget(progress_);
    window_.statusBar()->setSizeGripEnabled(false);
}

} // namespace pipette
