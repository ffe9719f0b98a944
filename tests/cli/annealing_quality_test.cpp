// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/pipette_process.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace pipette;

/// The program that compares the annealer on published matrices tells what is wrong with one.
class AnnealingQualityTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    static PipetteRun run(const QStringList& arguments) {
        QProcess process;
        process.start(QStringLiteral(PIPETTE_BINARY_DIR "/benchmarks/annealing_quality"), arguments);
        return end_of(process, 120'000);
    }

private slots:
    void brokenMatricesAreTold_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("told");
        const auto square = [](int nodes, const QByteArray& corner) {
            QByteArrayList names, rows;
            for (int a = 0; a < nodes; ++a) {
                QByteArrayList cells;
                for (int b = 0; b < nodes; ++b)
                    cells << (a == 0 && b == nodes - 1 ? corner : QByteArray("\"20.5\""));
                names << "\"n" + QByteArray::number(a) + "\"";
                rows << "[" + cells.join(",") + "]";
            }
            return "{\"gpus\": [" + names.join(",") + "], \"bandwidth\": [" + rows.join(",") + "]}";
        };
        QTest::newRow("empty") << QByteArray() << QByteArray("line 1");
        QTest::newRow("cut") << square(8, "1").chopped(3) << QByteArray("line 1");
        QTest::newRow("no matrix") << QByteArray("{\"gpus\": []}") << QByteArray("bandwidth");
        QTest::newRow("a list") << QByteArray("[1, 2]") << QByteArray("$");
        QTest::newRow("nodes") << square(7, "1") << QByteArray("$.bandwidth: is a matrix of 7 nodes");
        QTest::newRow("none") << square(0, "1") << QByteArray("$.bandwidth: is a matrix of 0 nodes");
        QTest::newRow("word") << square(8, "\"fast\"") << QByteArray("$.bandwidth[0][7]");
        QTest::newRow("negative") << square(8, "\"-1\"") << QByteArray("$.bandwidth[0][7]");
        QTest::newRow("hole") << square(8, "null") << QByteArray("$.bandwidth[0][7]");
    }

    void brokenMatricesAreTold() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, told);
        QFile file(folder_.filePath("matrix.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        const PipetteRun broken = run({file.fileName()});
        QVERIFY2(broken.messages.startsWith(file.fileName().toUtf8() + ": "), broken.messages.constData());
        verify_refused(broken, told);
    }

    void aMatrixIsAnnealed() {
        QJsonArray rows, names;
        for (int a = 0; a < 16; ++a) {
            QJsonArray cells;
            for (int b = 0; b < 16; ++b)
                cells << QString::number(10 + (a * 7 + b * 5) % 11);
            rows << cells, names << QStringLiteral("n%1").arg(a);
        }
        QFile file(folder_.filePath("good.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QJsonDocument(QJsonObject{{"gpus", names}, {"bandwidth", rows}}).toJson());
        file.close();
        const PipetteRun good = run({"--brief", file.fileName()});
        QVERIFY2(good.status == 0, good.messages.constData());
        QCOMPARE(good.output.count("after 1 s"), 11); // ten seeds and their median
    }

    void whatIsNoFileIsTold() {
        QCOMPARE(run({}).status, 2);
        for (const QString& path : {folder_.filePath("none.json"), folder_.path()}) {
            const PipetteRun missing = run({path});
            QVERIFY2(missing.messages.startsWith(path.toUtf8()), missing.messages.constData());
            QCOMPARE(missing.status, 2);
        }
    }
};

QTEST_GUILESS_MAIN(AnnealingQualityTest)
#include "annealing_quality_test.moc"
