// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/recipes_json.h"

#include "core/formats/documents/resources.h"
#include "core/formats/text/json_names.h"

#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace pipette {
namespace {

constexpr int largest = std::numeric_limits<int>::max();
constexpr int most_layers = 10'000;

constexpr std::pair<const char*, int ParallelConfig::*> sizes[]{
    {"tp", &ParallelConfig::tp},  {"pp", &ParallelConfig::pp}, {"cp", &ParallelConfig::cp},
    {"dp", &ParallelConfig::dp},  {"ep", &ParallelConfig::ep}, {"etp", &ParallelConfig::etp},
    {"vpp", &ParallelConfig::vpp}};

ParallelConfig config_from(const JsonValue& entry) {
    ParallelConfig config;
    for (const auto& [name, member] : sizes)
        config.*member = static_cast<int>(entry.integer_or(name, 1, 1, bounds::parallel_size.most));
    config.micro_batch = entry.member("micro_batch").integer(bounds::parallel_size);
    config.global_batch = static_cast<int>(entry.integer_or("global_batch", 0, 1, largest));
    config.recompute = named(entry.member("recompute"), recompute_named, "none, selective or full");
    if (const auto modules = entry.find("recompute_modules"))
        config.recompute_modules = recompute_modules_from_json(*modules);
    config.zero_stage = static_cast<int>(entry.member("zero_stage").integer(0, 3));
    config.sequence_parallel = entry.boolean_or("sequence_parallel", true);
    if (const auto layers = entry.find("layers_per_stage")) {
        config.layers_per_stage = layers->integers(0, most_layers);
        if (static_cast<int>(layers->size()) != config.chunks())
            layers->refuse(
                fmt::format("has {} entries, expected pp*vpp = {}", layers->size(), config.chunks()));
    }
    return config;
}

Recipe recipe_from(const JsonValue& entry) {
    entry.expect_only({"software",
                       "source",
                       "note",
                       "models",
                       "gpu",
                       "gpus",
                       "precision",
                       "tp",
                       "pp",
                       "cp",
                       "dp",
                       "ep",
                       "etp",
                       "vpp",
                       "zero_stage",
                       "micro_batch",
                       "global_batch",
                       "recompute",
                       "recompute_modules",
                       "sequence_parallel",
                       "layers_per_stage",
                       "sequence_length"});
    Recipe recipe;
    recipe.software = entry.member("software").words();
    recipe.source = entry.member("source").words();
    recipe.note = entry.text_or("note", {});
    const JsonValue models = entry.member("models");
    for (std::size_t i = 0; i < models.size(); ++i)
        recipe.models.push_back(models.element(i).text());
    recipe.gpu = entry.member("gpu").text();
    recipe.precision = named(entry.member("precision"), precision_named, precisions_known());
    recipe.sequence_length = static_cast<int>(entry.member("sequence_length").integer(1, largest));
    recipe.config = config_from(entry);
    const JsonValue gpus = entry.member("gpus");
    if (gpus.integer(1, bounds::parallel_size.most) != recipe.config.world())
        gpus.refuse("is not tp*pp*cp*dp");
    return recipe;
}

} // namespace

std::vector<Recipe> read_recipes(const std::filesystem::path& path) {
    const auto document = read_json_file(path);
    const std::string file = path.string();
    const JsonValue root(document, file);
    root.expect_format("pipette-recipes", 1);
    const JsonValue list = root.member("recipes");
    std::vector<Recipe> recipes;
    for (std::size_t i = 0; i < list.size(); ++i)
        recipes.push_back(recipe_from(list.element(i)));
    return recipes;
}

std::vector<Recipe> shipped_recipes() {
    const std::filesystem::path path = find_resources() / "recipes.json";
    std::error_code error;
    return std::filesystem::exists(path, error) ? read_recipes(path) : std::vector<Recipe>{};
}

} // namespace pipette
