// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/atomic_file.h"

#include "core/base/input_error.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace pipette {
namespace {

/// A temporary file that is closed and removed unless it was renamed.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::filesystem::path& target)
        : target_(target),
          path_(target.string() + ".XXXXXX"),
          descriptor_(mkostemp(path_.data(), O_CLOEXEC)) {
        if (descriptor_ < 0) {
            path_.clear();
            fail("cannot be written");
        }
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() {
        if (descriptor_ >= 0)
            close(descriptor_);
        if (!path_.empty())
            unlink(path_.c_str());
    }

    void write(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
            if (count < 0 && errno == EINTR)
                continue;
            if (count < 0)
                fail("cannot be written");
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
    }

    void become_target() {
        if (fchmod(descriptor_, permissions()) != 0 || fsync(descriptor_) != 0)
            fail("cannot be written");
        if (std::rename(path_.c_str(), target_.c_str()) != 0)
            fail("cannot be replaced");
        path_.clear();
        const auto folder = target_.has_parent_path() ? target_.parent_path() : std::filesystem::path(".");
        const int folder_descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder_descriptor >= 0) { // makes the new name last; some file systems do not offer it
            fsync(folder_descriptor);
            close(folder_descriptor);
        }
    }

private:
    [[noreturn]] void fail(const char* what) const {
        throw InputError(target_.string(), {}, std::string(what) + ": " + std::strerror(errno));
    }

    mode_t permissions() const {
        struct stat old {};
        if (stat(target_.c_str(), &old) == 0)
            return old.st_mode & 07777;
        const mode_t mask = umask(0); // there is no call that only reads it
        umask(mask);
        return 0666 & ~mask;
    }

    std::filesystem::path target_;
    std::string path_;
    int descriptor_;
};

} // namespace

void write_atomically(const std::filesystem::path& path, std::string_view bytes) {
    std::error_code error;
    const auto resolved =
        std::filesystem::is_symlink(path, error) ? std::filesystem::weakly_canonical(path) : path;
    if (std::filesystem::is_directory(resolved, error))
        throw InputError(path.string(), {}, "is a folder, expected a file name");
    TemporaryFile file(resolved);
    file.write(bytes);
    file.become_target();
}

} // namespace pipette
