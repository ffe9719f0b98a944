// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/formats/documents/mapping_tsv.h"
#include "tests/core/formats/launch_sample.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace pipette;

namespace {

std::string write(const QTemporaryDir& folder, const QByteArray& text) {
    const QString path = folder.filePath("mapping.tsv");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write the test's file");
    return path.toStdString();
}

std::string complaint(const QByteArray& text, const Cluster& cluster) {
    QTemporaryDir folder;
    try {
        read_mapping_tsv(write(folder, text), cluster);
    } catch (const InputError& error) {
        return error.place() + ": " + error.reason();
    }
    return {};
}

} // namespace

class MappingTsvTest : public QObject {
    Q_OBJECT

    const Cluster cluster_ = launch_sample::cluster({"a01", "node 2", "b.example.org"}, 3);

private slots:
    void textIsCanonical() {
        QCOMPARE(mapping_tsv(RankMapping{{4, 0}}, cluster_),
                 std::string("rank\thost\tlocal_gpu\n0\tnode 2\t1\n1\ta01\t0\n"));
    }

    void randomMappingsRoundTrip() {
        QTemporaryDir folder;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const RankMapping mapping{launch_sample::shuffled_gpus(9, seed)};
            const QByteArray text = QByteArray::fromStdString(mapping_tsv(mapping, cluster_));
            QCOMPARE(read_mapping_tsv(write(folder, text), cluster_).gpu_of_rank, mapping.gpu_of_rank);
        }
    }

    void whatEditorsDoToItIsRead() {
        QTemporaryDir folder;
        const QByteArray text =
            "# mine\r\n1\ta01\t2\r\n\r\n0\tb.example.org\t0"; // CRLF, order, no last newline
        QCOMPARE(read_mapping_tsv(write(folder, text), cluster_).gpu_of_rank, (std::vector<int>{6, 2}));
    }

    void pinsAreSomeRanks() {
        QTemporaryDir folder;
        const auto pins = read_placed_ranks(write(folder, "7\ta01\t1\n3\tnode 2\t0\n"), cluster_);
        QCOMPARE(pins, (std::vector<PlacedRank>{{3, 3}, {7, 1}}));
    }

    void whatIsWrongIsNamed() {
        QCOMPARE(complaint("0\ta01\t0\n2\ta01\t1\n", cluster_),
                 std::string(": rank 1 is missing, expected every rank from 0 up"));
        QCOMPARE(complaint("0\ta01\t0\n0\ta01\t1\n", cluster_),
                 std::string("line 2: rank 0 is on line 1 already"));
        QCOMPARE(complaint("0\ta01\t0\n1\ta01\t0\n", cluster_),
                 std::string("line 2: a01:0 is on line 1 already"));
        QCOMPARE(complaint("0\tzz\t0\n", cluster_), std::string("line 1: host \"zz\" is not in the cluster"));
        QCOMPARE(complaint("0\ta01\t3\n", cluster_),
                 std::string("line 1: local_gpu \"3\" is not on host \"a01\", expected 0 to 2"));
        for (const char* bad : {"0 a01 0\n", "0\ta01\n", "0\ta01\t0\t0\n", "-1\ta01\t0\n", "0x1\ta01\t0\n",
                                "0\ta01\t0.0\n", "99999999999\ta01\t0\n", "1,5\ta01\t0\n", "\xff\xfe\n"})
            QVERIFY2(complaint(bad, cluster_).starts_with("line 1: "), bad);
        QVERIFY(complaint("", cluster_).find("holds no rank") != std::string::npos);
        QVERIFY(complaint("rank\thost\tlocal_gpu\n", cluster_).find("holds no rank") != std::string::npos);
    }

    void messagesDoNotDriveATerminal() {
        QVERIFY(complaint("0\t\x1b[2Ja01\t0\n", cluster_).find('\x1b') == std::string::npos);
    }

    void hostsThatWouldBreakALineAreNotWritten() {
        for (const char* host : {"a\nb", "a\tb", "\x01", "a\rb"})
            QVERIFY_EXCEPTION_THROWN(mapping_tsv(RankMapping{{0}}, launch_sample::cluster({host, "c"}, 1)),
                                     InputError);
    }
};

QTEST_GUILESS_MAIN(MappingTsvTest)
#include "mapping_tsv_test.moc"
