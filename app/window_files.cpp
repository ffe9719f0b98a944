// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow tells and asks a person about files: opening, saving, dropping, closing.
#include "app/file_dialogs.h"
#include "app/import_dialog.h"
#include "app/main_window.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QInputDialog>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QStatusBar>

namespace pipette {

void MainWindow::tell(const QString& text) {
    last_message_ = text;
    statusBar()->showMessage(text);
}

QMessageBox* MainWindow::openBox(QMessageBox::Icon icon, const QString& title, const QString& text) {
    if (!isVisible() || !answer_.isEmpty())
        return nullptr;
    auto* box = new QMessageBox(icon, title, text, QMessageBox::Ok, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse);
    box->open(); // the window goes on
    return box;
}

void MainWindow::tellProblem(const QString& text) {
    tell(text);
    openBox(QMessageBox::Warning, tr("Pipette Planner"), text);
}

void MainWindow::tellNote(const QString& text, const QString& more) {
    tell(tr("%1. Note: %2").arg(text, more));
    if (QMessageBox* box = openBox(QMessageBox::Information, tr("Pipette Planner"), text))
        box->setInformativeText(more);
}

void MainWindow::offerImport(const std::shared_ptr<const ImportedCluster>& imported) {
    import_report_ = importReportText(imported->report);
    if (!isVisible() || answer_ == QLatin1String("take")) {
        takeImported(imported->cluster);
        return;
    }
    tell(tr("The logs are read: take the cluster, or cancel"));
    auto* dialog = new ImportDialog(imported, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ImportDialog::taken, this, &MainWindow::takeImported);
    connect(dialog, &QDialog::rejected, this, [this] { tell(tr("Nothing was imported")); });
    dialog->open(); // the window goes on
}

void MainWindow::takeImported(const std::shared_ptr<const Cluster>& cluster) {
    planning_->cancel();
    document_.setCluster(cluster);
    tell(tr("Imported %1: plan with F5").arg(QString::fromStdString(cluster->name)));
}

bool MainWindow::mayDiscard(std::function<void()> after_save) {
    if (!document_.modified())
        return true;
    const auto save_first = [&] {
        if (save(false))
            after_save_ = std::move(after_save);
        return false;
    };
    if (answer_ == QLatin1String("save"))
        return save_first();
    if (!answer_.isEmpty())
        return answer_ != QLatin1String("cancel");
    const auto choice = QMessageBox::question(
        this, tr("Unsaved changes"), tr("Save the changes to “%1” first?").arg(document_.title()),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (choice == QMessageBox::Save)
        return save_first();
    return choice == QMessageBox::Discard;
}

bool MainWindow::save(bool as) {
    QString path = as ? QString() : document_.path();
    if (path.isEmpty()) {
        path =
            askSavePath(this, tr("Save the plan"), QStringLiteral("plan.json"), tr("Pipette plans (*.json)"));
        if (path.isEmpty())
            return false;
    }
    store_->save(path);
    return true;
}

void MainWindow::openFiles(const QStringList& paths) {
    store_->open(paths);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!mayDiscard([this] { close(); })) {
        event->ignore();
        return;
    }
    if (remember_) {
        QSettings settings;
        settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
        settings.setValue(QStringLiteral("window/docks"), saveState());
    }
    planning_->cancel();
    store_->forget();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    if (!paths.isEmpty()) {
        event->acceptProposedAction();
        openFiles(paths);
    }
}

void MainWindow::askGpuKind(const QStringList& paths, const QStringList& kinds, const QString& why) {
    tell(why);
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("gpu-kind"));
    dialog->setWindowTitle(tr("Import of logs"));
    dialog->setLabelText(
        tr("The logs do not say which of the known GPUs they were measured on.\nWhich do the nodes have?"));
    dialog->setComboBoxItems(kinds);
    connect(dialog, &QInputDialog::textValueSelected, store_.get(),
            [this, paths](const QString& kind) { store_->open(paths, kind); });
    dialog->open(); // the window goes on
}

} // namespace pipette
