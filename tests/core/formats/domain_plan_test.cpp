// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/hypothetical.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/studies/study_json.h"
#include "core/plan/groups/expert_groups.h"
#include "core/search/rounds/planner.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace pipette;

/// A model of many experts on nodes that share NVLink beyond themselves.
class DomainPlanTest : public QObject {
    Q_OBJECT

private slots:
    void deepseek_on_64_nodes_in_domains_of_18() {
        PlanInputs inputs;
        HypotheticalCluster machine = reference_machine("GB300-279GB");
        machine.nodes = 64;
        inputs.cluster = share(hypothetical_cluster(machine));
        inputs.model = load_model("deepseek-v3");
        inputs.job.global_batch = 2048, inputs.job.sequence_length = 4096;
        inputs.limits.micro_batches = {1}, inputs.limits.recompute = {Recompute::none, Recompute::selective};
        inputs.budget.moves = 2'000, inputs.budget.chains = 1;
        const Plan found = plan(inputs, {shipped_calibration(), nullptr});
        QVERIFY(!found.candidates.empty());
        const Candidate& best = found.candidates.front();
        QVERIFY(verdict_of(best) != Verdict::over);
        QVERIFY(best.config.ep > 1);
        const GroupPlaces lie = expert_groups(*inputs.cluster, best);
        QCOMPARE(lie.inside_node + lie.inside_domain, lie.groups); // none over two domains
        QCOMPARE(expert_room_text(*inputs.cluster, inputs.model),
                 std::string("expert groups of 64 GPUs fill 16 of the 18 nodes of an NVLink domain, 2 to "
                             "spare"));
        const auto document = nlohmann::json::parse(plan_to_text(found));
        const auto& first = document["candidates"][0];
        QCOMPARE(first["expert_groups"]["size"].get<int>(), first["config"]["ep"].get<int>());
        QCOMPARE(first["expert_groups"]["text"].get<std::string>(),
                 expert_groups_text(*inputs.cluster, *ranked_candidates(found).front()));
    }
};

QTEST_GUILESS_MAIN(DomainPlanTest)
#include "domain_plan_test.moc"
