// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bounds.h"
#include "core/cluster/cluster.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pipette {

namespace bounds {

inline constexpr Bounds period_hours{0.1, 1e5, "hours"};
inline constexpr Bounds price_factor{0, 1e3, "times the price"};     // of a period
inline constexpr Bounds restart_minutes{0, 240, "minutes"};          // on another plan
inline constexpr Bounds lost_minutes{0, 10'000, "minutes"};          // of work, with GPUs that go
inline constexpr WholeBounds period_rounds{1, 1000, {}};             // how often periods come again
inline constexpr WholeBounds there_nodes{0, 1'000'000, "nodes"};     // of a kind in a period
inline constexpr std::size_t most_periods = 2000;                    // with all rounds
inline constexpr std::size_t most_gpu_sets = 100;                    // each needs a plan
inline constexpr std::size_t most_hosts_off = std::size_t{1} << 20U; // in all periods of a file

} // namespace bounds

inline constexpr double hours_of_a_day = 24, minutes_of_an_hour = 60, seconds_of_an_hour = 3600;

/// A time in which the GPUs that are there stay the same.
struct AvailabilityPeriod {
    double hours = 0;
    /// Hosts that are not there: names, or groups as nodes_named() takes them.
    std::vector<std::string> off = {};
    /// Nodes of a kind of GPUs that are there, by the name of the kind: the first so many of the cluster. A
    /// kind without a number is there with all its nodes.
    std::map<std::string, int> nodes = {};
    double price_factor = 1; ///< times the price of the goals, in this period
    /// Who trains knows before that GPUs go when this period begins, and writes a checkpoint.
    bool announced = false;
    bool operator==(const AvailabilityPeriod&) const = default;
};

/// Which GPUs of a cluster a job has, hour by hour.
struct Availability {
    std::string file; ///< that messages name; empty: none
    std::string name; ///< for a person; may be empty
    std::vector<AvailabilityPeriod> periods;
    int rounds = 1; ///< how often the periods follow one another in their order
    /// Minutes from the end of one plan to the first step of the next. Processes start in this time, and they
    /// read the checkpoint. Empty: the restart time of the goals counts.
    std::optional<double> restart_minutes;
    /// Work that is done again when GPUs go without an announcement. Empty: half the time between two
    /// checkpoints of the plan.
    std::optional<double> lost_minutes;
    bool operator==(const Availability&) const = default;
};

/// Hours of all periods and rounds.
double hours_of(const Availability& availability);

/// The different sets of GPUs that are there, and when.
struct GpuSets {
    std::vector<std::vector<int>> excluded; ///< GPUs that no plan may use, sorted: a list each set
    std::vector<int> of_period;             ///< [period of the file] index into `excluded`
};

/// The sets of the availability on a cluster, without the GPUs `excluded` (sorted), which are never used.
/// Throws InputError (place: the JSON path) for a host that the cluster lacks or that stands twice in a
/// period, for a kind that it lacks, for more nodes than it has, and for more than most_gpu_sets sets.
GpuSets gpu_sets(const Availability& availability, const Cluster& cluster, const std::vector<int>& excluded);

} // namespace pipette
