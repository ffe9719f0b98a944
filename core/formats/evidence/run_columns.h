// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/readable.h"
#include "core/formats/text/csv_table.h"
#include "core/workload/transformer_model.h"

#include <fmt/format.h>
#include <optional>
#include <string>

namespace pipette {

// How the readers of a run's columns read them. All throw InputError as CsvTable does.

inline constexpr int most_gpus = 1 << 17;

/// What a row does not say, or says in words that nothing here predicts: the row is not counted.
struct Lacking {
    std::string reason;
};

/// Throws Lacking where the column is empty.
const std::string& needed(const CsvTable& table, std::size_t row, const char* column);
int needed_integer(const CsvTable& table, std::size_t row, const char* column, int most);

int integer_or(const CsvTable& table, std::size_t row, const char* column, int otherwise); ///< 0 to most_gpus

/// Empty where the column is empty.
std::optional<bool> stated_flag(const CsvTable& table, std::size_t row, const char* column);

std::string small_letters(std::string text);

/// Latent attention as the column `attention` has it: "mla(q_lora=1536;kv_lora=512;nope=128;rope=64;v=128)".
std::string latent_attention_words(const LatentAttention& mla);

/// What `lookup` finds under the word; unknown ones are refused.
template <class Named>
auto named(const CsvTable& table, std::size_t row, const char* column, Named lookup) {
    const std::string& word = table.text(row, column);
    const auto value = lookup(word);
    if (!value)
        table.refuse(row, column, fmt::format("{} is not known", in_quotes(word)));
    return *value;
}

} // namespace pipette
