// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/run_columns.h"

#include <cctype>

namespace pipette {

const std::string& needed(const CsvTable& table, std::size_t row, const char* column) {
    const std::string& text = table.text(row, column);
    if (text.empty())
        throw Lacking{fmt::format("{}: not published", column)};
    return text;
}

int needed_integer(const CsvTable& table, std::size_t row, const char* column, int most) {
    needed(table, row, column);
    return table.integer(row, column, 1, most);
}

int integer_or(const CsvTable& table, std::size_t row, const char* column, int otherwise) {
    return table.text(row, column).empty() ? otherwise : table.integer(row, column, 0, most_gpus);
}

std::optional<bool> stated_flag(const CsvTable& table, std::size_t row, const char* column) {
    return table.text(row, column).empty() ? std::nullopt : std::optional(table.flag(row, column));
}

std::string small_letters(std::string text) {
    for (char& c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

std::string latent_attention_words(const LatentAttention& mla) {
    return fmt::format("mla(q_lora={};kv_lora={};nope={};rope={};v={})", mla.q_lora, mla.kv_lora, mla.nope,
                       mla.rope, mla.v);
}

} // namespace pipette
