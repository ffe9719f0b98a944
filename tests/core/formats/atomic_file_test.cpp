// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/text/atomic_file.h"

#include "core/formats/launchers/exported_file.h"
#include "core/formats/text/temporary_file.h"
#include "core/formats/text/text_file.h"
#include "tests/core/formats/refusal.h"

#include <QtTest>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace pipette;

class AtomicFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::string path(const char* name) { return folder_.filePath(QString::fromLatin1(name)).toStdString(); }

    static unsigned mode_of(const std::string& file) {
        struct stat now {};
        return stat(file.c_str(), &now) == 0 ? now.st_mode & 07777 : 0;
    }

    static QStringList files_in(const std::string& folder) {
        return QDir(QString::fromStdString(folder)).entryList(QDir::Files | QDir::Hidden);
    }

    /// How a process ends that is in the midst of writing the file when `disturb` is called with its number.
    static int status_of_writer(
        const std::string& file, const std::function<void(pid_t)>& disturb,
        const std::function<void()>& prepare = [] {}) {
        int writing[2];
        if (pipe(writing) != 0)
            return -1;
        const pid_t child = fork();
        if (child == 0) {
            sigset_t waited;
            sigemptyset(&waited);
            sigaddset(&waited, SIGUSR1);
            pthread_sigmask(SIG_BLOCK, &waited, nullptr); // before there are threads
            for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ})
                ::signal(signal, SIG_DFL); // Qt Test has its own ways with them
            prepare();
            remove_temporary_files_at_signals();
            write_atomically(file, [&](const ByteSink& sink) {
                sink("new");
                if (write(writing[1], "w", 1) == 1)
                    sleep(60);
            });
            std::_Exit(0);
        }
        char told = 0;
        if (read(writing[0], &told, 1) == 1)
            disturb(child);
        close(writing[0]);
        close(writing[1]);
        int status = -1;
        waitpid(child, &status, 0);
        return status;
    }

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

    void piecesOfAnySizeKeepTheirOrder() {
        std::string expected;
        write_atomically(path("pieces"), [&](const ByteSink& sink) {
            for (const std::size_t size : {1u, 70'000u, 3u, 65'535u, 2u, 65'536u, 0u, 40'000u, 40'000u}) {
                const std::string piece(size, static_cast<char>('a' + expected.size() % 26));
                sink(piece);
                expected += piece;
            }
        });
        QVERIFY(read_text_file(path("pieces")) == expected);
    }

    void permissionsFollowTheUmask_data() {
        QTest::addColumn<unsigned>("mask");
        QTest::addColumn<unsigned>("data");
        QTest::addColumn<unsigned>("program");
        QTest::newRow("private") << 077u << 0600u << 0700u;
        QTest::newRow("usual") << 022u << 0644u << 0755u;
        QTest::newRow("group") << 002u << 0664u << 0775u;
        QTest::newRow("open") << 0u << 0666u << 0777u;
    }

    void permissionsFollowTheUmask() {
        QFETCH(unsigned, mask);
        QFETCH(unsigned, data);
        QFETCH(unsigned, program);
        const std::string folder = path(QTest::currentDataTag());
        const mode_t before = umask(mask);
        write_folder(folder, {{"data", "text"}, {"program", "text", true}});
        umask(before);
        QCOMPARE(mode_of(folder + "/data"), data);
        QCOMPARE(mode_of(folder + "/program"), program);
    }

    void aReplacedFileKeepsItsPermissions() {
        for (const mode_t mode : {0600u, 0640u, 0604u, 0750u, 0666u}) {
            write_atomically(path("kept"), "old");
            QCOMPARE(chmod(path("kept").c_str(), mode), 0);
            write_atomically(path("kept"), "new");
            QCOMPARE(mode_of(path("kept")), mode);
            write_atomically(path("kept"), "new", FileUse::program);
            QCOMPARE(mode_of(path("kept")), mode | (mode & 0444) >> 2);
        }
    }

    /// Whatever ends the program while a file is written leaves the old one, and no other.
    void signalsLeaveNoTemporaryFile_data() {
        QTest::addColumn<int>("signal");
        for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ})
            QTest::newRow(strsignal(signal)) << signal;
    }

    void signalsLeaveNoTemporaryFile() {
        QFETCH(int, signal);
        const std::string folder = path("ended");
        write_folder(folder, {{"file", "old"}});
        const int status = status_of_writer(folder + "/file", [&](pid_t child) { kill(child, signal); });
        QVERIFY(WIFSIGNALED(status));
        QCOMPARE(WTERMSIG(status), signal);
        QCOMPARE(files_in(folder), QStringList{"file"});
        QCOMPARE(read_text_file(folder + "/file"), std::string("old"));
    }

    void aSecondInterruptLeavesNoTemporaryFile() {
        const std::string folder = path("interrupted");
        write_folder(folder, {{"file", "old"}});
        const int status = status_of_writer(
            folder + "/file", [](pid_t child) { kill(child, SIGUSR1); },
            [] { // as a thread that waits for signals does
                std::thread([] {
                    sigset_t set;
                    sigemptyset(&set);
                    sigaddset(&set, SIGUSR1);
                    int signal = 0;
                    sigwait(&set, &signal);
                    remove_temporary_files();
                    std::_Exit(130);
                }).detach();
            });
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 130);
        QCOMPARE(files_in(folder), QStringList{"file"});
        QCOMPARE(read_text_file(folder + "/file"), std::string("old"));
    }

    void aSignalThatIsIgnoredStaysIgnored() {
        const std::string folder = path("nohup");
        write_folder(folder, {{"file", "old"}});
        const int status = status_of_writer(
            folder + "/file",
            [](pid_t child) {
                kill(child, SIGHUP);
                kill(child, SIGTERM);
            },
            [] { signal(SIGHUP, SIG_IGN); });
        QVERIFY(WIFSIGNALED(status));
        QCOMPARE(WTERMSIG(status), SIGTERM);
        QCOMPARE(files_in(folder), QStringList{"file"});
    }

    void aPipeIsNotOpenedToTryIt() {
        QCOMPARE(mkfifo(path("pipe").c_str(), 0600), 0);
        check_writable(path("pipe")); // would wait for a reader that never comes
        check_writable("/dev/full");
    }
};

QTEST_GUILESS_MAIN(AtomicFileTest)
#include "atomic_file_test.moc"
