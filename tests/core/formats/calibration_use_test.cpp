// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/calibration_use_json.h"
#include "core/formats/launchers/export_plan.h"
#include "tests/core/formats/launch_sample.h"

#include <QtTest>

using namespace pipette;

namespace {

KindCalibration fitted(const char* architecture, const char* framework, double matmul) {
    KindCalibration kind;
    kind.architecture = architecture, kind.framework = framework;
    kind.matmul_efficiency = matmul;
    kind.runs = 18, kind.relative_error = 0.026;
    kind.source = "8 runs of one table; 10 runs of another; mean error 2.0 %, held out 2.1 %";
    return kind;
}

/// Nodes of two kinds of GPU, one of them in two kinds of node.
Cluster mixed() {
    Cluster cluster = launch_sample::cluster({"a01", "a02"}, 2);
    cluster.node_kinds.resize(1);
    cluster.node_kinds[0].gpu.name = "A", cluster.node_kinds[0].gpu.architecture = "ampere";
    cluster.node_kinds.push_back(cluster.node_kinds[0]);
    cluster.node_kinds.push_back(cluster.node_kinds[0]);
    cluster.node_kinds[2].gpu.name = "H", cluster.node_kinds[2].gpu.architecture = "hopper";
    return cluster;
}

} // namespace

class CalibrationUseTest : public QObject {
    Q_OBJECT

private slots:
    void everyKindOfGpuIsNamedOnceWithItsCalibration() {
        const Calibration both{{fitted("ampere", "megatron", 0.6), fitted("hopper", "megatron", 0.5)}};
        const std::vector<CalibrationUse> uses = calibrations_used(mixed(), "megatron", both);
        QCOMPARE(uses.size(), 2u);
        QCOMPARE(uses[0].gpu, std::string("A"));
        QCOMPARE(uses[1].gpu, std::string("H"));
        QCOMPARE(uses[1].architecture, std::string("hopper"));
        QCOMPARE(uses[1].runs, 18);
        QCOMPARE(
            calibration_text(uses),
            std::string("A: ampere megatron calibration, 18 runs, plus or minus 2.6 %; H: hopper megatron "
                        "calibration, 18 runs, plus or minus 2.6 %"));
    }

    void gpusOfOneCalibrationAreToldTogetherAndFilesAreNamed() {
        const Calibration one{{fitted("ampere", "megatron", 0.6)}};
        Cluster alike = mixed();
        alike.node_kinds[2].gpu.architecture = "ampere";
        QCOMPARE(calibration_text(calibrations_used(alike, "megatron", one, "mine.json")),
                 std::string("A, H: ampere megatron calibration of mine.json, 18 runs, plus or minus 2.6 %"));
        // An architecture of which it has no runs has the range that its times are shown with.
        QCOMPARE(
            calibration_text(calibrations_used(mixed(), "megatron", one)),
            std::string("A: ampere megatron calibration, 18 runs, plus or minus 2.6 %; H: ampere megatron "
                        "calibration, 18 runs, plus or minus 15.0 %"));
        KindCalibration guessed = fitted("ampere", "megatron", 0.6);
        guessed.runs = 0, guessed.relative_error = 0.15;
        QCOMPARE(calibration_text(calibrations_used(mixed(), "megatron", Calibration{{guessed}})),
                 std::string("A, H: ampere megatron calibration, not measured, plus or minus 15.0 %"));
        QCOMPARE(calibration_text(calibrations_used(mixed(), "megatron", {})),
                 std::string("A, H: no calibration, not measured, plus or minus 15.0 %"));
        QCOMPARE(calibration_text({}), std::string());
    }

    void figuresTellCalibrationsApartAndFileNamesDoNot() {
        const auto used = [](double matmul, const std::string& file) {
            return calibrations_used(mixed(), "megatron", {{fitted("ampere", "megatron", matmul)}}, file);
        };
        QVERIFY(same_figures(used(0.6, {}), used(0.6, "copy.json")));
        QVERIFY(!same_figures(used(0.6, {}), used(0.6000001, {})));
        QVERIFY(!same_figures(used(0.6, {}), {}));
        Calibration profiled{{fitted("ampere", "megatron", 0.6)}};
        profiled.layers = LayerProfile{"layers.csv", {{LayerKind::block, 8, 1, 4096, 0.1, 0.2}}};
        const std::vector<CalibrationUse> first = calibrations_used(mixed(), "megatron", profiled);
        QVERIFY(!same_figures(used(0.6, {}), first));
        QVERIFY(calibration_text(first).ends_with("; layer times of layers.csv"));
        profiled.layers->timings[0].backward_s = 0.3;
        QVERIFY(!same_figures(first, calibrations_used(mixed(), "megatron", profiled)));
    }

    void whoeverLaunchesReadsByWhichCalibrationTheTimeIs() {
        Plan plan = launch_sample::plan();
        plan.candidates[0].mapping = host_order_mapping(8, 8, {});
        const std::vector<ExportedFile> files =
            export_plan(plan, plan.candidates[0], export_format_named("torchrun"), {});
        const std::string& readme = files.back().text;
        QVERIFY2(readme.find(
                     "calibration of mine.json, 18 runs, plus or minus 3.3 %; layer times of layers.csv") !=
                     std::string::npos,
                 readme.c_str());
    }
};

QTEST_GUILESS_MAIN(CalibrationUseTest)
#include "calibration_use_test.moc"
