// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/moves/node_rows.h"
#include "core/search/time/soft_maximum.h"

#include <cstdint>
#include <vector>

namespace pipette {

/// Nodes in rows, and what they take in this order; an exchange of two costs what it touches. Keeps
/// references to its arguments.
class OrderChain {
public:
    OrderChain(const NodeRows& rows, RowTimes& times, int devices);

    double cost_s() const { return cost_s_; }
    const std::vector<std::uint32_t>& nodes() const { return nodes_; } ///< [row * length + place]

    void take(const std::vector<std::uint32_t>& nodes);
    void exchange(std::size_t a, std::size_t b);

    /// From here until take() or exchange() there is an energy: the sum of the parts of every row, with the
    /// slowest hop, and of every hop, with the latest row, in a SoftMaximum of this width and today's cost.
    void soften(double width_s);
    double energy_s() const { return energy_s_; }
    /// The exchange, if the energy after it is at most `limit_s`; whether it is. After soften().
    bool exchange_within(std::size_t a, std::size_t b, double limit_s);

private:
    /// A cell that the exchange under way changed, and what it was.
    struct Before {
        std::size_t column, cell;
        double value;
    };

    std::size_t columns() const { return 2 * devices_; }
    /// That of the hops of a device whose ends a column holds, and the other way round.
    std::size_t beside(std::size_t column) const {
        return column < devices_ ? column + devices_ : column - devices_;
    }
    const std::uint32_t* row(std::size_t row) const { return &nodes_[row * rows_.length()]; }
    void load_ends(std::size_t row);
    /// Of the devices in a place of that row to those of the next.
    void load_hops(std::size_t row, std::size_t place);
    void put(std::size_t column, std::size_t row, double value);
    void find_most(std::size_t column);
    void find_cost();
    /// Works out the parts that the exchange under way changed.
    void find_energy();
    void find_part(std::size_t column, std::size_t cell);
    void take_back(std::size_t a, std::size_t b);

    const NodeRows& rows_;
    RowTimes& times_;
    std::size_t devices_;
    std::size_t count_;                                // of rows
    std::vector<std::vector<std::size_t>> devices_in_; // [place of a row]
    std::vector<std::uint32_t> nodes_;
    // A column for the ends of each device, then one for its hops from row to row: [column * rows + row].
    std::vector<double> values_, parts_;
    std::vector<double> most_, most_before_; // [column] of the values
    double cost_s_ = 0, energy_s_ = 0;
    SoftMaximum soft_;
    std::vector<Before> values_before_, parts_before_;
};

} // namespace pipette
