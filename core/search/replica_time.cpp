// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/replica_time.h"

#include <algorithm>

namespace pipette {
namespace {

std::size_t index(int i) {
    return static_cast<std::size_t>(i);
}

/// Largest of times*(end_t - begin_s) + stage*whole_s + half*half_s over all windows; at least 0. Rows are
/// whole vectors of four, and empty windows are zeros.
[[gnu::target_clones("avx2", "default")]] double longest_window(int devices, int padded, const double* times,
                                                                const double* stage, const double* half_count,
                                                                const double* begin, const double* end,
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

} // namespace

ReplicaTime::ReplicaTime(const PlacementProblem& problem) : problem_(problem) {
    for (auto* values : {&begin_, &end_, &whole_, &half_, &tail_})
        values->assign(index(problem.padded), 0);
    if (problem.classes > 1)
        chunk_forward_.assign(index(problem.chunks), 0), chunk_backward_ = chunk_forward_;
    forward_ = problem.classes > 1 ? chunk_forward_.data() : problem.forward.data();
    backward_ = problem.classes > 1 ? chunk_backward_.data() : problem.backward.data();
}

/// Makes forward_ and backward_ the chunk times of the replica's slots.
void ReplicaTime::load_chunks(const std::uint32_t* slots) {
    for (std::size_t chunk = 0; chunk < chunk_forward_.size(); ++chunk) {
        const std::uint32_t slot = slots[problem_.device_of_chunk[chunk]];
        const std::size_t at = problem_.slots[slot].kind * chunk_forward_.size() + chunk;
        chunk_forward_[chunk] = problem_.forward[at], chunk_backward_[chunk] = problem_.backward[at];
    }
}

double ReplicaTime::load(const std::uint32_t* slots, const BothWays* links, double* after) {
    load_chunks(slots);
    if (problem_.form == PipelineForm::rounds)
        way_ = least_ = rounds(links);
    else if (problem_.microbatches == 1)
        way_ = least_ = one_microbatch(links);
    else {
        way_ = problem_.blocking ? prefixes<true>(links) : prefixes<false>(links);
        least_ = way_ + longest_single(problem_.padded, problem_.single_times.data(),
                                       problem_.single_half.data(), whole_.data(), half_.data());
    }
    const std::size_t padded = index(problem_.padded);
    if (problem_.classes == 1) {
        for (std::size_t s = 0; s < padded; ++s)
            after[s] = problem_.after[s] - tail_[s];
        return least_;
    }
    for (std::size_t s = 0; s < index(problem_.devices); ++s)
        after[s] = problem_.after[problem_.slots[slots[s]].kind * padded + s] - tail_[s];
    return least_;
}

double ReplicaTime::pipeline() const {
    if (problem_.form == PipelineForm::rounds || problem_.microbatches == 1)
        return least_;
    return way_ + longest_window(problem_.devices, problem_.padded, problem_.window_times.data(),
                                 problem_.window_stage.data(), problem_.window_half.data(), begin_.data(),
                                 end_.data(), whole_.data(), half_.data());
}

/// The first round trip, which nothing follows.
double ReplicaTime::one_microbatch(const BothWays* links) {
    double way = 0, tail = 0;
    for (int s = 0; s < problem_.devices; ++s) {
        const BothWays link = s + 1 < problem_.devices ? links[s] : BothWays{};
        tail_[index(s)] = tail;
        tail += backward_[s] + link.backward;
        way += forward_[s] + link.forward;
    }
    return way + tail;
}

/// Sums along the stages; the whole round trip comes back. A blocking device is also held by the exchanges
/// with its neighbours, both ways at once.
template <bool blocking>
double ReplicaTime::prefixes(const BothWays* links) {
    double *begin = begin_.data(), *end = end_.data(), *whole = whole_.data(), *half = half_.data(),
           *tails = tail_.data();
    double way = 0, tail = 0, held_before = 0;
    BothWays before;
    const auto stage = [&](int s, const BothWays& link) {
        const double forward = forward_[s], backward = backward_[s], work = forward + backward;
        const double held = blocking ? std::max(link.forward, link.backward) : 0;
        begin[s] = way - held_before;
        end[s] = way + work + held;
        whole[s] = work + held_before + held;
        half[s] = blocking ? std::max(forward + std::max(before.forward, link.forward),
                                      backward + std::max(before.backward, link.backward))
                           : std::max(forward, backward);
        tails[s] = tail;
        tail += backward + link.backward;
        way += work + (link.forward + link.backward);
        held_before = held;
        before = link;
    };
    const int last = problem_.devices - 1;
    for (int s = 0; s < last; ++s)
        stage(s, links[s]);
    stage(last, BothWays{});
    return way;
}

double ReplicaTime::rounds(const BothWays* links) {
    const int devices = problem_.devices, chunks = problem_.chunks;
    const double n = problem_.microbatches;
    std::fill(whole_.begin(), whole_.end(), 0); // work of a device on one microbatch
    std::fill(half_.begin(), half_.end(), 0); // time that its activations of one microbatch are held, summed
    // From the last chunk back: `back` is the round trip from a chunk to the end and home again.
    double back = 0;
    for (int chunk = chunks - 1; chunk >= 0; --chunk) {
        const std::size_t device = index(problem_.device_of_chunk[index(chunk)]);
        const double work = forward_[chunk] + backward_[chunk];
        const int link = problem_.link_of_boundary[index(chunk)];
        back += work + (link >= 0 ? links[link].forward + links[link].backward : 0);
        whole_[device] += work;
        half_[device] += back;
    }
    double longest = back;
    double arrive = 0, tail = 0;
    for (int chunk = 0; chunk < devices; ++chunk) { // the first chunk of every device
        const std::size_t device = index(problem_.device_of_chunk[index(chunk)]);
        const double forward = forward_[chunk], backward = backward_[chunk];
        tail_[device] = tail;
        longest = std::max(longest, arrive + n * whole_[device] + tail);
        longest = std::max(longest, n * half_[device] / problem_.in_flight[device]);
        const int link = problem_.link_of_boundary[index(chunk)];
        const BothWays time = link >= 0 ? links[link] : BothWays{};
        arrive += forward + time.forward;
        tail += backward + time.backward;
    }
    return longest;
}

} // namespace pipette
