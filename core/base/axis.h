// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace pipette {

/// What ranks that differ along an axis have in common.
enum class Spread {
    peers,    ///< microbatch and stage: they work on it together, and are placed together
    replicas, ///< the stage, each with microbatches of its own
    stages,   ///< the microbatch, each with layers of its own
};

/// A parallel axis. Any value is one: whoever needs another axis names it.
struct Axis {
    std::string_view name; ///< as people write it; must outlive the axis
    Spread spread = Spread::peers;
    bool operator==(const Axis&) const = default;
};

/// Axes of dense transformers (tp, cp, dp, pp) and of their experts (etp, ep, edp in the place of tp, cp,
/// dp), of what is sharded (shard, replicas in the place of cp, dp), and of a grid of tensor parallel ranks
/// (x, y in the place of tp; help: tensor-grids.md).
namespace axis {
inline constexpr Axis tp{"tp", Spread::peers}, cp{"cp", Spread::peers}, dp{"dp", Spread::replicas},
    pp{"pp", Spread::stages};
inline constexpr Axis shard{"shard", Spread::replicas}, replicas{"replicas", Spread::replicas};
inline constexpr Axis etp{"etp", Spread::peers}, ep{"ep", Spread::replicas}, edp{"edp", Spread::replicas};
inline constexpr Axis x{"x", Spread::peers}, y{"y", Spread::peers};
/// Not an axis of ranks: cuts nothing.
inline constexpr Axis none{"", Spread::peers};
/// What cuts the tensors that tensor parallelism leaves whole: tp where sequence parallelism cuts their
/// tokens, x in a tensor grid, else nothing.
inline constexpr Axis sequence{"sequence", Spread::peers};
} // namespace axis

/// How many ranks lie along each axis that cuts layers. An axis without a size has one rank.
class AxisSizes {
public:
    double of(const Axis& axis) const {
        if (axis.name.empty())
            return 1;
        for (std::size_t i = 0; i < count_; ++i)
            if (entries_[i].axis.name == axis.name)
                return entries_[i].size;
        return 1;
    }
    /// The same sizes with `axis` of `size` ranks; at most twelve axes.
    AxisSizes with(const Axis& axis, double size) const& { return AxisSizes(*this).with(axis, size); }
    // A cast, because a linter takes std::move of a trivially copyable type for a mistake.
    AxisSizes&& with(const Axis& axis, double size) && {
        for (std::size_t i = 0; i < count_; ++i)
            if (entries_[i].axis.name == axis.name) {
                entries_[i].size = size;
                return static_cast<AxisSizes&&>(*this);
            }
        entries_.at(count_++) = {axis, size};
        return static_cast<AxisSizes&&>(*this);
    }

private:
    struct Entry {
        Axis axis{};
        double size = 1;
    };
    std::array<Entry, 12> entries_{};
    std::size_t count_ = 0;
};

} // namespace pipette
