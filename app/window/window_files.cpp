// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow tells and asks a person about files: opening, saving, dropping, closing.
#include "app/files/file_dialogs.h"
#include "app/window/gpu_kind_dialog.h"
#include "app/window/import_dialog.h"
#include "app/window/main_window.h"
#include "app/window/new_cluster_dialog.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/base/input_error.h"
#include "widgets/plans/setup_panel.h"
#include "widgets/theme/plain_text.h"

#include <QCloseEvent>
#include <QCoreApplication>
#include <QDragEnterEvent>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QStatusBar>

#include <utility>

namespace pipette {

void MainWindow::tell(const QString& text) {
    last_message_ = messageText(text);
    refusal_told_ = false;
    statusBar()->showMessage(last_message_);
}

void MainWindow::tellRefusal(const QString& why) {
    tell(why);
    refusal_told_ = true;
}

void MainWindow::forgetRefusal() {
    if (std::exchange(refusal_told_, false))
        statusBar()->clearMessage();
}

QMessageBox* MainWindow::openBox(QMessageBox::Icon icon, const QString& title, const QString& text,
                                 const QString& more) {
    if (!isVisible() || !reply_.isEmpty())
        return nullptr;
    QMessageBox* box = plainBox(this, icon, title, messageText(text), messageText(more));
    box->open(); // the window goes on
    return box;
}

void MainWindow::tellProblem(const QString& text) {
    tellRefusal(text);
    if (openBox(QMessageBox::Warning, tr("Pipette Planner"), text))
        forgetRefusal();
}

void MainWindow::tellNote(const QString& text, const QString& more) {
    tell(tr("%1. Note: %2").arg(text, more));
    openBox(QMessageBox::Information, tr("Pipette Planner"), text, more);
}

void MainWindow::offerImport(const std::shared_ptr<const ImportedCluster>& imported) {
    import_report_ = importReportText(imported->report);
    if (!isVisible() || reply_ == QLatin1String("take")) {
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
    document_.setCluster(cluster);
    tell(tr("Imported %1: plan with F5").arg(nameText(cluster->name)));
}

void MainWindow::describeCluster() {
    auto* dialog = new NewClusterDialog(known_gpus(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &NewClusterDialog::made, this, [this](const std::shared_ptr<const Cluster>& cluster) {
        document_.setCluster(cluster);
        tell(tr("Made %1: plan with F5").arg(nameText(cluster->name)));
    });
    dialog->open();
}

bool MainWindow::mayDiscard(std::function<void()> after_save) {
    views_->setup->enterTyped();
    if (store_->saving()) { // only then is it known what is in no file
        tell(tr("Saving…"));
        after_save_ = std::move(after_save);
        return false;
    }
    if (!document_.modified())
        return true;
    const auto save_first = [&] {
        if (save())
            after_save_ = std::move(after_save);
        return false;
    };
    if (reply_ == QLatin1String("save"))
        return save_first();
    if (!reply_.isEmpty())
        return reply_ != QLatin1String("cancel");
    QMessageBox* box = plainBox(this, QMessageBox::Question, tr("Unsaved changes"),
                                tr("Save the changes to “%1” first?").arg(nameText(document_.title())), {},
                                QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
    box->setDefaultButton(QMessageBox::Save);
    const int choice = box->exec();
    if (choice == QMessageBox::Save)
        return save_first();
    return choice == QMessageBox::Discard;
}

bool MainWindow::save() {
    if (document_.path().isEmpty())
        return saveAs();
    views_->setup->enterTyped();
    store_->save(document_.path());
    return true;
}

bool MainWindow::saveAs() {
    views_->setup->enterTyped();
    const QString path = askSavePath(this, tr("Save the plan"), QStringLiteral("plan.json"),
                                     tr("Pipette plans (*.json)"), FileKind::plan);
    if (!path.isEmpty())
        store_->save(path);
    return !path.isEmpty();
}

void MainWindow::askAboutFile(FileChange change) {
    const bool gone = change == FileChange::gone;
    const QString path = document_.path();
    tell(
        (gone ? tr("%1 has been deleted or moved") : tr("%1 has been changed by another program")).arg(path));
    const auto rest = [this] { after_save_ = nullptr; };
    if (file_question_ || !isVisible())
        return rest();
    QMessageBox* box = plainBox(
        this, QMessageBox::Warning, gone ? tr("File deleted") : tr("File changed"),
        filled(
            gone
                ? tr("“%1” has been deleted or moved since it was opened or saved here.")
                : tr("“%1” has been changed by another program or window since it was opened or saved here."),
            nameText(path)),
        gone ? tr("Save writes what this window holds under the same name again.")
             : tr("Overwrite puts what this window holds in the place of the other version. Reload shows the "
                  "other version; Undo brings yours back."),
        QMessageBox::Cancel);
    file_question_ = box;
    box->setObjectName(QStringLiteral("file-changed"));
    const auto offer = [&](const char* name, const QString& text, QMessageBox::ButtonRole role,
                           std::function<void()> run) {
        QPushButton* button = box->addButton(text, role);
        button->setObjectName(QLatin1String(name));
        connect(button, &QPushButton::clicked, this, std::move(run));
        return button;
    };
    offer("overwrite", gone ? tr("&Save") : tr("&Overwrite"), QMessageBox::DestructiveRole,
          [this, path] { store_->save(path, DocumentStore::Overwrite::any_version); });
    offer("save-as", tr("Save &as…"), QMessageBox::ActionRole, [this, rest] {
        if (!saveAs())
            rest();
    });
    if (!gone)
        offer("reload", tr("&Reload"), QMessageBox::ResetRole, [this, rest] {
            rest();
            store_->reload();
        });
    auto* cancel = qobject_cast<QPushButton*>(box->button(QMessageBox::Cancel));
    connect(cancel, &QPushButton::clicked, this, rest);
    box->setDefaultButton(cancel);
    box->setEscapeButton(cancel);
    box->open(); // the window goes on
}

void MainWindow::rememberFiles(FileKind kind, const QStringList& paths) {
    for (const QString& path : paths)
        if (remember_ && !isSampleCluster(path)) // samples have a list of their own
            addRecentFile(kind, path);
}

void MainWindow::fillRecent(QMenu& menu) {
    menu.clear();
    for (const RecentList& list : recentLists()) {
        const QStringList files = recentFiles(list.kind);
        if (files.isEmpty())
            continue;
        menu.addSeparator();
        menu.addAction(list.heading)->setEnabled(false); // a section's words are cut
        for (const QString& path : files) {
            QAction* action = menu.addAction(menuText(nameText(recentName(path, files))), this,
                                             [this, path] { openFiles({path}); });
            action->setToolTip(plainTip(nameText(path)));
        }
    }
    if (menu.isEmpty())
        menu.addAction(tr("Nothing yet"))->setEnabled(false);
    else {
        menu.addSeparator();
        menu.addAction(tr("&Forget these files"), this, [] { forgetRecentFiles(); });
    }
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
        workspaces_->remember(settings);
    }
    planning_->abandon();
    store_->forget();
    event->accept();
}

void MainWindow::keepAndEnd(int signal) {
    planning_->abandon();
    try {
        store_->keepForNextSession();
    } catch (const InputError& error) {
        qCritical("Unsaved work is lost: %s", error.what());
    }
    QCoreApplication::exit(128 + signal);
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isActiveWindow() && store_)
        store_->checkFile();
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
    auto* dialog = new GpuKindDialog(kinds, why.split(QLatin1Char('\n')).mid(1), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &GpuKindDialog::chosen, store_.get(),
            [this, paths](const QString& kind) { store_->open(paths, kind); });
    dialog->open(); // the window goes on
}

} // namespace pipette
