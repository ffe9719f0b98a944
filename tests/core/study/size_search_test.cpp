// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/size_search.h"

#include "core/base/input_error.h"
#include "core/cluster/hypothetical.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace pipette;

namespace {

constexpr int most = 64;

PlanInputs inputs_on(int gpus) {
    HypotheticalCluster choices;
    choices.gpu = gpu_kind_named("A100-SXM4-80GB");
    choices.nodes = std::max(1, gpus / 8), choices.gpus_per_node = std::min(gpus, 8);
    choices.nic_gb_per_s = 25, choices.nics = 1, choices.gpu_link_gb_per_s = 300;
    PlanInputs inputs;
    inputs.cluster = share(hypothetical_cluster(choices));
    inputs.model = load_model("gpt-1.7b");
    inputs.job.global_batch = 128, inputs.job.sequence_length = 1024;
    inputs.budget.moves = 500, inputs.budget.chains = 1;
    inputs.limits.micro_batches = {1, 2};
    return inputs;
}

Sizes sizes() {
    return {8, most, inputs_on};
}

TrainingGoal goal_of(double days) {
    TrainingGoal goal;
    goal.tokens = 30e9, goal.days = days, goal.price_per_gpu_hour = 2;
    return goal;
}

SizeAnswer answer_for(double days) {
    return smallest_size(sizes(), goal_of(days), {shipped_calibration(), nullptr});
}

/// Days of the best plan on each size, found one by one.
std::vector<double> days_by_size() {
    std::vector<double> days;
    for (int gpus = 8; gpus <= most; gpus += 8) {
        const SizeAnswer one =
            smallest_size({gpus, gpus, inputs_on}, goal_of(0), {shipped_calibration(), nullptr});
        days.push_back(one.points.front().result.outcome.days);
        if (days.size() > 1)
            days.back() = std::min(days.back(), days[days.size() - 2]); // fewer may be used
    }
    return days;
}

} // namespace

class SizeSearchTest : public QObject {
    Q_OBJECT

private slots:
    void no_smaller_size_is_enough() {
        const std::vector<double> days = days_by_size();
        QVERIFY(days.back() < 0.5 * days.front());
        for (const double deadline :
             {1.5 * days[0], 0.99 * days[0], days[2], 0.5 * (days[4] + days[5]), days.back()}) {
            const SizeAnswer found = answer_for(deadline);
            QVERIFY(found.answer >= 0);
            const auto first =
                std::find_if(days.begin(), days.end(), [&](double d) { return d <= deadline; });
            const int fewest = found.points[std::size_t(found.answer)].allowed_gpus;
            if (first == days.begin()) // a part of a node may do
                QVERIFY(fewest <= 8);
            else
                QCOMPARE(fewest, 8 + 8 * int(first - days.begin()));
        }
        QCOMPARE(answer_for(0.9 * days.back()).answer, -1);
    }

    void a_part_of_a_node_may_be_enough() {
        const double days = days_by_size().front();
        const SizeAnswer found = answer_for(20 * days);
        const SizePoint& fewest = found.points[std::size_t(found.answer)];
        QVERIFY2(fewest.allowed_gpus < 8, qPrintable(QString::number(fewest.allowed_gpus)));
        QVERIFY(fewest.result.meets_deadline);
        QVERIFY(fewest.allowed_gpus == 1 || !found.points.front().result.meets_deadline ||
                found.points.front().allowed_gpus == fewest.allowed_gpus);
    }

    void every_row_adds_up_and_more_gpus_are_never_slower() {
        const TrainingGoal goal = goal_of(0);
        const SizeAnswer found = answer_for(0);
        QCOMPARE(found.answer, -1);
        QCOMPARE(found.points.size(), std::size_t(4)); // 8, 16, 32, 64
        double before = 1e300;
        for (const SizePoint& point : found.points) {
            const Candidate& best = *point.result.planned.best;
            const Outcome& outcome = point.result.outcome;
            const double days = goal.tokens / (best.tokens_per_s * outcome.goodput.share) / 86'400;
            QVERIFY(std::abs(outcome.days / days - 1) < 1e-9);
            const double hours = 24 * outcome.days * best.config.world();
            QVERIFY(std::abs(*outcome.cost / (hours * goal.price_per_gpu_hour) - 1) < 1e-9);
            QVERIFY(outcome.days <= before);
            QVERIFY(!point.result.assumptions.empty());
            before = outcome.days;
        }
    }

    void a_size_on_which_nothing_fits_says_why_and_is_not_enough() {
        const Sizes huge{8, 16, [](int gpus) {
                             PlanInputs inputs = inputs_on(gpus);
                             inputs.model = load_model("llama-3-70b");
                             inputs.limits.world_sizes = {gpus};
                             inputs.limits.offloads = {0};
                             return inputs;
                         }};
        const SizeAnswer found = smallest_size(huge, goal_of(1e9), {shipped_calibration(), nullptr});
        const PlannedPoint& first = found.points.front().result.planned;
        QVERIFY(!first.best && first.failed.find("GiB") != std::string::npos);
        QVERIFY(found.answer != 0);
    }

    void sizes_are_never_more_than_was_asked() {
        StudySetting base;
        base.machine.gpu = "A100-SXM4-80GB";
        StudySources sources;
        sources.machines["A100-SXM4-80GB"].gpu = gpu_kind_named("A100-SXM4-80GB");
        sources.machines["A100-SXM4-80GB"].gpus_per_node = 8;
        QCOMPARE(sizes_of(base, sources, 4).step, 4);
        base.machine.gpus_per_node = 1; // more nodes than a cluster may have
        QCOMPARE(sizes_of(base, sources).most, bounds::assumed_nodes.most);
    }

    void what_was_stopped_is_no_size() {
        std::stop_source stop;
        int heard = 0;
        Sizes stopped = sizes();
        stopped.inputs = [&](int gpus) {
            if (gpus > 16)
                stop.request_stop(); // while the third is planned
            return inputs_on(gpus);
        };
        const SizeAnswer found = smallest_size(
            stopped, goal_of(1e-3), {shipped_calibration(), nullptr}, [&](const SizePoint&) { ++heard; },
            stop.get_token());
        QVERIFY(found.stopped_early);
        QCOMPARE(heard, 2);
        QCOMPARE(found.points.size(), std::size_t(2));
        QVERIFY(found.points.back().result.planned.best != nullptr);
    }

    void stops_when_asked_to() {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(smallest_size(sizes(), goal_of(1), {shipped_calibration(), nullptr}, {}, stop.get_token())
                    .stopped_early);
    }

    void batches_are_near_the_tokens_and_divide_well() {
        for (const double tokens : {4e6, 16e6, 1e6, 5e5})
            for (const int sequence : {2048, 4096, 8192, 131'072}) {
                const int batch = batch_of(tokens, sequence);
                const double wanted = std::max(1.0, tokens / sequence);
                QVERIFY2(std::abs(batch / wanted - 1) <= 1 / 16.0 || wanted < 16,
                         qPrintable(QString::number(batch)));
                int power = 1;
                while (batch % (2 * power) == 0)
                    power *= 2;
                QVERIFY(32 * power > wanted);
            }
        QCOMPARE(batch_of(100, 4096), 1);
        QVERIFY_THROWS_EXCEPTION(InputError, batch_of(4e12, 128));
    }
};

QTEST_APPLESS_MAIN(SizeSearchTest)
#include "size_search_test.moc"
