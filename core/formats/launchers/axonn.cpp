// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/formats/launchers/export_format.h"
#include "core/framework/framework.h"

#include <fmt/format.h>

namespace pipette {
namespace {

/// The call that starts AxoNN, a script of its own (axonn/axonn.py, init, 660a2246): r, c and d are x, y and
/// z of help: tensor-grids.md. Throws InputError for plans of frameworks without tensor grids.
std::string axonn_text(const TrainingJob& job, const ParallelConfig& config) {
    const Framework& framework = framework_of(job);
    if (!framework.tensor_grids)
        throw InputError({}, "framework",
                         fmt::format("is {}, expected a plan made with axonn", framework.title));
    const std::string tuning = tuning_note(job);
    const int z = config.zero_stage == 3 ? config.shards() : 1, replicas = config.dp / z;
    return fmt::format("\"\"\"{}\n{}{}\nSequences of a step on each rank along z: {}; steps of an "
                       "iteration: {}.\n\"\"\"\n"
                       "from axonn import axonn as ax\n\n"
                       "ax.init(\n"
                       "    G_data={},  # replicas\n"
                       "    G_inter=1,\n"
                       "    G_intra_r={},  # x: inputs of attention and network\n"
                       "    G_intra_c={},  # y: heads, width of the network, vocabulary\n"
                       "    G_intra_d={},  # z: tokens, and what x and y leave of each matrix\n"
                       ")\n",
                       short_name(config), tuning, tuning.empty() ? "" : "\n", config.micro_batch,
                       config.microbatches(), replicas, config.tp_x, config.tp_y(), z);
}

void write_axonn(const ExportRequest& request, const std::function<void(std::string_view)>& piece) {
    piece(axonn_text(request.plan.inputs.job, request.candidate.config));
}

/// What the call does not say.
std::vector<std::string> notes_of_axonn(const ExportRequest& request) {
    std::vector<std::string> notes = notes_of_tuning(request);
    if (request.plan.inputs.job.overlap_tensor_parallel)
        notes.emplace_back("The plan overlaps all-reduces: put the backward pass into AxoNN's "
                           "optimize_communication().");
    if (request.candidate.config.recompute != Recompute::none)
        notes.push_back(
            fmt::format("The plan computes activations again ({}): the model has to be wrapped so.",
                        recompute_text(request.candidate.config)));
    return notes;
}

const Registered<ExportFormat>
    axonn_row({.name = "axonn",
               .description = "AxoNN's ax.init: a grid of x, y and z and its replicas",
               .main_file = "axonn_init.py",
               .write = write_axonn,
               .notes = notes_of_axonn});

} // namespace
} // namespace pipette
