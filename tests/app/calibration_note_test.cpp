// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_file.h"
#include "app/workspaces/window_views.h"
#include "tests/app/window_fixture.h"
#include "widgets/plans/setup_panel.h"

#include <QLabel>
#include <nlohmann/json.hpp>

using namespace pipette;
using namespace pipette::test;

/// The window says which calibration the times of a plan are from.
class CalibrationNoteTest : public QObject {
    Q_OBJECT

    static const QLabel* note(WindowFixture& fixture) {
        fixture.window->settle();
        for (const QLabel* label : fixture.window->views().setup->findChildren<QLabel*>())
            if (label->accessibleName() ==
                QLatin1String("What the plan leaves spare, its launcher and the calibration of its times"))
                return label;
        return nullptr;
    }

private slots:
    void thePlanIsSaidToBeOfThePlannersOwn() {
        WindowFixture fixture(false);
        const QLabel* label = note(fixture);
        QVERIFY(label && label->isHidden());
        fixture.window->planning().plan();
        QVERIFY(fixture.settle());
        label = note(fixture);
        QVERIFY(!label->isHidden());
        QCOMPARE(label->text(),
                 QStringLiteral("Times: G: ampere megatron calibration, 18 runs, plus or minus 2.6 %\n"
                                "2 of 4 nodes stay spare: no configuration uses all"));
        QVERIFY(label->toolTip().contains(QLatin1String("18 runs of a test")));
    }

    void whatWasAssumedIsCountedAndTold() {
        WindowFixture fixture;
        auto document = nlohmann::ordered_json::parse(document_text(fixture.document().state()));
        document["assumptions"] = {"links of b03 as those of b02"};
        fixture.document().load(parse_document(document.dump(), "plan.json"), {});
        QVERIFY(fixture.settle());
        const QLabel* label = note(fixture);
        QVERIFY2(label->text().contains(QLatin1String(". 1 assumption\n")), qPrintable(label->text()));
        QVERIFY(label->toolTip().endsWith(QLatin1String("Assumed: links of b03 as those of b02")));
        QCOMPARE(label->accessibleDescription(), label->toolTip());
    }

    void whatALauncherCostsIsTold() {
        WindowFixture fixture;
        auto document = nlohmann::ordered_json::parse(document_text(fixture.document().state()));
        document["inputs"]["limits"]["launcher"] = "openmpi";
        fixture.document().load(parse_document(document.dump(), "plan.json"), {});
        QVERIFY(fixture.settle());
        const QString text = note(fixture)->text();
        QVERIFY2(text.endsWith(QLatin1String("\nopenmpi can express any mapping")), qPrintable(text));
    }

    void anotherCalibrationIsHintedAtUntilPlannedAgain() {
        WindowFixture fixture;
        DocumentState state = parse_document(document_text(fixture.document().state()), "plan.json");
        QVERIFY(state.record()->plan.calibrations == fixture.fake.calibrations);
        fixture.fake.calibrations[0].sha256 = "b2"; // a later program, with another fit of the same name
        fixture.document().load(state, {});
        QVERIFY(fixture.settle());
        const QLabel* label = note(fixture);
        QVERIFY2(label->text().startsWith(QStringLiteral("⚠")), qPrintable(label->text()));
        QVERIFY(label->text().contains(QLatin1String("18 runs, plus or minus 2.6 %\n")));
        fixture.window->planning().plan();
        QVERIFY(fixture.settle());
        QVERIFY2(note(fixture)->text().startsWith(QLatin1String("Times: ")),
                 qPrintable(note(fixture)->text()));
    }

    void aDocumentThatDoesNotSayIsNoMistake() {
        WindowFixture fixture;
        auto document = nlohmann::ordered_json::parse(document_text(fixture.document().state()));
        document.erase("calibrations");
        fixture.document().load(parse_document(document.dump(), "plan.json"), {});
        QVERIFY(fixture.settle());
        QVERIFY2(note(fixture)->text().contains(QLatin1String("does not say")),
                 qPrintable(note(fixture)->text()));
        fixture.document().setCluster(small_cluster(2, 4)); // puts the plan aside
        QVERIFY(fixture.settle());
        QVERIFY(note(fixture)->isHidden());
    }
};

QTEST_MAIN(CalibrationNoteTest)
#include "calibration_note_test.moc"
