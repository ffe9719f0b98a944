// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/calibration_preview.h"
#include "widgets/studies/shapes_view.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace pipette {

/// How far the estimates are from a person's own runs, and what a calibration on them would change. Without
/// such runs: a note that asks for a log.
class OwnRunsCard : public QWidget {
    Q_OBJECT

public:
    explicit OwnRunsCard(QWidget* parent = nullptr);

    /// What a calibration would change, and the chart of it; an empty preview: no run can be calibrated on.
    void setPreview(const CalibrationPreview& preview, ShapesView::Draw draw);
    /// What the card offers where no run can be calibrated on.
    enum class Offer { add_log, take_rest_from_plan };
    /// `lacks`: what the first run does not say that an estimate needs; empty: there are no runs.
    void setLacking(const QString& lacks, Offer offer);
    ShapesView& chart() { return *chart_; }
    QString sentence() const;

signals:
    void logAsked();
    void fillAsked(); ///< what the logs lack is to come from the plan
    void calibrateRequested();
    void numbersAsked();

private:
    ShapesView* chart_;
    Offer offer_ = Offer::add_log;
    QLabel* sentence_;
    QPushButton *calibrate_, *numbers_;
};

} // namespace pipette
