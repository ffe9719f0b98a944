// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/opening/open_format.h"
#include "app/opening/run_files.h"
#include "core/formats/training/recognise_logs.h"

namespace pipette {
namespace {

bool recognises_training_log(const FileLook& look) {
    return !look.is_json() && import_as_training_logs({look.path()});
}

/// Runs are read where they are predicted: here it is enough to know which files they are in.
OpenedFiles read_training_logs(const std::vector<FileLook>& looks, const std::string&) {
    return runs_in(looks);
}

const Registered<OpenFormat> training_log_row({
    .name = "training log",
    .order = 9,
    .together = OpenFormat::Together::always,
    .recognises = recognises_training_log,
    .read = read_training_logs,
});

} // namespace
} // namespace pipette
