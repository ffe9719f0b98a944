// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/formats/documents/estimate_json.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/evidence/calibration_use_json.h"
#include "core/formats/text/atomic_file.h"
#include "tests/core/formats/launch_sample.h"
#include "tests/core/own_cluster.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

using namespace pipette;

namespace {

/// What the reader says of a document; empty when it takes it.
std::string complaint(const nlohmann::ordered_json& document) {
    try {
        parse_plan(document.dump(), "plan.json");
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

bool mentions(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

} // namespace

class PlanJsonTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsWrittenIsReadBackToTheLastBit() {
        const Plan written = launch_sample::plan();
        const Plan read = parse_plan(plan_to_text(written), "plan.json");
        QVERIFY(read.inputs == written.inputs);
        QVERIFY(read.candidates == written.candidates);
        QVERIFY(read.baselines == written.baselines);
        QVERIFY(read.rejected == written.rejected);
        QVERIFY(read.rejected_counts == written.rejected_counts);
        QCOMPARE(read.indivisible, written.indivisible);
        QCOMPARE(read.enumerated, written.enumerated);
        QCOMPARE(read.feasible, written.feasible);
        QCOMPARE(read.least_time_s, written.least_time_s);
        QVERIFY(read.assumptions == written.assumptions);
        QVERIFY(read.calibrations == written.calibrations);
        QCOMPARE(read.stopped_early, written.stopped_early);
        QVERIFY(read.phases == written.phases);
    }

    void aDocumentOfBeforeThatListsAllRejectedIsOpenedWithTheirCounts() {
        auto document = nlohmann::ordered_json::parse(plan_to_text(launch_sample::plan()));
        document.erase("rejected_counts");
        const auto slower = document["rejected"][0], over = document["rejected"][1];
        document["rejected"] = nlohmann::ordered_json::array();
        for (int i = 0; i < 400; ++i)
            document["rejected"].push_back(i < 301 ? slower : over);
        const Plan read = parse_plan(document.dump(), "plan.json");
        QCOMPARE(read.rejected.size(), most_rejections_kept);
        QCOMPARE(read.rejected_counts.of(RejectionCode::slower_by_bound), 301);
        QCOMPARE(read.rejected_counts.of(RejectionCode::out_of_memory), 99);
    }

    void faultsAndLinksNotMeasuredAreReadBack() {
        Plan written = launch_sample::plan();
        own_cluster(written.inputs).faults = {{0, 2, -1, "network error", "a.log:3", {}},
                                              {1, -1, 1, "ECC", {}, {}},
                                              {3, -1, -1, {}, {}, "2024-05-01T00:00:00Z"}};
        written.inputs.limits.allow_faulty = true;
        written.candidates[0].faults = {0, 2};
        written.candidates[0].assumed_links = {{0, 1}, {1, 0}};
        written.baselines[0].faults = {1};
        written.rejected[0].code = RejectionCode::crosses_fault;
        written.rejected_counts.of(RejectionCode::crosses_fault) = 5;
        const std::string text = plan_to_text(written);
        const Plan read = parse_plan(text, "plan.json");
        QVERIFY(read.inputs == written.inputs);
        QVERIFY(read.candidates == written.candidates);
        QVERIFY(read.baselines == written.baselines);
        QVERIFY(read.rejected == written.rejected);
        auto document = nlohmann::ordered_json::parse(text);
        auto& first = document["candidates"][0];
        for (auto& candidate : document["candidates"])
            if (candidate.contains("assumed_links"))
                QCOMPARE(candidate["assumed_links"].dump(), std::string(R"([["a01","a02"],["a02","a01"]])"));
        using Json = nlohmann::ordered_json;
        first["assumed_links"] = Json::array({Json::array({"a01", "nowhere"})});
        QVERIFY2(mentions(complaint(document), "$.candidates[0].assumed_links[0][1]"),
                 complaint(document).c_str());
        first.erase("assumed_links");
        first["faults"] = Json::array({{{"host", "a01"}}});
        QVERIFY2(mentions(complaint(document), "$.candidates[0].faults[0]"), complaint(document).c_str());
    }

    void whoMadeAPlanAndOfWhichFileIsReadBack() {
        Plan written = launch_sample::plan();
        QVERIFY(!nlohmann::json::parse(plan_to_text(written)).contains("made"));
        written.made = {"1.2.3 abc", "2026-11-25T12:00:00Z", "c.json", "0123"};
        QVERIFY(parse_plan(plan_to_text(written), "p.json").made == written.made);
    }

    void whatTimesCameFromIsKept() {
        Plan written = launch_sample::plan();
        KindCalibration fit;
        fit.architecture = "ampere", fit.framework = "megatron", fit.runs = 3,
        fit.matmul_efficiency = 1.0 / 3;
        fit.source = "three runs";
        Calibration used{{fit}};
        used.layers = LayerProfile{
            "layers.csv",
            {{LayerKind::block, 2, 1, 1024, 1.0 / 300, 0.01}, {LayerKind::head, 2, 1, 1024, 0.002, 0.004}}};
        written.calibration = std::make_shared<const Calibration>(used);
        written.calibrations = calibrations_used(*written.inputs.cluster, "nanotron", used, "mine.json");
        const std::string text = plan_to_text(written);
        const Plan read = parse_plan(text, "plan.json");
        QVERIFY(read.calibration && *read.calibration == used);
        auto document = nlohmann::ordered_json::parse(text);
        document["layer_profile"]["timings"][0]["forward_s"] = 0.004;
        QVERIFY2(mentions(complaint(document), "$.calibration: holds other figures"),
                 complaint(document).c_str());
        document["layer_profile"]["timings"][0]["layer"] = "middle";
        QVERIFY2(mentions(complaint(document), "$.layer_profile.timings[0].layer"),
                 complaint(document).c_str());
    }

    void documentsFromBeforeCalibrationsWereNamedAreRead() {
        auto document = nlohmann::ordered_json::parse(plan_to_text(launch_sample::plan()));
        QVERIFY(document["calibrations"][0]["shipped"] == false);
        document.erase("calibrations");
        const Plan read = parse_plan(document.dump(), "plan.json");
        QVERIFY(read.calibrations.empty());
        QVERIFY(read.candidates == launch_sample::plan().candidates);
    }

    void whatIsOptionalMayBeAbsent() {
        Plan written = launch_sample::plan();
        written.inputs.start.reset();
        written.inputs.pinned_ranks.clear();
        written.inputs.limits.p2p.reset();
        QVERIFY(parse_plan(plan_to_text(written), "plan.json").inputs == written.inputs);
    }

    void filesAreWrittenAndRead() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("plan.json").toStdString();
        write_atomically(path, plan_to_text(launch_sample::plan()));
        QVERIFY(read_plan(path).candidates == launch_sample::plan().candidates);
        QVERIFY_EXCEPTION_THROWN(read_plan(path + ".none"), InputError);
    }

    void documentSaysWhatTheContractSays() {
        const auto document = nlohmann::json::parse(plan_to_text(launch_sample::plan()));
        QCOMPARE(document["format"].get<std::string>(), std::string("pipette-plan"));
        QCOMPARE(document["version"].get<int>(), 1);
        QCOMPARE(document["gpus"][3].get<std::string>(), std::string("a02:1"));
        std::vector<std::string> planners;
        double previous = 0;
        for (const auto& candidate : document["candidates"]) {
            planners.push_back(candidate["planner"]);
            QVERIFY(candidate["iteration_time_s"].get<double>() >= previous);
            previous = candidate["iteration_time_s"];
        }
        QCOMPARE(planners, (std::vector<std::string>{"pipette", "varuna", "pipette", "megatron"}));
        const auto& first = document["candidates"][0];
        QCOMPARE(first["iteration_time_s"].get<double>(), 1.0 / 3);
        QCOMPARE(first["config"]["layers_per_stage"].size(), 4u);
        QCOMPARE(first["memory"]["devices"].size(), 2u);
        QCOMPARE(first["memory"]["devices"][1]["parts"][1]["place"].get<std::string>(), std::string("host"));
        QCOMPARE(first["gpu_of_rank"].size(), 8u);
        QCOMPARE(first["breakdown_s"].size(), 10u);
        QCOMPARE(document["rejected"][0]["code"].get<std::string>(), std::string("slower_by_bound"));
    }

    void estimateIsGpusAndOneCandidate() {
        const Plan plan = launch_sample::plan();
        const auto estimate = nlohmann::json::parse(
            estimate_to_text(plan.inputs, plan.candidates[0], plan.assumptions, plan.calibrations));
        const auto document = nlohmann::json::parse(plan_to_text(plan));
        QVERIFY(estimate["gpus"] == document["gpus"]);
        QVERIFY(estimate["model"] == document["model"]);
        QCOMPARE(document["model"]["parameters"].get<double>(), total_parameters(plan.inputs.model));
        QCOMPARE(document["model"]["flops_per_token"].get<double>(),
                 flops_per_token(plan.inputs.model, plan.inputs.job.sequence_length));
        auto first = document["candidates"][0];
        QCOMPARE(first["number"].get<int>(), 0);
        first.erase("number"); // of the plan, not of the estimate
        QVERIFY(estimate["candidate"] == first);
        QVERIFY(estimate["assumptions"] == document["assumptions"]);
        QVERIFY(estimate["calibrations"] == document["calibrations"]);
    }

    void fieldsOfLaterProgramsAreIgnored() {
        auto document = nlohmann::ordered_json::parse(plan_to_text(launch_sample::plan()));
        document["candidates"][0]["colour"] = "green";
        document["inputs"]["mood"] = {1, 2};
        QCOMPARE(complaint(document), std::string());
    }

    void fineTuningIsWrittenWhereThereIsSome() {
        Plan plan = launch_sample::plan();
        for (const char* name : {"lora_rank", "lora_targets", "mean_sequence"})
            QVERIFY(plan_to_text(plan).find(name) == std::string::npos);
        plan.inputs.job.tuning = {16, AdapterTargets::attention, 512};
        const Plan again = parse_plan(plan_to_text(plan), "plan.json");
        QVERIFY(again.inputs.job == plan.inputs.job);
        QCOMPARE(plan_to_text(again), plan_to_text(plan));
        plan.inputs.job.tuning = {32, AdapterTargets::all, 0};
        QVERIFY(plan_to_text(plan).find("lora_targets") == std::string::npos);
        QVERIFY(parse_plan(plan_to_text(plan), "plan.json").inputs.job == plan.inputs.job);
    }

    void plansOlderThanTheChoiceOfAttentionFuseIt() {
        auto document = nlohmann::ordered_json::parse(plan_to_text(launch_sample::plan()));
        QCOMPARE(document["inputs"]["job"]["flash_attention"].get<bool>(), false);
        document["inputs"]["job"].erase("flash_attention");
        QVERIFY(parse_plan(document.dump(), "plan.json").inputs.job.flash_attention);
    }

    void numbersThatAreNotFiniteAreNeverWritten() {
        for (const double bad : {std::numeric_limits<double>::infinity(), std::nan("")}) {
            Plan plan = launch_sample::plan();
            plan.candidates[0].high_s = bad;
            QVERIFY_EXCEPTION_THROWN(plan_to_text(plan), std::domain_error);
            plan = launch_sample::plan();
            plan.candidates[0].memory[1].parts[0].bytes = bad;
            QVERIFY_EXCEPTION_THROWN(plan_to_text(plan), std::domain_error);
        }
    }

    void hostileDocumentsAreRefusedWithTheirPlace_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value"); // JSON; empty removes
        QTest::addColumn<QString>("place");
        const auto row = [](const char* name, const char* pointer, const char* value, const char* place) {
            QTest::newRow(name) << QString(pointer) << QString(value) << QString(place);
        };
        row("version", "/version", "2", "$.version");
        row("format", "/format", "\"pipette-cluster\"", "$.format");
        row("no inputs", "/inputs", "", "inputs");
        row("rank below 0", "/inputs/job/lora_rank", "-1", "$.inputs.job.lora_rank");
        row("rank as words", "/inputs/job/lora_rank", "\"high\"", "$.inputs.job.lora_rank");
        row("huge rank", "/inputs/job/lora_rank", "65537", "$.inputs.job.lora_rank");
        row("unknown targets", "/inputs/job/lora_targets", "\"heads\"", "$.inputs.job.lora_targets");
        row("mean above the sequence", "/inputs/job/mean_sequence", "99999999", "$.inputs.job.mean_sequence");
        row("mean as fraction", "/inputs/job/mean_sequence", "0.5", "$.inputs.job.mean_sequence");
        row("huge pp", "/candidates/0/config/pp", "4000000000", "$.candidates[0].config.pp");
        row("world overflow", "/candidates/0/config/dp", "1048576", "$.candidates[0].config");
        row("no division", "/candidates/0/config/tp", "3", "$.candidates[0].config");
        row("negative layers", "/candidates/0/config/layers_per_stage/0", "-1", "layers_per_stage[0]");
        row("zero micro batch", "/rejected/0/config/micro_batch", "0", "$.rejected[0].config.micro_batch");
        row("unknown schedule", "/candidates/0/config/schedule", "\"2f2b\"",
            "$.candidates[0].config.schedule");
        row("a GPU twice", "/candidates/0/gpu_of_rank/0", "1", "$.candidates[0].gpu_of_rank");
        row("no such GPU", "/candidates/0/gpu_of_rank/0", "8", "$.candidates[0].gpu_of_rank[0]");
        row("GPU as fraction", "/candidates/0/gpu_of_rank/0", "0.5", "$.candidates[0].gpu_of_rank[0]");
        row("time 0", "/candidates/0/iteration_time_s", "0", "$.candidates[0].iteration_time_s");
        row("null time", "/candidates/0/low_s", "null", "$.candidates[0].low_s");
        row("memory of no stage", "/candidates/0/memory/devices", "[]", "$.candidates[0].memory.devices");
        row("verdict", "/candidates/0/memory/devices/0/verdict", "\"fine\"", "devices[0].verdict");
        row("renamed GPU", "/gpus/0", "\"a09:0\"", "$.gpus[0]");
        row("pin out of range", "/inputs/pinned_ranks/0", "4", "$.inputs.pinned_ranks[0]");
        row("negative seed", "/inputs/budget/seed", "-1", "$.inputs.budget.seed");
        row("unsorted exclusions", "/inputs/faults/excluded_gpus", "[1, 0]",
            "$.inputs.faults.excluded_gpus[1]");
        row("stranger in a link", "/inputs/faults/degraded/0/host_a", "\"zz\"", "degraded[0].host_a");
        row("batch", "/inputs/job/global_batch", "0", "$.inputs.job.global_batch");
        row("negative count", "/indivisible", "-1", "$.indivisible");
        row("fewer rejected than listed", "/rejected_counts/out_of_memory", "0",
            "$.rejected_counts.out_of_memory");
        row("a code without count", "/rejected_counts", "{}", "$.rejected_counts");
        row("calibration without runs", "/calibrations/0/runs", "\"many\"", "$.calibrations[0].runs");
        row("calibrations of no GPU", "/calibrations", "[{}, {}, {}]", "$.calibrations");
        row("candidates as object", "/candidates", "{}", "$.candidates");
        row("parts that do not add up", "/candidates/0/breakdown_s/tp", "9", "$.candidates[0].breakdown_s");
        row("low above high", "/candidates/0/low_s", "9", "$.candidates[0].low_s");
        row("low above the time", "/candidates/0/low_s", "0.35", "$.candidates[0].low_s");
        row("high below the time", "/candidates/0/high_s", "0.32", "$.candidates[0].high_s");
        row("another simulated time", "/candidates/0/model_times_s/exact", "0.3",
            "$.candidates[0].model_times_s");
        row("too many tokens", "/candidates/0/tokens_per_s", "1e6", "$.candidates[0].tokens_per_s");
        row("above the peak", "/candidates/0/mfu", "3.69", "$.candidates[0].mfu");
        row("a safe GPU that is over", "/candidates/0/memory/devices/1/upper", "1e300",
            "$.candidates[0].memory.devices[1].verdict");
        row("an excluded GPU", "/inputs/faults/excluded_gpus", "[3]", "$.candidates[0].gpu_of_rank[");
        row("a baseline that contradicts itself", "/candidates/1/iteration_time_s", "0.5",
            "$.candidates[1].breakdown_s");
    }

    void hostileDocumentsAreRefusedWithTheirPlace() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, place);
        auto document = nlohmann::ordered_json::parse(plan_to_text(launch_sample::plan()));
        const nlohmann::ordered_json::json_pointer at(pointer.toStdString());
        if (value.isEmpty())
            document.erase(pointer.mid(1).toStdString());
        else
            document[at] = nlohmann::ordered_json::parse(value.toStdString());
        const std::string said = complaint(document);
        QVERIFY2(mentions(said, "plan.json"), said.c_str());
        QVERIFY2(mentions(said, place.toUtf8().constData()), said.c_str());
    }

    void brokenTextIsRefused() {
        const std::string text = plan_to_text(launch_sample::plan());
        for (const std::size_t length : {std::size_t{0}, std::size_t{1}, text.size() / 2, text.size() - 3})
            QVERIFY_EXCEPTION_THROWN(parse_plan(text.substr(0, length), "plan.json"), InputError);
        QVERIFY_EXCEPTION_THROWN(parse_plan(text + "{}", "plan.json"), InputError);
        QVERIFY_EXCEPTION_THROWN(parse_plan(std::string(1000, '['), "plan.json"), InputError);
    }
};

QTEST_GUILESS_MAIN(PlanJsonTest)
#include "plan_json_test.moc"
