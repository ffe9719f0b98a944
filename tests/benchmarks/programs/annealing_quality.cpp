// SPDX-License-Identifier: GPL-3.0-or-later
// How good and how fast the annealer is on the published objective: annealing_quality [--brief] MATRIX...
// --brief: ends after 1 s of each seed, not 6
#include "core/base/input_error.h"
#include "core/search/moves/annealer.h"
#include "tests/benchmarks/planner/published_objective.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fmt/format.h>
#include <map>
#include <span>
#include <string_view>
#include <vector>

using namespace pipette;

namespace {

constexpr int seeds = 10;

/// What others reach on a matrix of so many nodes, ms: the authors' Python after 20 s and a plain C annealer
/// after 20 s.
struct Reached {
    double authors_ms, plain_c_ms;
};
const std::map<int, Reached> reached{{16, {66.94, 65.13}}, {64, {101.28, 89.04}}, {256, {129.18, 104.34}}};

/// Of this thread: other work on the machine does not count.
double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/// Seconds of processor time after which a chain is looked at.
constexpr std::array times{0.1, 1.0, 6.0};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void report(const std::string& path, std::span<const double> looked_at) {
    const PublishedObjective objective(path);
    const auto known = reached.find(objective.nodes());
    const Reached target = known != reached.end() ? known->second : Reached{0, 0};
    fmt::print("{} nodes, bound {:.2f} ms; targets: authors' 20 s {:.2f} ms, plain C 20 s {:.2f} ms\n",
               objective.nodes(), objective.lower_bound() * 1e3, target.authors_ms, target.plain_c_ms);
    std::vector<std::vector<double>> found(looked_at.size());
    for (int seed = 1; seed <= seeds; ++seed) {
        const double start = processor_seconds();
        double authors_s = NAN, plain_c_s = NAN;
        std::vector<double> best_s(looked_at.size());
        std::stop_source stop;
        ChainBudget budget;
        budget.seed = std::uint64_t(seed), budget.moves = 1'000'000'000, budget.report = 128;
        const ChainResult result = anneal(
            objective.problem(), objective.problem().layout.slot_of_block, budget,
            [&](const ChainPoint& point) {
                const double now = processor_seconds() - start;
                if (std::isnan(authors_s) && point.best_s * 1e3 <= target.authors_ms + 0.005)
                    authors_s = now;
                if (std::isnan(plain_c_s) && point.best_s * 1e3 <= target.plain_c_ms + 0.005)
                    plain_c_s = now;
                for (std::size_t i = 0; i < looked_at.size(); ++i)
                    if (now <= looked_at[i])
                        best_s[i] = point.best_s;
                if (now > looked_at.back())
                    stop.request_stop();
            },
            stop.get_token());
        fmt::print("  seed {:2}:", seed);
        for (std::size_t i = 0; i < looked_at.size(); ++i) {
            fmt::print(" {:.2f} ms after {:g} s,", best_s[i] * 1e3, looked_at[i]);
            found[i].push_back(best_s[i]);
        }
        fmt::print(
            " {:.1f} million moves; authors' result after {:.1f} ms, plain C's after {:.0f} ms; gap to "
            "the bound {:.1f} %\n",
            double(result.moves) * 1e-6, authors_s * 1e3, plain_c_s * 1e3,
            (best_s.back() / objective.lower_bound() - 1) * 100);
        std::fflush(stdout);
    }
    fmt::print("  median: ");
    for (std::size_t i = 0; i < looked_at.size(); ++i)
        fmt::print(" {:.2f} ms after {:g} s", median(found[i]) * 1e3, looked_at[i]);
    fmt::print("\n");
}

} // namespace

int main(int argc, char** argv) {
    try {
        const bool brief = argc > 1 && std::string_view(argv[1]) == "--brief";
        const int first = brief ? 2 : 1;
        if (argc <= first)
            throw InputError(argv[0], {}, "needs the files of one matrix or more");
        for (int i = first; i < argc; ++i)
            report(argv[i], std::span(times).first(brief ? 2 : times.size()));
        return 0;
    } catch (const InputError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
