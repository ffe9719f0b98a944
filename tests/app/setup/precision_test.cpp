// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window_fixture.h"
#include "tests/planner_questions.h"

using namespace pipette;
using namespace pipette::test;

/// A cluster whose GPUs do not compute in the job's precision.
class PrecisionTest : public QObject {
    Q_OBJECT

private slots:
    void theJobGetsAPrecisionOfItsGpus() {
        WindowFixture person(false, {}, core_planner(shipped_knowledge(), "test"));
        QCOMPARE(person.document().setup().job.precision, Precision::bf16);
        person.window->openFiles({sample_cluster("v100_edr_16x8.json")});
        QVERIFY(person.settle());
        QCOMPARE(person.document().setup().job.precision, Precision::fp16);
        QVERIFY2(person.window->lastMessage().endsWith(
                     QLatin1String("plan with F5, in fp16, for not all of its GPUs compute in bf16")),
                 qPrintable(person.window->lastMessage()));
        person.window->openFiles({sample_cluster("starter_2x8_a100.json")});
        QVERIFY(person.settle());
        QCOMPARE(person.document().setup().job.precision, Precision::fp16); // A100 computes in both
        person.document().undoStack().undo();
        person.document().undoStack().undo();
        QCOMPARE(person.document().setup().job.precision, Precision::bf16);
    }
};

QTEST_MAIN(PrecisionTest)
#include "precision_test.moc"
