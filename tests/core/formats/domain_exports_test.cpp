// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/export_plan.h"
#include "tests/core/formats/launch_sample.h"

#include <QtTest>
#include <numeric>

using namespace pipette;

namespace {

using Segments = std::vector<std::vector<int>>;

/// Nodes of two GPUs, each in the domain of its name; "" is in none.
Cluster cluster_of(const std::vector<std::string>& domains) {
    std::vector<std::string> hosts;
    for (std::size_t i = 0; i < domains.size(); ++i)
        hosts.push_back("n" + std::to_string(i));
    Cluster parts = launch_sample::cluster(hosts, 2);
    parts.node_kinds[0].domain_bandwidth_gb_per_s = 150;
    for (std::size_t i = 0; i < domains.size(); ++i)
        parts.nodes[i].domain = domains[i];
    return make_cluster(std::move(parts));
}

/// A plan of tensor parallel groups of this size over all GPUs, in this order of nodes.
Plan plan_on(const std::vector<std::string>& domains, int tp, const std::vector<int>& nodes) {
    Plan plan = launch_sample::plan();
    plan.inputs.cluster = share(cluster_of(domains));
    Candidate& candidate = plan.candidates[0];
    candidate.config = {};
    candidate.config.tp = tp, candidate.config.dp = 2 * static_cast<int>(nodes.size()) / tp;
    candidate.config.global_batch = candidate.config.dp;
    candidate.config.layers_per_stage = {plan.inputs.model.layers};
    candidate.memory.resize(1);
    candidate.mapping.gpu_of_rank.clear();
    for (const int node : nodes)
        for (int gpu = 0; gpu < 2; ++gpu)
            candidate.mapping.gpu_of_rank.push_back(2 * node + gpu);
    return plan;
}

Segments segments_of(const Plan& plan) {
    const Candidate& candidate = plan.candidates[0];
    return placement_of(candidate.mapping, *plan.inputs.cluster, candidate.config).segments;
}

std::string file_of(const Plan& plan, std::string_view format, const std::string& name,
                    const LaunchOptions& options = {}) {
    for (const ExportedFile& file :
         export_plan(plan, plan.candidates[0], export_format_named(format), options))
        if (file.name == name)
            return file.text;
    return {};
}

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != text.npos;
}

} // namespace

/// Launchers on clusters whose nodes share NVLink beyond themselves.
class DomainExportsTest : public QObject {
    Q_OBJECT

private slots:
    void segmentsAreTheNodesThatGroupsShare() {
        const std::vector<std::string> domains{"a", "a", "b", "b", "a", "a"};
        QCOMPARE(segments_of(plan_on(domains, 4, {0, 1, 2, 3, 4, 5})), (Segments{{0, 1}, {2, 3}, {4, 5}}));
        QCOMPARE(segments_of(plan_on(domains, 2, {0, 1, 2, 3, 4, 5})), Segments{}); // inside nodes
        QCOMPARE(segments_of(plan_on(domains, 4, {0, 2, 1, 3, 4, 5})), Segments{}); // over two domains
        QCOMPARE(segments_of(plan_on({"", "", "", ""}, 4, {0, 1, 2, 3})), Segments{});
        QCOMPARE(segments_of(plan_on({"a", "a", "a"}, 3, {0, 1, 2})), (Segments{{0, 1, 2}})); // by the second
    }

    void expertGroupsMakeSegments() {
        Plan plan = plan_on({"a", "a", "b", "b"}, 1, {2, 1, 3, 0});
        plan.candidates[0].config.ep = 4;
        QCOMPARE(segments_of(plan), Segments{}); // ranks 0 to 3 on nodes 2 and 1
        plan.candidates[0].mapping.gpu_of_rank = {4, 6, 5, 7, 0, 1, 2, 3};
        QCOMPARE(segments_of(plan), (Segments{{0, 1}, {2, 3}}));
        plan.candidates[0].config.dp = 6,
        plan.candidates[0].config.ep = 3; // n2 n3 | n3 n1, which is elsewhere
        plan.candidates[0].mapping.gpu_of_rank.resize(6);
        QCOMPARE(segments_of(plan), Segments{});
    }

    void segmentsOfSeveralSizesAreNone() {
        Plan plan = plan_on({"a", "a", "b", "b", "b"}, 5, {0, 1, 2, 3, 4});
        plan.candidates[0].config.tp = 1, plan.candidates[0].config.dp = 8, plan.candidates[0].config.ep = 4;
        plan.candidates[0].mapping.gpu_of_rank = {0, 1, 2, 3, 4, 5, 6, 8};
        QCOMPARE(segments_of(plan), Segments{});
    }

    void slurmAsksForSegmentsWhereItChoosesNodes() {
        const Plan plan = plan_on({"a", "b", "a", "b"}, 4, {3, 1, 0, 2});
        const std::string pinned = file_of(plan, "slurm", "job.sbatch");
        QVERIFY(!holds(pinned, "--segment") && holds(pinned, "#SBATCH --nodelist=n3,n1,n0,n2\n"));
        const std::string free = file_of(plan, "slurm", "segments.sbatch");
        for (const char* line : {"#SBATCH --nodes=4\n", "#SBATCH --ntasks=8\n", "#SBATCH --segment=2\n"})
            QVERIFY2(holds(free, line), line);
        QVERIFY(!holds(free, "nodelist"));
        QCOMPARE(file_of(plan, "slurm", "segments.txt"), std::string("n3\nn1\nn0\nn2\n"));
        QVERIFY(holds(file_of(plan, "slurm", "README.txt"), "decides the NVLink domains as well"));

        const Plan inside = plan_on({"a", "b", "a", "b"}, 2, {0, 1, 2, 3});
        QVERIFY(file_of(inside, "slurm", "segments.sbatch").empty());
        QVERIFY(!holds(file_of(inside, "slurm", "README.txt"), "segment"));
    }

    void kubernetesAsksForADomainWhereItChoosesNodes() {
        const Plan plan = plan_on({"a", "a", "b"}, 2, {1, 0});
        QVERIFY(!holds(file_of(plan, "kubernetes", "mpijob.yaml"), "podAffinity:"));
        const std::string free = file_of(plan, "kubernetes", "mpijob-domain.yaml");
        QVERIFY(holds(free, "topologyKey: \"nvidia.com/gpu.clique\"\n") && !holds(free, "nodeAffinity"));
        QVERIFY(holds(free, "  hosts: |\n    n1\n    n0\n"));
        LaunchOptions options;
        options.domain_label = "example.org/rack";
        QVERIFY(holds(file_of(plan, "kubernetes", "mpijob-domain.yaml", options),
                      "topologyKey: \"example.org/rack\"\n"));
        QVERIFY(holds(file_of(plan, "kubernetes", "README.txt", options), "label example.org/rack"));

        const Plan over = plan_on({"a", "a", "b", "b"}, 4, {0, 1, 2, 3});
        QVERIFY(file_of(over, "kubernetes", "mpijob-domain.yaml").empty());
        QVERIFY(holds(file_of(over, "kubernetes", "README.txt"), "keep the names"));
        const Plan without = plan_on({"", "", "", ""}, 4, {0, 1, 2, 3});
        QVERIFY(file_of(without, "kubernetes", "mpijob-domain.yaml").empty());
        QVERIFY(!holds(file_of(without, "kubernetes", "README.txt"), "domain"));
    }
};

QTEST_GUILESS_MAIN(DomainExportsTest)
#include "domain_exports_test.moc"
