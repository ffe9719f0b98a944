// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/enumeration/replica_floor.h"

#include <algorithm>
#include <limits>

namespace pipette {
namespace {

constexpr double never = -std::numeric_limits<double>::infinity();

/// Values by stage, and the largest of those before a stage and from it on.
struct Column {
    double *values, *before, *from;

    Column(double* row, std::size_t stages) : values(row), before(row + stages), from(row + 2 * stages + 1) {}

    void find_largest(std::size_t stages) const {
        before[0] = from[stages] = never;
        for (std::size_t s = 0; s < stages; ++s)
            before[s + 1] = std::max(before[s], values[s]);
        for (std::size_t s = stages; s-- > 0;)
            from[s] = std::max(from[s + 1], values[s]);
    }
};

struct ConstColumn {
    const double *values, *before, *from;
    std::size_t stages;

    ConstColumn(const double* row, std::size_t count)
        : values(row), before(row + count), from(row + 2 * count + 1), stages(count) {}

    /// Largest of the stages first <= s < end.
    double largest(std::size_t first, std::size_t end) const {
        if (first == 0)
            return before[end];
        if (end == stages)
            return from[first];
        double most = never;
        for (std::size_t s = first; s < end; ++s)
            most = std::max(most, values[s]);
        return most;
    }
};

constexpr std::size_t trip = 0, first_column = 1;

std::size_t column_size(std::size_t stages) {
    return 3 * stages + 2;
}

} // namespace

ReplicaFloor::ReplicaFloor(const PlacementProblem& problem)
    : problem_(problem),
      known_(problem.pipeline.form == PipelineForm::windows && problem.pipeline.classes == 1 &&
             !problem.nics_shared),
      stages_(static_cast<std::size_t>(problem.devices)) {
    if (!known_)
        return;
    stride_ = first_column + 2 * column_size(stages_) + stages_; // the ends once more, without exchange
    rows_.assign(stride_ * static_cast<std::size_t>(problem.replicas), 0);
    for (std::size_t s = 0; s < stages_; ++s)
        work_ += problem.pipeline.forward[s] + problem.pipeline.backward[s];
}

template <P2p p2p>
double ReplicaFloor::single(std::size_t stage, const BothWays* links) const {
    const StageLoad load = stage_load<p2p>(
        problem_.pipeline.forward[stage], problem_.pipeline.backward[stage],
        stage > 0 ? links[stage - 1] : BothWays{}, stage + 1 < stages_ ? links[stage] : BothWays{});
    return problem_.pipeline.single_times[stage] * load.whole +
           problem_.pipeline.single_half[stage] * load.half;
}

void ReplicaFloor::keep(std::uint32_t replica, const BothWays* links, const double* after) {
    double* at = row(replica);
    double way = work_;
    for (std::size_t link = 0; link + 1 < stages_; ++link)
        way += links[link].forward + links[link].backward;
    at[trip] = way;
    const Column singles(at + first_column, stages_);
    for (std::size_t s = 0; s < stages_; ++s)
        singles.values[s] = with_p2p(problem_.pipeline.p2p, [&]<P2p p2p>() { return single<p2p>(s, links); });
    singles.find_largest(stages_);
    std::copy_n(after, stages_, at + stride_ - stages_);
}

void ReplicaFloor::soften(std::uint32_t replica, const double* exchange) {
    double* at = row(replica);
    const Column ends(at + first_column + column_size(stages_), stages_);
    const double* after = at + stride_ - stages_;
    for (std::size_t s = 0; s < stages_; ++s)
        ends.values[s] = after[s] + exchange[s];
    ends.find_largest(stages_);
}

double ReplicaFloor::least(std::uint32_t replica, std::span<const std::uint32_t> stages,
                           const BothWays* links, const BothWays* links_before,
                           double tied_embedding_s) const {
    return with_p2p(problem_.pipeline.p2p, [&]<P2p p2p>() {
        return least_of<p2p>(replica, stages, links, links_before, tied_embedding_s);
    });
}

template <P2p p2p>
double ReplicaFloor::least_of(std::uint32_t replica, std::span<const std::uint32_t> stages,
                              const BothWays* links, const BothWays* links_before,
                              double tied_embedding_s) const {
    const double* at = row(replica);
    const ConstColumn singles(at + first_column, stages_),
        ends(at + first_column + column_size(stages_), stages_);
    double way = at[trip], most = 0, last = never;
    double back = 0; // by how much the way home from the stages ahead has grown
    std::size_t next_single = 0, next_end = 0, next_link = 0;
    const auto take_link = [&](std::size_t link) {
        if (link < next_link || link + 1 >= stages_)
            return;
        const double longer = links[link].backward - links_before[link].backward;
        way += links[link].forward - links_before[link].forward + longer;
        back += longer;
        next_link = link + 1;
    };
    for (const std::size_t s : stages) {
        // A stage that its transfers hold is held by its neighbours' links too.
        constexpr bool held = p2p != P2p::overlapped;
        const std::size_t first = held && s > 0 ? std::max(next_single, s - 1) : s,
                          end = held ? std::min(s + 2, stages_) : s + 1;
        if (next_single < first)
            most = std::max(most, singles.largest(next_single, first));
        for (std::size_t i = first; i < end; ++i)
            most = std::max(most, single<p2p>(i, links));
        next_single = end;
        // Up to the stage itself everything is behind the link ahead of it.
        const std::size_t ahead = s > 0 ? s - 1 : 0;
        if (s > 0) {
            if (next_end < s)
                last = std::max(last, ends.largest(next_end, s) - back);
            take_link(ahead);
        }
        last = std::max(last, ends.values[s] - back);
        take_link(s);
        next_end = s + 1;
    }
    if (next_single < stages_)
        most = std::max(most, singles.largest(next_single, stages_));
    if (next_end < stages_)
        last = std::max(last, ends.largest(next_end, stages_) - back);
    return way + most + last + std::min(tied_embedding_s, 0.0);
}

} // namespace pipette
