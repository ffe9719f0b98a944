// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/evidence/own_runs_card.h"

#include "widgets/charts/empty_note.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace pipette {
namespace {

/// A mean error with one decimal, as the chart has it.
QString errorText(const std::vector<double>& errors) {
    return numberText(100 * mean_error(errors), 'f', 1) + QStringLiteral(" %");
}

/// How the runs lie beside their estimates.
QString beforeText(const std::vector<double>& errors) {
    const QString off = errorText(errors);
    const auto [least, most] = std::minmax_element(errors.begin(), errors.end());
    if (errors.size() > 1 && *most < 0)
        return filled(OwnRunsCard::tr("The estimates are %1 too short, run after run."), off);
    if (errors.size() > 1 && *least > 0)
        return filled(OwnRunsCard::tr("The estimates are %1 too long, run after run."), off);
    return filled(OwnRunsCard::tr("The estimates are %1 off your runs."), off);
}

QString afterText(const CalibrationPreview& preview) {
    const QString off = errorText(preview.after);
    if (!preview.unseen)
        return filled(OwnRunsCard::tr("Calibrated on this one run they are %1 off. No other run of yours "
                                      "can judge that."),
                      off);
    return filled(mean_error(preview.after) < mean_error(preview.before)
                      ? OwnRunsCard::tr("Calibrating leaves %1 on runs that its fit did not see.")
                      : OwnRunsCard::tr("Calibrating would not help: %1 on runs that its fit did not see."),
                  off);
}

} // namespace

OwnRunsCard::OwnRunsCard(QWidget* parent)
    : QWidget(parent),
      chart_(new ShapesView),
      sentence_(plainLabel()),
      calibrate_(new QPushButton),
      numbers_(new QPushButton(tr("Show the numbers"))) {
    setAccessibleName(tr("Your own runs"));
    chart_->setAccessibleName(tr("Errors of your own runs, before and after calibrating"));
    sentence_->setWordWrap(true);
    sentence_->setAccessibleName(tr("What your own runs say"));
    calibrate_->setDefault(true);
    setPlainTip(*calibrate_, tr("Fits the calibration to these runs and plans again; Undo takes it back"));
    setPlainTip(*numbers_, tr("Each run's steps beside the plan: what is slower, and since when"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(calibrate_);
    buttons->addWidget(numbers_);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(tokens::space_3, tokens::space_2, tokens::space_3, tokens::space_2);
    layout->setSpacing(tokens::space_1);
    layout->addWidget(sentence_);
    layout->addWidget(chart_, 1);
    layout->addLayout(buttons);
    connect(&chart_->emptyNote(), &EmptyNote::asked, this, [this] {
        if (offer_ == Offer::take_rest_from_plan)
            emit fillAsked();
        else
            emit logAsked();
    });
    connect(calibrate_, &QPushButton::clicked, this, &OwnRunsCard::calibrateRequested);
    connect(numbers_, &QPushButton::clicked, this, &OwnRunsCard::numbersAsked);
    setLacking({}, Offer::add_log);
    setPreview({}, {});
}

void OwnRunsCard::setLacking(const QString& lacks, Offer offer) {
    offer_ = offer;
    chart_->setEmptyText(lacks.isEmpty()
                             ? tr("Add a log of your own to test the estimates and to calibrate them.")
                             : filled(tr("No run of yours can be calibrated on: %1."), lacks));
    chart_->emptyNote().setButton(offer == Offer::take_rest_from_plan ? tr("Take the rest from the plan")
                                                                      : tr("Add my own log…"));
}

void OwnRunsCard::setPreview(const CalibrationPreview& preview, ShapesView::Draw draw) {
    const auto runs = preview.before.size();
    chart_->setChart(std::move(draw));
    sentence_->setText(runs == 0 ? QString()
                                 : beforeText(preview.before) + QLatin1Char(' ') + afterText(preview));
    calibrate_->setText(runs == 1 ? tr("Calibrate with this run")
                                  : tr("Calibrate with these %1 runs").arg(runs));
    for (QWidget* part : {static_cast<QWidget*>(sentence_), static_cast<QWidget*>(calibrate_),
                          static_cast<QWidget*>(numbers_)})
        part->setVisible(runs > 0);
}

QString OwnRunsCard::sentence() const {
    return sentence_->text();
}

} // namespace pipette
