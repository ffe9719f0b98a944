// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memory_estimator.h"
#include "core/memory/memory_model.h"
#include "core/workload/fine_tuning.h"

#include <QtTest>
#include <cmath>

using namespace pipette;

namespace {

struct Case {
    TransformerModel model;
    TrainingJob job;
    ParallelConfig config;

    explicit Case(const FineTuning& tuning = {}) {
        model.name = "llama-2-7b", model.layers = 32, model.hidden = 4096, model.heads = 32;
        model.kv_heads = 32, model.ffn_hidden = 11008, model.vocab = 32000, model.sequence_length = 4096;
        model.gated_mlp = true;
        job.global_batch = 32, job.sequence_length = 4096, job.tuning = tuning;
        config.dp = 8, config.global_batch = 32, config.layers_per_stage = {32};
    }
    DeviceMemory device() const { return analytic_memory(model, job, config, {{80e9}}).front(); }
    double part(const std::string& name) const {
        for (const MemoryPart& of : device().parts)
            if (of.name == name)
                return of.bytes;
        return 0;
    }
};

bool close(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::abs(b);
}

constexpr double tokens = 4096;
constexpr int layers = 32;

} // namespace

class FineTuningMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void frozenWeightsHaveNeitherGradientsNorOptimizerState() {
        const Case full, lora({32, AdapterTargets::all, 0});
        const double adapters = trained_parameters(lora.model, lora.job.tuning);
        QVERIFY(close(lora.part("parameters"), 2 * (total_parameters(full.model) + adapters)));
        QVERIFY(close(lora.part("gradients"), 4 * adapters));
        QVERIFY(close(lora.part("optimizer"), 12 * adapters / 8));
        QVERIFY(lora.device().estimate < 0.65 * full.device().estimate);
        QVERIFY(lora.part("gradients") + lora.part("optimizer") <
                0.02 * (full.part("gradients") + full.part("optimizer")));
    }

    /// Adapters of all matrices want the inputs of all, and keep what lies between their two.
    void whatAdaptersKeep() {
        const Case full, all({32, AdapterTargets::all, 0}), attention({32, AdapterTargets::attention, 0});
        QVERIFY(close(all.part("activations"), full.part("activations") + layers * 2 * tokens * 4.0 * 32));
        QVERIFY(close(attention.part("activations"),
                      full.part("activations") +
                          layers * 2 * tokens * (2.0 * 32 - 4096 - 11008))); // fc1's and fc2's inputs
        Case again = attention;
        again.config.recompute = Recompute::full; // the layer's input alone
        QVERIFY(close(again.part("activations"), layers * 2 * tokens * 4096));
    }

    void expertsWithoutAdaptersKeepNoInputs() {
        Case all({8, AdapterTargets::all, 0}), attention({8, AdapterTargets::attention, 0});
        for (Case* c : {&all, &attention})
            c->model.moe = Experts{.experts = 8, .experts_per_token = 2, .ffn_hidden = 1024};
        // Of a token: what comes in; of its two copies what each expert's products take in, and adapters.
        const double kept = 4096 + 2 * (4096 + 1024), between = 2 * 2 * 8;
        QVERIFY(close(all.part("activations") - attention.part("activations"),
                      layers * 2 * tokens * (kept + between)));
        QVERIFY(all.part("optimizer") > attention.part("optimizer"));
    }

    void moreRankTakesMore() {
        double before = 0;
        for (const int rank : {1, 8, 64, 256}) {
            const double now = Case({rank, AdapterTargets::all, 0}).device().estimate;
            QVERIFY(now > before);
            before = now;
        }
        QVERIFY(before < Case().device().estimate);
        QVERIFY(Case({0, AdapterTargets::attention, 0}).device() == Case().device());
    }

    void shardedWeightsAreStillSpread() {
        Case lora({32, AdapterTargets::all, 0});
        const double whole = lora.part("parameters"), gradients = lora.part("gradients");
        lora.config.zero_stage = 3;
        QVERIFY(close(lora.part("parameters"), whole / 8));
        QVERIFY(close(lora.part("gradients"), gradients / 8));
        const double adapters = trained_parameters(lora.model, lora.job.tuning);
        QVERIFY(close(lora.part("gathered layers"), 2 * whole / layers + 4 * adapters / layers));
    }

    void packingChangesNoMemory() {
        QVERIFY(Case({0, AdapterTargets::all, 512}).device() == Case().device());
    }
};

QTEST_APPLESS_MAIN(FineTuningMemoryTest)
#include "fine_tuning_memory_test.moc"
