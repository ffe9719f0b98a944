// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/export_wiring.h"

#include "app/document/document_store.h"
#include "app/document/plan_document.h"
#include "app/files/file_dialogs.h"
#include "app/lab/lab_panel.h"
#include "app/studies/studies.h"
#include "app/window/launch_dialog.h"
#include "app/window/picture_export.h"
#include "app/wiring/why_wiring.h"
#include "app/workspaces/plan_windows.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/base/input_error.h"
#include "core/cluster/hypothetical.h"
#include "core/formats/launchers/export_plan.h"
#include "core/formats/reports/candidate_tables.h"
#include "core/formats/reports/schedule_report.h"
#include "core/formats/text/atomic_file.h"
#include "widgets/theme/plain_text.h"

#include <QAction>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>

namespace pipette {

ExportWiring::ExportWiring(const WindowContext& context, Studies& studies, WhyWiring& why)
    : Wiring(context), report_(context.calls.report), studies_(studies), why_(why) {
    connect(&windows_, &PlanWindows::added, this, &ExportWiring::serve);
    serve(views_);
}

void ExportWiring::serve(PlanViews& views) {
    connect(&views, &ViewSlots::pictureRequested, this, [this, of = &views](const QString& view) {
        notices_.forgetRefusal();
        askForPicture(*of, view);
    });
}

void ExportWiring::fillMenu(QMenu* menu) {
    for (const ExportFormat* format : Registry<ExportFormat>::all()) {
        const QString name = ownText(format->name);
        actions_.add(menu, QStringLiteral("export-") + name,
                     QStringLiteral("%1: %2…").arg(name, wordText(format->description)), {},
                     [this, format, name] {
                         if (format->is_launcher())
                             return askToLaunch(*format);
                         const std::optional<Exported> exported = shownAs(*format);
                         if (!exported)
                             return tellRefusal(tr("Nothing to export yet: plan first"));
                         const QString path =
                             askSavePath(&window_, tr("Export %1").arg(name), ownText(format->main_file));
                         if (!path.isEmpty())
                             write(*exported, path); // whatever is on the board by now
                     });
    }
    menu->addSeparator();
    QMenu* pictures = menu->addMenu(tr("&Picture of"));
    for (const ViewSlot& slot : views_.all())
        actions_.add(pictures, QStringLiteral("picture-") + slot.id, slot.title + QStringLiteral("…"), {},
                     [this, id = slot.id] { askForPicture(views_, id); });
}

void ExportWiring::askToLaunch(const ExportFormat& format) {
    struct Preview {
        std::vector<ExportedFile> files;
        QStringList notes;
    };
    const auto made = std::make_shared<Preview>();
    const std::optional<Exported> exported = shownAs(format);
    if (!exported)
        return tellRefusal(tr("Nothing to export yet: plan first"));
    store_.write(
        [exported = *exported, made] {
            made->files = export_plan(exported.record->plan, *exported.candidate, *exported.format);
            for (const std::string& note :
                 export_notes(exported.record->plan, *exported.candidate, *exported.format))
                made->notes << messageText(note);
        },
        [this, exported = *exported, made] {
            auto* dialog = new LaunchDialog(ownText(exported.format->name), std::move(made->files),
                                            made->notes, &window_);
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            connect(dialog, &LaunchDialog::writeRequested, this, [this, exported] {
                if (const QString folder = askLaunchFolder(*exported.format); !folder.isEmpty())
                    write(exported, folder); // what was read, whatever is on the board by now
            });
            dialog->open();
        });
}

QString ExportWiring::askLaunchFolder(const ExportFormat& format) {
    QString folder = askFolder(&window_, tr("Export %1: the folder for its files").arg(ownText(format.name)));
    if (folder.isEmpty() || !QFileInfo::exists(folder + QLatin1Char('/') + ownText(format.main_file)))
        return folder;
    QMessageBox* box = plainBox(&window_, QMessageBox::Question, tr("Export"),
                                filled(tr("Replace the launch files in %1?"), folder), {},
                                QMessageBox::Yes | QMessageBox::Cancel);
    return box->exec() == QMessageBox::Yes ? folder : QString();
}

void ExportWiring::askForPicture(ViewSlots& views, const QString& view) {
    const QPointer<ViewSlots> asked(&views); // a second window may close meanwhile
    const QString path = askSavePath(&window_, tr("Export a picture"), view + QStringLiteral(".svg"),
                                     tr("Pictures (*.png *.svg *.pdf)"));
    if (!path.isEmpty() && asked)
        writePictureOf(*asked, view, path);
}

void ExportWiring::askForPage() {
    if (workspaces_.current() == QLatin1String("plan") && !document_.shown().candidate)
        return tellRefusal(tr("Nothing to report yet: plan first"));
    const QString path =
        askSavePath(&window_, tr("Share a page"), QStringLiteral("report.html"), tr("Pages (*.html *.pdf)"));
    if (!path.isEmpty())
        writeReport(path);
}

void ExportWiring::exportPlan(const QString& format, const QString& path) {
    const ExportFormat* known = Registry<ExportFormat>::find(format.toStdString());
    const std::optional<Exported> exported = known ? shownAs(*known) : std::nullopt;
    if (!exported)
        return tellRefusal(tr("Nothing to export yet: plan first"));
    write(*exported, path);
}

std::optional<ExportWiring::Exported> ExportWiring::shownAs(const ExportFormat& format) const {
    const auto table = document_.table();
    const PlanRow* row = table->row(document_.selection().candidate);
    return table->record() && row ? std::optional(Exported{table->record(), row->current, &format})
                                  : std::nullopt;
}

void ExportWiring::write(const Exported& exported, const QString& path) {
    const auto notes = std::make_shared<QStringList>();
    store_.write(
        [exported, path, notes] {
            const auto& [record, candidate, format] = exported;
            write_export(path.toStdString(), record->plan, *candidate, *format);
            for (const std::string& note : export_notes(record->plan, *candidate, *format))
                *notes << messageText(note);
        },
        [this, path, notes] {
            if (notes->isEmpty())
                tell(tr("Exported %1").arg(path));
            else
                notices_.tellNote(tr("Exported %1").arg(path), notes->join(QStringLiteral("; ")));
        });
}

void ExportWiring::writeReport(const QString& path) {
    if (workspaces_.current() == QLatin1String("studies"))
        return studies_.any() ? studies_.report(path) : tellRefusal(tr("There is no study yet"));
    if (workspaces_.current() == QLatin1String("lab"))
        return writeLabPage(path);
    const auto table = document_.table();
    const PlanRow* row = table->row(document_.selection().candidate);
    if (!table->record() || !row)
        return tellRefusal(tr("Nothing to report yet: plan first"));
    store_.write(
        [record = table->record(), candidate = row->current, report = report_, path,
         scenarios = document_.state().scenarios,
         headroom = document_.state().outdated() ? std::nullopt : document_.state().headroom()] {
            const std::string file = path.toStdString();
            Plan plan = record->plan;
            plan.headroom = headroom ? headroom : plan.headroom;
            std::vector<PinnedCandidate> pinned;
            for (const Scenario& scenario : scenarios)
                if (scenario.shown)
                    pinned.push_back({scenario.name, scenario.candidate.get(), scenario.basis->cluster,
                                      scenario.basis->setup.model.name});
            write_atomically(file, report(plan, *candidate, pinned, file));
        },
        [this, path] { tell(tr("Wrote %1").arg(path)); });
}

void ExportWiring::writeLabPage(const QString& path) {
    store_.write(
        [steps = views_.lab->shownSteps(), file = path.toStdString()] {
            write_atomically(file, report_for_file(schedule_report(steps), file));
        },
        [this, path] { tell(tr("Wrote %1").arg(path)); });
}

void ExportWiring::exportPicture(const QString& view, const QString& path) {
    writePictureOf(views_, view, path);
}

void ExportWiring::writePictureOf(ViewSlots& views, const QString& view, const QString& path) {
    const ViewSlot* slot = views.find(view);
    if (!slot)
        return;
    views.refreshAll();
    try {
        if (view == QLatin1String("why"))
            why_.showWhyNow();
        writePicture(*slot->widget, path, slot->widget->size().expandedTo({800, 500}), assumedNote());
        tell(tr("Exported %1").arg(path));
    } catch (const InputError& error) {
        tellProblem(QString::fromUtf8(error.what()));
    }
}

QString ExportWiring::assumedNote() const {
    const auto cluster = document_.shown().cluster;
    return cluster && is_assumed(*cluster) ? tr("Assumed cluster: %1").arg(nameText(cluster->name))
                                           : QString();
}

} // namespace pipette
