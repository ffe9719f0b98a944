// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/cluster/hypothetical.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/documents/recipes_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/launchers/export_plan.h"
#include "core/formats/studies/study_json.h"
#include "core/search/rounds/planner.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

/// What is planned: a preset on nodes of a kind as its maker sells them.
PlanInputs asked(const std::string& model, const std::string& gpu, int nodes, int global_batch,
                 Precision precision = Precision::bf16) {
    PlanInputs inputs;
    HypotheticalCluster machine = reference_machine(gpu);
    machine.nodes = nodes;
    inputs.cluster = share(hypothetical_cluster(machine));
    inputs.model = load_model(model);
    inputs.job.global_batch = global_batch, inputs.job.precision = precision;
    inputs.job.sequence_length = inputs.model.sequence_length;
    inputs.limits.micro_batches = {1}, inputs.limits.recompute = {Recompute::none};
    inputs.budget.moves = 500, inputs.budget.chains = 1;
    return inputs;
}

Plan planned(const PlanInputs& inputs, const std::vector<Recipe>& recipes) {
    return plan(inputs,
                {shipped_calibration(), nullptr, std::make_shared<const std::vector<Recipe>>(recipes)});
}

Recipe recipe_for(const std::string& model, int tp, int dp) {
    Recipe recipe;
    recipe.software = "Made up", recipe.source = "a test";
    recipe.models = {model}, recipe.gpu = "H100-SXM5-80GB", recipe.sequence_length = 8192;
    recipe.config.tp = tp, recipe.config.dp = dp, recipe.config.global_batch = 64;
    return recipe;
}

QString text_of(const Candidate* candidate) {
    return candidate ? QString::fromStdString(candidate->recipe) : QString();
}

/// Sequences of an iteration; where the recipe does not say, so many that every chunk is busy.
int batch_of(const Recipe& recipe) {
    const ParallelConfig& config = recipe.config;
    return config.global_batch > 0 ? config.global_batch
                                   : config.dp * config.micro_batch * config.pp * config.vpp;
}

} // namespace

/// What others published, beside ours.
class RecipesTest : public QObject {
    Q_OBJECT

private slots:
    void everyShippedRecipeFitsItsModels() {
        const auto recipes = shipped_recipes();
        QVERIFY(recipes.size() >= 30 && recipes.size() <= 50);
        for (const Recipe& recipe : recipes) {
            QVERIFY(!recipe.source.empty() && !recipe.models.empty());
            QVERIFY2(gpu_kind_named(recipe.gpu).supports(recipe.precision), recipe.gpu.c_str());
            for (const std::string& name : recipe.models) {
                PlanInputs inputs;
                inputs.model = load_model(name);
                QCOMPARE(inputs.model.name, name);
                inputs.job.precision = recipe.precision;
                inputs.job.sequence_length = recipe.sequence_length;
                inputs.job.global_batch = batch_of(recipe);
                const auto config = config_of(recipe, inputs, recipe.config.world());
                QVERIFY2(config, (recipe.software + " " + name).c_str());
                QCOMPARE(config->world(), recipe.config.world());
                QVERIFY(recipe_text(recipe, inputs).find("instead") == std::string::npos);
            }
        }
    }

    /// Their makers leave the last chunk of DeepSeek-V3 one layer or none, beside the prediction and two
    /// heads: "Et*4|(tttt|)*14|tmL" and "Et|(tt|)*30mL" (Megatron-Bridge, recipes/deepseek/deepseek_v3.py).
    void theLastChunkOfDeepSeekHasRoomForItsPrediction() {
        int found = 0;
        PlanInputs inputs;
        inputs.model = load_model("deepseek-v3");
        for (const Recipe& recipe : shipped_recipes()) {
            inputs.job.precision = recipe.precision, inputs.job.sequence_length = recipe.sequence_length;
            inputs.job.global_batch = recipe.config.global_batch;
            const auto config = config_of(recipe, inputs, recipe.config.world());
            if (!config)
                continue;
            std::vector<int> layers(15, 4);
            layers.push_back(1);
            if (config->chunks() == 32)
                layers.assign(32, 2), layers.front() = 1, layers.back() = 0;
            QCOMPARE(config->layers_per_stage, layers);
            ++found;
        }
        QCOMPARE(found, 4);
    }

    void aStatedLayoutIsKept() {
        PlanInputs inputs = asked("llama-3-8b", "H100-SXM5-80GB", 1, 64);
        Recipe recipe = recipe_for("llama-3-8b", 4, 1);
        recipe.config.pp = 2;
        QCOMPARE(config_of(recipe, inputs, 8)->layers_per_stage, (std::vector<int>{16, 16}));
        recipe.config.layers_per_stage = {18, 14};
        QCOMPARE(config_of(recipe, inputs, 8)->layers_per_stage, (std::vector<int>{18, 14}));
        recipe.config.layers_per_stage = {18, 15}; // of another model
        QVERIFY(!config_of(recipe, inputs, 8));
    }

    void noRecipeIsThereTwice() {
        const auto recipes = shipped_recipes();
        for (std::size_t a = 0; a < recipes.size(); ++a)
            for (std::size_t b = 0; b < a; ++b) {
                Recipe like = recipes[b];
                like.software = recipes[a].software, like.source = recipes[a].source;
                like.note = recipes[a].note;
                QVERIFY2(!(like == recipes[a]), recipes[a].software.c_str());
            }
    }

    void llamaOnEightH100HasARow() {
        const Plan found = planned(asked("llama-3-8b", "H100-SXM5-80GB", 1, 128), shipped_recipes());
        const Candidate* row = baseline_of(found, Planner::recipe);
        QVERIFY(row);
        QCOMPARE(row->config.tp, 1);
        QCOMPARE(row->config.cp, 2);
        QCOMPARE(row->config.dp, 4);
        QCOMPARE(row->mapping.gpu_of_rank, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
        QVERIFY(row->iteration_time_s > 0 && row->memory.size() == 1);
        QVERIFY2(text_of(row).startsWith("NeMo, DGX Cloud benchmarking (https://"), row->recipe.c_str());
        QVERIFY(!text_of(row).contains("instead"));
        QVERIFY(!found.candidates.empty());
        for (const Candidate& candidate : found.candidates) // it never counts as ours
            QVERIFY(candidate.planner == Planner::pipette && candidate.recipe.empty());
        QCOMPARE(std::count_if(found.baselines.begin(), found.baselines.end(),
                               [](const Candidate& c) { return c.planner == Planner::recipe; }),
                 1);
    }

    void theRowIsWrittenAndReadBack() {
        const Plan found = planned(asked("llama-3-8b", "H100-SXM5-80GB", 1, 128), shipped_recipes());
        const std::string text = plan_to_text(found);
        const Plan read = parse_plan(text, "plan.json");
        QVERIFY(read.baselines == found.baselines);
        const auto document = nlohmann::json::parse(text);
        QCOMPARE(document["published_recipe"]["planner"], "recipe");
        for (const auto& candidate : document["candidates"]) // the first is the best that one may launch
            QVERIFY(candidate["planner"] != "recipe" && !candidate.contains("recipe"));
        const std::string csv =
            export_plan(found, found.candidates[0], export_format_named("csv")).front().text;
        QCOMPARE(QString::fromStdString(csv).count("\nrecipe,recipe,"), 1);
        const auto files =
            export_plan(found, *baseline_of(found, Planner::recipe), export_format_named("slurm"));
        QVERIFY(files.back().text.find("Recipe: NeMo, DGX Cloud benchmarking") != std::string::npos);
    }

    void anotherBatchIsSaidInItsName() {
        const auto recipes = shipped_recipes();
        const Plan larger = planned(asked("llama-3-8b", "H100-SXM5-80GB", 1, 256), recipes);
        QVERIFY(text_of(baseline_of(larger, Planner::recipe)).contains("global batch 256 instead of 128"));
        QCOMPARE(baseline_of(larger, Planner::recipe)->config.global_batch, 256);
        const Plan odd = planned(asked("llama-3-8b", "H100-SXM5-80GB", 1, 126), recipes);
        QVERIFY(!baseline_of(odd, Planner::recipe)); // four replicas do not divide it
    }

    void withoutAMatchThereIsNoRow() {
        const auto recipes = shipped_recipes();
        const auto has_row = [&](PlanInputs inputs, auto change) {
            change(inputs);
            return baseline_of(planned(inputs, recipes), Planner::recipe) != nullptr;
        };
        const PlanInputs inputs = asked("llama-3-8b", "H100-SXM5-80GB", 1, 128);
        QVERIFY(has_row(inputs, [](PlanInputs&) {}));
        QVERIFY(!has_row(inputs, [](PlanInputs& p) { p.model.name = "mine"; }));
        QVERIFY(!has_row(inputs, [](PlanInputs& p) { p.job.sequence_length = 4096; }));
        QVERIFY(!has_row(inputs, [](PlanInputs& p) { p.job.precision = Precision::fp16; }));
        QVERIFY(!has_row(inputs, [](PlanInputs& p) { p.limits.world_sizes = {4}; }));
        QVERIFY(!has_row(inputs, [](PlanInputs& p) { p.faults.excluded_gpus = {3}; }));
        QVERIFY(!has_row(asked("llama-3-8b", "A100-SXM4-80GB", 1, 128), [](PlanInputs&) {}));
        QVERIFY(!baseline_of(plan(inputs, {shipped_calibration(), nullptr}), Planner::recipe));
    }

    void precisionChoosesTheRecipe() {
        const auto recipes = shipped_recipes();
        const Plan found = planned(asked("llama-3-70b", "H100-SXM5-80GB", 8, 256, Precision::fp8), recipes);
        const Candidate* row = baseline_of(found, Planner::recipe);
        QVERIFY(row && row->config.vpp == 5 && row->config.schedule == ScheduleKind::interleaved);
        QVERIFY(row->config.tp == 4);
    }

    void overMemoryIsShownAsSuch() {
        const PlanInputs inputs = asked("llama-3-70b", "H100-SXM5-80GB", 1, 64);
        Recipe whole = recipe_for("llama-3-70b", 1, 8);
        const Plan found = planned(inputs, {whole});
        const Candidate* row = baseline_of(found, Planner::recipe);
        QVERIFY(row);
        QVERIFY(verdict_of(*row) == Verdict::over);

        const PlanInputs small = asked("llama-3-8b", "H100-SXM5-80GB", 1, 64);
        Recipe too_large = recipe_for("llama-3-8b", 1, 8), fits = recipe_for("llama-3-8b", 8, 1);
        too_large.config.micro_batch = 8, fits.software = "Smaller";
        const Plan both = planned(small, {too_large, fits});
        QVERIFY(verdict_of(*baseline_of(planned(small, {too_large}), Planner::recipe)) == Verdict::over);
        QVERIFY(text_of(baseline_of(both, Planner::recipe)).startsWith("Smaller"));
    }

    void filesAreHostileUntilRead_data() {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* change, const char* said) { QTest::newRow(said) << change << said; };
        row(R"({"gpus": 4})", "$.recipes[0].gpus: is not tp*pp*cp*dp");
        row(R"({"precision": "int3"})", "$.recipes[0].precision");
        row(R"({"recompute": "some"})", "expected none, selective or full");
        row(R"({"time_s": 3})", "time_s");
        row(R"({"source": null})", "$.recipes[0].source");
        row(R"({"tp": 0})", "$.recipes[0].tp");
        row(R"({"layers_per_stage": [4, 4]})", "$.recipes[0].layers_per_stage: has 2 entries");
        row(R"({"layers_per_stage": [-1]})", "$.recipes[0].layers_per_stage[0]");
    }

    void filesAreHostileUntilRead() {
        QFETCH(QString, change);
        QFETCH(QString, said);
        nlohmann::json recipe = {{"software", "a"}, {"source", "b"},       {"models", {"m"}},
                                 {"gpu", "g"},      {"gpus", 8},           {"precision", "bf16"},
                                 {"dp", 8},         {"micro_batch", 1},    {"global_batch", 8},
                                 {"zero_stage", 1}, {"recompute", "none"}, {"sequence_length", 8}};
        const QTemporaryDir folder;
        const std::string path = folder.filePath("recipes.json").toStdString();
        const auto read = [&] {
            std::ofstream(path) << nlohmann::json{
                {"format", "pipette-recipes"}, {"version", 1}, {"recipes", {recipe}}};
            return read_recipes(path);
        };
        QCOMPARE(read().size(), 1u);
        QVERIFY(read().front().config.layers_per_stage.empty());
        recipe["layers_per_stage"] = {12};
        QCOMPARE(read().front().config.layers_per_stage, std::vector<int>{12});
        recipe.erase("layers_per_stage");
        recipe.update(nlohmann::json::parse(change.toStdString()));
        QString message;
        try {
            read();
        } catch (const InputError& error) {
            message = error.what();
        }
        QVERIFY2(message.contains(said) && message.contains("recipes.json"), qPrintable(message));
    }

    void modulesAreRead() {
        constexpr RecomputeModules core{RecomputeModule::core_attn}, up{RecomputeModule::mla_up_proj};
        int latent = 0;
        for (const Recipe& recipe : shipped_recipes()) {
            latent += repeated_modules(recipe.config) == up;
            if (recipe.models.front() == "gpt-175b" && recipe.gpu.starts_with("A100"))
                QVERIFY(repeated_modules(recipe.config) == core);
        }
        QCOMPARE(latent, 1); // of DeepSeek-V3 on GB200
    }
};

QTEST_GUILESS_MAIN(RecipesTest)
#include "recipes_test.moc"
