// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/placement_wiring.h"

#include "app/document/hand_edits.h"
#include "app/window/move_dialog.h"
#include "app/workspaces/plan_windows.h"
#include "app/workspaces/window_views.h"
#include "core/base/input_error.h"
#include "core/formats/launchers/megatron_layout.h"
#include "widgets/board/assignment_board.h"
#include "widgets/cluster/gpus/gpu_roles.h"
#include "widgets/cluster/topology/topology_view.h"
#include "widgets/pipeline/layer_strip.h"
#include "widgets/plans/selection_panel.h"
#include "widgets/theme/plain_text.h"

#include <QInputDialog>
#include <QMainWindow>

#include <algorithm>

namespace pipette {

PlacementWiring::PlacementWiring(const WindowContext& context) : Wiring(context) {
    connect(&windows_, &PlanWindows::added, this, &PlacementWiring::serve);
    serve(views_);
}

void PlacementWiring::serve(PlanViews& views) {
    wireGpuView(*views.topology, views);
    wireGpuView(*views.board, views);
    wireLayers(*views.layers, views);
    wireToggles(*views.selection, views);
}

void PlacementWiring::wireMoves(MoveRequests& moves, const PlanViews& views) {
    connect(&moves, &MoveRequests::previewRequested, this, [this, of = &views](const MoveIntent& move) {
        if (!onlyLooksAt(*of))
            edits_.previewMove(move);
    });
    connect(&moves, &MoveRequests::moveRequested, this, [this, of = &views](const MoveIntent& move) {
        if (!onlyLooksAt(*of))
            edits_.move(move);
    });
}

/// A view that can ask for it pins or excludes the selected GPUs, or takes that back.
template <class View>
void PlacementWiring::wireToggles(View& view, const PlanViews& views) {
    connect(&view, &View::pinToggled, this, [this, of = &views] {
        if (!onlyLooksAt(*of))
            toggle(&GpuRole::pinned, &PlanDocument::setPinned);
    });
    connect(&view, &View::excludeToggled, this, [this, of = &views] {
        if (!onlyLooksAt(*of))
            toggle(&GpuRole::excluded, &PlanDocument::setExcluded);
    });
}

void PlacementWiring::wireGpuView(GpuView& view, const PlanViews& views) {
    wireMoves(view.moves(), views);
    wireToggles(view, views);
    connect(&edits_, &HandEdits::previewReady, &view, &GpuView::setDropPreview);
}

void PlacementWiring::wireLayers(LayerStrip& strip, const PlanViews& views) {
    const auto wanted = [this, &strip, of = &views](void (HandEdits::*ask)(const std::vector<int>&)) {
        return [this, &strip, of, ask](const std::vector<int>& layers) {
            onlyLooksAt(*of) ? strip.drop() : (edits_.*ask)(layers);
        };
    };
    connect(&strip, &LayerStrip::layersPreviewRequested, this, wanted(&HandEdits::previewLayers));
    connect(&strip, &LayerStrip::layersRequested, this, wanted(&HandEdits::setLayers));
    connect(&strip, &LayerStrip::previewDropped, this, &Wiring::refreshNeeded);
    connect(&strip, &LayerStrip::typeRequested, this, [this, of = &views] {
        if (!onlyLooksAt(*of))
            typeLayers();
    });
    connect(&edits_, &HandEdits::previewReady, &strip, &LayerStrip::setDropPreview);
    connect(&edits_, &HandEdits::refused, &strip, &LayerStrip::drop);
}

void PlacementWiring::typeLayers() {
    const Shown shown = document_.shown();
    const int predicted = shown.model->mtp_layers;
    bool ok = false;
    const QString text = QInputDialog::getText(
        &windows_.active(), tr("Layers by stage"),
        tr("As Megatron-LM writes it: E embedding, t layer, m predicted token, L loss, | the end of a chunk"),
        QLineEdit::Normal,
        QString::fromStdString(megatron_layout(shown.candidate->config.layers_per_stage, predicted)), &ok);
    if (!ok)
        return;
    try {
        edits_.setLayers(layers_of_layout(text.toStdString(), predicted));
    } catch (const InputError& error) {
        tellRefusal(tr("The layout %1").arg(messageText(error.reason())));
    }
}

std::vector<int> PlacementWiring::gpusToChange() {
    if (onlyLooksAt(windows_.activeViews()))
        return {};
    std::vector<int> gpus = selectedGpus(document_.selection(), document_.shown());
    if (gpus.empty())
        tellRefusal(tr("Select a GPU first: click it, or reach it with Tab and the arrows"));
    return gpus;
}

void PlacementWiring::toggle(bool GpuRole::*flag, void (PlanDocument::*set)(const std::vector<int>&, bool)) {
    const std::vector<GpuRole> roles = gpuRoles(document_.shown());
    const std::vector<int> gpus = gpusToChange();
    const bool all = std::all_of(gpus.begin(), gpus.end(),
                                 [&](int gpu) { return roles[static_cast<std::size_t>(gpu)].*flag; });
    (document_.*set)(gpus, !all);
}

void PlacementWiring::moveSelected() {
    const Shown shown = document_.shown();
    const std::vector<int> gpus = gpusToChange();
    if (gpus.empty() || !shown.candidate || document_.table()->live())
        return;
    auto* dialog = new MoveDialog(shown, gpus.front(), &windows_.active());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    wireMoves(dialog->moves(), windows_.activeViews());
    connect(&edits_, &HandEdits::previewReady, dialog, &MoveDialog::setDropPreview);
    // What it offers to move is of the mapping that it was made with.
    connect(&document_, &PlanDocument::revised, dialog, &QDialog::reject);
    dialog->open();
}

} // namespace pipette
