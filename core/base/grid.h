// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/index.h"

#include <span>
#include <vector>

namespace pipette {

/// A flat array seen as rows of so many columns; must not outlive it.
template <class Value>
class Grid {
public:
    Grid(std::span<Value> values, std::integral auto columns) : values_(values), columns_(index(columns)) {}

    Value& operator()(std::integral auto row, std::integral auto column) const {
        return values_[index(row) * columns_ + index(column)];
    }
    std::span<Value> row(std::integral auto number) const {
        return values_.subspan(index(number) * columns_, columns_);
    }

private:
    std::span<Value> values_;
    std::size_t columns_;
};

template <class Value, class Columns>
Grid(std::vector<Value>&, Columns) -> Grid<Value>;
template <class Value, class Columns>
Grid(const std::vector<Value>&, Columns) -> Grid<const Value>;

} // namespace pipette
