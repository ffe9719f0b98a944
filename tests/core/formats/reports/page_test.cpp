// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/base/time_text.h"
#include "core/cluster/hypothetical.h"
#include "core/formats/documents/resources.h"
#include "core/formats/reports/cluster_charts.h"
#include "core/formats/reports/html_text.h"
#include "core/formats/reports/page_files.h"
#include "core/formats/reports/plan_answer.h"
#include "core/formats/reports/schedule_report.h"
#include "core/formats/reports/step_data.h"
#include "core/formats/text/sha256.h"
#include "core/schedule/idle_share.h"
#include "core/schedule/schedule_family.h"
#include "core/schedule/simulator.h"
#include "core/schedule/stage_times.h"

#include <QCryptographicHash>
#include <QtTest>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

constexpr const char* hostile =
    "</script><script>alert(1)</script><!-- & \" ' \xe2\x80\xa8 \xe2\x80\xae \x01 \xff";

std::shared_ptr<const Timeline> simulated(ScheduleKind kind, const ScheduleSize& size,
                                          const DeviceTimes& times) {
    Simulator simulator(make_schedule(kind, size));
    simulator.run(StageTimes(times, simulator.schedule()).view(), P2p::overlapped);
    return std::make_shared<const Timeline>(simulator.timeline());
}

/// Times of which no two sums are alike, as those of a plan are.
DeviceTimes uneven(int devices) {
    DeviceTimes times;
    times.forward.clear(), times.backward.clear(), times.link.clear();
    for (int d = 0; d < devices; ++d) {
        times.forward.push_back(1e-3 * (1 + 0.0137 * d));
        times.backward.push_back(2e-3 * (1 + 0.00911 * d));
        if (d > 0)
            times.link.push_back(1e-4 * (1 + 0.031 * d));
    }
    return times;
}

} // namespace

class PageTest : public QObject {
    Q_OBJECT

private slots:
    void text_cannot_leave_its_place() {
        const std::string text = html_text(hostile);
        for (const char* part : {"<", ">", "\"", "'", "\xe2\x80\xa8", "\xe2\x80\xae", "\x01"})
            QVERIFY2(text.find(part) == std::string::npos, part);
        const std::string json = html_json({{"name", hostile}});
        for (const char* part : {"<", ">", "&", "\xe2\x80\xa8"})
            QVERIFY2(json.find(part) == std::string::npos, part);
        QVERIFY(nlohmann::json::parse(json)["name"].get<std::string>().starts_with("</script><script>"));
    }

    void a_page_with_hostile_names_has_its_own_scripts_alone() {
        const auto timeline = simulated(*schedule_named("gpipe"), {2, 2, 1, 1}, {});
        const std::string page =
            report_to_html(schedule_report({schedule_step(hostile, timeline, StepUnit::any)}));
        const QByteArray html = QByteArray::fromStdString(page);
        QCOMPARE(html.count("<script"), 2);
        QCOMPARE(html.count("</script"), 2);
        QCOMPARE(html.count("<!--"), 0);
    }

    /// The page's policy lets this script run and no other: a browser computes the digest as Qt does.
    void the_script_is_known_by_its_digest() {
        const QByteArray script(page_script().data(), static_cast<qsizetype>(page_script().size()));
        const QByteArray digest = QCryptographicHash::hash(script, QCryptographicHash::Sha256).toBase64();
        QCOMPARE(QByteArray::fromStdString(script_digest(page_script())), "sha256-" + digest);
        QVERIFY(script.contains("showPage();") && !page_style().empty());
    }

    void every_time_is_there_to_the_last_bit_data() {
        QTest::addColumn<QString>("name");
        for (const ScheduleKind kind : all_schedules())
            QTest::newRow(std::string(name_of(kind)).c_str())
                << QString::fromStdString(std::string(name_of(kind)));
    }
    void every_time_is_there_to_the_last_bit() {
        QFETCH(QString, name);
        const ScheduleKind schedule = *schedule_named(name.toStdString());
        const auto timeline =
            simulated(schedule, {4, 8, family_of(schedule).default_chunks, family_of(schedule).sample_slices},
                      uneven(4));
        const auto json = nlohmann::ordered_json::parse(
            html_json(step_to_json(schedule_step("one", timeline, StepUnit::seconds))));
        QCOMPARE(json["makespan"].get<double>(), timeline->makespan);
        QCOMPARE(json["idle_share"].get<double>(), idle_share(*timeline));
        const auto& times = json["times"];
        for (int d = 0; d < timeline->schedule->devices(); ++d) {
            const auto& operations = json["devices"][static_cast<std::size_t>(d)]["operations"];
            std::size_t next = 0;
            for (const std::int32_t number : timeline->schedule->order(d)) {
                const Operation& operation = timeline->schedule->operation(number);
                const auto i = static_cast<std::size_t>(number);
                if (operation.kind == OperationKind::recompute && timeline->end[i] <= timeline->start[i])
                    continue;
                QVERIFY(times[operations["from"][next].get<std::size_t>()].get<double>() ==
                        timeline->start[i]);
                QVERIFY(times[operations["to"][next].get<std::size_t>()].get<double>() == timeline->end[i]);
                QCOMPARE(operations["microbatch"][next].get<int>(), operation.microbatch);
                ++next;
            }
            QCOMPARE(operations["kinds"].get<std::string>().size(), next);
        }
    }

    /// What is sent by mail stays small: 16 stages and 128 microbatches, every time another.
    void a_large_schedule_is_below_a_megabyte() {
        for (const auto& [name, chunks] : {std::pair("1f1b", 1), {"interleaved", 2}, {"zb-h1", 1}}) {
            const auto timeline = simulated(*schedule_named(name), {16, 128, chunks, 1}, uneven(16));
            const std::string page =
                report_to_html(schedule_report({schedule_step(name, timeline, StepUnit::seconds)}));
            QVERIFY2(page.size() < 1'000'000, fmt::format("{}: {} bytes", name, page.size()).c_str());
        }
    }

    void a_schedule_that_is_too_long_to_be_played_is_shown_all_the_same() {
        const auto timeline = simulated(*schedule_named("1f1b"), {16, 2048, 1, 1}, uneven(16));
        const ReportStep step = schedule_step("1f1b", timeline, StepUnit::seconds);
        QVERIFY(!plays(step));
        const QByteArray html = QByteArray::fromStdString(report_to_html(schedule_report({step})));
        QVERIFY(html.contains("65536 operations, too many to be played") && !html.contains("data-step=\""));
        QVERIFY(html.count("<svg") >= 3 && html.size() < 300'000);
    }

    void two_schedules_are_compared_in_words() {
        const auto slow = simulated(*schedule_named("gpipe"), {4, 8, 1, 1}, uneven(4));
        const auto fast = simulated(*schedule_named("zb-h1"), {4, 8, 1, 1}, uneven(4));
        const Report report = schedule_report({schedule_step("GPipe", slow, StepUnit::seconds),
                                               schedule_step("ZB-H1", fast, StepUnit::seconds)});
        QCOMPARE(report.title, "ZB-H1: " + gain_text(fast->makespan, slow->makespan, "GPipe"));
        QVERIFY(fast->makespan < slow->makespan && report.title.ends_with(" % faster than GPipe"));
        QVERIFY_EXCEPTION_THROWN(schedule_report({}), InputError);
    }

    void a_map_shows_every_link_and_a_placement_every_gpu() {
        HypotheticalCluster choices;
        choices.gpu = gpu_kind_named("A100-SXM4-80GB");
        choices.nodes = 4, choices.gpus_per_node = 2, choices.spread = 0.3, choices.seed = 7;
        choices.nic_gb_per_s = 25, choices.nics = 1, choices.gpu_link_gb_per_s = 300;
        Cluster cluster = hypothetical_cluster(choices);
        cluster.inter_node.bandwidth.set(0, 3, BandwidthMatrix::unmeasured);
        cluster.inter_node.bandwidth.set(2, 1, 0.5);
        const std::optional<ReportMap> map = bandwidth_map(cluster);
        QVERIFY(map);
        for (int from = 0; from < 4; ++from)
            for (int to = 0; to < 4; ++to) {
                const double shown = map->gb_per_s[static_cast<std::size_t>(4 * from + to)];
                const double measured = cluster.inter_node.bandwidth.at(from, to);
                QVERIFY(from == to || (std::isnan(measured) ? std::isnan(shown) : shown == measured));
            }
        QCOMPARE(map->alike_gb_per_s, 0.0);
        choices.spread = 0;
        QVERIFY(bandwidth_map(hypothetical_cluster(choices))->alike_gb_per_s > 0);
        const ReportTable slowest = slowest_links_table(cluster);
        QCOMPARE(slowest.rows.front(),
                 (std::vector<std::string>{cluster.nodes[2].host, cluster.nodes[1].host, "0.50"}));

        Candidate candidate;
        candidate.config.pp = 3, candidate.config.dp = 2;
        candidate.mapping.gpu_of_rank = {0, 4, 1, 5, 2, 6}; // stage by stage, two copies each
        QStringList told;
        for (const ChartShape& shape : placement_chart(cluster, candidate).shapes)
            if (const auto* bar = std::get_if<ChartBar>(&shape))
                told << QString::fromStdString(bar->note).section(": ", 1);
        QCOMPARE(told, (QStringList{"stage 0, first copy", "stage 1, first copy", "stage 2, first copy",
                                    "no rank", "stage 0", "stage 1", "stage 2", "no rank"}));
    }

    void gains_and_times_are_words_that_anyone_reads() {
        QCOMPARE(gain_text(2.99, 3.50, "host order"), std::string("17 % faster than host order"));
        QCOMPARE(gain_text(1.05, 1.00, "host order"), std::string("5 % slower than host order"));
        QCOMPARE(gain_text(1.00, 1.01, "host order"), std::string("1.0 % faster than host order"));
        QCOMPARE(gain_text(1.00, 1.002, "host order"), std::string("level with host order"));
        for (const auto& [seconds, text] : {std::pair(2.993, "2.99 s"),
                                            {0.3712, "371 ms"},
                                            {0.04567, "45.7 ms"},
                                            {0.00123, "1.23 ms"},
                                            {0.9996, "1.00 s"},
                                            {3.2e-6, "3.20 µs"},
                                            {0.0, "0 s"},
                                            {12.34, "12.3 s"},
                                            {1234.0, "1234 s"}})
            QCOMPARE(time_text(seconds), std::string(text));
        for (const auto& [seconds, text] : {std::pair(2.9934, "2.993 s"),
                                            {0.37125, "371.2 ms"},
                                            {0.9996, "999.6 ms"},
                                            {0.99996, "1.000 s"},
                                            {9.9996, "10.00 s"},
                                            {1234.4, "1234 s"}})
            QCOMPARE(time_text(seconds, 4), std::string(text));
    }
};

QTEST_GUILESS_MAIN(PageTest)
#include "page_test.moc"
