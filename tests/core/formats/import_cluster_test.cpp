// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/host_list.h"
#include "core/formats/logs/import_cluster.h"
#include "tests/core/formats/refusal.h"

#include <QtTest>
#include <fmt/format.h>

using namespace pipette;

namespace {

const char* const mpigraph =
    "INFO: host=n1 rank=0\nSTART mpiGraph v1.5\nProcs\t2\n\nSend max\t14493.5\nSend avg\t12554\n\n"
    "Send\tn1:0\tn2:1\t\nn1:0 to\t0.000\t14493.357\t\nn2:1 to\t11072.496\t0.000\t\n\n"
    "Recv\tn1:0\tn2:1\t\nn1:0 from\t0.000\t11072.4\t\nn2:1 from\t14497.7\t0.000\t\nEND mpiGraph\n";

const char* const p2p =
    "Unidirectional P2P=Disabled Bandwidth Matrix (GB/s)\n   D\\D     0      1\n"
    "     0 1524.39  16.69\n     1  16.98 1537.89\n"
    "Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)\n   D\\D     0      1\n"
    "     0 1545.50 270.75\n     1 270.25 1556.27\n"
    "P2P=Enabled Latency (P2P Writes) Matrix (us)\n   GPU     0      1\n"
    "     0   3.02   3.50\n     1   3.25   2.87\n\n   CPU     0      1\n     0   2.1   1.4\n";

const char* const topo =
    "\x1b[4m\tGPU0\tGPU1\tNIC0\tNIC1\tNIC2\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\x1b[0m\n"
    "GPU0\t X \tNV12\tSYS\tPIX\tSYS\t0-31\t0\t\tN/A\n"
    "GPU1\tNV12\t X \tPXB\tNODE\tSYS\t0-31\t0\t\tN/A\n"
    "NIC0\tSYS\tPXB\t X \tNODE\tSYS\n\nLegend:\n\n  X    = Self\n";

std::string osu(const char* test, const char* rows) {
    return fmt::format("# OSU MPI-CUDA {} Test v7.3\n# Size\n{}", test, rows);
}

ImportOptions a100() {
    ImportOptions options;
    options.gpu = "A100-SXM4-80GB";
    return options;
}

Cluster import(const std::vector<ImportInput>& inputs, ImportReport* report = nullptr,
               const ImportOptions& options = a100()) {
    ImportReport unused;
    return import_cluster(inputs, options, report != nullptr ? *report : unused);
}

Cluster one(const std::string& text, const std::string& file = "f") {
    return import({{file, text, nullptr}});
}

std::string replaced(std::string text, const std::string& old, const std::string& replacement) {
    return text.replace(text.find(old), old.size(), replacement);
}

bool holds(const std::vector<std::string>& lines, const std::string& part) {
    for (const std::string& line : lines)
        if (line.find(part) != std::string::npos)
            return true;
    return false;
}

} // namespace

class ImportClusterTest : public QObject {
    Q_OBJECT

private slots:
    void mpigraphIsDirected() {
        const Cluster cluster = one(mpigraph);
        QCOMPARE(cluster.nodes[1].host, std::string("n2"));
        QCOMPARE(cluster.inter_node.bandwidth.at(0, 1), 14.493357);
        QCOMPARE(cluster.inter_node.bandwidth.at(1, 0), 11.072496);
        QCOMPARE(cluster.inter_node.meaning, BandwidthMeaning::flow);
    }

    void brokenMpigraphIsRefused() {
        const std::string text = mpigraph;
        VERIFY_REFUSED(one(text.substr(0, text.find("n2:1 to"))),
                       "f: line 9: the table ends after 1 of 2 rows");
        VERIFY_REFUSED(one(replaced(text, "14493.357", "14493,357")), "line 9: \"14493,357\"");
        VERIFY_REFUSED(one(replaced(text, "n2:1 to", "n1:0 to")),
                       "line 10: is the row of \"n1:0\", expected n2:1");
        VERIFY_REFUSED(one(replaced(text, "\tn2:1", "\t$(x):1")), "line 8: host name");
        VERIFY_REFUSED(one("START mpiGraph v1.5\n"), "holds no \"Send\" table");
    }

    void cudaPeerTestGivesTheInsideOfANode() {
        const Cluster cluster = one(p2p);
        const IntraNode& inside = cluster.node_kinds[0].intra_node;
        QCOMPARE(inside.matrix.at(0, 1), 270.75);
        QCOMPARE(inside.matrix.at(1, 0), 270.25);
        QVERIFY(!inside.matrix.measured(0, 0)); // that is the GPU's own memory
        QCOMPARE(inside.latency.at(0, 1), 3.5);
        QCOMPARE(inside.bandwidth_gb_per_s, 270.5);
        QCOMPARE(cluster.node_kinds[0].gpus, 2);
    }

    void brokenPeerTestsAreRefused() {
        const std::string text = p2p;
        VERIFY_REFUSED(one(text.substr(0, text.find("     1 270"))),
                       "f: line 7: the table ends after 1 of 2 rows");
        VERIFY_REFUSED(one(text.substr(0, text.find("Unidirectional P2P=Enabled"))),
                       "holds no \"Unidirectional P2P=Enabled");
        VERIFY_REFUSED(one(replaced(text, "270.75", "270,75")), "line 7: \"270,75\"");
        VERIFY_REFUSED(one(replaced(text, "270.75", "270.75 1")), "line 7: expected GPU 0 and 2 figures");
        VERIFY_REFUSED(one("P2P=Enabled Unidirectional Matrix"), "line 1: expected the numbers of the GPUs");
    }

    void topologyGivesLinksAndNearestNics() {
        ImportReport report;
        const Cluster cluster = import({{"t", topo, nullptr}}, &report);
        const NodeKind& kind = cluster.node_kinds[0];
        QCOMPARE(kind.gpus, 2);
        QCOMPARE(kind.nics, 2); // NIC2 is near no GPU
        QCOMPARE(kind.nic_of_gpu, (std::vector<int>{1, 0}));
        QCOMPARE(kind.intra_node.matrix.at(0, 1), 300.0); // 12 links of an A100 at 25 GB/s
        QVERIFY(holds(report.notes, "\"NIC2\" is the nearest of no GPU"));
        QVERIFY(holds(report.assumptions, "nominal"));
    }

    void brokenTopologiesAreRefused() {
        const std::string text = topo;
        VERIFY_REFUSED(one(text.substr(0, text.find("GPU1\tNV12"))),
                       "f: line 2: the table ends after 1 of 2 GPUs");
        VERIFY_REFUSED(one(replaced(text, "PXB", "P?B")), "line 3: \"P?B\" is no link");
        VERIFY_REFUSED(one(replaced(text, "NV12", "NV-1")), "line 2: \"-1\" is not a whole number");
        VERIFY_REFUSED(one(replaced(text, " X ", "NV1")), "line 2: \"NV1\" stands for GPU0");
        VERIFY_REFUSED(one(replaced(text, "GPU1\tNV12", "GPU2\tNV12")), "line 3: expected GPU1");
    }

    void osuLogsAreOneWay() {
        ImportReport report;
        const Cluster cluster = import(
            {{"osu_bw_n1_n2.txt", osu("Bandwidth", "1 2.5\n4194304 12250.5\n8388608 12100\n"), nullptr},
             {"lat.txt", "# hosts: n1 n2\n" + osu("Latency", "0 1.75\n8 1.80\n4096 3.1\n"), nullptr}},
            &report);
        QCOMPARE(cluster.inter_node.bandwidth.at(0, 1), 12.2505);
        QVERIFY(!cluster.inter_node.bandwidth.measured(1, 0));
        QCOMPARE(report.missing, std::vector<std::string>{"n2 -> n1"});
        QCOMPARE(cluster.inter_node.latency.at(1, 0), 1.75);
    }

    void brokenOsuLogsAreRefused() {
        const std::string name = "osu_bw_n1_n2.txt";
        VERIFY_REFUSED(one(osu("Bandwidth", ""), name),
                       "osu_bw_n1_n2.txt: line 2: the log ends without a result");
        VERIFY_REFUSED(one(osu("Bandwidth", "1\n"), name), "line 3: expected a size and a figure");
        VERIFY_REFUSED(one(osu("Bandwidth", "1 2,5\n"), name), "line 3: \"2,5\"");
        VERIFY_REFUSED(one(osu("Bandwidth", "1 2.5\n"), "x.txt"), "x.txt: names no hosts");
        VERIFY_REFUSED(one(osu("Bandwidth", "1 2.5\n"), "bw_-a_b.txt"), "host name \"-a\"");
        VERIFY_REFUSED(one(osu("Bi-Directional Bandwidth", "1 2.5\n"), name), "line 1: is osu_bibw");
        VERIFY_REFUSED(one(osu("Allreduce Something", "1 2.5\n"), name), "no osu_bw or osu_latency");
    }

    void tablesAreBetweenHostsOrGpus() {
        const Cluster hosts = one("GB/s;a;b\r\na;;21.5\r\nb;20.5;\r\n");
        QCOMPARE(hosts.inter_node.bandwidth.at(0, 1), 21.5);
        QCOMPARE(hosts.inter_node.bandwidth.at(1, 0), 20.5);
        const Cluster gpus =
            one("GB/s,a:0,a:1,b:0,b:1\na:0,,200,21,22\na:1,201,,,24\nb:0,25,26,,202\nb:1,27,28,203,\n");
        QCOMPARE(gpus.inter_node.between, MatrixBetween::gpus);
        QCOMPARE(gpus.node_count(), 2);
        QCOMPARE(gpus.inter_node.bandwidth.at(1, 3), 24.0);
        QVERIFY(!gpus.inter_node.bandwidth.measured(1, 2));
    }

    void brokenTablesAreRefused() {
        VERIFY_REFUSED(one("x,a,b\na,,21,5\nb,20,\n"), "f: line 2: has 4 cells, expected 3");
        VERIFY_REFUSED(one("x;a;b\na;;21,5\nb;20;\n"), "line 2: \"21,5\"");
        VERIFY_REFUSED(one("x,a,b\na,,21\n"), "line 2: the table has 1 rows, expected 2");
        VERIFY_REFUSED(one("x,a,b\nb,,21\na,20,\n"), "line 2: is the row of \"b\", expected \"a\"");
        VERIFY_REFUSED(one("x,a,b\na,,0\nb,20,\n"), "line 2: is \"0\", expected 0.001 to 1000000 GB/s");
        VERIFY_REFUSED(one("x,a,b\na,,1e300\nb,20,\n"),
                       "f: line 2: is \"1e300\", expected 0.001 to 1000000 GB/s");
        VERIFY_REFUSED(one("x,a,a\na,,1\na,20,\n"), "line 1: names \"a\" twice");
        VERIFY_REFUSED(one("x,a,b:1\na,,1\nb:1,20,\n"), "line 1: names both hosts and GPUs");
        VERIFY_REFUSED(one("x,a,b:99999\na,,1\nb,20,\n"), "line 1: \"99999\" is not a whole number");
    }

    void hostAndTopologyFilesNameNodesAndRacks() {
        const std::string table = "GB/s,n2,n1\nn2,,21\nn1,20,\n";
        const Cluster cluster = import({{"m.csv", table, nullptr},
                                        {"hosts", "# mine\nn[1-2] slots=4\nn03:4\n", nullptr},
                                        {"topology.conf",
                                         "SwitchName=s1 Nodes=n[1,2],zz # leaf\nSwitchName=s2 nodes=n03\n"
                                         "SwitchName=top Switches=s[1-2]\n",
                                         nullptr}});
        QCOMPARE(cluster.node_count(), 3);
        QCOMPARE(cluster.nodes[0].host, std::string("n1")); // the host file's order
        QCOMPARE(cluster.nodes[0].rack, std::string("s1"));
        QCOMPARE(cluster.nodes[2].rack, std::string("s2"));
        QCOMPARE(cluster.gpu_count(), 12);
        QCOMPARE(cluster.inter_node.bandwidth.at(1, 0), 21.0);
    }

    void hostListsOpenBracketsWithinBounds() {
        const TextLine line{"", 3};
        const auto expand = [&](std::string_view list) { return expand_hosts(list, "f", line); };
        QCOMPARE(expand("a[08-10,2],b"), (std::vector<std::string>{"a08", "a09", "a10", "a2", "b"}));
        QCOMPARE(expand("r[1-2]n[1-2]"), (std::vector<std::string>{"r1n1", "r1n2", "r2n1", "r2n2"}));
        VERIFY_REFUSED(expand("a[1-999999999]"), "f: line 3: names more than 100000 hosts");
        VERIFY_REFUSED(expand("a[1-99999]b[1-99999]"), "names more than 100000 hosts");
        VERIFY_REFUSED(expand("a[1"), "has a [ without ]");
        VERIFY_REFUSED(expand("a[3-1]"), "line 3: \"1\" is not a whole number from 3");
        VERIFY_REFUSED(expand(std::string(100'000, '[') + "]"), "brackets");
        VERIFY_REFUSED(expand("a$(x)[1-2]"), "host name");
    }

    void brokenHostFilesAreRefused() {
        const auto read = [](const char* text) { import({{ "f", text, &import_format_named("hostfile") }}); };
        VERIFY_REFUSED(read("a b\n"), "f: line 1: \"b\" is not part of a host file");
        VERIFY_REFUSED(read("a slots=many\n"), "line 1: \"many\"");
        VERIFY_REFUSED(read("a\na\n"), "line 2: host \"a\" appears twice");
        VERIFY_REFUSED(read("-x\n"), "line 1: host name");
        VERIFY_REFUSED(read("# nothing\n"), "names no host");
        const auto slurm = [](const char* text) {
            import({{ "f", text, &import_format_named("slurm-topology") }});
        };
        VERIFY_REFUSED(slurm("SwitchName=a Nodes=x\nSwitchName=b Nodes=x\n"),
                       "line 2: node x hangs on switches a and b");
        VERIFY_REFUSED(slurm("Nodes=x\n"), "line 1: names no switch");
        VERIFY_REFUSED(slurm("hello\n"), "line 1: \"hello\" is not part of topology.conf");
    }

    void severalFilesMakeOneCluster() {
        ImportReport report;
        const Cluster cluster =
            import({{"m", mpigraph, nullptr}, {"p", p2p, nullptr}, {"t", topo, nullptr}}, &report);
        QCOMPARE(cluster.node_count(), 2);
        QCOMPARE(cluster.node_kinds[0].nics, 2);
        QCOMPARE(cluster.node_kinds[0].intra_node.matrix.at(0, 1), 270.75); // measured wins over nominal
        QVERIFY(holds(report.measured, "inside of a node"));
        QVERIFY(!holds(report.assumptions, "nominal"));
    }

    void contradictionsAreRefused() {
        const std::string table = "GB/s,a,b\na,,21\nb,20,\n", by_gpu = "GB/s,a:0,b:0\na:0,,21\nb:0,20,\n";
        VERIFY_REFUSED(import({{"x", table, nullptr}, {"y", by_gpu, nullptr}}), "they do not merge");
        ImportOptions options = a100();
        options.meaning = BandwidthMeaning::aggregate;
        VERIFY_REFUSED(import({{"x", mpigraph, nullptr}}, nullptr, options), "--meaning: contradicts x");
        options = a100();
        options.gpus_per_node = 1;
        VERIFY_REFUSED(import({{"x", "a slots=4", nullptr}}, nullptr, options),
                       "--gpus-per-node: is 1, but x shows 4");
        options = a100();
        options.nics = 7;
        VERIFY_REFUSED(import({{"x", topo, nullptr}}, nullptr, options), "--nics: is 7, but x shows 2");
        VERIFY_REFUSED(import({{"x", mpigraph, nullptr}}, nullptr, {}),
                       "x: does not say which GPUs the nodes have");
        VERIFY_REFUSED(import({}), "no files given");
        VERIFY_REFUSED(one("?\n? ?\n"), "f");
    }

    void whatIsLeftOutIsToldWithTheQuestionForTheGpu() {
        try {
            import({{"x", mpigraph, nullptr}, {"dead", "", nullptr}, { "odd", "?", nullptr }}, nullptr, {});
            QFAIL("accepted");
        } catch (const GpuKindNeeded& needed) {
            const std::string said = needed.what();
            QVERIFY2(said.starts_with("x: does not say which GPUs the nodes have: say it with --gpu"),
                     said.c_str());
            QVERIFY2(said.find("\ndead: is empty\nodd: is none of the formats") != std::string::npos,
                     said.c_str());
        }
    }

    void morePlacesThanAreReadAreRefused() {
        QCOMPARE(import({{"h", "a[1-4096]\n", nullptr}}).node_count(), 4096);
        VERIFY_REFUSED(import({{"h", "a[1-4097]\n", nullptr}}),
                       "h: 4097 hosts in all, more than the 4096 that are read");
        VERIFY_REFUSED(
            import({{"m", "x,a:0,b:1023\na:0,,20\nb:1023,20,\n", nullptr},
                    {"h", "b slots=1024\na slots=1024\nc slots=1024\nd slots=1024\ne slots=1\n", nullptr}}),
            "4097 GPUs in a matrix between GPUs, more than the 4096");
    }

    void formatsAreDetected() {
        QCOMPARE(detect_format(mpigraph), &import_format_named("mpigraph"));
        QCOMPARE(detect_format(p2p), &import_format_named("p2p-bandwidth"));
        QCOMPARE(detect_format(topo), &import_format_named("nvidia-smi-topo"));
        QCOMPARE(detect_format(osu("Latency", "")), &import_format_named("osu"));
        QCOMPARE(detect_format("x,a\na,\n"), &import_format_named("csv"));
        QCOMPARE(detect_format("{\"gpus\": [], \"bandwidth\": []}"), &import_format_named("pipette-json"));
        QCOMPARE(detect_format("SwitchName=a Nodes=b"), &import_format_named("slurm-topology"));
        QCOMPARE(detect_format("a slots=8\n"), &import_format_named("hostfile"));
        QCOMPARE(detect_format("# nThread 1"), &import_format_named("nccl-tests"));
        QVERIFY(!detect_format("{\"format\": \"pipette-plan\"}"));
        QVERIFY(!detect_format(" \n"));
        QCOMPARE(detect_format("# mine\na\nb # second\n"), &import_format_named("hostfile"));
        QCOMPARE(detect_format("a[1-4]\n"), &import_format_named("hostfile"));
        QVERIFY(!detect_format("Killed\n")); // the last word of a job, no host
        QVERIFY(!detect_format("srun: error: Unable to confirm allocation\n"));
    }
};

QTEST_GUILESS_MAIN(ImportClusterTest)
#include "import_cluster_test.moc"
