// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/base/random.h"
#include "core/cluster/hypothetical.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/launchers/export_plan.h"
#include "core/formats/reports/plan_report.h"
#include "core/formats/studies/size_json.h"
#include "core/formats/studies/study_json.h"
#include "core/search/rounds/evaluate.h"
#include "core/search/rounds/planner.h"
#include "tests/core/formats/refusal.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

using namespace pipette;

namespace {

HypotheticalCluster choices_of(const char* gpu) {
    HypotheticalCluster choices;
    const auto known = known_gpus();
    const KnownGpu& found = *find_gpu(known, gpu);
    choices.gpu = found.kind;
    choices.nodes = 2;
    choices.nic_gb_per_s = found.nic_gb_per_s;
    choices.gpu_link_gb_per_s = found.nvlink_gb_per_s > 0 ? found.nvlink_gb_per_s : found.pcie_gb_per_s;
    return choices;
}

HypotheticalCluster drawn(Random& random) {
    constexpr const char* gpus[] = {"A100-SXM4-80GB", "H100-SXM5-80GB", "V100-SXM2-32GB", "L40S-48GB"};
    HypotheticalCluster choices = choices_of(gpus[random.below(4)]);
    choices.nodes = 1 + static_cast<int>(random.below(4));
    choices.gpus_per_node = 1 << random.below(3);
    choices.nics = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(choices.gpus_per_node)));
    choices.nic_gb_per_s = nic_kinds()[random.below(static_cast<std::uint32_t>(nic_kinds().size()))].gb_per_s;
    choices.nodes_per_leaf = static_cast<int>(random.below(3));
    choices.oversubscription = random.uniform(1, 4);
    choices.spread = random.uniform(0, 0.3);
    choices.seed = random.next();
    return choices;
}

Cluster read_back(const Cluster& cluster) {
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("cluster.json").toStdString();
    write_cluster(cluster, file);
    return read_cluster(file);
}

} // namespace

class AssumedClustersTest : public QObject {
    Q_OBJECT

    /// What is exported says so in one of its files, or a note does where its lines are flags alone.
    static void verify_told(const Plan& plan, const ExportFormat& format) {
        const Candidate& best = plan.candidates[0];
        std::vector<ExportedFile> files;
        try {
            files = export_plan(plan, best, format);
        } catch (const InputError&) {
            return; // a launcher that cannot express the mapping
        }
        const bool told = std::any_of(files.begin(), files.end(), [](const ExportedFile& file) {
            return file.text.find("assumed: ") != std::string::npos;
        });
        QVERIFY2(told || format.name == "megatron", format.name.data());
        const std::vector<std::string> notes = export_notes(plan, best, format);
        QVERIFY(std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
            return note.find("assumed: ") != std::string::npos;
        }));
        const bool made_up = std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
            return note.find("host names of an assumed cluster are made up") != std::string::npos;
        });
        QCOMPARE(made_up, format.is_launcher());
    }

    /// Each has it in its title: charts travel alone.
    static void verify_charts(const Report& report) {
        int charts = 0;
        for (const ReportBlock& block : report.blocks)
            if (const auto* chart = std::get_if<ReportChart>(&block)) {
                ++charts;
                QVERIFY2(chart->title.find("(assumed cluster)") != std::string::npos, chart->title.c_str());
            }
        QVERIFY(charts >= 2);
    }

private slots:
    void says_what_it_is_made_of() {
        const Cluster cluster = hypothetical_cluster(choices_of("H100-SXM5-80GB"));
        QVERIFY(is_assumed(cluster));
        QVERIFY(cluster.origin.find("2 nodes of 8 H100-SXM5-80GB, 8 NICs of 50 GB/s") != std::string::npos);
        QCOMPARE(cluster.inter_node.bandwidth.at(0, 1), nic_efficiency * 50);
        QCOMPARE(cluster.node_kinds[0].intra_node.bandwidth_gb_per_s, gpu_link_efficiency * 450);
        QVERIFY(!is_assumed(read_cluster(PIPETTE_SOURCE_DIR "/sample_clusters/starter_2x8_a100.json")));
    }

    void spread_is_that_of_the_logarithm_and_kept_below_the_line_rate() {
        HypotheticalCluster choices = choices_of("H100-SXM5-80GB");
        choices.nodes = 64, choices.spread = 0.1;
        const Cluster cluster = hypothetical_cluster(choices);
        QCOMPARE(cluster, hypothetical_cluster(choices));
        std::vector<double> logs;
        for (int from = 0; from < 64; ++from)
            for (int to = 0; to < 64; ++to)
                if (from != to) {
                    QVERIFY(cluster.inter_node.bandwidth.at(from, to) <= choices.nic_gb_per_s);
                    logs.push_back(std::log(cluster.inter_node.bandwidth.at(from, to)));
                }
        const double mean = std::accumulate(logs.begin(), logs.end(), 0.0) / double(logs.size());
        double square = 0;
        for (const double value : logs)
            square += (value - mean) * (value - mean);
        QVERIFY(std::abs(std::sqrt(square / double(logs.size())) - 0.1) < 0.01);
        choices.seed = 2;
        QVERIFY(!(cluster == hypothetical_cluster(choices)));
    }

    void nodes_of_a_domain_share_nvlink() {
        HypotheticalCluster choices = choices_of("GB300-279GB");
        choices.nodes = 40, choices.gpus_per_node = choices.nics = 4, choices.nodes_per_domain = 18;
        const Cluster cluster = hypothetical_cluster(choices);
        const std::vector<int> domains = cluster.domain_of_node();
        QCOMPARE(domains[17], domains[0]);
        QVERIFY(domains[18] != domains[17] && domains[36] != domains[35]);
        QCOMPARE(cluster.node_kinds[0].domain_bandwidth_gb_per_s, gpu_link_efficiency * 900);
        QVERIFY(cluster.origin.find("NVLink domains of 18 nodes") != std::string::npos);
        QCOMPARE(read_back(cluster).domain_of_node(), domains);
        const Cluster more = grown(cluster, 18, 1);
        QCOMPARE(more.domain_of_node()[57], more.domain_of_node()[40]);
        QVERIFY(more.domain_of_node()[40] != more.domain_of_node()[39]);
        choices.nodes_per_domain = 0;
        QVERIFY_THROWS_EXCEPTION(InputError, hypothetical_cluster(choices));
    }

    void a_maker_s_domain_is_taken_where_none_is_said() {
        const auto nodes = [](const char* gpu, int said) {
            AssumedMachine machine;
            machine.gpu = gpu, machine.nodes_per_domain = said;
            return choices_of(machine, reference_machine(gpu), 0).nodes_per_domain;
        };
        QCOMPARE(nodes("GB300-279GB", 0), 18);
        QCOMPARE(nodes("GB300-279GB", 2), 2);
        QCOMPARE(nodes("H100-SXM5-80GB", 0), 1);
    }

    void an_oversubscribed_leaf_slows_a_plan_and_a_wide_one_does_not() {
        const auto time = [](double oversubscription) {
            HypotheticalCluster choices = choices_of("A100-SXM4-80GB");
            choices.nodes = 4, choices.nodes_per_leaf = 2, choices.oversubscription = oversubscription;
            PlanInputs inputs;
            inputs.cluster = share(hypothetical_cluster(choices));
            inputs.model = load_model("gpt-7.5b");
            inputs.job.global_batch = 32, inputs.job.sequence_length = 2048;
            ParallelConfig config;
            config.tp = 8, config.dp = 4, config.global_batch = 32;
            config.layers_per_stage = even_layers(inputs.model.layers, 1);
            const Knowledge knowledge{shipped_calibration(), nullptr};
            return evaluate(inputs, config, host_order_mapping(32, 32, {}), knowledge).iteration_time_s;
        };
        QVERIFY(time(16) > 1.01 * time(1));
        QVERIFY(time(2) >= time(1));
    }

    void hundred_plan_and_export_like_measured_ones() {
        Random random(20);
        for (int i = 0; i < 100; ++i) {
            const Cluster cluster = hypothetical_cluster(drawn(random));
            QCOMPARE(read_back(cluster), cluster);
            PlanInputs inputs;
            inputs.cluster = share(cluster);
            inputs.model = load_model("gpt-1.7b");
            inputs.model.layers = 4;
            inputs.job.global_batch = 32, inputs.job.sequence_length = 1024;
            inputs.job.precision = Precision::fp16;
            inputs.budget.moves = 200, inputs.budget.chains = 1, inputs.budget.threads = 1;
            inputs.limits.micro_batches = {1}, inputs.limits.max_vpp = 1;
            const Plan result = plan(inputs, {shipped_calibration(), nullptr});
            QVERIFY2(!result.candidates.empty(), cluster.origin.c_str());
            QVERIFY(std::any_of(
                result.assumptions.begin(), result.assumptions.end(),
                [](const std::string& line) { return line.find("assumed") != std::string::npos; }));
            const auto says = [](const std::string& text) {
                return text.find("ssumed: ") != std::string::npos;
            };
            QVERIFY(says(plan_to_text(result)));
            const Report report = plan_report(result, result.candidates[0], shipped_calibration());
            QVERIFY(says(report_to_html(report)) && says(report_to_pdf(report)));
            verify_charts(report);
            for (const ExportFormat* format : Registry<ExportFormat>::all())
                verify_told(result, *format);
            StudyDocument study{{"", setting_of(inputs, "c"), {}, {}},
                                {{"c", std::make_shared<const Cluster>(cluster)}}};
            study.study.base.goal.tokens = 1e9, study.study.base.goal.price_per_gpu_hour = 2;
            study.study.axes = {{"link_factor", {1.0, 0.5}}};
            const StudySources sources = sources_of(study, {});
            const StudyResult points = run_study(study.study, sources, {shipped_calibration(), nullptr});
            QVERIFY(says(study_result_to_text(study.study, points)) && says(study_result_to_csv(points)));
            const Report told = study_report(study.study, sources, points, "1.0 (test)");
            QVERIFY(says(report_to_html(told)));
            verify_charts(told);
            TrainingGoal goal = study.study.base.goal;
            goal.days = 1e4;
            Sizes sizes = sizes_of(study.study.base, sources);
            sizes.step = sizes.most; // one of them
            const SizeAnswer size = smallest_size(sizes, goal, {shipped_calibration(), nullptr});
            QVERIFY(answer_text(size, goal).find("(assumed)") != std::string::npos);
            QVERIFY(says(size_to_text(size, goal, inputs.job)));
        }
    }

    void links_inside_nodes_are_never_drawn_for_links_between_them() {
        Cluster parts = read_cluster(PIPETTE_SOURCE_DIR "/sample_clusters/starter_2x8_a100.json");
        parts.inter_node.between = MatrixBetween::gpus;
        parts.inter_node.bandwidth = BandwidthMatrix(16);
        parts.inter_node.latency = {}, parts.history = {};
        for (int from = 0; from < 16; ++from)
            for (int to = 0; to < 16; ++to)
                if (from != to)
                    parts.inter_node.bandwidth.set(from, to, from / 8 == to / 8 ? 235 : 20);
        parts.nodes[0].rack = "r0", parts.nodes[1].rack = "r1";
        const Cluster more = grown(make_cluster(std::move(parts)), 3, 1);
        QCOMPARE(more.gpu_count(), 40);
        for (int from = 0; from < 40; ++from)
            for (int to = 0; to < 40; ++to)
                if (from != to)
                    QCOMPARE(more.inter_node.bandwidth.at(from, to), from / 8 == to / 8 ? 235.0 : 20.0);
        QCOMPARE(more.nodes[3].rack, std::string("assumed1-r1"));
        QCOMPARE(more.nodes[4].rack, std::string("assumed2-r0"));
    }

    void more_nodes_are_like_those_that_were_measured() {
        const Cluster measured = read_cluster(PIPETTE_SOURCE_DIR "/sample_clusters/a100_hdr_16x8.json");
        const Cluster more = grown(measured, 8, 3);
        QCOMPARE(more.node_count(), 24);
        QVERIFY(is_assumed(more));
        QVERIFY(more.origin.find("8 more nodes like those of") != std::string::npos);
        std::vector<double> known;
        for (int from = 0; from < 24; ++from)
            for (int to = 0; to < 24; ++to) {
                if (from == to)
                    continue;
                const double found = more.inter_node.bandwidth.at(from, to);
                if (from < 16 && to < 16)
                    QCOMPARE(found, measured.inter_node.bandwidth.at(from, to));
                bool like = false;
                for (int a = 0; a < 16; ++a)
                    for (int b = 0; b < 16; ++b)
                        like = like || (a != b && measured.inter_node.bandwidth.at(a, b) == found);
                QVERIFY(like);
            }
        QCOMPARE(read_back(more), more);
        QCOMPARE(grown(more, 1, 3).node_count(), 25); // its hosts are new ones again
    }

    void refuses_what_no_cluster_is() {
        const HypotheticalCluster good = choices_of("H100-SXM5-80GB");
        const auto refused = [&](const char* field, auto change) {
            HypotheticalCluster choices = good;
            change(choices);
            return refusal([&] { hypothetical_cluster(choices); }).find(field) != std::string::npos;
        };
        QVERIFY(refused("nodes", [](auto& c) { c.nodes = 0; }));
        QVERIFY(refused("nodes", [](auto& c) { c.nodes = 8193; }));
        QVERIFY(refused("nics", [](auto& c) { c.nics = 9; }));
        QVERIFY(refused("nic-rate", [](auto& c) { c.nic_gb_per_s = 0; }));
        QVERIFY(refused("oversubscription", [](auto& c) { c.oversubscription = 0.5; }));
        QVERIFY(refused("spread", [](auto& c) { c.spread = std::nan(""); }));
        Cluster unmeasured = hypothetical_cluster(good);
        unmeasured.inter_node.bandwidth = BandwidthMatrix(2);
        QVERIFY(refusal([&] { grown(unmeasured, 1, 1); }).find("was measured") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(AssumedClustersTest)
#include "assumed_clusters_test.moc"
