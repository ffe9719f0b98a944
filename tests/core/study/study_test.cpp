// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/instrumented.h"
#include "tests/core/study/small_study.h"

#include <QtTest>
#include <atomic>
#include <chrono>
#include <ctime>
#include <limits>
#include <set>
#include <thread>

using namespace pipette;
using namespace pipette::test;

class StudyTest : public QObject {
    Q_OBJECT

private slots:
    void points_are_combinations_and_then_moved_factors() {
        Study study = small_study().study;
        QCOMPARE(points_of(study).size(), std::size_t(4));
        QCOMPARE(text_of(points_of(study)[1]), std::string("gpus 8, price_per_gpu_hour 2"));
        study.sensitivity = {0.1, {"link_factor", "hbm_factor"}};
        const auto points = points_of(study);
        QCOMPARE(points.size(), std::size_t(4 + 1 + 4));
        QVERIFY(points[4].empty());
        QCOMPARE(text_of(points[5]), std::string("link_factor 0.9"));
        study.axes.clear();
        QCOMPARE(points_of(study).size(), std::size_t(5));
        study.sensitivity = {};
        study.axes = {{"gpus", {16.0, 8.0, 16.0}}, {"cluster", {"b", "a", "b"}}}; // each once, in their order
        QCOMPARE(own_points(study), std::size_t(4));
        std::string told;
        for (const StudyPoint& point : points_of(study))
            told += text_of(point) + "; ";
        QCOMPARE(told, std::string("gpus 16, cluster b; gpus 16, cluster a; gpus 8, cluster b; gpus 8, "
                                   "cluster a; "));
    }

    void every_axis_changes_its_setting_and_refuses_what_it_cannot_be() {
        std::set<std::string> seen;
        for (const AxisKind* kind : Registry<AxisKind>::all()) {
            QVERIFY2(!kind->title.empty() && kind->set != nullptr, kind->name.data());
            StudySetting setting;
            const StudySetting before = setting;
            const bool text = kind->values == AxisKind::Values::text;
            const std::string name(kind->name);
            const std::map<std::string, std::string> texts{{"machine", "16 A100-SXM4-80GB hdr@2"},
                                                           {"precision", "fp16"},
                                                           {"recompute", "full"},
                                                           {"schedule", "gpipe"},
                                                           {"nic", "ndr"},
                                                           {"optimizer", "muon"},
                                                           {"primary_weights", "low-precision"}};
            const auto known = texts.find(name);
            if (text)
                set_axis(setting, name, known == texts.end() ? "a name" : known->second);
            else
                set_axis(setting, name, std::clamp(3.0, kind->bounds.least, kind->bounds.most));
            QVERIFY2(!(setting == before), kind->name.data());
            const AxisValue wrong = text ? AxisValue(1.0) : AxisValue("a name");
            QVERIFY(refusal([&] { set_axis(setting, name, wrong); }).contains(name.c_str()));
            if (!text)
                QVERIFY(!refusal([&] { set_axis(setting, name, -1.0); }).isEmpty());
            if (kind->values == AxisKind::Values::whole)
                QVERIFY(!refusal([&] { set_axis(setting, name, 1.5); }).isEmpty());
            seen.insert(name);
        }
        QVERIFY(seen.size() >= 25);
        QVERIFY(refusal([] { axis_named("gpu_colour"); }).contains("link_factor"));
    }

    void settings_become_the_cluster_that_they_wish() {
        const StudyDocument study = small_study();
        const Cluster& mine = *study.clusters.at("mine");
        QVERIFY(*inputs_at(study, {}).cluster == mine);
        const PlanInputs slow = inputs_at(study, {{"link_factor", 0.5}});
        QCOMPARE(slow.cluster->inter_node.bandwidth.at(0, 1), 0.5 * mine.inter_node.bandwidth.at(0, 1));
        QVERIFY(is_assumed(*slow.cluster));
        const PlanInputs more = inputs_at(study, {{"gpus", 32.0}});
        QCOMPARE(more.cluster->gpu_count(), 32);
        QVERIFY(is_assumed(*more.cluster));
        QCOMPARE(inputs_at(study, {{"gpus", 8.0}}).limits.world_sizes, (std::vector<int>{8, 8}));
        QCOMPARE(inputs_at(study, {{"lost_nodes", 1.0}}).faults.excluded_gpus.size(), std::size_t(8));
        QVERIFY(refusal([&] { inputs_at(study, {{"lost_nodes", 2.0}}); }).contains("2 nodes"));
        const GpuKind& gpu = mine.node_kinds[0].gpu;
        QCOMPARE(inputs_at(study, {{"hbm_factor", 2.0}}).cluster->node_kinds[0].gpu.hbm_gb_per_s,
                 2 * gpu.hbm_gb_per_s);
        QCOMPARE(inputs_at(study, {{"memory_gib", 40.0}}).cluster->node_kinds[0].gpu.memory_gib, 40.0);
        QCOMPARE(inputs_at(study, {{"gpu", "H100-SXM5-80GB"}}).cluster->node_kinds[0].gpu.name,
                 std::string("H100-SXM5-80GB"));
        QCOMPARE(inputs_at(study, {{"node_link_factor", 3.0}})
                     .cluster->node_kinds[0]
                     .intra_node.bandwidth_gb_per_s,
                 3 * mine.node_kinds[0].intra_node.bandwidth_gb_per_s);
        const PlanInputs machine = inputs_at(study, {{"machine", "24 H100-SXM5-80GB ndr@2.5"}});
        QCOMPARE(machine.cluster->node_count(), 3);
        QCOMPARE(setting_at(study.study, {{"machine", "24 H100-SXM5-80GB ndr@2.5"}}).goal.price_per_gpu_hour,
                 2.5);
    }

    void a_machine_may_be_of_several_kinds() {
        const StudyDocument study = small_study();
        const std::string mix = "16 A100-SXM4-80GB@1.8 + 8 V100-SXM2-32GB hdr";
        const PlanInputs inputs = inputs_at(study, {{"machine", mix}});
        QCOMPARE(inputs.cluster->gpu_count(), 24);
        QCOMPARE(inputs.cluster->node_kinds.at(0).gpu.price_per_hour, 1.8);
        QCOMPARE(inputs.cluster->kind_of_gpu(23).gpu.name, std::string("V100-SXM2-32GB"));
        QCOMPARE(inputs.cluster->inter_node.bandwidth.at(0, 2), nic_efficiency * *nic_rate("hdr"));
        QVERIFY(inputs.limits.world_sizes.empty());
        QCOMPARE(setting_at(study.study, {{"machine", mix}}).goal.price_per_gpu_hour, 0.0);
        StudyDocument priced = small_study(); // a kind without a price has the study's
        priced.study.base.goal.price_per_gpu_hour = 2;
        QCOMPARE(inputs_at(priced, {{"machine", mix}}).cluster->kind_of_gpu(23).gpu.price_per_hour, 2.0);
        for (const char* wrong :
             {"16 A100-SXM4-80GB +", "20 A100-SXM4-80GB + 8 V100-SXM2-32GB", "+ 8 V100-SXM2-32GB"})
            QVERIFY2(refusal([&] {
                         inputs_at(study, {{"machine", std::string(wrong)}});
                     }).contains("machine"),
                     wrong);
        StudyDocument in_euros = small_study();
        in_euros.study.base.goal.currency = "EUR";
        QVERIFY(refusal([&] { inputs_at(in_euros, {{"machine", mix}}); }).contains("which are in USD"));
        // A base of several kinds reads back as it was, and none of them can be another GPU.
        StudyDocument base = small_study();
        base.study.base.cluster.clear();
        base.study.base.machine.gpu = "A100-SXM4-80GB";
        base.study.base.machine.parts = machine_offer(mix);
        base.study.axes = {{"price_factor", {1.0, 2.0}}};
        QCOMPARE(parse_study(study_to_text(base), "s.json").study.base.machine, base.study.base.machine);
        QVERIFY(refusal([&] { inputs_at(base, {{"gpu", "H100-SXM5-80GB"}}); }).contains("several kinds"));
        QVERIFY(refusal([&] { inputs_at(base, {{"nic", "edr"}}); }).contains("say it for each"));
        QVERIFY(refusal([&] { inputs_at(base, {{"gpus", 32.0}}); }).contains("24 GPUs together"));
    }

    void a_wish_that_would_change_nothing_is_refused() {
        const StudyDocument study = small_study();
        for (const StudyPoint& point : {StudyPoint{{"nic", "edr"}}, StudyPoint{{"oversubscription", 2.0}}})
            QVERIFY(refusal([&] { inputs_at(study, point); }).contains("on the cluster \"mine\""));
        // A machine has what its maker builds, whatever machine the base has.
        StudyDocument domains = small_study();
        domains.study.base.cluster.clear();
        domains.study.base.machine.gpu = "GB200", domains.study.base.machine.nodes_per_domain = 4;
        QVERIFY(inputs_at(domains, {{"machine", "16 H100-SXM5-80GB"}}).cluster->origin.find("domain") ==
                std::string::npos);
        domains.study.base.machine.gpu = "H100-SXM5-80GB", domains.study.base.machine.nics = 16;
        QVERIFY(refusal([&] { inputs_at(domains, {{"gpus", 16.0}}); }).contains("nics"));
    }

    void a_cluster_of_unlike_nodes_grows_to_as_many_gpus() {
        StudyDocument study = small_study();
        Cluster parts = *study.clusters.at("mine");
        parts.node_kinds.push_back(parts.node_kinds.front());
        parts.node_kinds.back().name = "small", parts.node_kinds.back().gpus = 2;
        parts.node_kinds.back().intra_node.matrix = parts.node_kinds.back().intra_node.latency = {};
        parts.nodes.back().kind = 1;
        study.clusters["mine"] = share(make_cluster(std::move(parts)));
        for (const double gpus : {12.0, 19.0, 26.0, 40.0})
            QVERIFY(inputs_at(study, {{"gpus", gpus}}).cluster->gpu_count() >= gpus);
    }

    void what_is_of_one_cluster_is_not_of_another() {
        StudyDocument study = small_study();
        study.study.base.excluded_gpus = {3}, study.study.base.degraded = {{"*", "*", 0.5}};
        QCOMPARE(inputs_at(study, {}).faults.excluded_gpus, std::vector<int>{3});
        QVERIFY(inputs_at(study, {{"machine", "8 H100-SXM5-80GB"}}).faults.excluded_gpus.empty());
        QVERIFY(!inputs_at(study, {{"cluster", "mine@2"}}).faults.excluded_gpus.empty());
        study.study.base.excluded_gpus = {99};
        QVERIFY(refusal([&] { inputs_at(study, {}); }).contains("holds 99, expected 0 to 15"));
    }

    void axes_that_set_the_same_are_refused() {
        Study study = small_study().study;
        const auto with = [&](std::vector<StudyAxis> axes) {
            study.axes = std::move(axes);
            return refusal([&] { points_of(study); });
        };
        QVERIFY(with({{"gpus", {8.0, 16.0}}, {"machine", {"32 H100-SXM5-80GB"}}}).contains("vary one"));
        QVERIFY(with({{"global_batch", {8.0}}, {"tokens_per_step", {4e6}}}).contains("vary one"));
        QVERIFY(with({{"price_per_gpu_hour", {1.0, 2.0}}, {"cluster", {"mine@5"}}}).contains("vary one"));
        QVERIFY(with({{"gpus", {8.0, 16.0}}, {"cluster", {"mine@5"}}, {"link_factor", {0.5}}}).isEmpty());
    }

    void values_are_typed_as_people_write_them() {
        QCOMPARE(axis_value("gpus", "64"), AxisValue(64.0));
        QCOMPARE(axis_value("tokens", "15T"), AxisValue(15e12));
        QCOMPARE(axis_value("gpu", "H100"), AxisValue("H100"));
        for (const char* wrong : {"", "8x", "15Q", "T"})
            QVERIFY(!refusal([&] { axis_value("tokens", wrong); }).isEmpty());
        QVERIFY(!refusal([&] { axis_value("gpus", "8B"); }).isEmpty());
    }

    void runs_that_never_end_and_frameworks_of_nobody_are_failed_points() {
        StudyDocument study = small_study();
        study.study.axes = {{"framework", {"megatrom", "megatron"}}};
        StudyResult result = run(study);
        QVERIFY(result.points[0].planned.failed.find("in no calibration") != std::string::npos);
        QVERIFY(result.points[1].planned.best != nullptr);
        study.study.axes.clear();
        study.study.base.goal.failures = {1, 1e5, 1e5};
        result = run(study);
        QVERIFY(result.points[0].planned.failed.find("never ends") != std::string::npos);
        QVERIFY(!study_result_to_text(study.study, result).empty());
    }

    void deadlines_are_of_days_that_somebody_knows() {
        TrainingGoal goal;
        goal.days = 10;
        Outcome outcome;
        QVERIFY(!meets(outcome, goal)); // without tokens
        outcome.days = 10;
        QVERIFY(meets(outcome, goal));
        outcome.days = 10.1;
        QVERIFY(!meets(outcome, goal));
        QVERIFY(meets(outcome, {}));
    }

    void moved_factors_do_not_make_a_measured_cluster_an_assumed_one() {
        StudyDocument study = small_study();
        study.study.sensitivity = {0.1, {"link_factor"}};
        const StudyResult result = run(study);
        QVERIFY(result.points.back().assumed_cluster);
        QVERIFY(!any_assumed(result));
    }

    void one_and_two_threads_give_the_same_bytes() {
        StudyDocument document = small_study();
        document.study.axes.push_back({"link_factor", {1.0, 0.5}});
        QCOMPARE(text_of_run(document, {}, 1), text_of_run(document, {}, 2));
    }

    void points_that_differ_in_price_alone_share_a_plan() {
        std::atomic<int> plans = 0;
        StudySinks sinks;
        sinks.store.keep = [&](const PlanInputs&, const PlannedPoint&) { ++plans; };
        std::set<std::size_t> told;
        sinks.done = [&](std::size_t number, const PointResult&) { told.insert(number); };
        const StudyResult result = run(small_study(), sinks);
        QCOMPARE(plans.load(), 2);
        QCOMPARE(told.size(), std::size_t(4));
        const auto cost = [&](std::size_t i) { return *result.points[i].outcome.cost; };
        QCOMPARE(cost(1), 2 * cost(0));
        for (const PointResult& point : result.points) {
            const Candidate& best = *point.planned.best;
            const double days = 1e9 / (best.tokens_per_s * point.outcome.goodput.share) / 86'400;
            QVERIFY(std::abs(point.outcome.days / days - 1) < 1e-9);
            QVERIFY(std::abs(point.outcome.gpu_hours / (24 * days * best.config.world()) - 1) < 1e-9);
            QVERIFY(point.outcome.energy_kwh.has_value());
        }
    }

    void the_front_holds_what_nothing_beats() {
        const StudyResult result = run(small_study());
        QVERIFY(!result.pareto.empty());
        for (std::size_t i = 0; i < result.points.size(); ++i) {
            const Outcome& one = result.points[i].outcome;
            const bool beaten =
                std::any_of(result.points.begin(), result.points.end(), [&](const PointResult& point) {
                    const Outcome& other = point.outcome;
                    return other.days <= one.days && *other.cost <= *one.cost &&
                           (other.days < one.days || *other.cost < *one.cost);
                });
            QCOMPARE(std::find(result.pareto.begin(), result.pareto.end(), i) == result.pareto.end(), beaten);
        }
    }

    void a_failed_point_says_why_and_the_others_go_on() {
        StudyDocument document = small_study();
        document.study.axes = {{"memory_gib", {0.5, 80.0}}, {"lost_nodes", {0.0, 2.0}}};
        const StudyResult result = run(document);
        QVERIFY(QString::fromStdString(result.points[0].planned.failed).contains("GiB"));
        QVERIFY(QString::fromStdString(result.points[1].planned.failed).contains("2 nodes"));
        QVERIFY(result.points[2].planned.best != nullptr);
        QVERIFY(!result.stopped_early);
    }

    void sensitivity_ranks_what_changes_most() {
        StudyDocument document = small_study();
        document.study.axes.clear();
        document.study.sensitivity = {0.1, {}};
        document.study.base.goal.price_per_gpu_hour = 2;
        const std::vector<Swing> swings = swings_of(document.study, run(document));
        QCOMPARE(swings.size(), factor_axes().size());
        for (std::size_t i = 1; i < swings.size(); ++i)
            QVERIFY(swings[i].widest() <= swings[i - 1].widest());
        const auto of = [&](const char* axis) {
            return *std::find_if(swings.begin(), swings.end(),
                                 [&](const Swing& s) { return s.axis == axis; });
        };
        QVERIFY(*of("peak_factor").time_down > 0.01 && *of("peak_factor").time_up < -0.01);
        QCOMPARE(*of("price_factor").time_up, 0.0);
        QVERIFY(std::abs(*of("price_factor").cost_up - 0.1) < 1e-9);
    }

    void stops_within_a_second_and_keeps_nothing_half_done() {
        StudyDocument document = small_study();
        document.study.base.cluster.clear();
        document.study.base.machine.gpu = "H100-SXM5-80GB";
        document.study.base.model = load_model("llama-3-70b");
        document.study.base.job.global_batch = 512, document.study.base.job.sequence_length = 4096;
        document.study.base.budget = {};
        document.study.base.limits = {};
        document.study.axes = {{"gpus", {256.0, 512.0, 1024.0}}};
        int kept = 0;
        StudySinks sinks;
        sinks.store.keep = [&](const PlanInputs&, const PlannedPoint&) { ++kept; };
        std::stop_source stop;
        std::chrono::steady_clock::time_point asked;
        std::jthread person([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(400));
            asked = std::chrono::steady_clock::now();
            stop.request_stop();
        });
        const StudyResult result = run(document, sinks, stop.get_token());
        person.join();
        const auto waited = std::chrono::steady_clock::now() - asked;
        QVERIFY(result.stopped_early);
        QCOMPARE(kept, int(std::count_if(result.points.begin(), result.points.end(),
                                         [](const PointResult& point) { return point.done; })));
        QVERIFY2(waited < std::chrono::milliseconds(instrumented ? 2000 : 1000),
                 qPrintable(
                     QString::number(std::chrono::duration_cast<std::chrono::milliseconds>(waited).count())));
    }

    /// Points that differ in goals alone cost next to nothing.
    void ten_thousand_points_of_one_plan_take_the_time_of_one() {
        StudyDocument document = small_study();
        std::vector<AxisValue> prices, tokens;
        for (int i = 1; i <= 100; ++i) {
            prices.emplace_back(0.1 * i);
            tokens.emplace_back(1e9 * i);
        }
        document.study.axes = {{"price_per_gpu_hour", prices}, {"tokens", tokens}};
        StudyResult result;
        std::size_t done = 0;
        double last = 0;
        StudySinks sinks;
        sinks.done = [&](std::size_t, const PointResult&) { ++done; };
        sinks.progress = [&](const Progress& progress) { last = progress.fraction; };
        const std::clock_t before = std::clock();
        result = run(document, sinks, {}, 1);
        const auto shares = efficiencies(result);
        const double seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
        qInfo("%.2f s of processor time", seconds);
        QCOMPARE(done, std::size_t(10'000));
        QCOMPARE(last, 1.0);
        QCOMPARE(result.points.size(), shares.size());
        for (std::size_t i = 0; i < shares.size(); ++i) {
            QCOMPARE(shares[i], std::optional(1.0));
            QCOMPARE(result.points[i].planned.best,
                     result.points[0].planned.best); // one plan, not a copy each
        }
        QVERIFY2(seconds < 3, qPrintable(QString::number(seconds)));
    }

    void efficiencies_are_over_the_point_with_the_fewest_gpus() {
        StudyResult result;
        const auto add = [&](StudyPoint at, int dp, double tokens_per_s, bool moved = false) {
            PointResult& point = result.points.emplace_back();
            point.at = std::move(at);
            point.moved = moved;
            if (dp == 0)
                return;
            Candidate best;
            best.config.dp = dp;
            best.tokens_per_s = tokens_per_s;
            point.planned.best = std::make_shared<const Candidate>(best);
        };
        add({{"gpus", 16.0}, {"price_factor", 1.0}}, 16, 120);
        add({{"gpus", 8.0}, {"price_factor", 1.0}}, 8, 80);
        add({{"gpus", 9.0}, {"price_factor", 1.0}}, 8, 72); // as few: its own measure
        add({{"gpus", 4.0}, {"price_factor", 1.0}}, 0, 0);  // nothing fits
        add({{"gpus", 16.0}, {"price_factor", 2.0}}, 16, 120);
        add({{"price_factor", 1.0}}, 4, 80, true); // moved: nobody's choice
        add({{"price_factor", 3.0}}, 4, 80, true);
        using Shares = std::vector<std::optional<double>>;
        QCOMPARE(efficiencies(result), (Shares{0.75, 1.0, 1.0, std::nullopt, 1.0, 1.0, 1.0}));
    }

    void a_study_reads_back_as_it_was_written() {
        StudyDocument document = small_study();
        Study& study = document.study;
        study.sensitivity = {0.05, {"hbm_factor"}};
        study.axes.back() = {"cluster", {"mine", "mine@2.5"}};
        study.base.links.levels = 0.5, study.base.gpu.kind = "H100-SXM5-80GB", study.base.gpu.hbm_factor = 2;
        study.base.degraded = {{"n0", "n1", 0.5}}, study.base.excluded_gpus = {1, 3};
        study.base.goal = {1e12, 30, 2, 1.1, 900, 1.2, {1e5, 20, 60}, "EUR"};
        study.base.lost_nodes = 1, study.base.launcher = "slurm", study.base.layers = 12;
        TrainingJob& job = study.base.job;
        job.tuning = {16, AdapterTargets::attention, 256};
        job.dispatcher = "allgather", job.expert_imbalance = 3, job.flash_attention = !job.flash_attention;
        study.base.limits.cp_kinds = {"ring"}, study.base.limits.allow_faulty = true;
        study.base.limits.p2p = P2p::overlapped, study.base.limits.zero_stages = {1, 3};
        study.base.budget.seed = std::numeric_limits<std::uint64_t>::max();
        job.overlap_expert_exchange = job.overlap_tensor_parallel = job.overlap_parameter_gather = true;
        const std::string text = study_to_text(document);
        const StudyDocument again = parse_study(text, "s.json");
        QVERIFY(again.study == study);
        QVERIFY(*again.clusters.at("mine") == *document.clusters.at("mine"));
        QCOMPARE(study_to_text(again), text);
        study.base.cluster.clear(), study.base.machine = {"H100-SXM5-80GB", "ndr", 4, 2, 8, 2, 0.1, 9};
        study.base.tokens_per_step = 4e6, study.base.job.global_batch = 0;
        study.base.other_model.clear();
        QVERIFY(parse_study(study_to_text(document), "s.json").study == study);
    }

    void wrong_studies_are_refused_with_their_place_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const QString study = R"({"format":"pipette-study","version":1,"base":{"machine":{"gpu":"H100"},)"
                              R"("model":"llama-3-8b","global_batch":8%1},"axes":[%2],"goals":{%3}})";
        const QString axis = R"({"axis":"gpus","values":[8]})";
        QTest::newRow("unknown axis")
            << study.arg("", R"({"axis":"colour","values":[1]})", "") << "$.axes[0].axis";
        QTest::newRow("unknown goal") << study.arg("", axis, R"("speed":1)") << "$.goals";
        QTest::newRow("unknown member") << study.arg(R"(,"gpu":1)", axis, "") << "$.base";
        QTest::newRow("two batches") << study.arg(R"(,"tokens_per_step":"4M")", axis, "")
                                     << "$.base.global_batch";
        QTest::newRow("value") << study.arg("", R"({"axis":"gpus","values":[8,1.5]})", "")
                               << "$.axes[0].values[1]";
        QTest::newRow("no values") << study.arg("", R"({"axis":"gpus","values":[]})", "")
                                   << "$.axes[0].values";
        QTest::newRow("twice") << study.arg("", axis + "," + axis, "") << "stands twice";
        QTest::newRow("tokens") << study.arg("", axis, R"("tokens":"15Q")") << "$.goals.tokens";
        QTest::newRow("limits") << study.arg(R"(,"limits":{"max_tp":-1})", axis, "")
                                << "$.base.limits.max_tp";
        QTest::newRow("worlds") << study.arg(R"(,"limits":{"world_sizes":[8]})", axis, "")
                                << "$.base.limits.world_sizes";
        QTest::newRow("machine") << study.arg("", R"({"axis":"machine","values":["many H100"]})", "")
                                 << "$.axes[0].values[0]";
        QTest::newRow("model") << study.arg("", axis, "").replace("llama-3-8b", "llama-9") << "$.base.model";
    }

    void wrong_studies_are_refused_with_their_place() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const QString said = refusal([&] { parse_study(text.toStdString(), "s.json"); });
        QVERIFY2(said.contains(message) && said.startsWith("s.json"), qPrintable(said));
    }
};

QTEST_APPLESS_MAIN(StudyTest)
#include "study_test.moc"
