// SPDX-License-Identifier: GPL-3.0-or-later
// States of the lab in free play: files and texts that are written, read and shown.
#include "app/lab/lab_panel.h"
#include "core/base/input_error.h"
#include "core/formats/lab/lab_state.h"
#include "core/formats/text/atomic_file.h"
#include "widgets/lab/hand/hand_order_editor.h"

#include <QClipboard>
#include <QGuiApplication>

namespace pipette {
namespace {

/// What the lab shows. Throws InputError with `file` for what a state cannot hold.
LabState stateOf(ScheduleLab& lab, const std::string& file) {
    const LabSettings settings = lab.settings();
    if (!settings.request.choices.front())
        throw InputError(file, {}, LabPanel::tr("cannot hold times that are no numbers").toStdString());
    if (lab.handOrder().active())
        throw InputError(
            file, {},
            LabPanel::tr("cannot hold an order by hand, which has a schedule file of its own").toStdString());
    LabState state;
    for (std::size_t k = 0; k < state.schedules.size(); ++k) {
        const auto& choice = settings.request.choices[k];
        if (!choice)
            continue;
        if (choice->own)
            throw InputError(
                file, {}, LabPanel::tr("cannot hold a schedule of a file: a lab names kinds").toStdString());
        state.schedules[k] = {choice->kind, choice->size};
    }
    state.times_ms = settings.request.times, state.p2p = settings.request.p2p;
    state.curves = settings.curves, state.colours = settings.colours;
    return state;
}

LabSettings settingsOf(const LabState& state) {
    LabSettings settings;
    for (std::size_t k = 0; k < state.schedules.size(); ++k)
        if (const auto& entry = state.schedules[k])
            settings.request.choices[k] = LabChoice{entry->kind, entry->size, nullptr, {}};
    settings.request.times = state.times_ms, settings.request.p2p = state.p2p;
    settings.curves = state.curves, settings.colours = state.colours;
    return settings;
}

} // namespace

void LabPanel::writeStateTo(const QString& path) {
    const std::string file = path.toStdString();
    write_atomically(file, lab_state_to_json(stateOf(lab(), file), file));
}

void LabPanel::copyState() {
    try {
        QGuiApplication::clipboard()->setText(
            QString::fromStdString(lab_state_to_text(stateOf(lab(), tr("the text").toStdString()))));
    } catch (const InputError& error) {
        tellRefusal(tr("Copy the lab"), error.what());
    }
}

void LabPanel::pasteState(LabPaste how) {
    const std::string text = QGuiApplication::clipboard()->text().toStdString();
    if (how == LabPaste::quiet && !is_lab_text(text))
        return;
    try {
        showState(lab_state_from_text(text));
    } catch (const InputError& error) {
        tellRefusal(tr("Paste a lab"), error.what());
    }
}

void LabPanel::showState(const LabState& state) {
    setMode(LabMode::free_play);
    lab().setSettings(settingsOf(state));
}

} // namespace pipette
