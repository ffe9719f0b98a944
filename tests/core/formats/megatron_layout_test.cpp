// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/base/random.h"
#include "core/formats/launchers/export_plan.h"
#include "core/formats/launchers/megatron_flags.h"
#include "core/formats/launchers/megatron_layout.h"
#include "tests/core/formats/launch_sample.h"

#include <QtTest>
#include <algorithm>
#include <cctype>
#include <numeric>
#include <string>
#include <vector>

using namespace pipette;

namespace {

/// Reads a layout by the grammar of the help: repetitions written out, then a text a chunk.
class Layout {
public:
    explicit Layout(const std::string& text) : text_(text) {
        while (at_ < text_.size())
            item();
    }
    std::vector<std::string> chunks() const {
        std::vector<std::string> parts{""};
        for (const char letter : flat_)
            letter == '|' ? parts.push_back("") : parts.back().push_back(letter);
        return parts;
    }

private:
    void item() {
        std::string part(1, text_.at(at_++));
        if (part == "(") {
            const std::size_t end = text_.find(')', at_);
            part = text_.substr(at_, end - at_);
            QVERIFY2(part.find_first_of("(*") == part.npos, "a repetition inside another");
            at_ = end + 1;
            QVERIFY2(at_ < text_.size() && text_[at_] == '*', "brackets without a number");
        }
        int times = 1;
        if (at_ < text_.size() && text_[at_] == '*') {
            std::size_t digits = 0;
            times = std::stoi(text_.substr(at_ + 1), &digits);
            at_ += 1 + digits;
        }
        for (int i = 0; i < times; ++i)
            flat_ += part;
    }

    std::string text_, flat_;
    std::size_t at_ = 0;
};

/// Value of a flag; -1: it is not there.
int number_of(const std::vector<std::string>& flags, const std::string& name) {
    for (const std::string& flag : flags)
        if (flag.starts_with("--" + name + " "))
            return std::stoi(flag.substr(name.size() + 3));
    return -1;
}

std::string layout_of(const std::vector<std::string>& flags) {
    const std::string name = "--pipeline-model-parallel-layout ";
    for (const std::string& flag : flags)
        if (flag.starts_with(name))
            return flag.substr(name.size());
    return {};
}

/// Layers of each chunk in model order, as Megatron-LM takes the flags.
std::vector<int> layers_by(const std::vector<std::string>& flags, int layers, int pp) {
    std::vector<int> split;
    if (const std::string layout = layout_of(flags); !layout.empty()) {
        for (const std::string& chunk : Layout(layout).chunks())
            split.push_back(static_cast<int>(std::count(chunk.begin(), chunk.end(), 't')));
        return split;
    }
    if (const int chunk = number_of(flags, "num-layers-per-virtual-pipeline-stage"); chunk > 0)
        return std::vector<int>(static_cast<std::size_t>(layers / chunk), chunk);
    const int first = number_of(flags, "decoder-first-pipeline-num-layers");
    const int last = number_of(flags, "decoder-last-pipeline-num-layers");
    const int between = pp - (first > 0) - (last > 0);
    const int rest = layers - std::max(first, 0) - std::max(last, 0);
    split.assign(static_cast<std::size_t>(pp), between > 0 ? rest / between : 0);
    if (first > 0)
        split.front() = first;
    if (last > 0)
        split.back() = last;
    return split;
}

} // namespace

class MegatronLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void aHundredRandomSplitsAreReadBack() {
        Random random(5);
        int packed = 0, laid_out = 0;
        for (int trial = 0; trial < 100; ++trial) {
            ParallelConfig config;
            config.pp = 2 + static_cast<int>(random.below(15));
            config.vpp = 1 + static_cast<int>(random.below(4));
            const int most = 1 + static_cast<int>(random.below(4)),
                      least = 1 + static_cast<int>(random.below(9));
            for (int chunk = 0; chunk < config.chunks(); ++chunk) // often like the one before
                config.layers_per_stage.push_back(
                    chunk > 0 && random.below(3) > 0
                        ? config.layers_per_stage.back()
                        : least + static_cast<int>(random.below(static_cast<std::uint32_t>(most))));
            const int layers =
                std::accumulate(config.layers_per_stage.begin(), config.layers_per_stage.end(), 0);
            const int predictions = static_cast<int>(random.below(3));
            const auto flags = megatron_split_flags(config, predictions);
            QCOMPARE(layers_by(flags, layers, config.pp), config.layers_per_stage);

            const std::string layout = megatron_layout(config.layers_per_stage, predictions);
            packed += layout.find('*') != layout.npos;
            laid_out += !layout_of(flags).empty();
            const auto chunks = Layout(layout).chunks();
            QCOMPARE(static_cast<int>(chunks.size()), config.chunks());
            for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
                std::string expected(static_cast<std::size_t>(config.layers_per_stage[chunk]), 't');
                if (chunk == 0)
                    expected = 'E' + expected;
                if (chunk + 1 == chunks.size())
                    expected += std::string(static_cast<std::size_t>(predictions), 'm') + 'L';
                QCOMPARE(chunks[chunk], expected);
            }
        }
        QVERIFY2(packed > 50 && laid_out > 50 && laid_out < 100, "the splits are too much alike");
    }

    void layoutsAreShort() {
        QCOMPARE(megatron_layout({2, 3, 3, 2}), std::string("Ett|ttt|ttt|ttL"));
        std::vector<int> layers(32, 2); // 61 layers and one of multi-token prediction, 16 stages of 2 chunks
        layers.front() = 1, layers.back() = 0;
        QCOMPARE(megatron_layout(layers, 1), std::string("Et|(tt|)*30mL"));
        QCOMPARE(megatron_layout({6, 7, 7}), std::string("Et*6|t*7|t*7L"));
    }

    void plainFlagsAreKeptWhereTheySuffice_data() {
        QTest::addColumn<int>("vpp");
        QTest::addColumn<std::vector<int>>("layers");
        QTest::addColumn<QString>("flags");
        using Layers = std::vector<int>;
        QTest::newRow("even") << 1 << Layers{4, 4, 4, 4} << "";
        QTest::newRow("even chunks") << 2 << Layers{4, 4, 4, 4}
                                     << "--num-layers-per-virtual-pipeline-stage 4";
        QTest::newRow("first") << 1 << Layers{3, 4, 4, 4} << "--decoder-first-pipeline-num-layers 3";
        QTest::newRow("last") << 1 << Layers{4, 4, 4, 3} << "--decoder-last-pipeline-num-layers 3";
        QTest::newRow("two stages") << 1 << Layers{5, 4} << "--decoder-first-pipeline-num-layers 5";
        QTest::newRow("both") << 1 << Layers{3, 4, 4, 2}
                              << "--decoder-first-pipeline-num-layers 3 --decoder-last-pipeline-num-layers 2";
        QTest::newRow("between") << 1 << Layers{3, 4, 5, 3}
                                 << "--pipeline-model-parallel-layout Ettt|t*4|t*5|tttmL";
        QTest::newRow("uneven chunks")
            << 2 << Layers{3, 4, 4, 4} << "--pipeline-model-parallel-layout Ettt|t*4|t*4|t*4mL";
    }

    void plainFlagsAreKeptWhereTheySuffice() {
        QFETCH(int, vpp);
        QFETCH(std::vector<int>, layers);
        QFETCH(QString, flags);
        ParallelConfig config;
        config.vpp = vpp, config.pp = static_cast<int>(layers.size()) / vpp, config.layers_per_stage = layers;
        QStringList written;
        for (const std::string& flag : megatron_split_flags(config, 1))
            written << QString::fromStdString(flag);
        QCOMPARE(written.join(' '), flags);
    }

    void recomputedModulesAreNamed() {
        Plan plan = launch_sample::plan();
        Candidate& candidate = plan.candidates[0];
        const auto flags = [&] {
            return megatron_flags(candidate.config, plan.inputs.model, plan.inputs.job);
        };
        const auto has = [&](const char* flag) {
            const auto all = flags();
            return std::find(all.begin(), all.end(), flag) != all.end();
        };
        candidate.config.recompute = Recompute::selective;
        QVERIFY(has("--recompute-granularity selective") && has("--recompute-modules core_attn"));
        candidate.config.recompute = Recompute::full;
        QVERIFY(has("--recompute-granularity full") && has("--recompute-method uniform") &&
                has("--recompute-num-layers 1") && !has("--recompute-modules core_attn"));
        candidate.config.recompute = Recompute::none;
        QVERIFY(!has("--recompute-granularity full") && !has("--recompute-granularity none"));
    }

    void everyLayoutIsReadBack() {
        Random random(5);
        for (int number = 0; number < 300; ++number) {
            std::vector<int> layers(1 + random.below(20));
            for (int& each : layers)
                each = int(random.below(number % 2 == 0 ? 3 : 12));
            const int mtp_layers = int(random.below(3));
            const std::string text = megatron_layout(layers, mtp_layers);
            QVERIFY2(layers_of_layout(text, mtp_layers) == layers, text.c_str());
        }
        QCOMPARE(layers_of_layout("Et|(tt|)*2tmL", 1), (std::vector<int>{1, 2, 2, 1}));
        QCOMPARE(layers_of_layout("E t*3, | t, t || L", 0), (std::vector<int>{3, 2, 0, 0}));
    }

    void whatIsNoLayoutIsRefusedWithItsReason() {
        const std::pair<const char*, const char*> bad[]{{"", "empty"},
                                                        {"tt|L", "needs E"},
                                                        {"Ett", "needs L"},
                                                        {"Et|EL", "needs E"},
                                                        {"EtL|tL", "needs L"},
                                                        {"Etx|L", "\"x\""},
                                                        {"E(tt|L", "without )"},
                                                        {"E((t|)*2|)*2L", "inside a repetition"},
                                                        {"Et*L", "without a number"},
                                                        {"Et*0L", "without a number"},
                                                        {"Et*99999999999L", "without a number"},
                                                        {"Et|mL", "predicts 0"},
                                                        {"E)L", "\")\""}};
        for (const auto& [text, reason] : bad)
            try {
                layers_of_layout(text, 0);
                QFAIL(text);
            } catch (const InputError& error) {
                QVERIFY2(error.reason().find(reason) != std::string::npos, error.what());
            }
        // Megatron-Core's own example has predicted tokens in chunks of their own.
        QVERIFY_THROWS_EXCEPTION(InputError, layers_of_layout("E|(t|)*3,m|m||L", 2));
        const std::string huge = "E" + std::string(100, '(');
        QVERIFY_THROWS_EXCEPTION(InputError, layers_of_layout(huge, 0));
        std::string many = "E";
        for (int i = 0; i < 100; ++i)
            many += "(tttttttttt)*10000";
        QVERIFY_THROWS_EXCEPTION(InputError, layers_of_layout(many + "L", 0));
    }

    void whatOtherFrameworksRecomputeIsSaid() {
        Plan plan = launch_sample::plan();
        Candidate& candidate = plan.candidates[0];
        candidate.config.recompute = Recompute::selective;
        QVERIFY(export_notes(plan, candidate, export_format_named("megatron")).empty());
        plan.inputs.job.framework = "fsdp2";
        const auto notes = export_notes(plan, candidate, export_format_named("megatron"));
        QVERIFY(notes.size() == 1 && notes[0].find("every second product") != std::string::npos);
        candidate.config.recompute = Recompute::full;
        QVERIFY(export_notes(plan, candidate, export_format_named("megatron")).empty());
    }
};

QTEST_GUILESS_MAIN(MegatronLayoutTest)
#include "megatron_layout_test.moc"
