// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_store.h"
#include "app/opening/open_format.h"
#include "app/opening/opened.h"
#include "app/opening/run_files.h"
#include "core/formats/documents/csv_kind.h"
#include "core/formats/logs/import_files.h"

#include <algorithm>
#include <utility>

namespace pipette {
namespace {

/// What the other formats leave: the importers say what a file may be.
bool recognises_any(const FileLook&) {
    return true;
}

OpenedFiles cluster_of_logs(std::vector<ImportInput> logs, const std::string& gpu) {
    ImportOptions options;
    options.gpu = gpu;
    const auto imported =
        imported_cluster(std::make_shared<const std::vector<ImportInput>>(std::move(logs)), options);
    OpenedFiles opened{[imported](DocumentStore& store) { emit store.clusterImported(imported); }};
    opened.is_cluster_of_logs = true;
    return opened;
}

/// Runs where all files are such, else one cluster.
OpenedFiles read_measured(const std::vector<FileLook>& looks, const std::string& gpu) {
    std::vector<std::filesystem::path> paths;
    for (const FileLook& look : looks)
        paths.push_back(look.path());
    std::vector<ImportInput> inputs = read_import_files(paths);
    const bool runs = std::all_of(inputs.begin(), inputs.end(), [](const ImportInput& input) {
        return csv_kind(input.text) == CsvKind::runs;
    });
    if (!runs)
        return cluster_of_logs(std::move(inputs), gpu);
    return runs_in(looks);
}

const Registered<OpenFormat> measured_row({
    .name = "measured file",
    .order = 10,
    .together = OpenFormat::Together::many,
    .recognises = recognises_any,
    .read = read_measured,
});

} // namespace

std::shared_ptr<const ImportedCluster> imported_cluster(std::shared_ptr<const std::vector<ImportInput>> logs,
                                                        const ImportOptions& options) {
    auto imported = std::make_shared<ImportedCluster>();
    imported->cluster = std::make_shared<const Cluster>(import_cluster(*logs, options, imported->report));
    imported->logs = std::move(logs), imported->options = options;
    return imported;
}

} // namespace pipette
