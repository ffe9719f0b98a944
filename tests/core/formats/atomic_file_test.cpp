// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/atomic_file.h"

#include "core/formats/text_file.h"
#include "tests/core/formats/refusal.h"

#include <QtTest>

#include <filesystem>
#include <sys/stat.h>

using namespace pipette;

class AtomicFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::string path(const char* name) { return folder_.filePath(QString::fromLatin1(name)).toStdString(); }

private slots:
    void aFailedWriteLeavesTheOldFile() {
        write_atomically(path("keep.txt"), "old");
        VERIFY_REFUSED(write_atomically(path("none/keep.txt"), "new"), "none/keep.txt: cannot be written");
        VERIFY_REFUSED(write_atomically(folder_.path().toStdString(), "new"), "is a folder");
        QCOMPARE(read_text_file(path("keep.txt")), std::string("old"));
        std::filesystem::create_symlink("keep.txt", path("link.txt"));
        write_atomically(path("link.txt"), "new");
        QVERIFY(std::filesystem::is_symlink(path("link.txt")));
        QCOMPARE(read_text_file(path("keep.txt")), std::string("new"));
    }

    void whatCannotBeWrittenIsToldWithoutATrace() {
        write_atomically(path("there.txt"), "old");
        check_writable(path("there.txt"));
        check_writable(path("new.txt"));
        QCOMPARE(read_text_file(path("there.txt")), std::string("old"));
        QVERIFY(!std::filesystem::exists(path("new.txt")));
        VERIFY_REFUSED(check_writable(path("none/new.txt")), "none/new.txt: cannot be written");
        VERIFY_REFUSED(check_writable(folder_.path().toStdString()), "is a folder");
        std::filesystem::create_symlink("loop.txt", path("loop.txt"));
        VERIFY_REFUSED(check_writable(path("loop.txt")), "loop.txt: cannot be written");
        VERIFY_REFUSED(write_atomically(path("loop.txt"), "new"), "loop.txt: cannot be written");
    }

    void aPipeIsNotOpenedToTryIt() {
        QCOMPARE(mkfifo(path("pipe").c_str(), 0600), 0);
        check_writable(path("pipe")); // would wait for a reader that never comes
        check_writable("/dev/full");
    }
};

QTEST_GUILESS_MAIN(AtomicFileTest)
#include "atomic_file_test.moc"
