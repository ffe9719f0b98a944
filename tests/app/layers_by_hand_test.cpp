// SPDX-License-Identifier: GPL-3.0-or-later
// The border between two stages, dragged in the window.
#include "app/document/document_file.h"
#include "app/workspaces/window_views.h"
#include "tests/app/window_fixture.h"
#include "widgets/pipeline/layer_strip.h"
#include "widgets/pipeline/memory_bars.h"

#include <QUndoStack>

using namespace pipette;
using namespace pipette::test;

namespace {

using Layers = std::vector<int>;

/// A window whose strip of layers can be seen and taken hold of.
struct LayersBench : WindowFixture {
    LayersBench() {
        strip = window->views().layers;
        window->views().layers->setParent(nullptr);
        strip->resize(400, 120);
        strip->show();
        settle();
    }
    ~LayersBench() { delete strip; }

    Layers planned() { return document().table()->rows().front().current->config.layers_per_stage; }
    QPoint border(int number) const { return strip->scene().borderRect(number).center(); }
    /// Drags the first border so many pixels.
    void dragTo(int x) {
        const QPoint from = border(0);
        QTest::mousePress(strip, Qt::LeftButton, {}, from);
        QTest::mouseMove(strip, {(from.x() + x) / 2, from.y()});
        QTest::mouseMove(strip, {x, from.y()});
        settle();
    }

    LayerStrip* strip;
};

} // namespace

class LayersByHandTest : public QObject {
    Q_OBJECT

private slots:
    void aDragShowsWhatItWouldDoAndIsOneStepToUndo() {
        LayersBench bench;
        QCOMPARE(bench.strip->layers(), (Layers{4, 4}));
        const double before_s = bench.document().table()->rows().front().current->iteration_time_s;
        bench.dragTo(bench.border(0).x() + 90);
        const Layers wanted = bench.strip->layers();
        QVERIFY(wanted[0] > 4 && wanted[0] + wanted[1] == 8);
        QCOMPARE(bench.planned(), (Layers{4, 4})); // until it is dropped
        QVERIFY2(bench.strip->accessibleDescription().contains(QLatin1String("+")),
                 qPrintable(bench.strip->accessibleDescription()));
        const int evaluations = bench.fake.evaluations;
        QTest::mouseRelease(bench.strip, Qt::LeftButton, {}, bench.border(0));
        bench.settle();
        QCOMPARE(bench.planned(), wanted);
        QCOMPARE(int(bench.fake.evaluations), evaluations); // the answer to the drag serves
        QVERIFY(bench.document().table()->rows().front().current->iteration_time_s > before_s);
        QVERIFY(bench.document().undoStack().undoText().contains(QLatin1String("instead of 4")));
        bench.document().undoStack().undo();
        bench.settle();
        QCOMPARE(bench.planned(), (Layers{4, 4}));
        QCOMPARE(bench.strip->layers(), (Layers{4, 4}));
        QVERIFY(!bench.document().table()->rows().front().edited());
        bench.document().undoStack().redo();
        bench.settle();
        QCOMPARE(bench.strip->layers(), wanted);
        QVERIFY(!bench.document().table()->rows().front().waiting);
        QVERIFY(bench.document().table()->rows().front().current->iteration_time_s > before_s);
    }

    void keysDoTheSameAndEscapeTakesBack() {
        LayersBench bench;
        QTest::keyClick(bench.strip, Qt::Key_Right);
        QTest::keyClick(bench.strip, Qt::Key_Up);
        QTest::keyClick(bench.strip, Qt::Key_Up);
        QCOMPARE(bench.strip->layers(), (Layers{6, 2}));
        QTest::keyClick(bench.strip, Qt::Key_Escape);
        QCOMPARE(bench.strip->layers(), (Layers{4, 4}));
        QTest::keyClick(bench.strip, Qt::Key_Down);
        bench.settle();
        QTest::keyClick(bench.strip, Qt::Key_Return);
        bench.settle();
        QCOMPARE(bench.planned(), (Layers{3, 5}));
    }

    void whatDoesNotFitStaysAsItWas() {
        LayersBench bench;
        bench.fake.over = true;
        bench.dragTo(bench.border(0).x() - 90);
        QVERIFY2(bench.strip->accessibleDescription().contains(QLatin1String("would not fit")),
                 qPrintable(bench.strip->accessibleDescription()));
        QTest::mouseRelease(bench.strip, Qt::LeftButton, {}, bench.border(0));
        bench.settle();
        QCOMPARE(bench.planned(), (Layers{4, 4}));
        QCOMPARE(bench.strip->layers(), (Layers{4, 4}));
        QVERIFY(!bench.document().undoStack().canUndo() ||
                !bench.document().undoStack().undoText().contains(QLatin1String("instead of")));
    }

    void aFileKeepsThem() {
        LayersBench bench;
        bench.document().editRow(0, {}, {5, 3}, QStringLiteral("layers"));
        bench.settle();
        const std::string text = document_text(bench.document().state());
        bench.document().load(parse_document(text, "plan.json"), {});
        bench.settle();
        int edited = 0;
        for (const PlanRow& row : bench.document().table()->rows())
            edited += row.edited() && row.current->config.layers_per_stage == Layers{5, 3};
        QCOMPARE(edited, 1);
    }

    void aPlanOfOneStageHasNoBorder() {
        LayerStrip strip;
        strip.resize(300, 100);
        strip.show();
        QTest::keyClick(&strip, Qt::Key_Right);
        QTest::mouseClick(&strip, Qt::LeftButton, {}, {150, 20});
        QVERIFY(strip.layers().empty());
        QVERIFY(!strip.grab().isNull());
    }
};

QTEST_MAIN(LayersByHandTest)
#include "layers_by_hand_test.moc"
