// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/evidence/error_figures.h"
#include "core/evidence/fit_time.h"
#include "core/evidence/run_time.h"
#include "core/evidence/validation.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/memory_estimator_json.h"
#include "core/formats/evidence/runs_csv.h"
#include "core/formats/text/text_file.h"
#include "core/search/rounds/evaluate.h"
#include "tests/data_beside.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <numeric>
#include <regex>

using namespace pipette;

namespace {

/// Three nodes of four V100 on 10 Gbit/s and one of four T4 on 50 Gbit/s, of whose rates the share `network`
/// is reached, and `t4_gb_per_s` between T4s.
Cluster amp_cluster(double network, double t4_gb_per_s) {
    const auto kind = [](const std::string& name, double gb_per_s, double latency_us) {
        const std::vector<KnownGpu> known = known_gpus();
        NodeKind made;
        made.name = name, made.gpu = find_gpu(known, name)->kind, made.gpus = 4, made.nics = 1;
        made.intra_node = {gb_per_s, latency_us, {}, {}};
        return made;
    };
    Cluster cluster;
    cluster.name = "AMP", cluster.origin = "rates by AMP's het_cluster.py";
    cluster.node_kinds = {kind("V100-SXM2-16GB", 114, 3), kind("T4-16GB", t4_gb_per_s, 200)};
    cluster.inter_node.bandwidth = BandwidthMatrix(4);
    cluster.inter_node.latency_us = 30;
    for (int a = 0; a < 4; ++a) {
        cluster.nodes.push_back({fmt::format("n{}", a), a == 3 ? 1 : 0, {}});
        for (int b = 0; b < 4; ++b)
            if (a != b)
                cluster.inter_node.bandwidth.set(a, b, network * (a == 3 ? 6.25 : 1.25));
    }
    return make_cluster(std::move(cluster));
}

constexpr const char* header = "run_id,source,framework,model,layers,hidden,heads,kv_heads,ffn_hidden,gated_"
                               "mlp,sequence_length,vocab,gpu,gpus,"
                               "tp,pp,dp,micro_batch,global_batch,precision,iteration_time_s,memory_scope,"
                               "status,clean,flash_attention,recompute,"
                               "cluster,layers_per_stage\n";

std::string row(const std::string& cluster, const std::string& layers, int gpus = 16) {
    return fmt::format(
        "a,test,Megatron-DeepSpeed,gpt,24,1024,16,16,4096,0,1024,52256,V100+T4,{},1,4,4,1,32,fp16,1.5,"
        "max,ok,1,0,full,{},{}\n",
        gpus, cluster, layers);
}

/// The notes give the stages as indices into 30 layers: three before the 24 blocks, and three behind. AMP's
/// pipeline example recomputes each layer.
std::string with_machine_columns(const std::filesystem::path& file) {
    std::ifstream lines(file);
    std::string text, line;
    std::getline(lines, line);
    text = line + ",recompute,cluster,layers_per_stage\n";
    const std::regex split(R"(\[([0-9, ]+)\])");
    while (std::getline(lines, line)) {
        std::smatch found;
        if (!std::regex_search(line, found, split))
            continue;
        std::vector<int> layers;
        int before = -1;
        std::istringstream numbers(found[1]);
        for (std::string number; std::getline(numbers, number, ',');) {
            const int block = std::clamp(std::stoi(number) - 3, 0, 24);
            if (before >= 0)
                layers.push_back(block - before);
            before = block;
        }
        text += fmt::format("{},full,amp.json,{}\n", line, fmt::join(layers, "-"));
    }
    return text;
}

double distance(const std::vector<double>& predicted, const std::vector<double>& measured,
                const std::vector<std::size_t>& rows) {
    return std::accumulate(rows.begin(), rows.end(), 0.0, [&](double sum, std::size_t i) {
        return sum + std::pow(std::log(predicted[i] / measured[i]), 2);
    });
}

} // namespace

class MachineColumnsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::filesystem::path path(const char* name) const {
        return std::filesystem::path(folder_.path().toStdString()) / name;
    }
    std::vector<MeasuredRun> parsed(const std::string& text) const {
        return parse_runs_csv(text, path("runs.csv").string(), known_gpus());
    }

private slots:
    void initTestCase() { write_cluster(amp_cluster(0.8, 4), path("amp.json")); }

    void aRunIsPredictedOnTheClusterThatItNames() {
        const MeasuredRun run = parsed(header + row("amp.json", "4-7-6-7")).front();
        QVERIFY2(why_inexpressible(run).empty(), why_inexpressible(run).c_str());
        QCOMPARE(run.gpu.name, std::string("V100+T4"));
        QCOMPARE(config_of(run).layers_per_stage, (std::vector<int>{4, 7, 6, 7}));
        const Cluster cluster = read_cluster(path("amp.json"));
        PlanInputs inputs;
        inputs.cluster = share(cluster), inputs.model = run.model, inputs.job = job_of(run);
        Knowledge knowledge;
        knowledge.calibration = shipped_calibration();
        const Candidate estimate =
            evaluate(inputs, config_of(run), host_order_mapping(16, 16, {}), knowledge);
        QCOMPARE(predicted_time_s(prepared(run), shipped_calibration()), estimate.iteration_time_s);
        const ValidationReport report = validate({run}, shipped_calibration(), shipped_memory_estimators());
        QCOMPARE(report.worked, 1);
        InexpressibleRuns left_out;
        QVERIFY(runs_by_source({run}, 100, left_out).empty());
        QVERIFY(left_out.begin()->first.starts_with("cluster: has several kinds of GPUs"));
    }

    void layoutsAreReadAsMegatronWritesThem() {
        QCOMPARE(parsed(header + row("amp.json", "Ettt|(ttttttt|)*2tttttttL")).front().layers_per_stage,
                 (std::vector<int>{3, 7, 7, 7}));
    }

    void whatCannotBeIsSaid_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("reason");
        QTest::newRow("no such file") << QString::fromStdString(row("none.json", "4-7-6-7")) << "none.json";
        QTest::newRow("no number") << QString::fromStdString(row("amp.json", "4-x")) << "layers_per_stage";
        QTest::newRow("open end") << QString::fromStdString(row("amp.json", "4-7-")) << "layers_per_stage";
        QTest::newRow("negative") << QString::fromStdString(row("amp.json", "4--7")) << "layers_per_stage";
        QTest::newRow("huge") << QString::fromStdString(row("amp.json", "99999999999")) << "layers_per_stage";
        QTest::newRow("no layout") << QString::fromStdString(row("amp.json", "Etx|L")) << "layers_per_stage";
    }

    void whatCannotBeIsSaid() {
        QFETCH(QString, line);
        QFETCH(QString, reason);
        try {
            parsed(header + line.toStdString());
            QFAIL("was read");
        } catch (const InputError& error) {
            const std::string said = error.what();
            QVERIFY2(said.find(reason.toStdString()) != said.npos, said.c_str());
        }
    }

    void aRunOfMoreGpusOrOtherLayersIsLeftOutWithItsReason() {
        MeasuredRun larger = parsed(header + row("amp.json", "4-7-6-7", 32)).front();
        larger.dp *= 2;
        QVERIFY(why_inexpressible(larger).find("fewer than the 32") != std::string::npos);
        QVERIFY(!why_inexpressible(parsed(header + row("amp.json", "4-7-6-8")).front()).empty());
    }

    /// Two rates are fitted on ten trials and judged on the others, for four choices of the ten.
    void trialsOnUnlikeGpusArePredicted() {
        const std::filesystem::path file = data_beside("runs_2026/amp_mixed_v100_t4.csv");
        if (file.empty())
            QSKIP("the measured runs are not here");
        std::vector<MeasuredRun> runs = parsed(with_machine_columns(file));
        std::erase_if(runs, [](const MeasuredRun& run) { return run.status != RunStatus::ok; });
        QCOMPARE(runs.size(), 43u);
        std::vector<double> measured;
        for (const MeasuredRun& run : runs)
            measured.push_back(run.time_s);
        std::vector<std::vector<double>> predicted; // one a pair of rates
        for (const double network : {0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95})
            for (const double t4_gb_per_s : {3.0, 3.5, 4.0, 4.5, 5.0, 6.0, 7.0, 9.0, 12.0}) {
                const auto machine = share(amp_cluster(network, t4_gb_per_s));
                std::vector<double>& times = predicted.emplace_back();
                for (MeasuredRun& run : runs) {
                    run.machine = machine;
                    times.push_back(predicted_time_s(prepared(run), shipped_calibration()));
                }
            }
        double mean_error = 0, mean_rank = 0;
        for (std::size_t offset = 0; offset < 4; ++offset) {
            std::vector<std::size_t> told, unseen;
            for (std::size_t i = 0; i < runs.size(); ++i)
                (i % 4 == offset && told.size() < 10 ? told : unseen).push_back(i);
            const auto best =
                std::min_element(predicted.begin(), predicted.end(), [&](const auto& a, const auto& b) {
                    return distance(a, measured, told) < distance(b, measured, told);
                });
            std::vector<double> ours, theirs;
            for (const std::size_t i : unseen)
                ours.push_back((*best)[i]), theirs.push_back(measured[i]);
            const ErrorFigures figures = error_figures(ours, theirs);
            qInfo("trials told from %zu on: mean error of the others %.1f %%, rank correlation %.2f", offset,
                  100 * figures.mape, figures.spearman);
            mean_error += figures.mape / 4, mean_rank += figures.spearman / 4;
        }
        QVERIFY2(mean_error <= 0.14, qPrintable(QString::number(mean_error)));
        QVERIFY2(mean_rank >= 0.79, qPrintable(QString::number(mean_rank)));
    }
};

QTEST_GUILESS_MAIN(MachineColumnsTest)
#include "machine_columns_test.moc"
