// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/run_time.h"
#include "core/evidence/validation.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/memory_estimator_json.h"
#include "core/formats/evidence/runs_csv.h"
#include "tests/data_beside.h"

#include <QtTest>

#include <filesystem>

using namespace pipette;

/// Holds what the shipped calibrations and the memory model reach on published runs, with a small margin.
class MeasuredRunsTest : public QObject {
    Q_OBJECT

private slots:
    void shippedFiguresHold_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("runs");
        QTest::addColumn<double>("time");
        QTest::addColumn<double>("rank");
        QTest::addColumn<double>("memory");
        QTest::addColumn<double>("refused");
        QTest::addColumn<double>("regret");
        QTest::newRow("vTrain, one node")
            << "vtrain_a100_single_node" << 1440 << 0.065 << 0.98 << 0.0 << 0.0 << 0.05;
        QTest::newRow("vTrain, nodes")
            << "vtrain_a100_multi_node_part" << 57 << 0.065 << 0.97 << 0.0 << 0.0 << 0.05;
        QTest::newRow("Korthikanti") << "megatron_a100_korthikanti_table5" << 8 << 0.035 << 0.99 << 0.0 << 0.0
                                     << 0.0;
        QTest::newRow("SC21") << "megatron_a100_sc21_table1" << 10 << 0.04 << 0.97 << 0.0 << 0.0 << 0.0;
        QTest::newRow("nanotron") << "nanotron_h100_1b_3b" << 959 << 0.13 << 0.945 << 0.058 << 0.015 << 0.26;
    }

    void shippedFiguresHold() {
        const std::filesystem::path folder = data_beside("runs");
        if (folder.empty())
            QSKIP("the measured runs are not here");
        QFETCH(QString, file);
        QFETCH(int, runs);
        QFETCH(double, time);
        QFETCH(double, rank);
        QFETCH(double, memory);
        QFETCH(double, refused);
        QFETCH(double, regret);
        const std::vector<MeasuredRun> measured = read_runs_csv({folder / (file.toStdString() + ".csv")});
        const ValidationReport report =
            validate(measured, shipped_calibration(), shipped_memory_estimators());
        QCOMPARE(report.worked, runs);
        const ErrorFigures& figures = report.overall.time;
        QVERIFY2(figures.mape <= time, qPrintable(QString::number(figures.mape)));
        QVERIFY2(figures.spearman >= rank, qPrintable(QString::number(figures.spearman)));
        QVERIFY2(report.overall.memory.mape <= memory,
                 qPrintable(QString::number(report.overall.memory.mape)));
        QVERIFY2(report.overall.regret.mean <= regret,
                 qPrintable(QString::number(report.overall.regret.mean)));
        QVERIFY2(report.refused_worked <= refused * runs, qPrintable(QString::number(report.refused_worked)));
    }
};

QTEST_GUILESS_MAIN(MeasuredRunsTest)
#include "measured_runs_test.moc"
