// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/hand_edits.h"

#include "app/document/planning.h"
#include "core/base/input_error.h"
#include "core/plan/candidate.h"
#include "core/plan/edits/layer_edit.h"
#include "core/plan/groups/group_edit.h"
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

/// Where the carried group lies then, and what experts take, also where that stays as it is.
void tellOfGroup(DropPreview& preview, const Carried& carried, const std::shared_ptr<const Cluster>& cluster,
                 const Candidate& now, const std::shared_ptr<const Candidate>& then) {
    const auto& before = now.mapping.gpu_of_rank;
    const auto rank = std::find(before.begin(), before.end(), carried.gpu) - before.begin();
    Shown shown;
    shown.cluster = cluster;
    shown.candidate = then;
    const GpuGroups groups(shown, *carried.along);
    const int group = groups.of_gpu(then->mapping.gpu_of_rank[static_cast<std::size_t>(rank)]);
    preview.text +=
        filled(HandEdits::tr("; %1 then lies %2"), groups.name(group), groups.whereText(group)).toStdString();
    const bool told = std::any_of(preview.parts.begin(), preview.parts.end(),
                                  [](const TimeChange& change) { return change.seconds == &Breakdown::ep; });
    if (carried.along == axis::ep && !told)
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
    preview.text = filled(HandEdits::tr("would not fit: stage %1 needs %2 of %3"), over - then.memory.begin(),
                          memoryText(over->upper), memoryText(over->limit))
                       .toStdString();
}

} // namespace

HandEdits::HandEdits(PlanDocument& document, const Planning& planning, Mailbox& mailbox, PlannerCalls calls,
                     QObject* parent)
    : QObject(parent), document_(document), planning_(planning), calls_(std::move(calls)), worker_(mailbox) {
    connect(&document_, &PlanDocument::revised, this, &HandEdits::forgetAnswer);
}

void HandEdits::forgetAnswer() {
    ++preview_; // one still under way is of the mapping before
    answer_.reset();
}

HandEdits::Edit HandEdits::moveEdit(const EditedRow& on, const MoveIntent& move) const {
    const Cluster& cluster = *on.table->basis()->cluster;
    const auto gpu = [&](int number) { return number >= 0 && number < cluster.gpu_count(); };
    const auto node = [&](int number) { return number >= 0 && number < cluster.node_count(); };
    const auto& [what, onto] = move;
    const Candidate& now = *on.candidate;
    const MappingRules rules = document_.state().rules();
    MappingEdit edit = pipette::refused("what was dragged is no longer there");
    if (what.along && gpu(what.gpu) && (onto.gpu < 0 ? node(onto.node) : gpu(onto.gpu)))
        edit =
            move_group(cluster, now.config, now.mapping, {*what.along, what.gpu, onto.gpu, onto.node}, rules);
    else if (!what.along && node(what.node) && node(onto.node))
        edit = swap_nodes(cluster, now.mapping, what.node, onto.node, rules);
    else if (!what.along && gpu(what.gpu) && gpu(onto.gpu))
        edit = swap_gpus(cluster, now.config, now.mapping, what.gpu, onto.gpu, rules);
    return {edit.allowed, edit.text, edit.moves, {}};
}

HandEdits::Edit HandEdits::layerEdit(const EditedRow& on, const std::vector<int>& layers_per_stage) {
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

void HandEdits::previewMove(const MoveIntent& move) {
    if (const EditedRow on = planning_.editable(document_.selection().candidate))
        preview(on, moveEdit(on, move), move.what);
}

void HandEdits::previewLayers(const std::vector<int>& layers_per_stage) {
    if (const EditedRow on = planning_.editable(document_.selection().candidate))
        preview(on, layerEdit(on, layers_per_stage));
}

void HandEdits::preview(const EditedRow& on, const Edit& edit, const Carried& carried) {
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
        const auto then = evaluated_of(
            calls.evaluate(record.plan.inputs, OwnKnowledge(record), config, moved(now.mapping, edit.moves)),
            *on.table, on.row);
        DropPreview result{true, inLanguage(edit.text), then->iteration_time_s,
                           then->iteration_time_s - now.iteration_time_s,
                           largest_changes(now.breakdown, then->breakdown)};
        if (carried.along)
            tellOfGroup(result, carried, on.table->basis()->cluster, now, then);
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
    worker_.submit_latest(std::move(job));
}

template <class EditOf>
void HandEdits::applyToSelected(const EditOf& edit_of_row) {
    if (const EditedRow on = planning_.editable(document_.selection().candidate))
        apply(on, edit_of_row(on));
    else
        emit refused(HandEdits::tr("The mapping can be edited when the plan is complete"));
}

void HandEdits::move(const MoveIntent& move) {
    applyToSelected([&](const EditedRow& on) { return moveEdit(on, move); });
}

void HandEdits::setLayers(const std::vector<int>& layers_per_stage) {
    applyToSelected([&](const EditedRow& on) { return layerEdit(on, layers_per_stage); });
}

void HandEdits::apply(const EditedRow& on, const Edit& edit) {
    const std::optional<Answer> answer = std::exchange(answer_, std::nullopt);
    forgetAnswer();
    const bool changes = !edit.moves.empty() || !edit.layers.empty();
    const bool previewed = answer && answer->of == on.candidate && answer->edit == edit && changes;
    if (!edit.allowed || (previewed && !answer->allowed)) {
        emit refused(QString::fromStdString(edit.allowed ? answer->text : inLanguage(edit.text)));
        return;
    }
    const auto evaluated = previewed ? answer->candidate : nullptr;
    document_.editRow(on.row, edit.moves, edit.layers, sentenceText(edit.text), evaluated);
}

} // namespace pipette
