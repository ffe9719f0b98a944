// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/append_runs.h"

#include "core/base/input_error.h"
#include "core/formats/evidence/runs_csv.h"
#include "core/formats/text/atomic_file.h"
#include "core/formats/text/csv_table.h"
#include "core/formats/text/text_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace pipette {
namespace {

/// The columns of a new file.
constexpr std::string_view all_columns[] = {"run_id",
                                            "source",
                                            "framework",
                                            "model",
                                            "layers",
                                            "hidden",
                                            "heads",
                                            "kv_heads",
                                            "ffn_hidden",
                                            "gated_mlp",
                                            "sequence_length",
                                            "vocab",
                                            "gpu",
                                            "gpu_memory_gib",
                                            "gpus",
                                            "gpus_per_node",
                                            "node_bandwidth_gb_per_s",
                                            "tp",
                                            "pp",
                                            "dp",
                                            "cp",
                                            "vpp",
                                            "micro_batch",
                                            "global_batch",
                                            "precision",
                                            "recompute",
                                            "sequence_parallel",
                                            "zero_stage",
                                            "iteration_time_s",
                                            "peak_memory_gib",
                                            "memory_scope",
                                            "status",
                                            "clean",
                                            "head_dim",
                                            "attention",
                                            "experts",
                                            "experts_per_token",
                                            "moe_ffn_hidden",
                                            "shared_experts",
                                            "shared_ffn_hidden",
                                            "first_dense_layers",
                                            "moe_layers",
                                            "mtp_layers",
                                            "ep",
                                            "etp",
                                            "fsdp_shard",
                                            "hsdp_replicas",
                                            "offload",
                                            "dispatcher",
                                            "overlap",
                                            "recompute_modules",
                                            "primary_weights",
                                            "fp8_activation_inputs",
                                            "flash_attention",
                                            "nvlink_domain",
                                            "lora_rank",
                                            "lora_targets",
                                            "mean_sequence",
                                            "tokens_per_s_per_gpu",
                                            "tflops_per_gpu",
                                            "time_from",
                                            "notes",
                                            "src_path"};

/// Columns that tell more, but that no prediction reads. Notes are read for two things that no log says.
constexpr std::string_view further_columns[] = {"tokens_per_s_per_gpu", "tflops_per_gpu", "time_from",
                                                "notes", "src_path"};

bool is_further(std::string_view column) {
    return std::find(std::begin(further_columns), std::end(further_columns), column) !=
           std::end(further_columns);
}

std::string value_of(const RunColumns& row, const std::string& column) {
    const auto found = row.find(column);
    return found == row.end() ? std::string() : found->second;
}

/// The header's names in their order. CsvTable has checked the line.
std::vector<std::string> names_of_header(std::string_view text, const CsvTable& table) {
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    std::vector<std::string> names(1);
    bool quoted = false;
    const std::size_t begin = std::min(text.find_first_not_of("\r\n \t"), text.size());
    for (const char c : text.substr(begin, text.find_first_of("\r\n", begin) - begin)) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            names.emplace_back();
        else
            names.back() += c;
    }
    for (std::string& name : names)
        name = std::string(trimmed(name));
    if (!std::all_of(names.begin(), names.end(), [&](const std::string& name) { return table.has(name); }))
        throw InputError(table.file(), "line 1", "has names of columns that cannot be told apart");
    return names;
}

/// Puts rows behind those of a table.
class RowWriter {
public:
    RowWriter(std::string_view text, const CsvTable& table)
        : table_(table), names_(names_of_header(text, table)) {}

    void check_header(const std::vector<RunColumns>& rows, AppendedRuns& appended) const {
        std::vector<std::string> lacking;
        for (const RunColumns& row : rows)
            for (const auto& [column, value] : row)
                if (!value.empty() && !table_.has(column)) {
                    std::vector<std::string>& list = is_further(column) ? appended.left : lacking;
                    if (std::find(list.begin(), list.end(), column) == list.end())
                        list.push_back(column);
                }
        if (!lacking.empty())
            throw InputError(
                table_.file(), "line 1",
                fmt::format("cannot hold the rows, because it has no column {}: add the columns, "
                            "or write to another file",
                            fmt::join(lacking, ", ")));
    }

    /// The id that the row gets; none: it is there already.
    std::optional<std::string> id_for(const RunColumns& row) const {
        const std::string id = value_of(row, "run_id"), source = value_of(row, "source");
        std::string wanted = id;
        for (int number = 2;; ++number) {
            bool taken = false;
            for (std::size_t i = 0; i < table_.rows(); ++i)
                if (table_.text(i, "run_id") == wanted && table_.text(i, "source") == source) {
                    taken = true;
                    if (is_same(i, row))
                        return std::nullopt;
                }
            taken = taken || std::find(given_.begin(), given_.end(), wanted) != given_.end();
            if (!taken)
                return wanted;
            wanted = fmt::format("{}-{}", id, number);
        }
    }

    std::string line(RunColumns row, const std::string& id) {
        given_.push_back(id);
        row["run_id"] = id;
        std::string line;
        for (const std::string& name : names_)
            line += (line.empty() && &name == &names_.front() ? "" : ",") + csv_field(value_of(row, name));
        return line + '\n';
    }

private:
    bool is_same(std::size_t i, const RunColumns& row) const {
        return std::all_of(names_.begin(), names_.end(), [&](const std::string& name) {
            return name == "run_id" || name == "src_path" || table_.text(i, name) == value_of(row, name);
        });
    }

    const CsvTable& table_;
    std::vector<std::string> names_, given_;
};

} // namespace

std::string with_runs_appended(std::string_view text, const std::string& file,
                               const std::vector<RunColumns>& rows, AppendedRuns& appended) {
    std::string all(text);
    if (trimmed(text).empty())
        all = fmt::format("{}\n", fmt::join(all_columns, ","));
    else if (!all.ends_with('\n'))
        all += '\n';
    const std::string before = all;
    const CsvTable table(before, file);
    table.require({"run_id", "source", "framework", "model", "gpu", "gpus", "status", "clean"});
    RowWriter writer(before, table);
    writer.check_header(rows, appended);
    for (const RunColumns& row : rows) {
        if (const std::optional<std::string> id = writer.id_for(row)) {
            appended.ids.push_back(*id);
            all += writer.line(row, *id);
        } else {
            appended.present.push_back(value_of(row, "run_id"));
        }
    }
    parse_runs_csv(all, file, known_gpus()); // what is written can be read
    return all;
}

AppendedRuns append_runs(const std::filesystem::path& path, const std::vector<RunColumns>& rows) {
    AppendedRuns appended;
    std::error_code error;
    const std::string before = std::filesystem::exists(path, error) ? read_text_file(path) : std::string();
    const std::string text = with_runs_appended(before, path.string(), rows, appended);
    if (!appended.ids.empty())
        write_atomically(path, text);
    return appended;
}

} // namespace pipette
