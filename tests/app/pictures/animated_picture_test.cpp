// SPDX-License-Identifier: GPL-3.0-or-later
// Animated pictures, read back with Qt's reader, and what the lab plays in them.
#include "app/lab/lab_animation.h"
#include "app/lab/lab_panel.h"
#include "app/window/picture_export.h"
#include "core/base/input_error.h"
#include "widgets/lab/lab_player.h"

#include <QImageReader>
#include <QMessageBox>
#include <QtTest>

#include <numeric>

using namespace pipette;
using namespace std::chrono_literals;

namespace {

struct Read {
    QList<QImage> frames;
    QList<int> seen_ms;
    int told = 0, loops = 0;
    QSize size;
};

Read readBack(const QString& path) {
    QImageReader reader(path);
    Read read;
    if (!reader.supportsAnimation())
        return read;
    read.told = reader.imageCount(), read.loops = reader.loopCount(), read.size = reader.size();
    for (QImage frame; reader.read(&frame);) {
        read.frames << frame.convertToFormat(QImage::Format_RGB32);
        read.seen_ms << reader.nextImageDelay();
    }
    return read;
}

/// A ground of one colour with a square on it.
QImage square(int left, QRgb colour) {
    QImage image(60, 40, QImage::Format_RGB32);
    image.fill(qRgb(250, 250, 245));
    for (int y = 10; y < 20; ++y)
        for (int x = left; x < left + 10; ++x)
            image.setPixel(x, y, colour);
    return image;
}

/// More colours than a palette has, each of them rare.
QImage noise() {
    QImage image(60, 40, QImage::Format_RGB32);
    quint32 state = 1;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            image.setPixel(x, y, 0xff000000u | ((state = state * 1664525u + 1013904223u) >> 8));
    return image;
}

/// The first column in which two frames differ; -1: none.
int firstChange(const QImage& a, const QImage& b) {
    for (int x = 0; x < a.width(); ++x)
        for (int y = 0; y < a.height(); ++y)
            if (a.pixel(x, y) != b.pixel(x, y))
                return x;
    return -1;
}

/// The share of pixels that are clearly of another colour.
double otherShare(const QImage& a, const QImage& b) {
    int other = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QColor one = a.pixelColor(x, y), two = b.pixelColor(x, y);
            other += std::abs(one.red() - two.red()) + std::abs(one.green() - two.green()) +
                         std::abs(one.blue() - two.blue()) >
                     60;
        }
    return double(other) / (a.width() * a.height());
}

QStringList filesOf(const QTemporaryDir& folder) {
    return QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

/// The lab in free play, its player within the step.
struct Playing {
    QTemporaryDir folder;
    LabPanel panel;
    std::optional<double> before;

    Playing() {
        panel.setMode(LabMode::free_play);
        panel.show();
        for (int step = 0; step < 9; ++step)
            player().stepForward();
        before = player().cursor();
    }
    LabPlayer& player() { return panel.lab().player(); }
    QString path() const { return folder.filePath(QStringLiteral("lab.gif")); }
    AnimationDialog* dialog() { return panel.findChild<AnimationDialog*>(); }
    void write() {
        animate(panel, path());
        QTRY_VERIFY_WITH_TIMEOUT(!dialog(), 240'000);
    }
};

} // namespace

class AnimatedPictureTest : public QObject {
    Q_OBJECT

private slots:
    void framesComeBackAsTheyWere() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.gif"));
        const QList<QImage> drawn{square(0, qRgb(200, 10, 30)), square(45, qRgb(20, 90, 240)),
                                  square(45, qRgb(20, 90, 240)), square(7, qRgb(200, 10, 30))};
        AnimatedPicture picture(path, drawn.front().size());
        for (const QImage& frame : drawn)
            picture.add(frame, &frame == &drawn.back() ? 700ms : 80ms);
        QVERIFY(!QFileInfo::exists(path)); // nothing before the end
        picture.write();
        const Read read = readBack(path);
        QCOMPARE(read.told, 4);
        QCOMPARE(read.loops, -1); // for ever
        QCOMPARE(read.size, QSize(60, 40));
        QCOMPARE(read.frames, drawn);
        QCOMPARE(read.seen_ms, QList<int>({80, 80, 80, 700}));
    }

    void onlyWhatChangesIsWritten() {
        const QTemporaryDir folder;
        const auto bytes = [&](int frames) {
            const QString path = folder.filePath(QString::number(frames) + QStringLiteral(".gif"));
            AnimatedPicture picture(path, {60, 40});
            for (int frame = 0; frame < frames; ++frame)
                picture.add(noise(), 80ms);
            picture.write();
            return QFileInfo(path).size();
        };
        const qint64 one = bytes(1);
        QVERIFY2(one > 2000, qPrintable(QString::number(one)));
        QVERIFY2(bytes(11) < one + 10 * 50, qPrintable(QString::number(bytes(11))));
    }

    void commonColoursStayWhereThereAreTooMany() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.gif"));
        QImage drawn = noise();
        const QRgb common = qRgb(17, 130, 201);
        for (int y = 0; y < 40; ++y)
            for (int x = 0; x < 20; ++x)
                drawn.setPixel(x, y, common);
        AnimatedPicture picture(path, drawn.size());
        picture.add(drawn, 80ms);
        picture.write();
        const Read read = readBack(path);
        QCOMPARE(read.frames.size(), 1);
        QCOMPARE(read.frames.front().copy(0, 0, 20, 40), drawn.copy(0, 0, 20, 40));
    }

    void whatCannotBeWrittenIsRefusedAtOnce() {
        const QTemporaryDir folder;
        for (const QString& path :
             {QStringLiteral("/nowhere/a.gif"), folder.filePath(QStringLiteral("a.png")), folder.path()})
            QVERIFY_EXCEPTION_THROWN(AnimatedPicture(path, {60, 40}), InputError);
        QVERIFY(filesOf(folder).isEmpty());
        { const AnimatedPicture dropped(folder.filePath(QStringLiteral("a.gif")), {60, 40}); }
        QVERIFY(filesOf(folder).isEmpty());
    }

    void theLabPlaysInIt() {
        Playing lab;
        for (const GanttEntry& entry : lab.panel.lab().timelines()) {
            QCOMPARE(entry.timeline->schedule->devices(), 8);
            QCOMPARE(entry.timeline->schedule->size().microbatches, 16);
        }
        QCOMPARE(lab.panel.lab().timelines().size(), 2);
        lab.write();
        QCOMPARE(lab.player().cursor(), lab.before);
        QVERIFY(!lab.player().isPlaying());
        QVERIFY2(QFileInfo(lab.path()).size() < 3'000'000,
                 qPrintable(QString::number(QFileInfo(lab.path()).size())));
        const Read read = readBack(lab.path());
        QCOMPARE(read.told, LabAnimation::frames);
        QCOMPARE(read.frames.size(), LabAnimation::frames);
        QCOMPARE(read.loops, -1);
        QCOMPARE(read.size.width(), 960);
        const int length = std::accumulate(read.seen_ms.begin(), read.seen_ms.end(), 0);
        QVERIFY2(length > 7'000 && length < 9'000, qPrintable(QString::number(length)));
        QVERIFY(read.frames.front() != read.frames.back());
        int head = 0;
        for (const int frame : {10, 30, 50, 70}) { // from left to right
            const int now = firstChange(read.frames[frame], read.frames[frame + 1]);
            QVERIFY2(now > head + 50, qPrintable(QStringLiteral("%1 after %2").arg(now).arg(head)));
            head = now;
        }
        for (const int frame : {0, 40, LabAnimation::frames - 1}) { // each is what the player shows then
            lab.player().moveTo(lab.player().end() * frame / (LabAnimation::frames - 1));
            const double other =
                otherShare(read.frames[frame], pictureOf(*lab.panel.lab().picture(), read.size));
            QVERIFY2(other < 0.005, qPrintable(QString::number(other)));
        }
    }

    void aLessonPlaysInIt() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("lesson.gif"));
        LabPanel panel;
        panel.show();
        panel.openLesson(QStringLiteral("02-one-forward-one-backward"));
        QTRY_VERIFY_WITH_TIMEOUT(panel.idle() && !panel.lessons().timelines().isEmpty(), 60'000);
        const auto cursor = panel.lessons().player().cursor();
        QVERIFY(cursor && *cursor > 0 && *cursor < panel.lessons().player().end()); // between both ends
        animate(panel, path);
        QTRY_VERIFY_WITH_TIMEOUT(!panel.findChild<AnimationDialog*>(), 240'000);
        QCOMPARE(panel.lessons().player().cursor(), cursor);
        const Read read = readBack(path);
        QCOMPARE(read.frames.size(), LabAnimation::frames);
        QVERIFY(read.frames.front() != read.frames.back());
        QVERIFY(firstChange(read.frames[20], read.frames[21]) <
                firstChange(read.frames[60], read.frames[61]));
        panel.lessons().player().moveTo(panel.lessons().player().end());
        const double other = otherShare(read.frames.back(), pictureOf(*panel.lessons().picture(), read.size));
        QVERIFY2(other < 0.005, qPrintable(QString::number(other)));
    }

    void cancelledItLeavesNoFile() {
        Playing lab;
        lab.player().play(true);
        lab.player().moveTo(lab.before);
        animate(lab.panel, lab.path());
        QVERIFY(!lab.player().isPlaying());
        QVERIFY(lab.dialog() && lab.dialog()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(lab.dialog()->drawn() > 3, 60'000);
        QVERIFY(lab.dialog()->drawn() < LabAnimation::frames);
        QCOMPARE(lab.player().cursor(), lab.before);
        QTest::keyClick(lab.dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!lab.dialog());
        QCOMPARE(lab.player().cursor(), lab.before);
        QVERIFY(filesOf(lab.folder).isEmpty());
    }

    void theDialogClosesWhenItIsWritten() {
        Playing lab;
        lab.write();
        QCOMPARE(lab.player().cursor(), lab.before);
        QCOMPARE(QImageReader(lab.path()).imageCount(), LabAnimation::frames);
        QCOMPARE(filesOf(lab.folder).size(), 1);
    }

    void aFolderThatGoesMeanwhileIsTold() {
        Playing lab;
        QVERIFY(QDir(lab.folder.path()).mkdir(QStringLiteral("sub")));
        animate(lab.panel, lab.folder.filePath(QStringLiteral("sub/lab.gif")));
        QVERIFY(QDir(lab.folder.path()).rmdir(QStringLiteral("sub")));
        QTRY_VERIFY_WITH_TIMEOUT(!lab.dialog(), 240'000);
        auto* box = lab.panel.findChild<QMessageBox*>();
        QVERIFY(box && box->text().contains(QStringLiteral("lab.gif")));
        box->reject();
        QCOMPARE(lab.player().cursor(), lab.before);
        QVERIFY(filesOf(lab.folder).isEmpty());
    }

    void whatIsRefusedMeanwhileIsNotPlayed() {
        Playing lab;
        for (int which = 0; which < 2; ++which)
            lab.panel.lab().setSchedule(which, *schedule_named("dualpipe"), {3, 1, 1, 1}); // cannot be made
        QVERIFY(!lab.panel.idle() && lab.player().end() > 0); // the schedules before are still there
        animate(lab.panel, lab.path());
        QTRY_VERIFY_WITH_TIMEOUT(!lab.dialog(), 240'000);
        auto* box = lab.panel.findChild<QMessageBox*>();
        QVERIFY(box && box->text().contains(QStringLiteral("no schedule to play")));
        box->reject();
        QVERIFY(filesOf(lab.folder).isEmpty());
    }

    void whatCannotBePlayedOrWrittenIsRefused() {
        Playing lab;
        QVERIFY_EXCEPTION_THROWN(animate(lab.panel, QStringLiteral("/nowhere/a.gif")), InputError);
        QVERIFY(!lab.dialog());
        QCOMPARE(lab.player().cursor(), lab.before);
        LabPlayer empty;
        QVERIFY_EXCEPTION_THROWN(LabAnimation(empty, *lab.panel.lab().picture(), lab.path()), InputError);
        QVERIFY(filesOf(lab.folder).isEmpty());
    }
};

QTEST_MAIN(AnimatedPictureTest)
#include "animated_picture_test.moc"
