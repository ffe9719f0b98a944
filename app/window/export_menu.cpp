// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/file_dialogs.h"
#include "app/window/main_window.h"
#include "app/window/picture_export.h"
#include "app/workspaces/window_views.h"
#include "core/base/input_error.h"
#include "core/formats/launchers/export_plan.h"
#include "widgets/charts/chart_view.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/theme/plain_text.h"

#include <QAction>
#include <QDir>
#include <QMenu>

namespace pipette {
void MainWindow::makeExportMenu(QMenu* menu) {
    for (const ExportFormat* format : Registry<ExportFormat>::all()) {
        const QString name = ownText(format->name);
        addAction(menu, QStringLiteral("export-") + name,
                  QStringLiteral("%1: %2…").arg(name, ownText(format->description)), {},
                  [this, format, name] {
                      const QString suggestion = format->is_launcher() ? name : ownText(format->main_file);
                      const QString title = format->is_launcher()
                                                ? tr("Export %1: name of the folder for its files")
                                                : tr("Export %1");
                      const QString path = askSavePath(this, title.arg(name), suggestion);
                      if (!path.isEmpty())
                          exportPlan(name, path);
                  });
    }
    menu->addSeparator();
    QMenu* pictures = menu->addMenu(tr("&Picture of"));
    for (const ViewSlot& slot : views_->all()) {
        QAction* picture = addAction(pictures, QStringLiteral("picture-") + slot.id,
                                     slot.title + QStringLiteral("…"), {}, [this, id = slot.id] {
                                         const QString path = askSavePath(this, tr("Export a picture"),
                                                                          id + QStringLiteral(".svg"),
                                                                          tr("Pictures (*.png *.svg *.pdf)"));
                                         if (!path.isEmpty())
                                             exportPicture(id, path);
                                     });
        if (slot.chart)
            connect(slot.chart, &ChartView::pictureRequested, picture, &QAction::trigger);
    }
    connect(views_->gantt, &GanttView::pictureRequested, action(QStringLiteral("picture-gantt")),
            &QAction::trigger);
}

void MainWindow::exportPlan(const QString& format, const QString& path) {
    const auto table = document_.table();
    const PlanRow* row = table->row(document_.selection().candidate);
    const ExportFormat* known = Registry<ExportFormat>::find(format.toStdString());
    if (!table->record() || !row || !known) {
        tellRefusal(tr("Nothing to export yet: plan first"));
        return;
    }
    const auto notes = std::make_shared<QStringList>();
    store_->write(
        [record = table->record(), candidate = row->current, known, path, notes] {
            write_export(path.toStdString(), record->plan, *candidate, *known);
            for (const std::string& note : export_notes(record->plan, *candidate, *known))
                *notes << messageText(note);
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
        if (view == QLatin1String("why"))
            showWhyNow();
        writePicture(*slot->widget, path, slot->widget->size().expandedTo({800, 500}), assumedNote());
        tell(tr("Exported %1").arg(path));
    } catch (const InputError& error) {
        tellProblem(QString::fromUtf8(error.what()));
    }
}

} // namespace pipette
