// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/tuning_columns.h"

#include "core/base/bounds.h"
#include "core/formats/evidence/run_columns.h"
#include "core/framework/framework.h"

#include <initializer_list>
#include <string>
#include <string_view>

namespace pipette {
namespace {

/// What a benchmark's rules say of all its runs of LoRA, whatever a row leaves out.
struct RuledAdapters {
    std::string_view sources; ///< how their names begin
    int rank;
    AdapterTargets targets;
};
constexpr RuledAdapters ruled_adapters[] = {
    {"MLPerf", 16, AdapterTargets::attention}, // MLPerf Training 4.0 and later, Llama 2 70B LoRA
};

/// Of the row's columns, else of the benchmark's rules, else as the framework's recipes have them.
void set_adapters(MeasuredRun& run, const CsvTable& table, std::size_t row) {
    FineTuning& tuning = run.tuning;
    const Framework& framework = framework_of(run.framework);
    tuning.adapter_rank = framework.recipe_adapter_rank;
    for (const RuledAdapters& ruled : ruled_adapters)
        if (run.source.starts_with(ruled.sources))
            tuning.adapter_rank = ruled.rank, tuning.targets = ruled.targets;
    if (!table.text(row, "lora_rank").empty())
        tuning.adapter_rank = table.integer(row, "lora_rank", 0, bounds::adapter_rank.most);
    if (!table.text(row, "lora_targets").empty())
        tuning.targets = named(table, row, "lora_targets", adapter_targets_named);
    if (tuning.adapter_rank == 0)
        throw Lacking{"lora_rank: not published"};
}

} // namespace

void set_tuning(MeasuredRun& run, const CsvTable& table, std::size_t row) {
    const auto said = [&](std::initializer_list<std::string_view> words) {
        for (const char* column : {"model", "notes"}) {
            const std::string text = small_letters(table.text(row, column));
            for (const std::string_view word : words)
                if (text.find(word) != std::string::npos)
                    return true;
        }
        return false;
    };
    const bool adapters = integer_or(table, row, "lora_rank", 0) > 0 || said({"lora"});
    if (!table.text(row, "mean_sequence").empty())
        run.tuning.mean_sequence = table.integer(row, "mean_sequence", 0, bounds::mean_sequence.most);
    run.fine_tunes = adapters || run.tuning.mean_sequence > 0 || said({"sft", "finetun", "fine-tun"});
    if (adapters)
        set_adapters(run, table, row);
    else if (run.fine_tunes && run.tuning.mean_sequence == 0 && !said({"sft"}))
        throw Lacking{"notes: whether all weights are fine-tuned is not told"};
}

} // namespace pipette
