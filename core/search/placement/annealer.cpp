// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/placement/annealer.h"

#include "core/base/random.h"
#include "core/search/placement/placement_cost.h"
#include "core/search/placement/placement_moves.h"
#include "core/search/placement/ring_placement.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace pipette {
namespace {

/// -log of uniform numbers, from a table: drawn before the move is tried, it says how much worse it may be.
class Reluctance {
public:
    Reluctance() {
        for (std::size_t i = 0; i < size; ++i)
            values_[i] = -std::log((double(i) + 0.5) / double(size));
    }
    double draw(Random& random) const { return values_[random.next() >> (64 - bits)]; }

private:
    static constexpr int bits = 12;
    static constexpr std::size_t size = std::size_t(1) << bits;
    std::array<double, size> values_{};
};

/// Mean change of the cost along a random walk from the start: the scale of the temperature. The start alone
/// may lie in a place where nothing rises.
double typical_change(PlacementCost& placement, PlacementMoves& moves, std::span<const std::uint32_t> start,
                      Random random) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < 256; ++i) {
        const auto changes = moves.propose(placement, std::uint32_t(placement.slowest_replica()), random);
        if (changes.empty())
            continue;
        const double before = placement.cost();
        placement.attempt(changes);
        placement.keep();
        sum += std::abs(placement.cost() - before), ++count;
    }
    placement.reset(start);
    const double mean = count > 0 ? sum / count : 0;
    return std::max(mean, 1e-6 * placement.cost()); // where all placements cost the same any scale will do
}

/// Keeps the best placement, by its cost or by what is to be expected of it when times vary (ChainBudget's
/// blur).
class BestPlacement {
public:
    BestPlacement(PlacementCost& placement, double blur, ChainResult& best)
        : placement_(placement), blur_(blur), best_(best), least_(value()) {}

    /// After soften(`width`): energies tell what is expected only where they are as wide as the blur.
    bool begin(double width) {
        expecting_ = blur_ > 0 && width <= blur_;
        return expecting_ && take();
    }
    /// After a kept move that changed the energy of times; whether it is the best.
    bool kept(double energy_change) {
        if (blur_ <= 0)
            return beats_best(placement_.cost()) && take();
        energy_ += energy_change;
        // Where the slowest changed, so did what the others' energies are reckoned with.
        return expecting_ &&
               (placement_.cost() != top_ || energy_ < enough_ ||
                placement_.broken_hops() < best_.broken_hops) &&
               take();
    }
    /// By how much more energies change than what is expected does: as many pipelines and hops count.
    double parts() const { return expecting_ ? std::max(1.0, energy_ / blur_) : 1; }
    /// Looks at the placement as it is.
    bool take() {
        const double found = value();
        const bool better = beats_best(found);
        if (better) {
            least_ = found;
            best_.cost_s = placement_.cost();
            best_.broken_hops = placement_.broken_hops();
            std::copy(placement_.slot_of_block().begin(), placement_.slot_of_block().end(),
                      best_.slot_of_block.begin());
        }
        if (blur_ > 0)
            enough_ = blur_ * std::exp((least_ - top_) / blur_);
        return better;
    }

private:
    bool beats_best(double found) const {
        const long hops = placement_.broken_hops();
        return hops < best_.broken_hops || (hops == best_.broken_hops && found < least_);
    }
    double value() {
        top_ = placement_.cost();
        if (blur_ <= 0)
            return top_;
        placement_.soften(blur_);
        energy_ = placement_.energy();
        return top_ + blur_ * std::log(energy_ / blur_);
    }

    PlacementCost& placement_;
    double blur_;
    ChainResult& best_;
    double least_; // expected, or cost
    bool expecting_ = false;
    double top_ = 0, energy_ = 0, enough_ = 0; // cost and energy when it was looked at; the best's there
};

} // namespace

ChainResult anneal(const PlacementProblem& problem, std::span<const std::uint32_t> start,
                   const ChainBudget& budget, const ChainSink& sink, const std::stop_token& stop) {
    static const Reluctance reluctance;
    Random random(budget.seed);
    PlacementCost placement(problem, start);
    PlacementMoves moves(problem, budget.kinds);
    RingPlacement rings(problem);
    std::vector<std::uint32_t> fresh(start.size());
    ChainResult best{
        {start.begin(), start.end()}, placement.cost(), placement.cost(), 0, placement.broken_hops()};
    if (!moves.any() || budget.moves <= 0)
        return best;

    // Cycles of falling temperature, each a quarter longer than the one before: those that improve the best
    // so far, and those that look elsewhere, so that no chain stays in one valley. Two of three of these
    // begin with fresh rings, not so hot that they are lost again; the third, and all where blocks are so few
    // that heat brings them anywhere, very hot from where the last one ended. Energies are softer the hotter
    // it is.
    constexpr double hot = 1.0, cool = 0.07, coldest = 0.005;
    const double softness = budget.blur_s > 0 ? 1 : 8; // blurred energies are soft enough
    constexpr long step = 128;                         // moves at one temperature
    const double scale = typical_change(placement, moves, start, Random(budget.seed ^ 0x5bd1e995));
    long cycle = std::clamp<long>(64L * problem.blocks(), 8 * step, std::max(8 * step, budget.moves / 3)),
         cycle_start = 0, last_better = 0;
    const auto cooling_from = [&](double first) {
        return std::pow(coldest / first, double(step) / double(cycle));
    };
    double temperature = cool, cooling = cooling_from(cool);
    long& done = best.moves;
    const bool draws_rings = rings.possible() && problem.blocks() > 12;
    int cycles = 0;
    const double blur = budget.blur_s > 0 ? std::max(budget.blur_s, softness * 1.3 * coldest * scale) : 0;
    BestPlacement keeper(placement, blur, best);
    while (done < budget.moves && !stop.stop_requested()) {
        const double width = std::max(softness * temperature * scale, blur);
        placement.soften(width);
        if (keeper.begin(width))
            last_better = done;
        const auto favoured = std::uint32_t(placement.slowest_replica());
        for (long i = 0; i < step && done < budget.moves; ++i, ++done) {
            const auto changes = moves.propose(placement, favoured, random);
            if (changes.empty())
                continue;
            const double limit = temperature * scale * keeper.parts() * reluctance.draw(random);
            const double change = placement.attempt(changes, limit);
            if (change > limit) {
                placement.undo();
                continue;
            }
            placement.keep();
            if (keeper.kept(change - placement.broken_change()))
                last_better = done;
        }
        temperature *= cooling;
        if (sink && done % budget.report < step)
            sink({done, placement.cost(), best.cost_s});
        if (budget.stagnation > 0 && done - last_better > budget.stagnation)
            break;
        if (done - cycle_start >= cycle) {
            cycle_start = done;
            cycle = std::min(cycle + cycle / 4, std::max(8 * step, 300L * problem.blocks()));
            ++cycles;
            const bool elsewhere = cycles % 2 == 1, from_rings = elsewhere && draws_rings && cycles % 6 != 5;
            temperature = elsewhere && !from_rings ? hot : cool;
            if (!elsewhere) {
                placement.reset(best.slot_of_block);
            } else if (from_rings) {
                rings.draw(random, fresh);
                placement.reset(fresh);
                if (keeper.take())
                    last_better = done;
            }
            cooling = cooling_from(temperature);
        }
    }
    return best;
}

} // namespace pipette
