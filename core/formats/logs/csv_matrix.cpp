// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/formats/documents/csv_kind.h"
#include "core/formats/documents/matrix_json.h"
#include "core/formats/logs/host_names.h"
#include "core/formats/logs/import_format.h"
#include "core/formats/text/text_file.h"
#include "core/formats/text/text_lines.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

std::vector<std::string_view> cells_of(std::string_view line, char separator) {
    std::vector<std::string_view> cells;
    for (;;) {
        const auto end = std::min(line.find(separator), line.size());
        cells.push_back(trimmed(line.substr(0, end)));
        if (end == line.size())
            return cells;
        line.remove_prefix(end + 1);
    }
}

struct Label {
    std::string host;
    int gpu = -1;
};

Label label_of(std::string_view cell, const std::string& file, const TextLine& line) {
    Label label;
    const auto colon = cell.find(':');
    label.host = cell.substr(0, colon);
    check_host(label.host, file, line.place());
    if (colon != std::string_view::npos)
        label.gpu = static_cast<int>(
            parse_integer(cell.substr(colon + 1), "a GPU as host:number", file, line, 0, 1023));
    return label;
}

/// What the columns are; notes their hosts in `result`.
std::vector<Label> labels_of(const std::vector<std::string_view>& header, const TextLine& line,
                             Measurements& result) {
    std::vector<Label> labels;
    for (std::size_t i = 1; i < header.size(); ++i) {
        labels.push_back(label_of(header[i], result.file, line));
        if ((labels.back().gpu < 0) != (labels.front().gpu < 0))
            throw InputError(result.file, line.place(),
                             "names both hosts and GPUs (host:number), expected one of them");
        if (std::find(header.begin() + 1, header.begin() + static_cast<std::ptrdiff_t>(i), header[i]) !=
            header.begin() + static_cast<std::ptrdiff_t>(i))
            throw InputError(result.file, line.place(), fmt::format("names {} twice", in_quotes(header[i])));
        HostFacts& facts = result.host(labels.back().host);
        facts.gpus = std::max(facts.gpus, labels.back().gpu + 1);
    }
    return labels;
}

/// A square table of GB/s: the first line names the columns (receivers), the first column the rows (senders),
/// both in the same order; separated by comma, semicolon or tab; an empty cell was not measured, the diagonal
/// is passed over. Names are hosts, or GPUs as host:number. Throws InputError with the line.
Measurements read_csv_matrix(std::string_view text, const std::string& file) {
    if (const auto kind = csv_kind(text))
        throw InputError(file, "line 1", advice_for(*kind));
    Measurements result;
    result.file = file;
    result.tool = "CSV matrix";
    auto lines = text_lines(text, file);
    std::erase_if(lines, [](const TextLine& line) { return trimmed(line.text).empty(); });
    if (lines.empty())
        throw InputError(file, {}, "is empty, expected a table");
    char separator = ',';
    for (const char candidate : {';', '\t'})
        if (lines[0].text.find(candidate) != std::string_view::npos)
            separator = candidate;
    const auto header = cells_of(lines[0].text, separator);
    const std::size_t size = header.size() - 1;
    if (size < 1 || size > static_cast<std::size_t>(max_matrix_size))
        throw InputError(file, lines[0].place(),
                         fmt::format("names {} columns, expected 1 to {}", size, max_matrix_size));
    const std::vector<Label> labels = labels_of(header, lines[0], result);
    if (lines.size() != size + 1)
        throw InputError(
            file, lines.back().place(),
            fmt::format("the table has {} rows, expected {}, one a column", lines.size() - 1, size));
    for (std::size_t from = 0; from < size; ++from) {
        const TextLine& line = lines[from + 1];
        const auto cells = cells_of(line.text, separator);
        if (cells.size() != size + 1)
            throw InputError(file, line.place(),
                             fmt::format("has {} cells, expected {}", cells.size(), size + 1));
        if (cells[0] != header[from + 1])
            throw InputError(file, line.place(),
                             fmt::format("is the row of {}, expected {} as in the first line",
                                         in_quotes(cells[0]), in_quotes(header[from + 1])));
        for (std::size_t to = 0; to < size; ++to) {
            if (from == to || cells[to + 1].empty())
                continue;
            const double value = parse_number(cells[to + 1], "a bandwidth in GB/s", file, line);
            if (!bounds::bandwidth.hold(value))
                throw InputError(file, line.place(),
                                 fmt::format("is {}, expected {}; leave the cell empty when it was not "
                                             "measured",
                                             in_quotes(cells[to + 1]), text_of(bounds::bandwidth)));
            result.links.push_back({.from = labels[from].host,
                                    .to = labels[to].host,
                                    .from_gpu = labels[from].gpu,
                                    .to_gpu = labels[to].gpu,
                                    .gb_per_s = value,
                                    .line = line.number});
        }
    }
    return result;
}

bool looks_like_table(const FileBeginning& beginning) {
    const std::string_view line = beginning.first_line();
    return line.find_first_of(",;\t") != std::string_view::npos && line.find('[') == std::string_view::npos;
}

const Registered<ImportFormat> csv_row({
    .name = "csv",
    .description = "a square table of GB/s: senders down, receivers across",
    .likeness = Likeness::shape,
    .recognises = looks_like_table,
    .read = read_csv_matrix,
});

} // namespace
} // namespace pipette
