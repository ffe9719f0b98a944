// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/moves/order_chain.h"

#include <algorithm>

namespace pipette {

OrderChain::OrderChain(const NodeRows& rows, RowTimes& times, const NodeHops& hops, int devices)
    : rows_(rows),
      times_(times),
      hops_(hops),
      devices_(index(devices)),
      count_(rows.count()),
      at_(rows.nodes().size()) {
    std::size_t cells = 0;
    for (std::size_t device = 0; device < devices_; ++device) {
        first_.push_back(cells), cells += count_;
        for (std::size_t collective = 0; collective < hops.collectives(); ++collective) {
            const std::size_t column = first_.size();
            first_.push_back(cells);
            for (const NodeHops::Hop& hop : hops.hops(device, collective)) {
                at_[hop.from].push_back(cells_.size());
                if (hop.to != hop.from)
                    at_[hop.to].push_back(cells_.size());
                cells_.push_back({column, cells++, hop});
            }
        }
    }
    most_.assign(first_.size(), 0), most_before_ = most_;
    first_.push_back(cells);
    values_.assign(cells, 0), parts_ = values_;
    take(rows.nodes());
}

void OrderChain::take(const std::vector<std::uint32_t>& nodes) {
    nodes_ = nodes;
    for (std::size_t row = 0; row < count_; ++row)
        load_ends(row);
    for (const HopCell& at : cells_)
        load(at);
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
    for (const std::size_t place : {a, b})
        for (const std::size_t hop : at_[place])
            load(cells_[hop]);
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
        for (std::size_t cell = first_[column]; cell < first_[column + 1]; ++cell)
            find_part(column, cell, beside(column, most_));
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

/// The largest values of a device's other columns, one after another.
double OrderChain::beside(std::size_t column, const std::vector<double>& most) const {
    const std::size_t first = column - column % columns_of_device();
    double sum = 0;
    for (std::size_t other = first; other < first + columns_of_device(); ++other)
        sum += other == column ? 0 : most[other];
    return sum;
}

void OrderChain::load_ends(std::size_t row) {
    const double* ends_s = times_.ends_s(this->row(row));
    for (std::size_t device = 0; device < devices_; ++device) {
        const std::size_t column = device * columns_of_device();
        put(column, first_[column] + row, ends_s[device]);
    }
}

void OrderChain::load(const HopCell& at) {
    put(at.column, at.cell, hops_.exposed_s(at.hop, nodes_[at.hop.from], nodes_[at.hop.to]));
}

void OrderChain::put(std::size_t column, std::size_t cell, double value) {
    if (value == values_[cell])
        return;
    values_before_.push_back({column, cell, values_[cell]});
    values_[cell] = value;
    most_[column] = std::max(most_[column], value);
}

void OrderChain::find_most(std::size_t column) {
    double most = 0;
    for (std::size_t cell = first_[column]; cell < first_[column + 1]; ++cell)
        most = std::max(most, values_[cell]);
    most_[column] = most;
}

void OrderChain::find_cost() {
    cost_s_ = 0;
    for (std::size_t column = 0; column < columns(); column += columns_of_device())
        cost_s_ = std::max(cost_s_, most_[column] + beside(column, most_));
}

void OrderChain::find_energy() {
    for (const Before& before : values_before_)
        find_part(before.column, before.cell, beside(before.column, most_));
    for (std::size_t column = 0; column < columns(); ++column) {
        const double beside_s = beside(column, most_);
        if (beside_s != beside(column, most_before_))
            for (std::size_t cell = first_[column]; cell < first_[column + 1]; ++cell)
                find_part(column, cell, beside_s);
    }
}

void OrderChain::find_part(std::size_t column, std::size_t cell, double beside_s) {
    const double part = soft_.part(values_[cell] + beside_s);
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
