// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/text/atomic_file.h"

#include "core/base/input_error.h"
#include "core/formats/text/temporary_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

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

/// What is written: a temporary file beside the target that takes its place, or, where the target is no
/// regular file but a device or a pipe, the target itself.
class OutputFile {
public:
    OutputFile(const std::filesystem::path& target, FileUse use) : target_(target), use_(use) {
        if (is_special(target)) {
            special_ = open(target.c_str(), O_WRONLY | O_CLOEXEC);
        } else {
            replaces_ = stat(target.c_str(), &replaced_) == 0;
            // What nobody else could read stays so while it is written.
            temporary_.emplace(target.parent_path(), replaces_                 ? 0600
                                                     : use == FileUse::program ? 0777
                                                                               : 0666);
        }
        if (descriptor() < 0)
            fail("cannot be written");
    }
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile() {
        if (special_ >= 0)
            close(special_);
    }

    void write(std::string_view bytes) {
        if (buffer_.size() + bytes.size() >= buffered_bytes)
            flush();
        if (bytes.size() >= buffered_bytes)
            write_through(bytes);
        else
            buffer_ += bytes;
    }

    /// Brings all that was written to the disk.
    void complete() {
        flush();
        if (temporary_ &&
            ((replaces_ && fchmod(descriptor(), permissions()) != 0) || fsync(descriptor()) != 0))
            fail("cannot be written");
    }

    /// Gives a complete file its name.
    void become_target() {
        if (!temporary_)
            return;
        if (!temporary_->take_place_of(target_))
            fail("cannot be replaced");
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

    int descriptor() const { return temporary_ ? temporary_->descriptor() : special_; }

    void flush() {
        write_through(buffer_);
        buffer_.clear();
    }

    void write_through(std::string_view rest) {
        while (!rest.empty()) {
            const ssize_t count = ::write(descriptor(), rest.data(), rest.size());
            if (count < 0 && errno == EINTR)
                continue;
            if (count < 0)
                fail("cannot be written");
            rest.remove_prefix(static_cast<std::size_t>(count));
        }
    }

    /// Those of the file that is replaced; a program may be run by whoever may read it.
    mode_t permissions() const {
        const mode_t mode = replaced_.st_mode & 07777;
        return use_ == FileUse::program ? mode | (mode & 0444) >> 2 : mode;
    }

    std::filesystem::path target_;
    FileUse use_;
    bool replaces_ = false;
    struct stat replaced_ {}; ///< set where replaces_
    std::optional<TemporaryFile> temporary_;
    int special_ = -1; ///< where there is no temporary file
    std::string buffer_;
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
        OutputFile{target_of(path), FileUse::data};
}

void write_atomically(const std::filesystem::path& path, const std::function<void(const ByteSink&)>& produce,
                      FileUse use) {
    OutputFile file(target_of(path), use);
    produce([&](std::string_view bytes) { file.write(bytes); });
    file.complete();
    file.become_target();
}

void write_atomically(std::span<const FileContent> files) {
    std::vector<std::unique_ptr<OutputFile>> outputs;
    for (const FileContent& file : files) {
        outputs.push_back(std::make_unique<OutputFile>(target_of(file.path), file.use));
        outputs.back()->write(file.bytes);
        outputs.back()->complete();
    }
    for (const std::unique_ptr<OutputFile>& output : outputs)
        output->become_target();
}

void write_atomically(const std::filesystem::path& path, std::string_view bytes, FileUse use) {
    write_atomically(
        path, [&](const ByteSink& sink) { sink(bytes); }, use);
}

} // namespace pipette
