// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/schedule_lab_window.h"
#include "core/base/input_error.h"

#include <QtTest>

using namespace pipette;

class ScheduleLabWindowTest : public QObject {
    Q_OBJECT

private slots:
    void writesWhatIsShown() {
        const QTemporaryDir folder;
        ScheduleLabWindow window;
        for (const char* name : {"a.png", "a.svg", "a.pdf"})
            window.writePictureTo(folder.filePath(QLatin1String(name)));
        QCOMPARE(QImage(folder.filePath(QStringLiteral("a.png"))).width(), 1400);
        QVERIFY(QFileInfo(folder.filePath(QStringLiteral("a.svg"))).size() > 10'000);
        QVERIFY(QFileInfo(folder.filePath(QStringLiteral("a.pdf"))).size() > 10'000);
        window.writeTraceTo(1, folder.filePath(QStringLiteral("a.json")));
        QFile trace(folder.filePath(QStringLiteral("a.json")));
        QVERIFY(trace.open(QIODevice::ReadOnly));
        QVERIFY(trace.readAll().contains("traceEvents"));
        window.writeCsvTo(0, folder.filePath(QStringLiteral("a.csv")));
        QFile csv(folder.filePath(QStringLiteral("a.csv")));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QVERIFY(csv.readAll().count('\n') > 8 * 16 * 2); // a forward and a backward each, and the sends
    }

    void saysWhereItCannotWrite() {
        ScheduleLabWindow window;
        QVERIFY_EXCEPTION_THROWN(window.writeCsvTo(0, QStringLiteral("/nowhere/a.csv")), InputError);
        QVERIFY_EXCEPTION_THROWN(window.writeTraceTo(0, QStringLiteral("/nowhere/a.json")), InputError);
        QVERIFY_EXCEPTION_THROWN(window.writePictureTo(QStringLiteral("a.bmp")), InputError);
    }

    void opensOnce() {
        QWidget parent;
        showScheduleLab(&parent);
        showScheduleLab(&parent);
        const auto windows = parent.findChildren<ScheduleLabWindow*>();
        QCOMPARE(windows.size(), 1);
        QVERIFY(windows.front()->isWindow() && windows.front()->isVisible());
    }
};

QTEST_MAIN(ScheduleLabWindowTest)
#include "schedule_lab_window_test.moc"
