// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/moves/order_chain.h"

#include <algorithm>

namespace pipette {

OrderChain::OrderChain(const NodeRows& rows, RowTimes& times, int devices)
    : rows_(rows),
      times_(times),
      devices_(index(devices)),
      count_(rows.count()),
      devices_in_(rows.length()),
      values_(columns() * count_, 0),
      parts_(values_),
      most_(columns(), 0),
      most_before_(most_) {
    for (int device = 0; device < devices; ++device)
        devices_in_[rows.place_of(device)].push_back(index(device));
    take(rows.nodes());
}

void OrderChain::take(const std::vector<std::uint32_t>& nodes) {
    nodes_ = nodes;
    for (std::size_t row = 0; row < count_; ++row) {
        load_ends(row);
        for (std::size_t place = 0; place < rows_.length(); ++place)
            load_hops(row, place);
    }
    values_before_.clear();
    for (std::size_t column = 0; column < columns(); ++column)
        find_most(column);
    find_cost();
}

void OrderChain::exchange(std::size_t a, std::size_t b) {
    values_before_.clear(), parts_before_.clear();
    std::copy(most_.begin(), most_.end(), most_before_.begin());
    std::swap(nodes_[a], nodes_[b]);
    const std::size_t row_a = a / rows_.length(), row_b = b / rows_.length();
    load_ends(row_a);
    if (row_b != row_a)
        load_ends(row_b);
    for (const std::size_t at : {a, b}) {
        const std::size_t row = at / rows_.length(), place = at % rows_.length();
        load_hops(row, place), load_hops((row > 0 ? row : count_) - 1, place);
    }
    for (const Before& before : values_before_)
        if (before.value == most_before_[before.column])
            find_most(before.column);
    find_cost();
}

void OrderChain::soften(double width_s) {
    soft_ = SoftMaximum(cost_s_, width_s);
    energy_s_ = 0;
    std::fill(parts_.begin(), parts_.end(), 0.0);
    parts_before_.clear();
    for (std::size_t column = 0; column < columns(); ++column)
        for (std::size_t row = 0; row < count_; ++row)
            find_part(column, column * count_ + row);
}

bool OrderChain::exchange_within(std::size_t a, std::size_t b, double limit_s) {
    const double cost_before_s = cost_s_, energy_before_s = energy_s_;
    exchange(a, b);
    // What decides the cost is a part of the energy: most often it is too much by itself.
    if (soft_.part(cost_s_) <= limit_s) {
        find_energy();
        if (energy_s_ <= limit_s)
            return true;
    }
    take_back(a, b);
    cost_s_ = cost_before_s, energy_s_ = energy_before_s;
    return false;
}

void OrderChain::load_ends(std::size_t row) {
    const double* ends_s = times_.ends_s(this->row(row));
    for (std::size_t device = 0; device < devices_; ++device)
        put(device, row, ends_s[device]);
}

void OrderChain::load_hops(std::size_t row, std::size_t place) {
    const std::uint32_t here = this->row(row)[place], next = this->row(row + 1 < count_ ? row + 1 : 0)[place];
    for (const std::size_t device : devices_in_[place])
        put(devices_ + device, row, times_.hop_s(device, here, next));
}

void OrderChain::put(std::size_t column, std::size_t row, double value) {
    const std::size_t cell = column * count_ + row;
    if (value == values_[cell])
        return;
    values_before_.push_back({column, cell, values_[cell]});
    values_[cell] = value;
    most_[column] = std::max(most_[column], value);
}

void OrderChain::find_most(std::size_t column) {
    const double* values = &values_[column * count_];
    most_[column] = *std::max_element(values, values + count_);
}

void OrderChain::find_cost() {
    cost_s_ = 0;
    for (std::size_t device = 0; device < devices_; ++device)
        cost_s_ = std::max(cost_s_, most_[device] + most_[devices_ + device]);
}

void OrderChain::find_energy() {
    for (const Before& before : values_before_)
        find_part(before.column, before.cell);
    for (std::size_t column = 0; column < columns(); ++column)
        if (most_[beside(column)] != most_before_[beside(column)])
            for (std::size_t row = 0; row < count_; ++row)
                find_part(column, column * count_ + row);
}

void OrderChain::find_part(std::size_t column, std::size_t cell) {
    const double part = soft_.part(values_[cell] + most_[beside(column)]);
    parts_before_.push_back({column, cell, parts_[cell]});
    energy_s_ += part - parts_[cell];
    parts_[cell] = part;
}

void OrderChain::take_back(std::size_t a, std::size_t b) {
    std::swap(nodes_[a], nodes_[b]);
    for (auto before = values_before_.rbegin(); before != values_before_.rend(); ++before)
        values_[before->cell] = before->value;
    for (auto before = parts_before_.rbegin(); before != parts_before_.rend(); ++before)
        parts_[before->cell] = before->value;
    most_.swap(most_before_);
}

} // namespace pipette
