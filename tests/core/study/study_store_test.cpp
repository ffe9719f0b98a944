// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/studies/study_store.h"

#include "core/formats/text/text_file.h"
#include "core/memory/memory_estimator.h"
#include "tests/core/study/small_study.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <csignal>
#include <fstream>
#include <set>
#include <sys/resource.h>

using namespace pipette;
using namespace pipette::test;

class StudyStoreTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

private slots:
    void plans_that_cannot_be_kept_are_plans_all_the_same() {
        const StudyDocument document = small_study();
        const auto path = std::filesystem::path(folder_.filePath("full.points.jsonl").toStdString());
        StudySinks sinks;
        StudyStore store(path, "one", StudyStore::Start::resume);
        sinks.store = store.plans();
        rlimit before{};
        getrlimit(RLIMIT_FSIZE, &before);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        rlimit small = before;
        small.rlim_cur = std::filesystem::file_size(path) + 100;
        setrlimit(RLIMIT_FSIZE, &small);
        const StudyResult result = run(document, sinks);
        setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, handler);
        QVERIFY(result.not_kept.find("cannot be written") != std::string::npos);
        for (const PointResult& point : result.points)
            QVERIFY(point.planned.best != nullptr);
        StudyStore again(path, "one", StudyStore::Start::resume); // what was cut off is left out
        sinks.store = again.plans();
        QVERIFY(run(document, sinks).not_kept.empty());
    }

    void kept_points_are_not_planned_again() {
        const StudyDocument document = small_study();
        const auto path = std::filesystem::path(folder_.filePath("s.points.jsonl").toStdString());
        std::atomic<int> kept = 0;
        const auto run_with = [&](const std::string& planner, StudyStore::Start start) {
            StudyStore store(path, planner, start);
            StudySinks sinks;
            sinks.store = store.plans();
            sinks.store.keep = [&, keep = sinks.store.keep](const PlanInputs& inputs,
                                                            const PlannedPoint& planned) {
                ++kept;
                keep(inputs, planned);
            };
            return text_of_run(document, sinks);
        };
        using enum StudyStore::Start;
        const std::string first = run_with("one", resume);
        QCOMPARE(kept.exchange(0), 2);
        QCOMPARE(run_with("one", resume), first);
        QCOMPARE(kept.exchange(0), 0);
        // What a program that was killed left of its last line.
        std::string text = read_text_file(path);
        std::ofstream(path, std::ios::binary) << text.substr(0, text.size() - 100);
        QCOMPARE(run_with("one", resume), first);
        QCOMPARE(kept.exchange(0), 1);
        QCOMPARE(run_with("one", resume), first);
        QCOMPARE(kept.exchange(0), 0);
        run_with("another", resume);
        QCOMPARE(kept.exchange(0), 2);
        run_with("one", empty);
        QCOMPARE(kept.exchange(0), 2);
        std::ofstream(path, std::ios::binary) << "a letter to my aunt\n";
        QVERIFY(refusal([&] { run_with("one", resume); }).contains("move it away"));
        QCOMPARE(read_text_file(path), std::string("a letter to my aunt\n"));
    }

    void plans_of_another_file_are_added_and_none_is_lost() {
        const auto path = [&](const char* name) {
            return std::filesystem::path(folder_.filePath(QLatin1String(name)).toStdString());
        };
        const StudyDocument document = small_study();
        StudyDocument other = document;
        other.study.axes = {{"gpus", {8.0}}, {"link_factor", {1.0, 0.5}}};
        const auto planned = [&](const StudyDocument& asked, const char* name) {
            StudyStore store(path(name), "one", StudyStore::Start::resume);
            std::atomic<int> kept = 0;
            StudySinks sinks;
            sinks.store = store.plans();
            sinks.store.keep = [&, keep = sinks.store.keep](const PlanInputs& inputs,
                                                            const PlannedPoint& point) {
                ++kept;
                keep(inputs, point);
            };
            (void)run(asked, sinks);
            return kept.load();
        };
        QCOMPARE(planned(document, "from.jsonl"), 2);
        QCOMPARE(planned(other, "to.jsonl"), 2);
        std::ofstream(path("from.jsonl"), std::ios::binary | std::ios::app) << "{\"key\":\"half a li";
        const std::string before = read_text_file(path("from.jsonl"));
        for (int time = 0; time < 2; ++time) {
            StudyStore(path("to.jsonl"), {}, StudyStore::Start::resume).add_from(path("from.jsonl"));
            const std::string text = read_text_file(path("to.jsonl"));
            QCOMPARE(std::count(text.begin(), text.end(), '\n'), 1 + 2 + 1); // they share a plan
        }
        QCOMPARE(read_text_file(path("from.jsonl")), before); // a run goes on writing there
        QCOMPARE(planned(document, "to.jsonl"), 0);
        QCOMPARE(planned(other, "to.jsonl"), 0);
        std::ofstream(path("from.jsonl"), std::ios::binary) << "a letter to my aunt\n";
        QVERIFY(refusal([&] {
                    StudyStore(path("to.jsonl"), {}, StudyStore::Start::resume).add_from(path("from.jsonl"));
                }).contains("from.jsonl"));
    }

    void large_matrices_tell_points_apart() {
        constexpr int rows = BandwidthMatrix::most_exact + 1;
        const auto inputs_over = [](double slow_gb_per_s) {
            Cluster cluster;
            cluster.inter_node.bandwidth = BandwidthMatrix(rows);
            cluster.inter_node.bandwidth.set(0, rows - 1, slow_gb_per_s);
            PlanInputs inputs;
            inputs.cluster = std::make_shared<const Cluster>(std::move(cluster));
            return inputs;
        };
        const auto path = std::filesystem::path(folder_.filePath("large.points.jsonl").toStdString());
        StudyStore kept(path, "one", StudyStore::Start::resume);
        PlannedPoint planned;
        planned.failed = "it did not fit";
        kept.plans().keep(inputs_over(20), planned);
        QCOMPARE(kept.plans().find(inputs_over(20)).value().failed, planned.failed);
        QVERIFY(!kept.plans().find(inputs_over(19)));
    }

    void who_plans_is_program_calibration_and_memory() {
        Knowledge known{shipped_calibration(), nullptr};
        std::set<std::string> names{planner_name("1 a", known), planner_name("1 b", known)};
        known.memory = std::make_shared<const std::vector<MemoryEstimator>>(1);
        names.insert(planner_name("1 a", known));
        known.calibration = {};
        names.insert(planner_name("1 a", known));
        QCOMPARE(names.size(), std::size_t(4));
    }
};

QTEST_MAIN(StudyStoreTest)
#include "study_store_test.moc"
