// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/moves/node_hops.h"
#include "core/search/moves/node_rows.h"
#include "core/search/time/soft_maximum.h"

#include <cstdint>
#include <vector>

namespace pipette {

/// Nodes in rows, and what they take in this order; an exchange of two costs what it touches. Keeps
/// references to its arguments.
class OrderChain {
public:
    OrderChain(const NodeRows& rows, RowTimes& times, const NodeHops& hops, int devices);

    double cost_s() const { return cost_s_; }
    const std::vector<std::uint32_t>& nodes() const { return nodes_; } ///< [row * length + place]

    void take(const std::vector<std::uint32_t>& nodes);
    void exchange(std::size_t a, std::size_t b);

    /// From here until take() or exchange() there is an energy: the sum of the parts of every row, with the
    /// slowest hops, and of every hop, with the latest row and the slowest hops of the other collectives, in
    /// a SoftMaximum of this width and today's cost.
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
    /// Where a hop's cell is.
    struct HopCell {
        std::size_t column, cell;
        NodeHops::Hop hop;
    };

    std::size_t columns() const { return most_.size(); }
    std::size_t columns_of_device() const { return 1 + hops_.collectives(); }
    const std::uint32_t* row(std::size_t row) const { return &nodes_[row * rows_.length()]; }
    double beside(std::size_t column, const std::vector<double>& most) const;
    void load_ends(std::size_t row);
    void load(const HopCell& at);
    void put(std::size_t column, std::size_t cell, double value);
    void find_most(std::size_t column);
    void find_cost();
    /// Works out the parts that the exchange under way changed.
    void find_energy();
    void find_part(std::size_t column, std::size_t cell, double beside_s);
    void take_back(std::size_t a, std::size_t b);

    const NodeRows& rows_;
    RowTimes& times_;
    const NodeHops& hops_;
    std::size_t devices_;
    std::size_t count_;                        // of rows
    std::vector<HopCell> cells_;               // of all hops
    std::vector<std::vector<std::size_t>> at_; // [row * length + place] numbers of the hops that end there
    std::vector<std::uint32_t> nodes_;
    // Of every device a column for the ends of its rows, then one for the hops of each collective: the cells
    // of a column lie one after another.
    std::vector<std::size_t> first_; // [column] and one more
    std::vector<double> values_, parts_;
    std::vector<double> most_, most_before_; // [column] of the values
    double cost_s_ = 0, energy_s_ = 0;
    SoftMaximum soft_;
    std::vector<Before> values_before_, parts_before_;
};

} // namespace pipette
