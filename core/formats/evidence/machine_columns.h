// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/measured_run.h"
#include "core/formats/text/csv_table.h"

#include <filesystem>
#include <map>

namespace pipette {

/// The cluster files that the rows of one table name; each is read once.
class NamedMachines {
public:
    /// `folder`: of the table, where names begin.
    explicit NamedMachines(std::filesystem::path folder) : folder_(std::move(folder)) {}
    /// The cluster that a row names as the one that the run saw; null: it names none. Throws InputError when
    /// its file cannot be read.
    std::shared_ptr<const Cluster> of(const CsvTable& table, std::size_t row);

private:
    std::filesystem::path folder_;
    std::map<std::string, std::shared_ptr<const Cluster>> known_;
};

/// Layers of each model chunk, as a row states them: "4-7-6-7", or as Megatron-LM writes a layout. Empty: not
/// stated. Throws InputError when the text is neither.
std::vector<int> stated_layers(const CsvTable& table, std::size_t row, int mtp_layers);

} // namespace pipette
