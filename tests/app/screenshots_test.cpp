// SPDX-License-Identifier: GPL-3.0-or-later
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

/// The pictures of README.md show the window as it is: the words that they carry are those of a picture that
/// is drawn now. A picture that is out of date is drawn again by resources/screenshots/draw.
class ScreenshotsTest : public QObject {
    Q_OBJECT

    static QStringList words(const QString& file) {
        return QImage(file).text(QStringLiteral("Description")).split(QLatin1Char('\n'));
    }

private slots:
    void picturesShowTheWindowAsItIs() {
        const QString pictures = QStringLiteral(PIPETTE_SOURCE_DIR "/resources/screenshots/");
        QTemporaryDir folder;
        QProcess draw;
        draw.setProcessChannelMode(QProcess::MergedChannels);
        draw.start(pictures + QStringLiteral("draw"),
                   {QStringLiteral(PIPETTE_BINARY_DIR "/app/pipette-planner"), folder.path(),
                    QStringLiteral("light")});
        QVERIFY2(draw.waitForFinished(500'000) && draw.exitCode() == 0, draw.readAll().constData());
        const QString fresh = folder.filePath(QStringLiteral("window-light.png"));
        const QStringList now = words(fresh);
        QVERIFY2(now.size() > 40, qPrintable(now.join(QLatin1Char('\n'))));
        for (const char* theme : {"light", "dark"}) {
            const QString stored = pictures + QStringLiteral("window-%1.png").arg(QLatin1String(theme));
            QCOMPARE(QImage(stored).size(), QImage(fresh).size());
            const QStringList then = words(stored);
            for (qsizetype line = 0; line < std::max(now.size(), then.size()); ++line)
                QVERIFY2(
                    now.value(line) == then.value(line),
                    qPrintable(QStringLiteral("%1 is out of date: it shows \"%2\", the window \"%3\". Run "
                                              "resources/screenshots/draw PIPETTE_PLANNER")
                                   .arg(stored, then.value(line), now.value(line))));
        }
    }
};

QTEST_GUILESS_MAIN(ScreenshotsTest)
#include "screenshots_test.moc"
