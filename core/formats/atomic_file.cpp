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

constexpr std::size_t buffered_bytes = 1 << 16;

/// A device, a pipe, or what a link like /dev/stdout leads to.
bool is_special(const std::filesystem::path& path) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
           !std::filesystem::is_directory(status);
}

/// What is written: a temporary file beside the target that is removed unless it takes its place, or, where
/// the target is no regular file but a device or a pipe, the target itself.
class OutputFile {
public:
    explicit OutputFile(const std::filesystem::path& target)
        : target_(target), in_place_(is_special(target)), path_(target.string()) {
        if (!in_place_)
            path_ =
                (target.parent_path() / ".pipette.XXXXXX").string(); // short: names may be as long as allowed
        descriptor_ =
            in_place_ ? open(path_.c_str(), O_WRONLY | O_CLOEXEC) : mkostemp(path_.data(), O_CLOEXEC);
        if (descriptor_ < 0)
            fail("cannot be written");
    }
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile() {
        if (descriptor_ >= 0)
            close(descriptor_);
        if (descriptor_ >= 0 && !in_place_ && !renamed_)
            unlink(path_.c_str());
    }

    void write(std::string_view bytes) {
        buffer_ += bytes;
        if (buffer_.size() >= buffered_bytes)
            flush();
    }

    void finish() {
        flush();
        if (!in_place_)
            become_target();
    }

private:
    [[noreturn]] void fail(const char* what) const {
        throw InputError(target_.string(), {}, std::string(what) + ": " + std::strerror(errno));
    }

    void flush() {
        for (std::string_view rest = buffer_; !rest.empty();) {
            const ssize_t count = ::write(descriptor_, rest.data(), rest.size());
            if (count < 0 && errno == EINTR)
                continue;
            if (count < 0)
                fail("cannot be written");
            rest.remove_prefix(static_cast<std::size_t>(count));
        }
        buffer_.clear();
    }

    void become_target() {
        if (fchmod(descriptor_, permissions()) != 0 || fsync(descriptor_) != 0)
            fail("cannot be written");
        if (std::rename(path_.c_str(), target_.c_str()) != 0)
            fail("cannot be replaced");
        renamed_ = true;
        const auto folder = target_.has_parent_path() ? target_.parent_path() : std::filesystem::path(".");
        const int folder_descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder_descriptor >= 0) { // makes the new name last; some file systems do not offer it
            fsync(folder_descriptor);
            close(folder_descriptor);
        }
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
    bool in_place_, renamed_ = false;
    std::string path_, buffer_;
    int descriptor_ = -1;
};

/// What a link leads to is written; a link to a device stays as it is.
std::filesystem::path target_of(const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        throw InputError(path.string(), {}, "is a folder, expected a file name");
    if (is_special(path))
        return path;
    constexpr int most_links = 40; // as Linux follows
    std::filesystem::path target = path;
    for (int links = 0; std::filesystem::is_symlink(target, error); ++links) {
        if (links == most_links)
            throw InputError(path.string(), {}, std::string("cannot be written: ") + std::strerror(ELOOP));
        target = target.parent_path() / std::filesystem::read_symlink(target, error);
    }
    // The folder alone would let a write-protected file be replaced.
    if (std::filesystem::exists(target, error) && access(target.c_str(), W_OK) != 0)
        throw InputError(path.string(), {}, std::string("cannot be written: ") + std::strerror(errno));
    return target;
}

} // namespace

void check_writable(const std::filesystem::path& path) {
    if (!is_special(path)) // opening a pipe would wait for its reader, and closing it end it
        OutputFile{target_of(path)};
}

void write_atomically(const std::filesystem::path& path,
                      const std::function<void(const ByteSink&)>& produce) {
    OutputFile file(target_of(path));
    produce([&](std::string_view bytes) { file.write(bytes); });
    file.finish();
}

void write_atomically(const std::filesystem::path& path, std::string_view bytes) {
    write_atomically(path, [&](const ByteSink& sink) { sink(bytes); });
}

} // namespace pipette
