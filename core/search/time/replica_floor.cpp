// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/time/replica_floor.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

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
    [[gnu::always_inline]] double largest(std::size_t first, std::size_t end) const {
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

/// One chunk a device: windows of one stage alone, and the whole way.
class WindowFloor final : public ReplicaFloor {
public:
    explicit WindowFloor(const PlacementProblem& problem)
        : problem_(problem), stages_(static_cast<std::size_t>(problem.devices)) {
        stride_ = first_column + 2 * column_size(stages_) + stages_; // the ends once more, without exchange
        rows_.assign(stride_ * static_cast<std::size_t>(problem.replicas), 0);
        links_.resize(stages_ * static_cast<std::size_t>(problem.replicas));
        for (std::size_t s = 0; s < stages_; ++s)
            work_ += problem.pipeline.forward[s] + problem.pipeline.backward[s];
    }

    void keep(std::uint32_t replica, const BothWays* links, const double* after) override;
    void soften(std::uint32_t replica, const double* exchange) override;
    double least(std::uint32_t replica, StageSet stages, const BothWays* links,
                 double sooner_s) const override {
        return with_p2p(problem_.pipeline.p2p,
                        [&]<P2p p2p>() { return least_of<p2p>(replica, stages, links, sooner_s); });
    }

private:
    template <P2p p2p>
    [[gnu::always_inline]] double single(std::size_t stage, const BothWays* links) const;
    template <P2p p2p>
    double least_of(std::uint32_t replica, StageSet stages, const BothWays* links, double sooner_s) const;
    double* row(std::uint32_t replica) { return &rows_[replica * stride_]; }
    const double* row(std::uint32_t replica) const { return &rows_[replica * stride_]; }

    const PlacementProblem& problem_;
    std::size_t stages_ = 0, stride_ = 0;
    double work_ = 0; // of all stages on one microbatch
    // A row of each replica: its first round trip, then by stage what its other microbatches take beside
    // others (one stage alone), the largest of that before and from a stage on, and the same of its ends.
    std::vector<double> rows_;
    std::vector<BothWays> links_; // [replica, link] as they were kept
};

template <P2p p2p>
inline double WindowFloor::single(std::size_t stage, const BothWays* links) const {
    const StageLoad load = stage_load<p2p>(
        problem_.pipeline.forward[stage], problem_.pipeline.backward[stage],
        stage > 0 ? links[stage - 1] : BothWays{}, stage + 1 < stages_ ? links[stage] : BothWays{});
    return problem_.pipeline.single_times[stage] * load.whole +
           problem_.pipeline.single_half[stage] * load.half;
}

void WindowFloor::keep(std::uint32_t replica, const BothWays* links, const double* after) {
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
    std::copy_n(links, stages_ - 1, &links_[replica * (stages_ - 1)]);
}

void WindowFloor::soften(std::uint32_t replica, const double* exchange) {
    double* at = row(replica);
    const Column ends(at + first_column + column_size(stages_), stages_);
    const double* after = at + stride_ - stages_;
    for (std::size_t s = 0; s < stages_; ++s)
        ends.values[s] = after[s] + exchange[s];
    ends.find_largest(stages_);
}

template <P2p p2p>
double WindowFloor::least_of(std::uint32_t replica, StageSet stages, const BothWays* links,
                             double sooner_s) const {
    const double* at = row(replica);
    const BothWays* before = &links_[replica * (stages_ - 1)];
    const ConstColumn singles(at + first_column, stages_),
        ends(at + first_column + column_size(stages_), stages_);
    double way = at[trip], most = 0, last = never;
    double back = 0; // by how much the way home from the stages ahead has grown
    std::size_t next_single = 0, next_end = 0, next_link = 0;
    const auto take_link = [&](std::size_t link) {
        if (link < next_link || link + 1 >= stages_)
            return;
        const double longer = links[link].backward - before[link].backward;
        way += links[link].forward - before[link].forward + longer;
        back += longer;
        next_link = link + 1;
    };
    for (; stages != 0; stages &= stages - 1) {
        const auto s = static_cast<std::size_t>(std::countr_zero(stages));
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
    return way + most + last + sooner_s;
}

/// Several chunks a device. The time is the largest of sums over the links, each counted so often: what was
/// the largest is one of them still.
class RoundFloor final : public ReplicaFloor {
public:
    explicit RoundFloor(const PlacementProblem& problem)
        : problem_(problem),
          work_(problem),
          links_(problem.sends.links.size()),
          replicas_(static_cast<std::size_t>(problem.replicas)),
          busy_s_(padded(), 0),
          held_s_(busy_s_),
          after_(replicas_.size() * padded(), 0),
          kept_(replicas_.size() * links_) {
        work_.find(problem, problem.pipeline.forward.data(), problem.pipeline.backward.data());
    }

    void keep(std::uint32_t replica, const BothWays* links, const double* after) override {
        BothWays* kept = kept_.data() + replica * links_;
        std::copy_n(links, links_, kept);
        std::copy_n(after, padded(), &after_[replica * padded()]);
        const PipelineProblem& p = problem_.pipeline;
        double trip_s = work_.trip, *busy_s = busy_s_.data(), *held_s = held_s_.data();
        const std::size_t width = padded();
        std::copy_n(work_.busy.data(), width, busy_s);
        std::copy_n(work_.held.data(), width, held_s);
        for (std::size_t link = 0; link < links_; ++link) {
            const double both_s = kept[link].forward + kept[link].backward;
            const double *busy = p.round_busy.data() + link * width,
                         *held = p.round_held.data() + link * width;
            trip_s += p.trips_over_link[link] * both_s;
            for (std::size_t device = 0; device < width; ++device)
                busy_s[device] += busy[device] * both_s, held_s[device] += held[device] * both_s;
        }
        Kept& of = replicas_[replica];
        of.pipeline_s = trip_s, of.counts = p.trips_over_link.data();
        of.stride = width;
        const auto take = [&](double sum_s, const double* counts) {
            if (sum_s > of.pipeline_s)
                of.pipeline_s = sum_s, of.counts = counts;
        };
        for (std::size_t device = 0; device < width; ++device) {
            take(busy_s[device], p.round_busy.data() + device);
            take(held_s[device], p.round_held.data() + device);
        }
        if (of.counts == p.trips_over_link.data())
            of.stride = 1;
    }

    void soften(std::uint32_t replica, const double* exchange) override {
        Kept& of = replicas_[replica];
        const double* after = &after_[replica * padded()];
        of.last_s = never;
        for (std::size_t device = 0; device < static_cast<std::size_t>(problem_.devices); ++device)
            if (const double end = after[device] + exchange[device]; end > of.last_s)
                of.last_s = end, of.last = device;
    }

    double least(std::uint32_t replica, StageSet, const BothWays* links, double sooner_s) const override {
        const Kept& of = replicas_[replica];
        const BothWays* kept = kept_.data() + replica * links_;
        // The way home from the stage that ends last is over as many links as the way there.
        const double* home = problem_.pipeline.round_busy.data() + of.last;
        double longer = 0;
        for (std::size_t link = 0; link < links_; ++link) {
            const double back = links[link].backward - kept[link].backward;
            longer += of.counts[link * of.stride] * (links[link].forward - kept[link].forward + back) -
                      home[link * padded()] * back;
        }
        return of.pipeline_s + of.last_s + longer + sooner_s;
    }

private:
    struct Kept {
        double pipeline_s = 0;
        const double* counts = nullptr; // [link * stride] of the largest sum
        std::size_t stride = 1;
        double last_s = 0;    // how long after the pipeline the last stage ends
        std::size_t last = 0; // that stage
    };
    std::size_t padded() const { return static_cast<std::size_t>(problem_.padded); }

    const PlacementProblem& problem_;
    RoundWork work_;
    std::size_t links_;
    std::vector<Kept> replicas_;
    std::vector<double> busy_s_, held_s_; // [padded device] of the replica under way
    std::vector<double> after_;           // [replica, padded device]
    std::vector<BothWays> kept_;          // [replica, link]
};

} // namespace

std::unique_ptr<ReplicaFloor> replica_floor(const PlacementProblem& problem) {
    if (problem.pipeline.classes > 1 || problem.devices > 64)
        return nullptr;
    if (problem.pipeline.form == PipelineForm::rounds) {
        if (!problem.nics_shared)
            return nullptr;
        return std::make_unique<RoundFloor>(problem);
    }
    return std::make_unique<WindowFloor>(problem);
}

} // namespace pipette
