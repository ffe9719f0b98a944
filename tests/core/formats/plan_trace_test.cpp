// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/cost/candidate_timeline.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/calibration_use_json.h"
#include "core/formats/launchers/chrome_trace.h"
#include "core/formats/launchers/export_plan.h"
#include "core/schedule/schedule_family.h"
#include "tests/core/cost/small_clusters.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

// A plan of 64 devices in a pipeline, two replicas of it on 16 nodes with links of their own.
Plan deep_plan(ScheduleKind kind, P2p p2p) {
    Random random(9);
    Plan plan;
    plan.inputs.cluster = share(random_cluster(16, 8, 4, 20, 0.5, random));
    TransformerModel& model = plan.inputs.model;
    model.name = "deep", model.layers = 128, model.hidden = 2048, model.heads = model.kv_heads = 16,
    model.ffn_hidden = 8192, model.vocab = 32000, model.sequence_length = 2048;
    plan.inputs.job.global_batch = 256, plan.inputs.job.sequence_length = 2048;
    Candidate candidate;
    candidate.config.pp = 64, candidate.config.dp = 2, candidate.config.vpp = family_of(kind).default_chunks;
    candidate.config.global_batch = 256, candidate.config.schedule = kind, candidate.config.p2p = p2p;
    candidate.config.layers_per_stage = even_layers(128, candidate.config.chunks());
    candidate.mapping = host_order_mapping(128, 128, {});
    for (std::uint32_t i = 128; i > 1; --i)
        std::swap(candidate.mapping.gpu_of_rank[i - 1], candidate.mapping.gpu_of_rank[random.below(i)]);
    candidate.iteration_time_s =
        estimate_time(plan.inputs, candidate.config, candidate.mapping, shipped_calibration())
            .iteration_time_s;
    plan.candidates = {candidate};
    return plan;
}

struct Slice {
    long long start = 0, end = 0; // nanoseconds
    auto operator<=>(const Slice&) const = default;
};

Slice slice_of(const nlohmann::json& event) {
    const auto start = std::llround(event.at("ts").get<double>() * 1e3);
    return {start, start + std::llround(event.at("dur").get<double>() * 1e3)};
}

} // namespace

class PlanTraceTest : public QObject {
    Q_OBJECT

private slots:
    // Every slice of every device is an operation of the simulator, to the nanosecond; no two of a lane
    // overlap.
    void slicesAreTheSimulators_data() {
        QTest::addColumn<ScheduleKind>("kind");
        QTest::addColumn<P2p>("p2p");
        QTest::newRow("1f1b, blocking") << ScheduleKind(ScheduleKind::one_f_one_b) << P2p::blocking;
        QTest::newRow("1f1b, in turn") << ScheduleKind(ScheduleKind::one_f_one_b) << P2p::in_turn;
        QTest::newRow("interleaved") << ScheduleKind(ScheduleKind::interleaved) << P2p::overlapped;
        QTest::newRow("zb-h1") << *schedule_named("zb-h1") << P2p::overlapped;
    }
    void slicesAreTheSimulators() {
        QFETCH(ScheduleKind, kind);
        QFETCH(P2p, p2p);
        const Plan plan = deep_plan(kind, p2p);
        const Candidate& candidate = plan.candidates.front();
        const Timeline timeline =
            candidate_timeline(plan.inputs, candidate.config, candidate.mapping, shipped_calibration());
        QCOMPARE(timeline.schedule->devices(), 64);
        const std::string text = export_plan(plan, candidate, export_format_named("trace")).front().text;
        const auto trace = nlohmann::json::parse(text);
        std::map<int, std::vector<Slice>> lanes;
        std::size_t sends = 0;
        double held = 0, most_held = 0;
        for (const auto& event : trace.at("traceEvents")) {
            if (event.at("ph") == "X") {
                lanes[event.at("tid")].push_back(slice_of(event));
                sends += event.at("cat") == "S";
            } else if (event.at("ph") == "C" && event.at("name") == "activations of device 0") {
                held = event.at("args").at("held");
                most_held = std::max(most_held, held);
            }
        }
        for (auto& [lane, slices] : lanes) {
            std::sort(slices.begin(), slices.end());
            for (std::size_t k = 1; k < slices.size(); ++k)
                QVERIFY2(slices[k - 1].end <= slices[k].start, qPrintable(QString::number(lane)));
        }
        for (int d = 0; d < 64; ++d) {
            std::vector<Slice> expected;
            for (const std::int32_t i : timeline.schedule->order(d)) {
                const auto k = static_cast<std::size_t>(i);
                expected.push_back(
                    {std::llround(timeline.start[k] * 1e9), std::llround(timeline.end[k] * 1e9)});
            }
            for (const TimelineTail& tail : timeline.tails)
                if (tail.device == d)
                    expected.push_back({std::llround(tail.start * 1e9), std::llround(tail.end * 1e9)});
            QVERIFY(lanes[d] == expected);
        }
        QCOMPARE(sends, static_cast<std::size_t>(
                            std::count_if(timeline.sends.begin(), timeline.sends.end(),
                                          [](const TimelineSend& s) { return s.end > s.start; })));
        QCOMPARE(held, 0.0);
        QCOMPARE(most_held, timeline.devices[0].peak_activations);
    }

    // Pieces of about a megabyte, whatever the size of the trace.
    void comesInPieces() {
        const Plan plan = deep_plan(ScheduleKind::one_f_one_b, P2p::blocking);
        const Candidate& candidate = plan.candidates.front();
        const Timeline timeline =
            candidate_timeline(plan.inputs, candidate.config, candidate.mapping, shipped_calibration());
        std::string text;
        std::size_t longest = 0;
        stream_chrome_trace(timeline, [&](std::string_view piece) {
            longest = std::max(longest, piece.size());
            text += piece;
        });
        QVERIFY(text.size() > 4'000'000);
        QVERIFY(longest < 1'100'000);
        QCOMPARE(text, export_plan(plan, candidate, export_format_named("trace")).front().text);
    }

    // A trace ends when the plan says, or there is none.
    void whatNobodyKnowsTheTimesOfIsRefused() {
        Plan plan = deep_plan(ScheduleKind::one_f_one_b, P2p::blocking);
        const auto refusal = [&](const std::optional<Calibration>& named = std::nullopt) {
            try {
                export_plan(plan, plan.candidates.front(), export_format_named("trace"), {}, named);
            } catch (const InputError& error) {
                return std::string(error.what());
            }
            return std::string();
        };
        QCOMPARE(refusal(), std::string());
        KindCalibration own;
        own.architecture = "ampere", own.framework = "megatron", own.matmul_efficiency = 0.3;
        QVERIFY2(refusal(Calibration{{own}}).find("another version") != std::string::npos,
                 refusal(Calibration{{own}}).c_str());
        plan.calibrations =
            calibrations_used(*plan.inputs.cluster, plan.inputs.job.framework, {{own}}, "mine.json");
        QVERIFY2(refusal().find("of mine.json") != std::string::npos, refusal().c_str());
        plan.calibration = std::make_shared<const Calibration>(Calibration{{own}});
        plan.candidates.front().iteration_time_s =
            estimate_time(plan.inputs, plan.candidates.front().config, plan.candidates.front().mapping,
                          *plan.calibration)
                .iteration_time_s;
        QCOMPARE(refusal(), std::string());
        QVERIFY2(refusal(shipped_calibration()).starts_with("--calibration: holds other figures"),
                 refusal(shipped_calibration()).c_str());
    }
};

QTEST_GUILESS_MAIN(PlanTraceTest)
#include "plan_trace_test.moc"
