// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studies/studies.h"
#include "app/workspaces/window_views.h"
#include "core/base/random.h"
#include "core/cluster/hypothetical.h"
#include "tests/app/window_fixture.h"

#include <QFile>
#include <QTemporaryDir>

using namespace pipette;
using namespace pipette::test;

namespace {

HypotheticalCluster drawn(Random& random) {
    constexpr const char* gpus[] = {"A100-SXM4-80GB", "H100-SXM5-80GB", "V100-SXM2-32GB", "L40S-48GB"};
    HypotheticalCluster choices = reference_machine(gpus[random.below(4)]);
    choices.nodes = 1 + static_cast<int>(random.below(4));
    choices.gpus_per_node = 2 << random.below(2);
    choices.nics = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(choices.gpus_per_node)));
    choices.nic_gb_per_s = nic_kinds()[random.below(static_cast<std::uint32_t>(nic_kinds().size()))].gb_per_s;
    choices.nodes_per_leaf = static_cast<int>(random.below(3));
    choices.oversubscription = random.uniform(1, 4);
    choices.spread = random.uniform(0, 0.3);
    choices.seed = random.next();
    choices.name = "the one we may buy";
    return choices;
}

} // namespace

/// Plans on clusters that are not there are drawn like those on others, and every picture of them says so.
/// PIPETTE_ASSUMED_CLUSTERS (5) of them, drawn at random.
class AssumedTest : public QObject {
    Q_OBJECT

    static void verify_pictures(WindowFixture& bench, const QTemporaryDir& folder) {
        for (const ViewSlot& slot : bench.window->views().all()) {
            const QString file = folder.filePath(slot.id + QStringLiteral(".svg"));
            bench.window->exportPicture(slot.id, file);
            QFile picture(file);
            QVERIFY(picture.open(QIODevice::ReadOnly));
            const QByteArray drawn = picture.readAll();
            QVERIFY2(drawn.contains("Assumed cluster: the one we may buy"), qPrintable(slot.id));
            if (slot.id == QLatin1String("study-bars"))
                QVERIFY(drawn.contains("(assumed cluster)")); // and by its own title
        }
    }

private slots:
    void everyPictureSaysSo() {
        bool given = false;
        const int asked = qEnvironmentVariableIntValue("PIPETTE_ASSUMED_CLUSTERS", &given);
        Random random(8);
        const QTemporaryDir folder;
        WindowFixture bench(false, {}, core_planner(shipped_knowledge(), "test"));
        for (int i = 0; i < (given ? asked : 5) && !QTest::currentTestFailed(); ++i) {
            DocumentState state;
            state.setup.cluster = share(hypothetical_cluster(drawn(random)));
            state.setup.model = small_model();
            state.setup.job = small_job();
            state.setup.job.precision = Precision::fp16;
            state.setup.budget.moves = 100, state.setup.budget.chains = 1;
            bench.document().load(state, {});
            bench.window->planning().plan();
            QVERIFY(bench.settle());
            QVERIFY(bench.document().shown().candidate);
            StudyDocument study = study_of(bench.document().setup(), usual_goal());
            study.study.base.budget.moves = 50, study.study.base.budget.chains = 1;
            study.study.axes = {{"link_factor", {1.0, 0.5}}};
            bench.document().setStudy({std::move(study), {}}, QStringLiteral("study"));
            bench.window->studies().run();
            QVERIFY(bench.settle());
            verify_pictures(bench, folder);
        }
    }
};

QTEST_MAIN(AssumedTest)
#include "assumed_test.moc"
