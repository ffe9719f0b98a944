// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/atomic_file.h"

#include "core/formats/text_file.h"
#include "tests/core/formats/refusal.h"

#include <QtTest>

#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

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

    void aLinkToNothingYetIsFollowed() {
        std::filesystem::create_symlink("later.txt", path("before.txt"));
        write_atomically(path("before.txt"), "now");
        QVERIFY(std::filesystem::is_symlink(path("before.txt")));
        QCOMPARE(read_text_file(path("later.txt")), std::string("now"));
        std::filesystem::create_symlink("gone/later.txt", path("nowhere.txt"));
        VERIFY_REFUSED(check_writable(path("nowhere.txt")), "gone/later.txt: cannot be written");
    }

    void aWriteProtectedFileIsNotReplaced() {
        write_atomically(path("safe.txt"), "old");
        std::filesystem::permissions(path("safe.txt"), std::filesystem::perms::owner_read);
        if (access(path("safe.txt").c_str(), W_OK) == 0)
            QSKIP("whoever runs this may write anything");
        VERIFY_REFUSED(write_atomically(path("safe.txt"), "new"), "safe.txt: cannot be written");
        QCOMPARE(read_text_file(path("safe.txt")), std::string("old"));
    }

    void aNameOfAnyLengthIsWritten() {
        const std::string longest = path(std::string(255, 'n').c_str());
        write_atomically(longest, "text");
        QCOMPARE(read_text_file(longest), std::string("text"));
    }

    void aPipeIsNotOpenedToTryIt() {
        QCOMPARE(mkfifo(path("pipe").c_str(), 0600), 0);
        check_writable(path("pipe")); // would wait for a reader that never comes
        check_writable("/dev/full");
    }
};

QTEST_GUILESS_MAIN(AtomicFileTest)
#include "atomic_file_test.moc"
