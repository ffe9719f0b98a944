// SPDX-License-Identifier: GPL-3.0-or-later
// What each layer keeps, computes again or sends to the host: the cheapest choice of all that fit.
#include "core/base/random.h"
#include "core/memory/chain_choice.h"

#include <QtTest>

#include <algorithm>
#include <limits>
#include <optional>

using namespace pipette;

namespace {

/// What a module keeps, and the time to compute it again.
struct Module {
    double bytes = 0, repeat_s = 0;
};

/// A way for every choice of keep, repeat or move (digits 0, 1, 2 of its number to the base of 3) per module.
std::vector<LayerWay> ways_of(const std::vector<Module>& modules) {
    std::vector<LayerWay> ways{{}};
    for (const Module& module : modules) {
        std::vector<LayerWay> more;
        for (const LayerWay& way : ways) {
            more.push_back({way.kept_bytes + module.bytes, way.moved_bytes, way.repeat_s});
            more.push_back({way.kept_bytes, way.moved_bytes, way.repeat_s + module.repeat_s});
            more.push_back({way.kept_bytes, way.moved_bytes + module.bytes, way.repeat_s});
        }
        ways = std::move(more);
    }
    return ways;
}

struct Stage {
    Chain chain;
    int modules = 0;
};

/// Layers and modules whose choices are not too many to be tried one by one.
Stage drawn_stage(Random& random) {
    constexpr std::pair<int, int> sizes[]{{12, 1}, {10, 1}, {6, 2}, {4, 3}, {3, 4}, {2, 5}};
    const auto [layers, modules] = sizes[random.below(std::size(sizes))];
    Stage stage;
    stage.modules = modules;
    Chain& chain = stage.chain;
    for (int layer = 0; layer < layers; ++layer) {
        std::vector<Module> parts;
        for (int i = 0; i < modules; ++i)
            parts.push_back({random.uniform(1, 10), random.uniform(0, 1)});
        chain.layers.push_back(ways_of(parts));
    }
    chain.forward_s = random.uniform(0.5, 1) * layers * modules;
    chain.backward_s = 2 * chain.forward_s;
    chain.down_bytes_per_s = random.uniform(0, 15), chain.up_bytes_per_s = random.uniform(0, 15);
    if (random.below(8) == 0)
        chain.down_bytes_per_s = chain.up_bytes_per_s = 0;
    chain.microbatches = 1 + double(random.below(8));
    return stage;
}

/// The same way in every layer.
ChainChoice alike(const Chain& chain, int way) {
    return cost_of(chain, std::vector<int>(chain.layers.size(), way));
}

double room_of(Random& random, const Chain& chain) {
    return random.uniform(0.1, 1) * alike(chain, 0).bytes;
}

/// By trying every choice.
std::optional<double> least_added_s(const Chain& chain, double room) {
    std::optional<double> least;
    std::vector<int> ways(chain.layers.size(), 0);
    for (;;) {
        if (const ChainChoice one = cost_of(chain, ways); one.bytes <= room)
            least = std::min(one.added_s, least.value_or(std::numeric_limits<double>::infinity()));
        std::size_t layer = 0;
        while (layer < ways.size() && ++ways[layer] == int(chain.layers[layer].size()))
            ways[layer++] = 0;
        if (layer == ways.size())
            return least;
    }
}

} // namespace

class ChainChoiceTest : public QObject {
    Q_OBJECT

private slots:
    void isTheCheapestOfAll() {
        Random random(1);
        int none = 0, mixed = 0;
        for (int turn = 0; turn < 300; ++turn) {
            const Stage stage = drawn_stage(random);
            const Chain& chain = stage.chain;
            const double room = room_of(random, chain);
            const std::optional<ChainChoice> found = cheapest_choice(chain, room);
            const std::optional<double> least = least_added_s(chain, room);
            QCOMPARE(found.has_value(), least.has_value());
            none += !found;
            if (!found)
                continue;
            QVERIFY(found->bytes <= room);
            QVERIFY2(found->added_s == *least || qFuzzyCompare(found->added_s, *least),
                     qPrintable(QString("%1: %2, not %3").arg(turn).arg(found->added_s).arg(*least)));
            QCOMPARE(cost_of(chain, found->ways).added_s, found->added_s);
            mixed += std::count(found->ways.begin(), found->ways.end(), found->ways.front()) <
                     std::ptrdiff_t(found->ways.size());
        }
        QVERIFY2(none < 50 && mixed > 150, qPrintable(QString("%1 %2").arg(none).arg(mixed)));
    }

    /// KARMA's claim: a chain that mixes both beats the better of repeating everything and moving everything.
    void gainsOverRepeatingOrMovingEverything() {
        Random random(2);
        double gains = 0;
        int compared = 0;
        while (compared < 300) {
            const Stage stage = drawn_stage(random);
            const Chain& chain = stage.chain;
            const int moved = int(chain.layers.front().size()) - 1, repeated = moved / 2;
            const double room = room_of(random, chain);
            const std::optional<ChainChoice> found = cheapest_choice(chain, room);
            double better_s = std::numeric_limits<double>::infinity();
            for (const ChainChoice& one : {alike(chain, repeated), alike(chain, moved)})
                if (one.bytes <= room)
                    better_s = std::min(better_s, one.added_s);
            if (better_s == std::numeric_limits<double>::infinity())
                continue;
            QVERIFY(found && found->added_s <= better_s * (1 + 1e-12));
            const double passes_s = chain.forward_s + chain.backward_s;
            gains += (passes_s + better_s) / (passes_s + found->added_s);
            ++compared;
        }
        qInfo("mean gain over the better of the two: %.2fx", gains / compared);
        QVERIFY(gains > compared);
    }

    /// Four layers of 10 bytes each; the link hides the copies of one of them.
    void movesWhatHidesAndRepeatsTheRest() {
        const std::vector<LayerWay> ways{{10, 0, 0}, {0, 0, 1}, {0, 10, 0}};
        Chain chain{.layers = {4, ways},
                    .forward_s = 4,
                    .backward_s = 8,
                    .down_bytes_per_s = 2.5,
                    .up_bytes_per_s = 2.5};
        // One microbatch: two buffers of 10 bytes are as much as the two layers that would have to move.
        QCOMPARE(cheapest_choice(chain, 20)->added_s, 2.0);
        chain.microbatches = 4; // 160 bytes: three layers and the buffers are 140, two and the buffers 100
        QCOMPARE(cheapest_choice(chain, 160)->added_s, 0.0);
        QCOMPARE(cheapest_choice(chain, 140)->added_s, 0.0);
        QCOMPARE(cheapest_choice(chain, 120)->added_s, 1.0);
        QCOMPARE(cheapest_choice(chain, 100)->added_s, 1.0);
        QVERIFY(!cheapest_choice(chain, -1));
    }
};

QTEST_GUILESS_MAIN(ChainChoiceTest)
#include "chain_choice_test.moc"
