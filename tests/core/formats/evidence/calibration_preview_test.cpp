// SPDX-License-Identifier: GPL-3.0-or-later
// What a calibration on a person's own runs would change, and the chart of it.
#include "core/evidence/calibration_preview.h"
#include "core/evidence/run_time.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/own_runs_chart.h"
#include "tests/core/evidence/example_run.h"

#include <QtTest>

#include <cmath>
#include <fmt/format.h>

using namespace pipette;
using namespace pipette::test;

class CalibrationPreviewTest : public QObject {
    Q_OBJECT

private slots:
    /// Each run of a machine that is a fifth slower than estimated is judged by a fit on the others.
    void aPreviewJudgesRunsThatItsFitDidNotSee() {
        const Calibration from = shipped_calibration();
        std::vector<MeasuredRun> runs;
        for (const int tp : {1, 2, 4, 8, 1, 2}) {
            runs.push_back(own_run(tp, 1));
            runs.back().time_s = 1.2 * predicted_time_s(prepared(runs.back()), from);
        }
        const CalibrationPreview preview = preview_calibration(runs, from);
        QVERIFY(preview.unseen);
        QCOMPARE(preview.after.size(), runs.size());
        for (const double error : preview.before)
            QVERIFY(std::abs(error - (1 / 1.2 - 1)) < 1e-9);
        QVERIFY2(mean_error(preview.after) < 0.03, fmt::format("{}", mean_error(preview.after)).c_str());
        runs.back().time_s *= 2; // the others do not know
        const CalibrationPreview odd = preview_calibration(runs, from);
        QVERIFY2(odd.after.back() < -0.4, fmt::format("{}", odd.after.back()).c_str());
        runs.resize(1);
        QVERIFY(!preview_calibration(runs, from).unseen);
        QVERIFY(preview_calibration({}, from).before.empty());
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(preview_calibration(runs, from, stop.get_token()), CalibrationPreview{});
    }

    void theChartHasADotForEachRunInBothRows() {
        const CalibrationPreview preview{{-0.12, -0.1, -0.1}, {0.01, 0, -0.02}};
        QVERIFY(!own_runs_chart({}, {}));
        const std::optional<ReportChart> chart = own_runs_chart(preview, {"a", "b", "c"}, {500, 160});
        std::vector<ChartDot> dots;
        for (const ChartShape& shape : chart->shapes)
            if (const auto* dot = std::get_if<ChartDot>(&shape))
                dots.push_back(*dot);
        QCOMPARE(dots.size(), std::size_t{6});
        QCOMPARE(dots[1].note, std::string("b: -10.0 %"));
        QVERIFY(dots[1].x == dots[2].x && dots[1].y != dots[2].y); // not on each other
        QVERIFY(dots[3].y > dots[0].y && dots[3].x > dots[0].x);
        QCOMPARE(chart->told, std::string("Estimate as it is: 10.7 % off; After calibrating: 1.0 % off"));
        for (const ChartDot& dot : dots)
            QVERIFY(dot.x > 150 && dot.x < 480 && dot.y > 0 && dot.y < 126);
    }
};

QTEST_APPLESS_MAIN(CalibrationPreviewTest)
#include "calibration_preview_test.moc"
