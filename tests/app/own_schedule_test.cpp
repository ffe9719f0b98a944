// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule that the program does not know: everything about it stands in this file.
#include "core/base/input_error.h"
#include "core/cost/candidate_timeline.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/schedule/idle_share.h"
#include "core/schedule/kinds/orders.h"
#include "core/schedule/pipeline_timer.h"
#include "core/schedule/schedule_family.h"
#include "core/search/rounds/evaluate.h"
#include "core/search/rounds/planner.h"
#include "widgets/lab/schedule_lab.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/theme/theme.h"

#include <QtTest>
#include <QtWidgets>

#include <array>
#include <numeric>

using namespace pipette;

namespace {

/// One microbatch at a time goes down the devices, back up and down again, and the same way back: three
/// chunks a device, and all devices but one wait.
void fill_single_file(ScheduleDraft& draft) {
    const int p = draft.size.devices;
    for (int d = 0; d < p; ++d) {
        const std::array stages{d, 2 * p - 1 - d, 2 * p + d};
        for (int m = 0; m < draft.size.microbatches; ++m) {
            for (std::size_t chunk = 0; chunk < stages.size(); ++chunk)
                append(draft, d, OperationKind::forward, m, stages[chunk]);
            for (std::size_t chunk = stages.size(); chunk-- > 0;)
                append(draft, d, OperationKind::backward, m, stages[chunk]);
        }
    }
}

const Registered<ScheduleFamily> single_file_row({
    .name = "single-file",
    .title = "Single file",
    .citation = "made up",
    .sizes = {"3 chunks, 1 slice",
              [](const ScheduleSize& size) { return size.chunks == 3 && size.slices == 1; }},
    .fill = fill_single_file,
    .device_of_chunk = v_shaped_device,
    .default_chunks = 3,
    .bound = TimeBound::device_work,
    .round = round_of_one,
});

ScheduleKind single_file() {
    return *schedule_named("single-file");
}

PlanInputs inputs() {
    PlanInputs inputs;
    inputs.cluster = share(read_cluster(PIPETTE_SOURCE_DIR "/sample_clusters/starter_2x8_a100.json"));
    inputs.model = load_model("gpt-1.7b");
    inputs.job.global_batch = 32;
    inputs.job.sequence_length = 2048;
    inputs.limits.schedules = {single_file()};
    inputs.limits.micro_batches = {1, 2};
    inputs.budget = {.seed = 1, .chains = 1, .moves = 1000, .threads = 1};
    return inputs;
}

Knowledge knowledge() {
    return {shipped_calibration(), nullptr};
}

/// pp=4 tp=1 dp=4 on neighbouring GPUs.
Candidate estimated(ScheduleKind schedule) {
    ParallelConfig config;
    config.pp = 4, config.dp = 4, config.vpp = family_of(schedule).default_chunks;
    config.global_batch = 32, config.schedule = schedule, config.p2p = P2p::overlapped;
    config.layers_per_stage = even_layers(24, config.chunks());
    RankMapping mapping;
    mapping.gpu_of_rank.resize(16);
    std::iota(mapping.gpu_of_rank.begin(), mapping.gpu_of_rank.end(), 0);
    return evaluate(inputs(), config, mapping, knowledge());
}

/// Pixels of about that colour in a picture of the view.
int count_near(GanttView& view, const QColor& colour) {
    QImage image(1100, 420, QImage::Format_RGB32);
    QPainter painter(&image);
    view.renderTo(&painter, image.size());
    int found = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            found += std::abs(pixel.red() - colour.red()) + std::abs(pixel.green() - colour.green()) +
                         std::abs(pixel.blue() - colour.blue()) <
                     24;
        }
    return found;
}

} // namespace

class OwnScheduleTest : public QObject {
    Q_OBJECT

private slots:
    void itIsSimulated() {
        constexpr int devices = 4, n = 6;
        std::vector<double> forward, backward;
        for (int stage = 0; stage < 3 * devices; ++stage)
            forward.push_back(1 + stage), backward.push_back(2);
        PipelineTimes times;
        times.forward = forward, times.backward = backward;
        const double one = std::accumulate(forward.begin(), forward.end(), 2.0 * 3 * devices);
        Simulator simulator(make_schedule(single_file(), {devices, n, 3, 1}));
        QCOMPARE(simulator.run(times, P2p::overlapped), n * one);
        QCOMPARE(simulator.schedule().peak_activations(0), 3.0);
        QCOMPARE(simulator.schedule().device_of(0, 4), 3); // back up from the last device
        // A million microbatches by their rounds.
        PipelineTimer timer(single_file(), {devices, 1'000'000, 3, 1});
        QCOMPARE(timer.run(times, P2p::overlapped), 1e6 * one);
        try {
            make_schedule(single_file(), {4, 8, 2, 1});
            QFAIL("two chunks are too few");
        } catch (const InputError& error) {
            QVERIFY2(QByteArray(error.what()).contains("it allows 3 chunks, 1 slice"), error.what());
        }
    }

    void itIsEstimated() {
        const Candidate own = estimated(single_file()),
                        usual = estimated(*schedule_named("interleaved")); // of two chunks
        QVERIFY(own.model_times.bound <= own.iteration_time_s);
        QVERIFY(own.model_times.bound > 0.2 * own.iteration_time_s);
        QCOMPARE(own.breakdown.total(), own.iteration_time_s);
        // Three of four devices wait, and none holds more than one microbatch.
        QVERIFY(own.breakdown.bubble > 0.6 * own.iteration_time_s);
        QVERIFY(own.iteration_time_s > 2 * usual.iteration_time_s);
        const auto activations = [](const Candidate& candidate) {
            double bytes = 0;
            for (const MemoryPart& part : candidate.memory[0].parts)
                bytes += part.name.find("activations") != std::string::npos ? part.bytes : 0;
            return bytes;
        };
        QVERIFY(activations(own) > 0);
        QVERIFY(activations(own) < 0.5 * activations(usual));
    }

    void itIsPlannedWrittenAndReadBack() {
        const Plan made = plan(inputs(), knowledge());
        QVERIFY(!made.candidates.empty());
        for (const Candidate& candidate : made.candidates) {
            QCOMPARE(candidate.config.schedule, single_file());
            QCOMPARE(candidate.config.vpp, 3);
            QVERIFY(candidate.model_times.bound <= candidate.iteration_time_s);
        }
        const std::string text = plan_to_text(made);
        QVERIFY(text.find("\"single-file\"") != std::string::npos);
        const Plan read = parse_plan(text, "plan.json");
        QVERIFY(read.inputs == made.inputs);
        QVERIFY(read.candidates == made.candidates);
    }

    void itIsDrawn() {
        const PlanInputs given = inputs();
        const Candidate candidate = estimated(single_file());
        const auto timeline = std::make_shared<const Timeline>(
            candidate_timeline(given, candidate.config, candidate.mapping, shipped_calibration()));
        QVERIFY(qAbs(timeline->total() / candidate.iteration_time_s - 1) < 1e-9);
        QCOMPARE(timeline->schedule->devices(), 4);
        const Theme& theme = lightTheme();
        GanttView view;
        view.setPalette(paletteOf(theme));
        view.setTimelines({{QStringLiteral("own"), timeline}});
        QVERIFY(count_near(view, operationColour(OperationLook::forward, theme)) > 1000);
        QVERIFY(count_near(view, operationColour(OperationLook::backward, theme)) > 1000);
    }

    void theLabOffersIt() {
        ScheduleLab lab;
        lab.setSchedule(0, single_file(), {4, 8, 3, 1});
        QCOMPARE(lab.timelines().front().title, QStringLiteral("Single file"));
        auto* table = lab.findChild<QTableWidget*>();
        QCOMPARE(table->item(0, 0)->text(), QStringLiteral("Single file"));
        const double idle = idle_share(*lab.timelines().front().timeline);
        QVERIFY2(idle > 0.75 && idle < 0.85, qPrintable(QString::number(idle))); // and its links take time
        QCOMPARE(table->item(0, 4)->text(), QStringLiteral("1"));
        bool offered = false;
        for (const QComboBox* box : lab.findChildren<QComboBox*>())
            offered = offered || box->findText(QStringLiteral("Single file")) >= 0;
        QVERIFY(offered);
    }
};

QTEST_MAIN(OwnScheduleTest)
#include "own_schedule_test.moc"
