// SPDX-License-Identifier: GPL-3.0-or-later
// Real output of the tools against a second, independent reading of the same bytes (regular expressions here,
// the readers' own code there), and what a damaged copy of it leads to. The samples are not part of the
// repository: where the checkout has no shared/data beside it, the tests skip and say so.
#include "core/formats/logs/import_cluster.h"
#include "core/formats/text/text_file.h"
#include "tests/core/formats/refusal.h"
#include "tests/data_beside.h"

#include <QDir>
#include <QRegularExpression>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <map>

using namespace pipette;

namespace {

QString samples() {
    return QString::fromStdString(data_beside("net").string());
}

QString text_of(const QString& name) {
    return QString::fromStdString(read_text_file((samples() + '/' + name).toStdString()));
}

Cluster import_text(const QString& text, std::string_view format) {
    ImportOptions options;
    options.gpu = "A100-SXM4-80GB";
    ImportReport report;
    return import_cluster({{"sample", text.toStdString(), &import_format_named(format)}}, options, report);
}

/// The figures of a square table whose rows match `row`: the diagonal left out.
using Table = std::map<std::pair<int, int>, double>;

Table table_below(const QString& text, const QString& title, const QString& row) {
    Table table;
    const qsizetype start = text.indexOf(QRegularExpression(title));
    auto rows = QRegularExpression(row, QRegularExpression::MultilineOption)
                    .globalMatch(text, std::max<qsizetype>(start, 0));
    int size = 1;
    for (int from = 0; from < size && rows.hasNext(); ++from) {
        const QStringList cells =
            rows.next().captured(1).split(QRegularExpression("\\s+"), Qt::SkipEmptyParts);
        size = static_cast<int>(cells.size());
        for (int to = 0; to < size; ++to)
            if (from != to)
                table[{from, to}] = cells[to].toDouble();
    }
    return table;
}

Table table_of(const BandwidthMatrix& matrix, double unit = 1) {
    Table table;
    for (int from = 0; from < matrix.size(); ++from)
        for (int to = 0; to < matrix.size(); ++to)
            if (from != to && matrix.measured(from, to))
                table[{from, to}] = matrix.at(from, to) * unit;
    return table;
}

bool same(const Table& a, const Table& b) {
    return !a.empty() && a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [](auto& x, auto& y) {
               return x.first == y.first && std::abs(x.second - y.second) <= 1e-9 * std::abs(y.second);
           });
}

/// Peak of the two bus bandwidths of all rows of the part of a log that runs this test.
double peak_bus_bandwidth(const QString& log, const QString& test) {
    const qsizetype start = log.indexOf("Collective test starting: " + test);
    const qsizetype end = log.indexOf("Collective test concluded: " + test, start);
    auto rows =
        QRegularExpression(
            R"(^ *\d+ +\d+ +\w+ +\w+ +-?\d+ +[\d.]+ +[\d.]+ +([\d.]+) +\S+ +[\d.]+ +[\d.]+ +([\d.]+) )",
            QRegularExpression::MultilineOption)
            .globalMatch(log.mid(start, end - start));
    double peak = 0;
    while (rows.hasNext()) {
        const auto row = rows.next();
        peak = std::max({peak, row.captured(1).toDouble(), row.captured(2).toDouble()});
    }
    return peak;
}

struct Sample {
    const char* file;
    std::string_view format;
    const char* row; ///< the start of a line of figures, which damage is done to
};

const Sample tables[] = {
    {"mpigraph_2_nodes.txt", "mpigraph", "agpu1426:1 to"},
    {"cuda_p2p_bandwidth_a100x8.txt", "p2p-bandwidth", "     3 271.98"},
    {"nvidia_smi_topo_h100.txt", "nvidia-smi-topo", "GPU5\tNV18"},
    {"nvidia_smi_topo_dgx1_v100.txt", "nvidia-smi-topo", "GPU5\tSYS"},
    {"nccl_tests_logs_h100_10_nodes/nccl_N2_G8_cnode3-004_cnode3-009.log", "nccl-tests", "  4294967296 "}};

/// Every second line from each of two copies.
QString interleaved(const QString& text) {
    QString mixed;
    for (const QString& line : text.split('\n'))
        mixed += line + '\n' + line + '\n';
    return mixed;
}

} // namespace

class RealSamplesTest : public QObject {
    Q_OBJECT

    static void addTables() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < std::size(tables); ++i)
            QTest::newRow(tables[i].file) << static_cast<int>(i);
    }

    static const Sample& sample() {
        QFETCH(int, index);
        return tables[index];
    }

private slots:
    void initTestCase() {
        if (samples().isEmpty())
            QSKIP("the measured samples (shared/data/net) are not beside this checkout");
    }

    void mpigraphIsItsSendTable() {
        const QString text = text_of("mpigraph_2_nodes.txt");
        const Cluster cluster = import_text(text, "mpigraph");
        QVERIFY(same(table_of(cluster.inter_node.bandwidth, 1000),
                     table_below(text, "^Send\\t", R"(^\S+ to((?:\s+[\d.]+)+)\s*$)")));
        QCOMPARE(cluster.nodes[0].host, std::string("agpu1425"));
        QCOMPARE(cluster.inter_node.bandwidth.at(1, 0), 11.072496); // asymmetric: 14.493 the other way
    }

    void peerTestIsItsTablesWithPeersEnabled() {
        const QString text = text_of("cuda_p2p_bandwidth_a100x8.txt"), row = R"(^ +\d+((?: +[\d.]+)+)\s*$)";
        const IntraNode inside = import_text(text, "p2p-bandwidth").node_kinds[0].intra_node;
        QVERIFY(same(table_of(inside.matrix), table_below(text, "Unidirectional P2P=Enabled", row)));
        QVERIFY(same(table_of(inside.latency), table_below(text, "P2P=Enabled Latency", row)));
        QCOMPARE(inside.matrix.size(), 8);
    }

    void topologiesAreTheirNvlinksAndNearestNics() {
        const Cluster h100 = import_text(text_of("nvidia_smi_topo_h100.txt"), "nvidia-smi-topo");
        QCOMPARE(h100.node_kinds[0].nic_of_gpu, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
        const QString text = text_of("nvidia_smi_topo_dgx1_v100.txt");
        const NodeKind dgx1 = import_text(text, "nvidia-smi-topo").node_kinds[0];
        QCOMPARE(dgx1.nics, 4);
        QStringList named; // the NIC that is nearest by the table: PIX for every GPU of this machine
        for (const QString& line : text.split('\n').mid(1, 8))
            named << QString::number(line.split('\t').indexOf("PIX") - 9);
        QStringList read;
        for (const int nic : dgx1.nic_of_gpu)
            read << QString::number(nic);
        QCOMPARE(read, named);
        // Twice the links, twice the bandwidth; between GPU 0 and 5 to 7 there are none, only PCIe.
        const BandwidthMatrix& links = dgx1.intra_node.matrix;
        QCOMPARE(links.at(0, 3), 2 * links.at(0, 1));
        QCOMPARE(links.at(0, 5), links.at(0, 7));
        QVERIFY(links.at(0, 5) != links.at(0, 1));
    }

    void logsAreTheirPeaks_data() {
        QTest::addColumn<QString>("ranks");
        for (const char* ranks : {"1", "4", "8"})
            QTest::newRow(ranks) << ranks;
    }

    void logsAreTheirPeaks() {
        QFETCH(QString, ranks);
        const QDir folder(samples() + "/nccl_tests_logs_h100_10_nodes");
        std::vector<ImportInput> inputs;
        std::map<QString, double> peaks; // "a_b"
        for (const QString& name : folder.entryList({"nccl_N2_G" + ranks + "_*.log"}, QDir::Files)) {
            const QString text = text_of("nccl_tests_logs_h100_10_nodes/" + name);
            inputs.push_back({name.toStdString(), text.toStdString(), &import_format_named("nccl-tests")});
            peaks[name.section('_', 3).chopped(4)] = peak_bus_bandwidth(text, "sendrecv");
        }
        QCOMPARE(peaks.size(), 45u);
        ImportReport report;
        const Cluster cluster = import_cluster(inputs, {}, report);
        QCOMPARE(cluster.inter_node.meaning, BandwidthMeaning::flow);
        QCOMPARE(cluster.gpu_count(), 10 * ranks.toInt());
        for (const auto& [pair, peak] : peaks) {
            const int a = cluster.find_node(pair.section('_', 0, 0).toStdString());
            const int b = cluster.find_node(pair.section('_', 1).toStdString());
            QVERIFY2(a >= 0 && b >= 0 && peak > 0, qPrintable(pair));
            QCOMPARE(cluster.inter_node.bandwidth.at(a, b), peak);
            QCOMPARE(cluster.inter_node.bandwidth.at(b, a), peak);
        }
    }

    void lineEndsOfWindowsChangeNothing_data() { addTables(); }
    void lineEndsOfWindowsChangeNothing() {
        QString text = text_of(sample().file);
        const Cluster cluster = import_text(text, sample().format);
        QVERIFY(import_text(text.replace("\n", "\r\n"), sample().format) == cluster);
    }

    void cutFilesAreRefusedWithTheLine_data() { addTables(); }
    void cutFilesAreRefusedWithTheLine() {
        const QString text = text_of(sample().file);
        const qsizetype row = text.indexOf(sample().row);
        QVERIFY(row > 0);
        const qsizetype line = text.left(row).count('\n');
        VERIFY_REFUSED(import_text(text.left(row), sample().format),
                       QString("sample: line %1: ").arg(line).toStdString());
        // In the middle of its line: the line itself is the wrong one, or the end is missing.
        VERIFY_REFUSED(import_text(text.left(row + 12), sample().format), "sample: line ");
    }

    void decimalCommasAreRefusedWithTheLine_data() { addTables(); }
    void decimalCommasAreRefusedWithTheLine() {
        const QString text = text_of(sample().file);
        if (sample().format == "nvidia-smi-topo" || sample().format == "nccl-tests")
            return; // whole numbers only; the log's other test counts all the same
        const qsizetype row = text.indexOf(sample().row), point = text.indexOf('.', row);
        const qsizetype line = text.left(point).count('\n') + 1;
        VERIFY_REFUSED(import_text(QString(text).replace(point, 1, ","), sample().format),
                       QString("sample: line %1: \"").arg(line).toStdString());
    }

    void interleavedFilesAreRefusedWithTheLine_data() { addTables(); }
    void interleavedFilesAreRefusedWithTheLine() {
        VERIFY_REFUSED(import_text(interleaved(text_of(sample().file)), sample().format), "sample: line ");
    }

    void hostNamesForAShellAreRefusedWithTheLine_data() {
        QTest::addColumn<QString>("host");
        for (const char* host :
             {"$(reboot)", "`reboot`", "-oProxyCommand=x", "a;b", "a'b", "a\"b", "a|b", "*"})
            QTest::newRow(host) << QString(host);
    }
    void hostNamesForAShellAreRefusedWithTheLine() {
        QFETCH(QString, host);
        VERIFY_REFUSED(
            import_text(text_of(tables[0].file).replace("agpu1426:1", host + ":1"), tables[0].format),
            "sample: line 19: host name");
        VERIFY_REFUSED(import_text(text_of(tables[4].file).replace("cnode3-009", host), tables[4].format),
                       "host name");
    }
};

QTEST_GUILESS_MAIN(RealSamplesTest)
#include "real_samples_test.moc"
