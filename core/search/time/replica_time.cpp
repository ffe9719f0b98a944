// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/time/replica_time.h"

#include "core/base/index.h"
#include "core/base/vector_clones.h"
#include "core/schedule/simulator.h"

#include <algorithm>
#include <bit>

namespace pipette {
namespace {

/// Largest of times*(end_t - begin_s) + stage*whole_s + half*half_s over all windows; at least 0. Rows are
/// whole vectors of four, and empty windows are zeros.
PIPETTE_VECTOR_CLONES double longest_window(int devices, int padded, const double* times, const double* stage,
                                            const double* half_count, const double* begin, const double* end,
                                            const double* whole, const double* half) {
    using Four = double __attribute__((vector_size(32), aligned(8), may_alias));
    Four most = {0, 0, 0, 0};
    for (int s = 0; s < devices; ++s) {
        const Four from = {begin[s], begin[s], begin[s], begin[s]},
                   x = {whole[s], whole[s], whole[s], whole[s]}, h = {half[s], half[s], half[s], half[s]};
        const std::size_t row = index(s) * index(padded);
        for (int t = s / 4 * 4; t < padded; t += 4) {
            const std::size_t at = row + index(t);
            const Four value = *reinterpret_cast<const Four*>(times + at) *
                                   (*reinterpret_cast<const Four*>(end + t) - from) +
                               *reinterpret_cast<const Four*>(stage + at) * x +
                               *reinterpret_cast<const Four*>(half_count + at) * h;
            most = value > most ? value : most;
        }
    }
    return std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
}

/// Longest of what keeps the devices busy and what their held activations take, each with what the links add.
PIPETTE_VECTOR_CLONES double longest_round(std::size_t links, int padded, const double* link_s,
                                           const double* busy, const double* busy_by_link, const double* held,
                                           const double* held_by_link) {
    using Four = double __attribute__((vector_size(32), aligned(8), may_alias));
    Four most = {0, 0, 0, 0};
    for (int d = 0; d < padded; d += 4) {
        Four b = *reinterpret_cast<const Four*>(busy + d), h = *reinterpret_cast<const Four*>(held + d);
        for (std::size_t link = 0; link < links; ++link) {
            const Four s = {link_s[link], link_s[link], link_s[link], link_s[link]};
            const std::size_t at = link * index(padded) + index(d);
            b += *reinterpret_cast<const Four*>(busy_by_link + at) * s;
            h += *reinterpret_cast<const Four*>(held_by_link + at) * s;
        }
        most = b > most ? b : most;
        most = h > most ? h : most;
    }
    return std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
}

/// The same over the windows of one stage alone: most often the longest or close to it.
double longest_single(int padded, const double* times, const double* half_count, const double* whole,
                      const double* half) {
    double most[4] = {0, 0, 0, 0};
    for (int s = 0; s < padded; s += 4)
        for (int i = 0; i < 4; ++i) {
            const double value = times[s + i] * whole[s + i] + half_count[s + i] * half[s + i];
            most[i] = value > most[i] ? value : most[i];
        }
    return std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
}

/// The first round trip, which nothing follows.
class OneMicrobatchTime final : public ReplicaTime {
public:
    using ReplicaTime::ReplicaTime;

private:
    double work_out(const BothWays* links) override {
        double way = 0, tail = 0;
        for (int s = 0; s < problem_.devices; ++s) {
            const BothWays link = s + 1 < problem_.devices ? links[s] : BothWays{};
            tail_[index(s)] = tail;
            tail += backward_[s] + link.backward;
            way += forward_[s] + link.forward;
        }
        return way + tail;
    }
};

/// 1F1B, one chunk a device: pipeline_bound().
template <P2p p2p>
class WindowTime final : public ReplicaTime {
public:
    explicit WindowTime(const PlacementProblem& problem)
        : ReplicaTime(problem), begin_(tail_), end_(tail_), whole_(tail_), half_(tail_) {}

    double pipeline(double* /*after*/) override {
        const PipelineProblem& p = problem_.pipeline;
        return way_ + longest_window(problem_.devices, problem_.padded, p.window_times.data(),
                                     p.window_stage.data(), p.window_half.data(), begin_.data(), end_.data(),
                                     whole_.data(), half_.data());
    }

private:
    double work_out(const BothWays* links) override {
        way_ = prefixes(links);
        return way_ + longest_single(problem_.padded, problem_.pipeline.single_times.data(),
                                     problem_.pipeline.single_half.data(), whole_.data(), half_.data());
    }

    /// Sums along the stages; the whole round trip comes back.
    double prefixes(const BothWays* links) {
        double *begin = begin_.data(), *end = end_.data(), *whole = whole_.data(), *half = half_.data(),
               *tails = tail_.data();
        using Held = pipette::Held<p2p>;
        double way = 0, tail = 0, held_above = 0;
        double between = 0; // what rounds wait for at the boundaries so far, beside the way there and back
        BothWays before;
        const auto stage = [&](int s, const BothWays& link) {
            const double forward = forward_[s], backward = backward_[s], work = forward + backward;
            const StageLoad load = stage_load<p2p>(forward, backward, before, link);
            begin[s] = way + between - held_above;
            end[s] = way + between + work + Held::below(link.forward, link.backward);
            whole[s] = load.whole, half[s] = load.half;
            tails[s] = tail;
            tail += backward + link.backward;
            way += work + (link.forward + link.backward);
            between += Held::between(link.backward);
            held_above = Held::above(link.forward, link.backward);
            before = link;
        };
        const int last = problem_.devices - 1;
        for (int s = 0; s < last; ++s)
            stage(s, links[s]);
        stage(last, BothWays{});
        return way;
    }

    double way_ = 0;                                 // whole round trip
    std::vector<double> begin_, end_, whole_, half_; // [padded device]
};

/// Several chunks a device: the longest of the first round trip, of the way to a device, its work and the way
/// home, and of the rounds in which a device holds as many activations as it may (Little's law).
class RoundTime : public ReplicaTime {
public:
    explicit RoundTime(const PlacementProblem& problem)
        : ReplicaTime(problem), work_(problem), both_ways_s_(problem.sends.links.size(), 0) {
        chunks_changed();
    }

protected:
    void chunks_changed() override { work_.find(problem_, forward_, backward_); }

    double work_out(const BothWays* links) override {
        double trip = work_.trip;
        for (std::size_t link = 0; link < both_ways_s_.size(); ++link) {
            both_ways_s_[link] = links[link].forward + links[link].backward;
            trip += problem_.pipeline.trips_over_link[link] * both_ways_s_[link];
        }
        double tail = 0;
        for (int chunk = 0; chunk < problem_.devices; ++chunk) {
            tail_[index(problem_.pipeline.device_of_chunk[index(chunk)])] = tail;
            const int link = problem_.pipeline.link_of_boundary[index(chunk)];
            tail += backward_[chunk] + (link >= 0 ? links[link].backward : 0);
        }
        return std::max(trip, longest_round(both_ways_s_.size(), problem_.padded, both_ways_s_.data(),
                                            work_.busy.data(), problem_.pipeline.round_busy.data(),
                                            work_.held.data(), problem_.pipeline.round_held.data()));
    }

private:
    RoundWork work_;
    std::vector<double> both_ways_s_; // [device link]
};

/// Several chunks a device, simulated where the rounds do not show that a move is too dear. Few links differ,
/// so most replicas are as one was before.
class SimulatedTime final : public RoundTime {
public:
    explicit SimulatedTime(const PlacementProblem& problem)
        : RoundTime(problem),
          simulator_(problem.pipeline.schedule),
          send_forward_(index(problem.pipeline.chunks), 0),
          send_backward_(send_forward_),
          link_s_(2 * problem.sends.links.size(), 0),
          known_width_(link_s_.size() + index(problem.devices) + 1),
          known_(known_places * known_width_, -1) {}

    double pipeline(double* after) override {
        double* known = &known_[place_of_links() * known_width_];
        double* ends = known + link_s_.size();
        if (!std::equal(link_s_.begin(), link_s_.end(), known)) {
            std::copy(link_s_.begin(), link_s_.end(), known);
            simulate(ends);
        }
        const double whole_s = ends[problem_.devices];
        for (int device = 0; device < problem_.devices; ++device)
            after[device] += ends[device] - (whole_s - tail_[index(device)]);
        return whole_s;
    }

private:
    double work_out(const BothWays* links) override {
        for (std::size_t link = 0; 2 * link < link_s_.size(); ++link)
            link_s_[2 * link] = links[link].forward, link_s_[2 * link + 1] = links[link].backward;
        return RoundTime::work_out(links);
    }
    /// Writes when every device ends, and then when all have.
    void simulate(double* ends) {
        const PipelineProblem& p = problem_.pipeline;
        const std::size_t chunks = index(p.chunks);
        for (std::size_t chunk = 0; chunk < chunks; ++chunk)
            if (const int link = p.link_of_boundary[chunk]; link >= 0) {
                send_forward_[chunk] = link_s_[2 * index(link)];
                send_backward_[chunk] = link_s_[2 * index(link) + 1];
            }
        PipelineTimes times;
        times.forward = {forward_, chunks}, times.backward = {backward_, chunks};
        times.send_forward = send_forward_, times.send_backward = send_backward_;
        ends[problem_.devices] = simulator_.run(times, p.p2p);
        for (int device = 0; device < problem_.devices; ++device)
            ends[device] = simulator_.last_backward_end(device);
    }
    /// Where in known_ the simulation of the links under way is, if anywhere.
    std::size_t place_of_links() const {
        std::uint64_t hash = 0;
        for (const double s : link_s_) {
            hash = (hash ^ std::bit_cast<std::uint64_t>(s)) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 32;
        }
        return hash % known_places;
    }

    static constexpr std::size_t known_places = 2048;
    Simulator simulator_;
    std::vector<double> send_forward_, send_backward_; // [chunk]
    std::vector<double> link_s_;                       // [device link, way there or back]
    std::size_t known_width_;
    std::vector<double> known_; // [place] links, and what simulate() wrote for them
};

} // namespace

std::unique_ptr<ReplicaTime> replica_time(const PlacementProblem& problem) {
    if (problem.pipeline.schedule)
        return std::make_unique<SimulatedTime>(problem);
    if (problem.pipeline.form == PipelineForm::rounds)
        return std::make_unique<RoundTime>(problem);
    if (problem.pipeline.microbatches == 1)
        return std::make_unique<OneMicrobatchTime>(problem);
    return with_p2p(problem.pipeline.p2p, [&]<P2p p2p>() -> std::unique_ptr<ReplicaTime> {
        return std::make_unique<WindowTime<p2p>>(problem);
    });
}

RoundWork::RoundWork(const PlacementProblem& problem)
    : busy(index(problem.padded), 0), held(busy), whole_(busy) {}

void RoundWork::find(const PlacementProblem& problem, const double* forward, const double* backward) {
    const PipelineProblem& pipeline = problem.pipeline;
    std::fill(whole_.begin(), whole_.end(), 0);
    std::fill(held.begin(), held.end(), 0); // of one microbatch, summed
    // From the last chunk back: `trip` is the round trip from a chunk to the end and home again.
    trip = 0;
    for (int chunk = pipeline.chunks - 1; chunk >= 0; --chunk) {
        const std::size_t device = index(pipeline.device_of_chunk[index(chunk)]);
        const double work = forward[chunk] + backward[chunk];
        trip += work;
        whole_[device] += work;
        held[device] += trip;
    }
    double arrive = 0, tail = 0;
    for (int chunk = 0; chunk < problem.devices; ++chunk) { // the first of every device
        const std::size_t device = index(pipeline.device_of_chunk[index(chunk)]);
        busy[device] = arrive + pipeline.microbatches * whole_[device] + tail;
        held[device] *= pipeline.held_rounds[device];
        arrive += forward[chunk], tail += backward[chunk];
    }
}

ReplicaTime::ReplicaTime(const PlacementProblem& problem)
    : problem_(problem), tail_(index(problem.padded), 0) {
    const PipelineProblem& pipeline = problem.pipeline;
    forward_ = pipeline.forward.data(), backward_ = pipeline.backward.data();
    if (pipeline.classes == 1)
        return;
    chunk_forward_.assign(pipeline.forward.begin(), pipeline.forward.begin() + pipeline.chunks);
    chunk_backward_.assign(pipeline.backward.begin(), pipeline.backward.begin() + pipeline.chunks);
    forward_ = chunk_forward_.data(), backward_ = chunk_backward_.data();
}

double ReplicaTime::load(const std::uint32_t* slots, const BothWays* links, double* after) {
    const PipelineProblem& p = problem_.pipeline;
    const std::size_t padded = index(problem_.padded);
    if (p.classes == 1) {
        least_ = work_out(links);
        for (std::size_t s = 0; s < padded; ++s)
            after[s] = p.after[s] - tail_[s];
        return least_;
    }
    for (std::size_t chunk = 0; chunk < chunk_forward_.size(); ++chunk) {
        const std::size_t at =
            problem_.slots[slots[p.device_of_chunk[chunk]]].kind * chunk_forward_.size() + chunk;
        chunk_forward_[chunk] = p.forward[at], chunk_backward_[chunk] = p.backward[at];
    }
    chunks_changed();
    least_ = work_out(links);
    for (std::size_t s = 0; s < index(problem_.devices); ++s)
        after[s] = p.after[problem_.slots[slots[s]].kind * padded + s] - tail_[s];
    return least_;
}

} // namespace pipette
