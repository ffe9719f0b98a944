// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/text/mapped_file.h"

#include "core/base/input_error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pipette {
namespace {

struct Descriptor {
    int number;
    ~Descriptor() {
        if (number >= 0)
            close(number);
    }
};

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& reason) {
    throw InputError(path.string(), {}, reason);
}

} // namespace

std::shared_ptr<std::byte[]> map_file(const std::filesystem::path& path, std::size_t bytes) {
    // A pipe without a writer would never open.
    const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
    if (file.number < 0)
        refuse(path, errno == ENOENT  ? "does not exist"
                     : errno == ELOOP ? "is a link, expected the file itself"
                                      : std::string("cannot be opened for reading: ") + std::strerror(errno));
    struct stat status {};
    if (fstat(file.number, &status) != 0 || !S_ISREG(status.st_mode))
        refuse(path, "is not a regular file");
    if (static_cast<std::size_t>(status.st_size) != bytes)
        refuse(path, fmt::format("has {} bytes, expected {}", status.st_size, bytes));
    void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, file.number, 0);
    if (mapped == MAP_FAILED)
        refuse(path, std::string("cannot be mapped: ") + std::strerror(errno));
    return {static_cast<std::byte*>(mapped), [bytes](std::byte* at) { munmap(at, bytes); }};
}

} // namespace pipette
