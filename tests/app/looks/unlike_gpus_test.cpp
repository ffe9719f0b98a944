// SPDX-License-Identifier: GPL-3.0-or-later
// Eight A100 beside eight V100: the window says why each stage is where it is, and shows the kinds.
#include "app/workspaces/window_views.h"
#include "core/formats/evidence/shipped_knowledge.h"
#include "tests/app/looks/sample_job.h"
#include "tests/app/window_fixture.h"
#include "widgets/answer/answer_line.h"
#include "widgets/board/assignment_board.h"
#include "widgets/cluster/topology/topology_view.h"
#include "widgets/pipeline/layer_strip.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/plans/selection_panel.h"

#include <QMouseEvent>

using namespace pipette;
using namespace pipette::test;

namespace {

DocumentState mixed_job() {
    DocumentState state = sample_job(QStringLiteral("mixed_a100_v100_2x8"), "gpt-3.6b");
    state.setup.job.precision = Precision::fp16;
    state.setup.budget.moves = 2000, state.setup.budget.prefer = Preference::safe;
    return state;
}

/// The name of a drawn GPU or cell, as screen readers and tool tips have it.
QString name_of(const GpuView& view, const QString& beginning) {
    for (int item = 0; item < view.drawnCount(); ++item)
        if (const QString name = view.drawnItem(item).name; name.startsWith(beginning))
            return name;
    return {};
}

} // namespace

class UnlikeGpusTest : public QObject {
    Q_OBJECT

    std::unique_ptr<WindowFixture> fixture_;
    WindowViews& views() { return fixture_->window->views(); }

    void choose(int stage) {
        Selection selection = fixture_->document().selection();
        selection.device = stage, selection.gpus.clear();
        fixture_->document().select(selection);
        QVERIFY(fixture_->settle());
    }

private slots:
    void initTestCase() {
        fixture_ =
            std::make_unique<WindowFixture>(false, QString(), core_planner(shipped_knowledge(), "test"));
        fixture_->document().load(mixed_job(), {});
        fixture_->window->planning().plan();
        QVERIFY(fixture_->settle());
        QCOMPARE(fixture_->document().shown().candidate->config.layers_per_stage,
                 (std::vector<int>{4, 12, 12, 2}));
    }

    void theSelectionSaysWhyAStageIsThere() {
        choose(3);
        const QString text = views().selection->plainText();
        QVERIFY2(text.contains(QLatin1String("Why stage 3 is there")), qPrintable(text));
        QVERIFY2(text.contains(QLatin1String("Stage 3 has 2 layers on 4 V100: it computes for ")),
                 qPrintable(text));
        QVERIFY2(text.contains(QLatin1String("4 + 12 + 12 + 2 layers on 4 V100 + 8 A100 + 4 V100")),
                 qPrintable(text));
    }

    void theTipOfAStagesLayersSaysItToo() {
        LayerStrip& strip = *views().layers;
        const QPointF inside = strip.drawnItem(0).place.center();
        QMouseEvent move(QEvent::MouseMove, inside, strip.mapToGlobal(inside), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(&strip, &move);
        QVERIFY2(strip.toolTip().contains(QLatin1String("Stage 0 has 4 layers on 4 V100")),
                 qPrintable(strip.toolTip()));
    }

    void anotherCandidateHasOtherReasons() {
        Selection selection = fixture_->document().selection();
        const int before = selection.candidate;
        selection.candidate = 3;
        fixture_->document().select(selection);
        QVERIFY(fixture_->settle());
        choose(0);
        const QString text = views().selection->plainText();
        QVERIFY2(text.contains(QLatin1String("Stage 0 has 12 layers on 4 A100")), qPrintable(text));
        selection.candidate = before;
        fixture_->document().select(selection);
        QVERIFY(fixture_->settle());
    }

    void candidatesNameTheKinds() {
        const CandidatesModel& model = views().candidates->model();
        QCOMPARE(model.index(0, CandidatesModel::gpus).data().toString(), QStringLiteral("8 A100 + 8 V100"));
        QVERIFY(model.index(0, CandidatesModel::configuration)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QLatin1String("4 + 12 + 12 + 2 layers on 4 V100 + 8 A100 + 4 V100")));
    }

    void viewsNameTheKindsInWords() {
        QCOMPARE(name_of(*views().topology, QStringLiteral("Node v01")),
                 QStringLiteral("Node v01: 8 V100, stage 0, 3"));
        QVERIFY(views().board->drawnItem(8).value.startsWith(QLatin1String("V100, stage 0")));
    }

    void shapesTellKindsApartWithoutColour() {
        const auto corner = [](const QRectF& place, const QImage& picture) {
            return picture.pixelColor((place.bottomLeft() + QPointF(2, -3)).toPoint());
        };
        AssignmentBoard& board = *views().board;
        const QImage picture = board.grab().toImage();
        for (const auto& [gpu, cut] : {std::pair(1, false), std::pair(9, true)}) {
            const QRectF place = board.drawnItem(gpu).place;
            const QColor inside = picture.pixelColor((place.topLeft() + QPointF(6, 6)).toPoint());
            QCOMPARE(corner(place.adjusted(1, 1, -1, -1), picture) != inside, cut);
        }
    }
};

QTEST_MAIN(UnlikeGpusTest)
#include "unlike_gpus_test.moc"
