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
        const std::size_t at = problem_.class_of_slot[slot] * chunk_forward_.size() + chunk;
        chunk_forward_[chunk] = problem_.forward[at], chunk_backward_[chunk] = problem_.backward[at];
    }
}

void ReplicaTime::ends(const std::uint32_t* slots, const BothWays* links, double* ends) {
    load_chunks(slots);
    const double pipeline = problem_.form == PipelineForm::windows ? windows(links) : rounds(links);
    const std::size_t padded = index(problem_.padded);
    if (problem_.classes == 1) {
        for (std::size_t s = 0; s < padded; ++s)
            ends[s] = pipeline - tail_[s] + problem_.after[s];
        return;
    }
    for (std::size_t s = 0; s < index(problem_.devices); ++s)
        ends[s] = pipeline - tail_[s] + problem_.after[problem_.class_of_slot[slots[s]] * padded + s];
}

double ReplicaTime::windows(const BothWays* links) {
    const int last = problem_.devices - 1;
    double way = 0, tail = 0;
    for (int s = 0; s <= last; ++s) {
        const std::size_t at = index(s);
        const double forward = forward_[s], backward = backward_[s];
        const BothWays link = s < last ? links[s] : BothWays{};
        // A blocking device is also held by the exchanges with its neighbours, both ways at once.
        const BothWays before = problem_.blocking && s > 0 ? links[s - 1] : BothWays{},
                       after = problem_.blocking ? link : BothWays{};
        begin_[at] = way - std::max(before.forward, before.backward);
        end_[at] = way + forward + backward + std::max(after.forward, after.backward);
        whole_[at] = end_[at] - begin_[at];
        half_[at] = std::max(forward + std::max(before.forward, after.forward),
                             backward + std::max(before.backward, after.backward));
        tail_[at] = tail;
        tail += backward + link.backward;
        way += forward + backward + link.forward + link.backward;
    }
    if (problem_.microbatches == 1)
        return way; // nothing follows the first round trip
    return way + longest_window(problem_.devices, problem_.padded, problem_.window_times.data(),
                                problem_.window_stage.data(), problem_.window_half.data(), begin_.data(),
                                end_.data(), whole_.data(), half_.data());
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
