// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <sys/mman.h>

namespace pipette {

/// Allocator of tables that are looked up at random: large ones ask for pages of 2 MiB, without which most
/// look-ups would wait for the address of their page, too.
template <class T>
struct LargePages {
    using value_type = T;
    static constexpr std::size_t page = std::size_t(1) << 21;

    LargePages() = default;
    template <class Other>
    LargePages(const LargePages<Other>&) {}

    static bool is_large(std::size_t count) { return count * sizeof(T) >= 2 * page; }
    T* allocate(std::size_t count) {
        if (!is_large(count))
            return static_cast<T*>(::operator new(count * sizeof(T)));
        const std::size_t bytes = (count * sizeof(T) + page - 1) / page * page;
        void* const memory = std::aligned_alloc(page, bytes);
        if (!memory)
            throw std::bad_alloc();
        madvise(memory, bytes, MADV_HUGEPAGE); // a wish: without it all is as before
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t count) {
        if (is_large(count))
            std::free(memory);
        else
            ::operator delete(memory);
    }
    bool operator==(const LargePages&) const = default;
};

} // namespace pipette
