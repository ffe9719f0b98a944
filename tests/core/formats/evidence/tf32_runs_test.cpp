// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/error_figures.h"
#include "core/evidence/fit_time.h"
#include "core/evidence/run_time.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/gpu_kinds_json.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/runs_csv.h"
#include "core/formats/text/csv_table.h"
#include "core/formats/text/text_file.h"
#include "tests/data_beside.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <sstream>

using namespace pipette;

namespace {

constexpr const char* header =
    "run_id,source,framework,model,layers,hidden,heads,kv_heads,ffn_hidden,gated_mlp,sequence_length,vocab,"
    "gpu,gpus,gpus_per_node,tp,pp,dp,micro_batch,global_batch,precision,iteration_time_s,memory_scope,status,"
    "clean,flash_attention,notes\n";

MeasuredRun run_of(const std::string& model, const std::string& precision, const std::string& notes) {
    const std::string row = fmt::format(
        "a,test,Megatron-DeepSpeed,{},24,1024,16,16,4096,0,2048,50304,GH200,4,4,4,1,1,1,32,{},2,max,"
        "ok,1,0,{}\n",
        model, precision, notes);
    return parse_runs_csv(header + row, "runs.csv", known_gpus()).front();
}

/// "[7, 9, 9, 9]" of the notes are layers, embedding and head counted: blocks of each stage as "6-9-9-8".
std::string blocks_of(const std::string& notes) {
    const std::size_t begin = notes.find('[', notes.find("stage split")) + 1;
    std::istringstream numbers(notes.substr(begin, notes.find(']', begin) - begin));
    std::vector<int> blocks;
    for (std::string number; std::getline(numbers, number, ',');)
        blocks.push_back(std::stoi(number));
    --blocks.front(), --blocks.back();
    return fmt::format("{}", fmt::join(blocks, "-"));
}

/// A node for each tensor parallel group, in the order of the ranks: the notes name the kind of each stage
/// and replica. Nodes are on Ethernet of 1 Gbit/s, which the time of their gradient exchange tells.
Cluster unlike_nodes(const std::string& notes, int tp, double pcie_gb_per_s) {
    const std::vector<KnownGpu> known = known_gpus();
    const std::map<std::string, std::string> names{
        {"RTX-3090", "RTX-3090-24GB"}, {"RTX-2080", "RTX-2080-Ti-11GB"}, {"Titan-RTX", "TITAN-RTX-24GB"}};
    Cluster cluster;
    cluster.name = "unlike", cluster.origin = "kinds by Sailor's results";
    for (const auto& [name, kind] : names) {
        NodeKind& node = cluster.node_kinds.emplace_back();
        node.name = name, node.gpu = find_gpu(known, kind)->kind, node.gpus = tp, node.nics = 1;
        node.intra_node = {pcie_gb_per_s, 20, {}, {}};
    }
    const std::size_t begin = notes.find("replica: "), end = notes.find("; slow network");
    const std::string places = notes.substr(begin, end - begin);
    for (std::size_t at = 0; at < places.size(); ++at)
        for (std::size_t kind = 0; kind < cluster.node_kinds.size(); ++kind)
            if (places.compare(at, cluster.node_kinds[kind].name.size(), cluster.node_kinds[kind].name) == 0)
                cluster.nodes.push_back({fmt::format("n{}", cluster.nodes.size()), int(kind), {}});
    const int nodes = static_cast<int>(cluster.nodes.size());
    cluster.inter_node.bandwidth = BandwidthMatrix(nodes);
    cluster.inter_node.latency_us = 50;
    for (int a = 0; a < nodes; ++a)
        for (int b = 0; b < nodes; ++b)
            if (a != b)
                cluster.inter_node.bandwidth.set(a, b, 0.8 * 0.125);
    return make_cluster(std::move(cluster));
}

double predicted(const MeasuredRun& run) {
    return predicted_time_s(prepared(run), shipped_calibration());
}

} // namespace

/// OPT-350M and GPT-Neo-2.7B, whose weights are kept in fp32 and multiplied in TF32 (Strati et al., Sailor,
/// SOSP 2025): no fit has seen them.
class Tf32RunsTest : public QObject {
    Q_OBJECT

    std::vector<MeasuredRun> alike_, unlike_; ///< on GH200; on several kinds of older GPUs

private slots:
    void initTestCase() {
        const std::filesystem::path file = data_beside("runs_2026/sailor_gh200_mixed.csv");
        if (file.empty())
            return;
        const QTemporaryDir folder;
        const std::filesystem::path there(folder.path().toStdString());
        const std::string text = read_text_file(file), columns = text.substr(0, text.find('\n'));
        const CsvTable table(text, file.string());
        std::string machines = columns + ",cluster,layers_per_stage\n";
        for (std::size_t row = 0; row < table.rows(); ++row) {
            std::istringstream names(columns);
            for (std::string name; std::getline(names, name, ',');)
                machines += csv_field(table.text(row, name)) + ",";
            const std::string notes = table.text(row, "notes");
            const bool mixed = notes.find("replica: ") != notes.npos;
            const std::string cluster = mixed ? fmt::format("{}.json", row) : "";
            if (mixed)
                write_cluster(unlike_nodes(notes, table.integer(row, "tp", 1, 8), 4), there / cluster);
            machines += fmt::format("{},{}\n", cluster, blocks_of(notes));
        }
        for (MeasuredRun& run : parse_runs_csv(machines, (there / "runs.csv").string(), known_gpus()))
            if (run.clean && why_inexpressible(run).empty())
                (run.machine ? unlike_ : alike_).push_back(std::move(run));
    }

    void containersMultiplyInTf32() {
        QVERIFY(run_of("opt", "fp32", "the NGC container").precision == Precision::tf32);
        QVERIFY(run_of("opt", "fp32", "").precision == Precision::fp32);
        QVERIFY(run_of("opt", "TF32", "").precision == Precision::tf32);
        QVERIFY(run_of("opt", "fp16", "the NGC container").precision == Precision::fp16);
    }

    void optAndGptNeoTrainWithoutDropoutOfAttention() {
        QVERIFY(!run_of("OPT-350M", "fp32", "").model.attention_dropout);
        QVERIFY(!run_of("GPT-Neo-2.7B", "fp32", "").model.attention_dropout);
        QVERIFY(run_of("gpt", "fp32", "").model.attention_dropout);
    }

    void gpusWithoutTf32ComputeInFp32() {
        for (const KnownGpu& gpu : known_gpus()) {
            const double tf32 = gpu.kind.peak_flops(Precision::tf32),
                         fp32 = gpu.kind.peak_flops(Precision::fp32);
            const bool older = gpu.kind.architecture == "volta" || gpu.kind.architecture == "turing";
            QVERIFY2(older ? tf32 == fp32 : tf32 >= fp32, gpu.kind.name.c_str());
            QVERIFY2(tf32 <= 1.02 * gpu.kind.peak_flops(Precision::fp16) / 2 || tf32 == fp32,
                     gpu.kind.name.c_str());
        }
    }

    void layoutsOfOneJobKeepTheirRatios() {
        if (alike_.empty())
            QSKIP("the measured runs are not here");
        QCOMPARE(alike_.size(), 20u);
        double sum = 0;
        int pairs = 0;
        for (const MeasuredRun& a : alike_)
            for (const MeasuredRun& b : alike_)
                if (a.id < b.id && a.source == b.source && a.model.name == b.model.name &&
                    a.global_batch == b.global_batch) {
                    const double error = std::abs(predicted(a) / predicted(b) / (a.time_s / b.time_s) - 1);
                    qInfo("%s %s: %s: %.1f %%", a.id.c_str(), b.id.c_str(), a.model.name.c_str(),
                          100 * error);
                    sum += error, ++pairs;
                }
        qInfo("%d pairs: %.1f %% in the mean", pairs, 100 * sum / pairs);
        QVERIFY2(sum / pairs <= 0.12, qPrintable(QString::number(sum / pairs)));
    }

    void jobsOnUnlikeGpusAreRanked() {
        if (unlike_.empty())
            QSKIP("the measured runs are not here");
        QCOMPARE(unlike_.size(), 5u);
        for (const double pcie_gb_per_s : {3, 4, 6, 8}) {
            std::vector<double> ours, measured;
            for (MeasuredRun run : unlike_) {
                Cluster machine = *run.machine;
                for (NodeKind& node : machine.node_kinds)
                    node.intra_node.bandwidth_gb_per_s = pcie_gb_per_s;
                run.machine = share(std::move(machine));
                ours.push_back(predicted(run)), measured.push_back(run.time_s);
            }
            const ErrorFigures figures = error_figures(ours, measured);
            qInfo("%.0f GB/s between GPUs: rank correlation %.2f, mean error %.1f %%", pcie_gb_per_s,
                  figures.spearman, 100 * figures.mape);
            QVERIFY(figures.spearman >= 0.8);
        }
    }
};

QTEST_GUILESS_MAIN(Tf32RunsTest)
#include "tf32_runs_test.moc"
