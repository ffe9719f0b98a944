// SPDX-License-Identifier: GPL-3.0-or-later
// What hands do to a plan: GPUs, nodes, groups and layers carried elsewhere, priced before it is done.
#include "app/document/planning.h"

#include "core/base/input_error.h"
#include "core/plan/candidate.h"
#include "core/plan/edits/layer_edit.h"
#include "widgets/cluster/gpus/gpu_groups.h"
#include "widgets/theme/core_sentences.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <algorithm>

namespace pipette {
namespace {

/// What an edit does, or why it cannot be done, in the language of the window.
std::string inLanguage(const std::string& text) {
    return sentenceText(text).toStdString();
}

MappingEdit gone() {
    return {false, "what was dragged is no longer there", {}};
}

/// Where the carried group lies then, and what experts take, also where that stays as it is.
void tellOfGroup(DropPreview& preview, const GroupMove& carried,
                 const std::shared_ptr<const Cluster>& cluster, const Candidate& now,
                 const std::shared_ptr<const Candidate>& then) {
    const auto& before = now.mapping.gpu_of_rank;
    const auto rank = std::find(before.begin(), before.end(), carried.gpu) - before.begin();
    Shown shown;
    shown.cluster = cluster;
    shown.candidate = then;
    const GpuGroups groups(shown, carried.axis);
    const int group = groups.of_gpu(then->mapping.gpu_of_rank[static_cast<std::size_t>(rank)]);
    preview.text +=
        filled(Planning::tr("; %1 then lies %2"), groups.name(group), groups.whereText(group)).toStdString();
    const bool told = std::any_of(preview.parts.begin(), preview.parts.end(),
                                  [](const TimeChange& change) { return change.seconds == &Breakdown::ep; });
    if (carried.axis == axis::ep && !told)
        preview.parts.push_back({&Breakdown::ep, then->breakdown.ep - now.breakdown.ep});
}

/// A plan that fitted stays one.
void refuseOverfull(DropPreview& preview, const Candidate& now, const Candidate& then) {
    if (verdict_of(then) != Verdict::over || verdict_of(now) == Verdict::over)
        return;
    preview.allowed = false;
    preview.parts.clear();
    const auto over = std::find_if(then.memory.begin(), then.memory.end(), [](const DeviceMemory& device) {
        return device.verdict == Verdict::over;
    });
    preview.text = filled(Planning::tr("would not fit: stage %1 needs %2 of %3"), over - then.memory.begin(),
                          memoryText(over->upper), memoryText(over->limit))
                       .toStdString();
}

} // namespace

MappingEdit Planning::gpuSwap(const Edited& on, int from_gpu, int to_gpu) const {
    const Cluster& cluster = *on.table->basis()->cluster;
    for (const int gpu : {from_gpu, to_gpu})
        if (gpu < 0 || gpu >= cluster.gpu_count())
            return gone();
    return swap_gpus(cluster, on.candidate->config, on.candidate->mapping, from_gpu, to_gpu,
                     document_.rules());
}

MappingEdit Planning::nodeSwap(const Edited& on, int node_a, int node_b) const {
    const Cluster& cluster = *on.table->basis()->cluster;
    for (const int node : {node_a, node_b})
        if (node < 0 || node >= cluster.node_count())
            return gone();
    return swap_nodes(cluster, on.candidate->mapping, node_a, node_b, document_.rules());
}

MappingEdit Planning::groupMove(const Edited& on, const GroupMove& move) const {
    const Cluster& cluster = *on.table->basis()->cluster;
    const auto there = [](int number, int count) { return number >= 0 && number < count; };
    if (!there(move.gpu, cluster.gpu_count()) ||
        (move.onto_gpu < 0 ? !there(move.onto_node, cluster.node_count())
                           : !there(move.onto_gpu, cluster.gpu_count())))
        return gone();
    return move_group(cluster, on.candidate->config, on.candidate->mapping, move, document_.rules());
}

Planning::Edit Planning::layerEdit(const Edited& on, const std::vector<int>& layers_per_stage) {
    const Candidate& now = *on.candidate;
    const PlanInputs& inputs = on.table->record()->plan.inputs;
    ParallelConfig config = now.config;
    config.layers_per_stage = layers_per_stage;
    try {
        check(config, inputs.model, inputs.job);
    } catch (const InputError& error) {
        return {false, error.place() + " " + error.reason(), {}, {}};
    }
    return {
        true,
        layer_edit_text(now.config.layers_per_stage, layers_per_stage, config.vpp > 1 ? "chunk" : "stage"),
        {},
        layers_per_stage};
}

void Planning::previewSwap(int from_gpu, int to_gpu) {
    if (const Edited on = editable(document_.selection().candidate))
        preview(on, edit_of(gpuSwap(on, from_gpu, to_gpu)));
}

void Planning::previewNodeSwap(int node_a, int node_b) {
    if (const Edited on = editable(document_.selection().candidate))
        preview(on, edit_of(nodeSwap(on, node_a, node_b)));
}

void Planning::previewGroupMove(const GroupMove& move) {
    if (const Edited on = editable(document_.selection().candidate))
        preview(on, edit_of(groupMove(on, move)), move);
}

void Planning::previewLayers(const std::vector<int>& layers_per_stage) {
    if (const Edited on = editable(document_.selection().candidate))
        preview(on, layerEdit(on, layers_per_stage));
}

void Planning::preview(const Edited& on, const Edit& edit, const std::optional<GroupMove>& carried) {
    forgetAnswer();
    if (!edit.allowed) {
        answer_ = Answer{on.candidate, edit, nullptr, false, inLanguage(edit.text)};
        emit previewReady({false, inLanguage(edit.text), 0, 0});
        return;
    }
    const std::uint64_t number = preview_;
    Job job;
    job.process = [this, number, edit, on, carried, calls = calls_](std::stop_token) -> Job::Finish {
        const PlanRecord& record = *on.table->record();
        const Candidate& now = *on.candidate;
        ParallelConfig config = now.config;
        if (!edit.layers.empty())
            config.layers_per_stage = edit.layers;
        const auto then = evaluatedLike(
            calls.evaluate(record.plan.inputs, OwnKnowledge(record), config, moved(now.mapping, edit.moves)),
            now);
        DropPreview result{true, inLanguage(edit.text), then->iteration_time_s,
                           then->iteration_time_s - now.iteration_time_s,
                           largest_changes(now.breakdown, then->breakdown)};
        if (carried)
            tellOfGroup(result, *carried, on.table->basis()->cluster, now, then);
        refuseOverfull(result, now, *then);
        return [this, number, then, result, edit, of = on.candidate] {
            if (number != preview_)
                return;
            answer_ = Answer{of, edit, then, result.allowed, result.text};
            emit previewReady(result);
            if (!edit.layers.empty())
                emit layersPreviewed(then);
        };
    };
    job.failed = [this, number](const std::string& why) {
        if (number == preview_)
            emit previewReady({false, why, 0, 0});
    };
    previewing_.submit_latest(std::move(job));
}

template <class EditOf>
void Planning::applyToSelected(const EditOf& edit_of_row) {
    if (const Edited on = editable(document_.selection().candidate))
        apply(on, edit_of_row(on));
    else
        emit refused(Planning::tr("The mapping can be edited when the plan is complete"));
}

void Planning::swap(int from_gpu, int to_gpu) {
    applyToSelected([&](const Edited& on) { return edit_of(gpuSwap(on, from_gpu, to_gpu)); });
}

void Planning::swapNodes(int node_a, int node_b) {
    applyToSelected([&](const Edited& on) { return edit_of(nodeSwap(on, node_a, node_b)); });
}

void Planning::moveGroup(const GroupMove& move) {
    applyToSelected([&](const Edited& on) { return edit_of(groupMove(on, move)); });
}

void Planning::setLayers(const std::vector<int>& layers_per_stage) {
    applyToSelected([&](const Edited& on) { return layerEdit(on, layers_per_stage); });
}

void Planning::apply(const Edited& on, const Edit& edit) {
    const std::optional<Answer> answer = std::exchange(answer_, std::nullopt);
    forgetAnswer();
    const bool changes = !edit.moves.empty() || !edit.layers.empty();
    const bool previewed = answer && answer->of == on.candidate && answer->edit == edit && changes;
    if (!edit.allowed || (previewed && !answer->allowed)) {
        emit refused(QString::fromStdString(edit.allowed ? answer->text : inLanguage(edit.text)));
        return;
    }
    const auto evaluated = previewed ? answer->candidate : nullptr;
    if (edit.layers.empty())
        document_.moveRanks(on.row, edit.moves, sentenceText(edit.text), evaluated);
    else
        document_.setLayers(on.row, edit.layers, sentenceText(edit.text), evaluated);
}

} // namespace pipette
