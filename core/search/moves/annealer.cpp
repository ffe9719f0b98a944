// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/moves/annealer.h"

#include "core/base/random.h"
#include "core/search/moves/placement_moves.h"
#include "core/search/moves/ring_placement.h"
#include "core/search/time/placement_cost.h"

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

/// Cycles of falling temperature, each a quarter longer than the one before: those that improve the best so
/// far, and those that look elsewhere, so that no chain stays in one valley. Two of three of these begin with
/// fresh rings, not so hot that they are lost again; the third, and all where blocks are so few that heat
/// brings them anywhere, very hot from where the last one ended. Where many blocks share network cards
/// neither finds anything: there all begin with the best so far, one cool, the next ones warmer. Whole nodes
/// are few: heat brings them anywhere, but where rings can be drawn of them, many short cycles from fresh
/// ones find more.
class CoolingCycles {
public:
    static constexpr double hot = 1.0, cool = 0.07; ///< temperatures
    static constexpr long step = 128;               ///< moves at one temperature

    /// Where a cycle starts.
    enum class Start { best, fresh_rings, where_it_is };

    CoolingCycles(const PlacementProblem& problem, const ChainBudget& budget, const RingPlacement& rings,
                  std::span<const std::uint32_t> start)
        : CoolingCycles(budget.kinds == MoveKinds::whole_nodes ? problem.nodes : problem.blocks(),
                        budget.moves, problem.nics_shared && budget.polishes ? 0.0005 : 0.005) {
        polishes_ = budget.polishes;
        if (budget.kinds == MoveKinds::whole_nodes) {
            elsewhere_ = rings.draws_like(start) ? Elsewhere::rings : Elsewhere::heat;
            grows_ = elsewhere_ == Elsewhere::heat;
        } else if (problem.blocks() > 12) {
            elsewhere_ = problem.nics_shared ? Elsewhere::nowhere
                         : rings.possible()  ? Elsewhere::rings_and_heat
                                             : Elsewhere::heat;
        }
        if (budget.cools_once)
            length_ = budget.moves, begin_at(hot);
    }
    /// `units`: blocks or nodes.
    CoolingCycles(int units, long moves, double coldest)
        : coldest_(coldest),
          longest_(std::max(8 * step, 300L * units)),
          length_(std::clamp<long>(64L * units, 8 * step, std::max(8 * step, moves / 3))) {
        begin_at(cool);
    }
    double temperature() const { return temperature_; }
    double coldest() const { return coldest_; }
    void cool_down() { temperature_ *= cooling_; }
    bool is_over(long done) const { return done - start_ >= length_; }
    Start next(long done) {
        start_ = done;
        if (grows_)
            length_ = std::min(length_ + length_ / 4, longest_);
        ++cycles_;
        if (elsewhere_ == Elsewhere::nowhere) {
            constexpr double warm[]{cool, 2 * cool, 4 * cool},
                hardly_warm[]{0.05 * cool, 0.2 * cool, 0.8 * cool};
            begin_at((polishes_ ? hardly_warm : warm)[cycles_ % 3]);
            return Start::best;
        }
        if (elsewhere_ == Elsewhere::rings) {
            begin_at(0.6 * cool);
            return cycles_ % 2 == 1 ? Start::fresh_rings : Start::best;
        }
        const bool elsewhere = cycles_ % 2 == 1,
                   from_rings = elsewhere && elsewhere_ == Elsewhere::rings_and_heat && cycles_ % 6 != 5;
        begin_at(elsewhere && !from_rings ? hot : cool);
        return from_rings ? Start::fresh_rings : elsewhere ? Start::where_it_is : Start::best;
    }

private:
    /// How cycles that do not begin with the best look for other valleys.
    enum class Elsewhere { heat, rings_and_heat, rings, nowhere };

    void begin_at(double temperature) {
        temperature_ = temperature;
        cooling_ = std::pow(coldest_ / temperature, double(step) / double(length_));
    }

    double coldest_;
    long longest_, length_, start_ = 0; // moves
    Elsewhere elsewhere_ = Elsewhere::heat;
    bool grows_ = true, polishes_ = false;
    int cycles_ = 0;
    double temperature_ = cool, cooling_ = 1;
};

/// One chain of moves from a start.
class AnnealingChain {
public:
    AnnealingChain(const PlacementProblem& problem, std::span<const std::uint32_t> start,
                   const ChainBudget& budget, const Reluctance& reluctance)
        : budget_(budget),
          reluctance_(reluctance),
          random_(budget.seed),
          placement_(problem, start),
          moves_(problem, budget.kinds),
          rings_(problem, budget.moves < many_moves ? RingSearch::brief : RingSearch::thorough),
          best_{{start.begin(), start.end()},
                placement_.cost(),
                placement_.cost(),
                0,
                placement_.broken_hops()},
          cycles_(problem, budget, rings_, start),
          fresh_(start.size()) {}

    ChainResult run(const ChainSink& sink, const std::stop_token& stop) {
        if (!moves_.any() || budget_.moves <= 0)
            return best_;
        const double scale =
            typical_change(placement_, moves_, best_.slot_of_block, Random(budget_.seed ^ 0x5bd1e995));
        // Energies are softer the hotter it is; blurred ones are soft enough.
        const double softness = budget_.blur_s > 0 ? 1 : 8;
        const double blur =
            budget_.blur_s > 0 ? std::max(budget_.blur_s, softness * 1.3 * cycles_.coldest() * scale) : 0;
        BestPlacement keeper(placement_, blur, best_);
        while (best_.moves < budget_.moves && !stop.stop_requested()) {
            const double heat = cycles_.temperature() * scale;
            const double width = std::max(softness * heat, blur);
            placement_.soften(width);
            if (keeper.begin(width))
                last_better_ = best_.moves;
            move_at(heat, keeper);
            cycles_.cool_down();
            if (sink && best_.moves % budget_.report < CoolingCycles::step)
                sink({best_.moves, placement_.cost(), best_.cost_s});
            if (budget_.stagnation > 0 && best_.moves - last_better_ > budget_.stagnation)
                break;
            if (cycles_.is_over(best_.moves))
                begin_cycle(keeper);
        }
        return best_;
    }

private:
    static constexpr long many_moves = 100'000; // for which rings are worth a longer search

    /// The moves at one temperature, `heat` in seconds.
    void move_at(double heat, BestPlacement& keeper) {
        const auto favoured = std::uint32_t(placement_.slowest_replica());
        const long end = std::min(best_.moves + CoolingCycles::step, budget_.moves);
        for (long& done = best_.moves; done < end; ++done) {
            const auto changes = moves_.propose(placement_, favoured, random_);
            if (changes.empty())
                continue;
            const double limit = heat * keeper.parts() * reluctance_.draw(random_);
            const double change = placement_.attempt(changes, limit);
            if (change > limit) {
                placement_.undo();
                continue;
            }
            placement_.keep();
            if (keeper.kept(change - placement_.broken_change()))
                last_better_ = done;
        }
    }
    void begin_cycle(BestPlacement& keeper) {
        ++best_.cycles;
        switch (cycles_.next(best_.moves)) {
        case CoolingCycles::Start::best:
            placement_.reset(best_.slot_of_block);
            break;
        case CoolingCycles::Start::fresh_rings:
            rings_.draw(random_, fresh_);
            placement_.reset(fresh_);
            if (keeper.take())
                last_better_ = best_.moves;
            break;
        case CoolingCycles::Start::where_it_is:
            break;
        }
    }

    const ChainBudget& budget_;
    const Reluctance& reluctance_;
    Random random_;
    PlacementCost placement_;
    PlacementMoves moves_;
    RingPlacement rings_;
    ChainResult best_;
    CoolingCycles cycles_;
    long last_better_ = 0; // moves done when the best was found
    std::vector<std::uint32_t> fresh_;
};

} // namespace

ChainResult anneal(const PlacementProblem& problem, std::span<const std::uint32_t> start,
                   const ChainBudget& budget, const ChainSink& sink, const std::stop_token& stop) {
    static const Reluctance reluctance;
    return AnnealingChain(problem, start, budget, reluctance).run(sink, stop);
}

} // namespace pipette
