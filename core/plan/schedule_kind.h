// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/registry.h"

#include <compare>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pipette {

struct ScheduleDraft; // core/schedule/schedule.h
struct ScheduleSize;

/// Whether a device waits for its transfers, both ways at once (stock Megatron 1F1B) or one after the other,
/// or goes on computing.
enum class P2p { blocking, in_turn, overlapped };
std::span<const P2p> all_p2ps();
std::string_view name_of(P2p p2p);
std::optional<P2p> p2p_named(std::string_view name);

/// Sizes that a schedule can be made for.
struct AllowedSizes {
    std::string_view text; ///< for a person: "any devices and microbatches; 1 chunk, 1 slice"
    bool (*hold)(const ScheduleSize& size);
};

/// What is known of the time that no iteration can beat (core/cost/bound_time.cpp).
enum class TimeBound {
    mean_work,   ///< some device does at least the mean of the work: true of every schedule
    device_work, ///< no device ends before its first input came and its work is done: of one direction
    one_f_one_b  ///< nor before the longest path through 1F1B
};

/// Device of model chunk `chunk` where chunks go round the devices, again and again.
int looped_device(int chunk, int devices);
/// Where they go down the devices and back up, like a V.
int v_shaped_device(int chunk, int devices);

/// Everything that is known of one pipeline schedule. A file of core/schedule/kinds registers it, and nothing
/// else lists it: estimates, plans, the lab and the command line read its columns.
struct ScheduleFamily {
    std::string_view name;       ///< on the command line and in every file: "zb-h1"
    std::string_view title;      ///< for a person: "ZB-H1"
    std::string_view citation;   ///< the paper
    std::string_view idea = {};  ///< what it does, in a sentence or two for who learns it
    std::string_view helps = {}; ///< when it is the one to take, in a sentence
    AllowedSizes sizes;
    /// Appends all operations of every device in its order to a draft whose sizes, stages and devices are
    /// set.
    void (*fill)(ScheduleDraft& draft);

    P2p default_p2p = P2p::overlapped; ///< how its reference implementation transfers
    int (*device_of_chunk)(int chunk, int devices) = looped_device;
    bool bidirectional = false; ///< a second pipeline runs from the last device to the first
    int default_chunks = 1;     ///< model chunks a device
    bool more_chunks = false;   ///< a plan tries larger numbers of chunks than the default, too
    int sample_slices = 1;      ///< token slices that show what the schedule is for

    bool splits_backward = false; ///< into input and weight gradient
    bool gradients_cross = true;  ///< false: no backward between stages (local updates)
    bool recomputes = false;      ///< repeats forwards in operations of its own, where they were not just run
    bool overlaps_passes = false; ///< a forward and a backward run as one, and send at the same time
    /// Devices hold more microbatches the more there are; else no more than fit into the first rounds.
    bool unbounded_memory = false;
    TimeBound bound = TimeBound::mean_work;
    /// Microbatches after which the order of every device repeats itself once the pipeline is full: one round
    /// more of them puts one round more into the middle of every order. Null: it does not.
    int (*round)(const ScheduleSize& size) = nullptr;

    int pipelines() const { return bidirectional ? 2 : 1; }
};

/// A registered schedule: a value as cheap as a pointer.
class ScheduleKind {
public:
    /// Those that the planner itself takes where nobody names a schedule: with one and with several model
    /// chunks a device.
    enum Default { one_f_one_b, interleaved };

    ScheduleKind(Default kind = one_f_one_b);
    ScheduleKind(const ScheduleFamily& family) : family_(&family) {} ///< a registered one

    const ScheduleFamily& family() const { return *family_; }
    friend bool operator==(ScheduleKind, ScheduleKind) = default;
    friend auto operator<=>(ScheduleKind a, ScheduleKind b) { return a.family_->name <=> b.family_->name; }

private:
    const ScheduleFamily* family_;
};

inline const ScheduleFamily& family_of(ScheduleKind kind) {
    return kind.family();
}
inline std::string_view name_of(ScheduleKind kind) {
    return kind.family().name;
}
std::optional<ScheduleKind> schedule_named(std::string_view name);
std::vector<ScheduleKind> all_schedules(); ///< sorted by name

} // namespace pipette
