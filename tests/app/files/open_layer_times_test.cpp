// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/calibration_json.h"
#include "tests/app/window_fixture.h"

#include <QTemporaryDir>
#include <QUndoStack>

#include <fstream>

using namespace pipette;
using namespace pipette::test;

/// Times of layers that a person measured are opened as any file, and plans then count with them.
class OpenLayerTimesTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    QString written(const std::string& rows) const {
        const QString path = folder_.filePath(QStringLiteral("layers.csv"));
        std::ofstream(path.toStdString()) << "tp,micro_batch,sequence,layer,forward_ms,backward_ms\n" << rows;
        return path;
    }

private slots:
    void theyTakeThePlaceOfTheRoofline() {
        WindowFixture fixture;
        const auto before = fixture.document().setup().calibration;
        fixture.window->openFiles({written("1,1,1024,block,100,200\n")});
        QVERIFY(fixture.settle());
        const auto& calibration = fixture.document().setup().calibration;
        QVERIFY2(calibration && calibration->layers, qPrintable(fixture.window->lastMessage()));
        QCOMPARE(calibration->layers->timings.size(), std::size_t(1));
        QCOMPARE(calibration->layers->timings[0].backward_s, 0.2);
        QCOMPARE(calibration->kinds.size(), shipped_calibration().kinds.size()); // all else is as it was
        QUndoStack& steps = fixture.document().undoStack();
        steps.undo(); // the plan that was made with them
        steps.undo();
        QVERIFY(fixture.document().setup().calibration == before);
    }

    /// They are of one model on one kind of GPU; what else a calibration holds stays.
    void theyGoWithTheirModelAndTheirGpus() {
        WindowFixture fixture(false);
        PlanDocument& document = fixture.document();
        Calibration own = shipped_calibration();
        own.kinds.pop_back();
        const auto without = std::make_shared<const Calibration>(own);
        own.layers = LayerProfile{"layers.csv", {LayerTiming{}}};
        const auto with = std::make_shared<const Calibration>(own);
        Calibration shipped = shipped_calibration();
        shipped.layers = own.layers;
        document.set<DocumentPart::calibration>(with);
        fixture.window->store().openModelPreset(QStringLiteral("gpt-1.7b"));
        QVERIFY(fixture.settle());
        QVERIFY(document.setup().model.name != "small");
        QVERIFY(document.setup().calibration && *document.setup().calibration == *without);
        while (document.undoStack().canUndo() && document.setup().model.name != "small")
            document.undoStack().undo();
        QVERIFY(document.setup().calibration && *document.setup().calibration == *with);
        document.setCluster(small_cluster(2, 4));
        QVERIFY(document.setup().calibration && *document.setup().calibration == *without);
        document.set<DocumentPart::calibration>(std::make_shared<const Calibration>(shipped));
        document.setCluster(small_cluster(3, 4));
        QVERIFY(!document.setup().calibration); // nothing is left that is not shipped
    }

    void timesThatCannotBeAreRefused() {
        WindowFixture fixture;
        for (const char* rows : {"1,1,1024,block,100,fast\n", "1,1,1024,block,1e-7,1e-7\n", ""}) {
            fixture.window->openFiles({written(rows)});
            QVERIFY(fixture.settle());
            QVERIFY(!fixture.document().setup().calibration);
            QVERIFY2(fixture.window->lastMessage().contains(QStringLiteral("layers.csv")),
                     qPrintable(fixture.window->lastMessage()));
        }
    }

    void withoutAModelNobodyKnowsWhoseTheyAre() {
        WindowFixture fixture(false);
        fixture.window->document().load({}, {});
        fixture.window->openFiles({written("1,1,1024,block,100,200\n")});
        QVERIFY(fixture.settle());
        QVERIFY(!fixture.document().setup().calibration);
        QVERIFY(fixture.window->lastMessage().contains(QStringLiteral("choose a model first")));
    }
};

QTEST_MAIN(OpenLayerTimesTest)
#include "open_layer_times_test.moc"
