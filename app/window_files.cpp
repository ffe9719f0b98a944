// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow tells and asks a person about files: opening, saving, dropping, closing.
#include "app/file_dialogs.h"
#include "app/main_window.h"
#include "app/window_views.h"
#include "widgets/plain_text.h"
#include "widgets/setup_panel.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QInputDialog>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QStatusBar>

namespace pipette {

void MainWindow::tell(const QString& text) {
    last_message_ = messageText(text);
    statusBar()->showMessage(last_message_);
}

QMessageBox* MainWindow::openBox(QMessageBox::Icon icon, const QString& title, const QString& text,
                                 const QString& more) {
    if (!isVisible() || !answer_.isEmpty())
        return nullptr;
    QMessageBox* box = plainBox(this, icon, title, messageText(text), messageText(more));
    box->open(); // the window goes on
    return box;
}

void MainWindow::tellProblem(const QString& text) {
    tell(text);
    openBox(QMessageBox::Warning, tr("Pipette Planner"), text);
}

void MainWindow::tellNote(const QString& text, const QString& more) {
    tell(tr("%1. Note: %2").arg(text, more));
    openBox(QMessageBox::Information, tr("Pipette Planner"), text, more);
}

void MainWindow::tellImport(const QString& report) {
    const QString name = nameText(document_.setup().cluster->name);
    import_report_ = report;
    tell(tr("Imported %1: plan with F5").arg(name));
    // A long report goes where it can be scrolled.
    const bool is_long = report.count(QLatin1Char('\n')) >= 20;
    QMessageBox* box =
        openBox(QMessageBox::Information, tr("Import of %1").arg(name),
                tr("The cluster %1 was made of the logs.").arg(name), is_long ? QString() : report);
    if (box && is_long)
        box->setDetailedText(messageText(report));
}

bool MainWindow::mayDiscard(std::function<void()> after_save) {
    views_->setup->enterTyped();
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
    QMessageBox* box = plainBox(this, QMessageBox::Question, tr("Unsaved changes"),
                                tr("Save the changes to “%1” first?").arg(nameText(document_.title())), {},
                                QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
    box->setDefaultButton(QMessageBox::Save);
    const int choice = box->exec();
    if (choice == QMessageBox::Save)
        return save_first();
    return choice == QMessageBox::Discard;
}

bool MainWindow::save(bool as) {
    views_->setup->enterTyped();
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
