// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_reasons.h"

#include "app/cli/text_table.h"

#include <algorithm>

namespace pipette {

std::string table_text(const ReportTable& table) {
    TextTable text;
    for (std::size_t column = 0; column < table.titles.size(); ++column) {
        const bool words = std::find(table.words.begin(), table.words.end(), column) != table.words.end();
        text.add_column(table.titles[column], words ? TextTable::Align::left : TextTable::Align::right);
    }
    for (const std::vector<std::string>& row : table.rows)
        text.add_row(row);
    return text.text();
}

std::string reasons_text(const PlanReasons& reasons) {
    if (reasons.heading.empty())
        return {};
    std::string text = reasons.heading + "\n" + table_text(reasons.times);
    for (const std::string& sentence : reasons.sentences)
        text += sentence + "\n";
    if (reasons.stages)
        text += "Its stages, and what one microbatch computes for on each kind of GPUs\n" +
                table_text(*reasons.stages);
    return text;
}

} // namespace pipette
