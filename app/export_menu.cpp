// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_window.h"
#include "app/picture_export.h"
#include "app/window_views.h"
#include "core/base/input_error.h"

#include <QAction>
#include <QDockWidget>
#include <QFileDialog>
#include <QMenu>

namespace pipette {
void MainWindow::makeExportMenu(QMenu* menu) {
    QMenu* pictures = menu->addMenu(tr("&Picture of"));
    for (const ViewSlot& slot : views_->all())
        addAction(pictures, QStringLiteral("picture-") + slot.id,
                  slot.dock->windowTitle() + QStringLiteral("…"), {}, [this, id = slot.id] {
                      const QString path = QFileDialog::getSaveFileName(this, tr("Export a picture"),
                                                                        id + QStringLiteral(".svg"),
                                                                        tr("Pictures (*.png *.svg *.pdf)"));
                      if (!path.isEmpty())
                          exportPicture(id, path);
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
