// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/lab_wiring.h"

#include "app/document/document_store.h"
#include "app/lab/lab_panel.h"
#include "app/window/language.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/base/input_error.h"
#include "core/formats/lab/lab_state.h"
#include "core/formats/lessons/lesson_json.h"
#include "widgets/commands/command_palette.h"
#include "widgets/theme/plain_text.h"

#include <QAction>
#include <QFileInfo>
#include <QSettings>

namespace pipette {
namespace {

const auto done_key = QStringLiteral("lab/lessons-done"), mode_key = QStringLiteral("lab/mode"),
           free_play = QStringLiteral("free-play");

} // namespace

LabWiring::LabWiring(const WindowContext& context) : Wiring(context) {
    LabPanel* lab = views_.lab;
    connect(&store_, &DocumentStore::lessonRead, this,
            [this, lab](const std::shared_ptr<const Lesson>& lesson) {
                workspaces_.reveal(QStringLiteral("lab"));
                lab->showLesson(lesson);
                tell(tr("Opened the lesson %1").arg(nameText(lesson->title)));
            });
    connect(&store_, &DocumentStore::orderRead, this,
            [this, lab](const HandOrder& order, const QString& path) {
                workspaces_.reveal(QStringLiteral("lab"));
                lab->showOrder(order, path);
                tell(tr("Opened the order %1").arg(nameText(order.order.name)));
            });
    connect(&store_, &DocumentStore::labRead, this, [this, lab](const LabState& state, const QString& path) {
        workspaces_.reveal(QStringLiteral("lab"));
        lab->showState(state);
        tell(tr("Opened the lab %1").arg(nameText(QFileInfo(path).fileName())));
    });
    connect(lab, &LabPanel::helpRequested, this, [this](const QString& page) {
        if (QAction* help = action(QStringLiteral("help-") + page.section(QLatin1Char('.'), 0, 0)))
            help->trigger();
    });
    connect(lab, &LabPanel::refused, this, &LabWiring::tell);
    if (!context.remembers)
        return;
    const QSettings settings;
    lab->setDone(settings.value(done_key).toStringList());
    if (settings.value(mode_key).toString() == free_play)
        lab->setMode(LabMode::free_play);
    connect(lab, &LabPanel::doneChanged, this,
            [](const QStringList& ids) { QSettings().setValue(done_key, ids); });
    connect(lab, &LabPanel::modeChanged, this, [](LabMode mode) {
        QSettings().setValue(mode_key, mode == LabMode::free_play ? free_play : QString());
    });
}

void LabWiring::addLessons(std::vector<Command>& commands) {
    try {
        for (const LessonListing& lesson : shipped_lessons(spokenLanguage().name.toStdString()))
            commands.push_back(
                {nameText(lesson.title), tr("Lessons"), {}, [this, id = QString::fromStdString(lesson.id)] {
                     workspaces_.reveal(QStringLiteral("lab"));
                     views_.lab->openLesson(id);
                 }});
    } catch (const InputError& error) { // the palette has everything else
        tellRefusal(messageText(std::string_view(error.what())));
    }
}

} // namespace pipette
