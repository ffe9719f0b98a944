// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/file_dialogs.h"
#include "app/main_window.h"
#include "app/picture_export.h"
#include "app/window_views.h"
#include "core/base/input_error.h"
#include "core/formats/atomic_file.h"
#include "core/formats/export_plan.h"

#include <QAction>
#include <QDir>
#include <QDockWidget>
#include <QMenu>

namespace pipette {
namespace {

QString text_of(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

void MainWindow::makeExportMenu(QMenu* menu) {
    for (const ExportFormatInfo& info : export_formats()) {
        const QString name = text_of(info.name);
        addAction(menu, QStringLiteral("export-") + name,
                  QStringLiteral("%1: %2…").arg(name, text_of(info.description)), {}, [this, info] {
                      const QString suggestion =
                          info.is_launcher ? text_of(info.name) : text_of(info.main_file);
                      const QString title = info.is_launcher
                                                ? tr("Export %1: name of the folder for its files")
                                                : tr("Export %1");
                      const QString path = askSavePath(this, title.arg(text_of(info.name)), suggestion);
                      if (!path.isEmpty())
                          exportPlan(text_of(info.name), path);
                  });
    }
    menu->addSeparator();
    QMenu* pictures = menu->addMenu(tr("&Picture of"));
    for (const ViewSlot& slot : views_->all())
        addAction(pictures, QStringLiteral("picture-") + slot.id,
                  slot.dock->windowTitle() + QStringLiteral("…"), {}, [this, id = slot.id] {
                      const QString path =
                          askSavePath(this, tr("Export a picture"), id + QStringLiteral(".svg"),
                                      tr("Pictures (*.png *.svg *.pdf)"));
                      if (!path.isEmpty())
                          exportPicture(id, path);
                  });
}

void MainWindow::exportPlan(const QString& format, const QString& path) {
    const auto table = document_.table();
    const PlanRow* row = table->row(document_.selection().candidate);
    const auto known = export_format_named(format.toStdString());
    if (!table->record() || !row || !known) {
        tell(tr("Nothing to export yet: plan first"));
        return;
    }
    const auto notes = std::make_shared<QStringList>();
    store_->write(
        [record = table->record(), candidate = row->current, info = info_of(*known), path, notes] {
            const Plan& plan = record->plan;
            const std::vector<ExportedFile> files = export_plan(plan, *candidate, info.format);
            if (info.is_launcher)
                write_folder(path.toStdString(), files);
            else
                write_atomically(path.toStdString(), files.front().text);
            for (const std::string& note : export_notes(plan, *candidate, info.format))
                *notes << QString::fromStdString(note);
        },
        [this, path, notes] {
            if (notes->isEmpty())
                tell(tr("Exported %1").arg(path));
            else
                tellNote(tr("Exported %1").arg(path), notes->join(QStringLiteral("; ")));
        });
}

void MainWindow::exportPicture(const QString& view, const QString& path) {
    const ViewSlot* slot = views_->find(view);
    if (!slot)
        return;
    views_->refreshAll();
    try {
        writePicture(*slot->widget, path, slot->widget->size().expandedTo({800, 500}));
        tell(tr("Exported %1").arg(path));
    } catch (const InputError& error) {
        tellProblem(QString::fromUtf8(error.what()));
    }
}

} // namespace pipette
