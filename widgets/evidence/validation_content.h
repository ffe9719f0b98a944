// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/validation.h"
#include "widgets/charts/chart_table.h"
#include "widgets/charts/scatter_chart.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace pipette {

/// Measured runs and what is predicted for them.
struct ValidationShown {
    std::shared_ptr<const std::vector<MeasuredRun>> runs; ///< null: none opened yet
    std::shared_ptr<const ValidationReport> report;       ///< its rows point into `runs`
    std::map<std::string, int> without_recompute = {};    ///< runs taken so against their label, by source
    std::size_t opened = 0; ///< of `runs`: those of a person's files; the others come with the program
};

/// What the validation view shows of one quantity. Points and rows of `worst` are in the same order, the
/// largest error first.
struct ValidationContent {
    std::vector<ScatterPoint> points;
    QStringList groups;
    ScatterAxes axes;
    ChartTable::Content figures; ///< a row for each group
    ChartTable::Content worst;
    QString figures_name, worst_name; ///< of the two tables, for screen readers
    std::vector<int> runs;            ///< of the rows of `worst`, as indices
    QString summary;                  ///< empty when there is nothing of it
};

/// The group that a run is shown in.
using GroupOfRun = std::function<QString(const MeasuredRun&)>;

/// Predicted against measured, of clean runs that ended well: those whose source the calibration never saw
/// first. Needs a report, as the next two do.
ValidationContent errorContent(const ValidationShown& shown, ScatterAxes::Quantity quantity,
                               const GroupOfRun& groupOf);
/// Times of fine-tuning, which count nowhere else.
ValidationContent fineTuningContent(const ValidationShown& shown, const GroupOfRun& groupOf);
/// Measured time of the run ranked first against that of the fastest, a point for each ranking.
ValidationContent rankingContent(const ValidationShown& shown, const GroupOfRun& groupOf);

} // namespace pipette
