// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pipette {

/// All rows of one kind: frameworks, launchers, importers. A row registers itself where it is defined, in a
/// file of its own, and no list elsewhere names it:
///
///     const Registered<Framework> row({.name = "mine", ...});
///
/// `Row` has a `name`, by which rows are sorted and found. Rows are registered before main() or at the start
/// of a test, never while others read; libraries that hold rows are linked whole (see pipette_library).
template <class Row>
class Registry {
public:
    /// Sorted by name.
    static std::span<const Row* const> all() { return rows(); }

    /// Null when there is none of that name.
    static const Row* find(std::string_view name) {
        const auto found =
            std::find_if(rows().begin(), rows().end(), [&](const Row* row) { return row->name == name; });
        return found == rows().end() ? nullptr : *found;
    }

    /// "mine, yours, ...": for messages.
    static std::string names() {
        std::string text;
        for (const Row* row : rows())
            text += (text.empty() ? "" : ", ") + std::string(row->name);
        return text;
    }

    /// Throws std::logic_error for a name that another row has: find() would never reach the second.
    static void add(const Row& row) {
        if (find(row.name))
            throw std::logic_error("two rows have the name " + std::string(row.name));
        const auto after = std::find_if(rows().begin(), rows().end(),
                                        [&](const Row* other) { return row.name < other->name; });
        rows().insert(after, &row);
    }
    static void remove(const Row& row) { std::erase(rows(), &row); }

private:
    static std::vector<const Row*>& rows() {
        static std::vector<const Row*> all;
        return all;
    }
};

/// A row that is registered as long as it lives.
template <class Row>
class Registered {
public:
    explicit Registered(Row row) : row_(std::move(row)) { Registry<Row>::add(row_); }
    ~Registered() { Registry<Row>::remove(row_); }
    Registered(const Registered&) = delete;
    Registered& operator=(const Registered&) = delete;

private:
    Row row_;
};

} // namespace pipette
