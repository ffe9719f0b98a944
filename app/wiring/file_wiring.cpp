// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/file_wiring.h"

#include "app/document/layer_times.h"
#include "app/document/plan_document.h"
#include "app/document/undo_group.h"
#include "app/files/file_dialogs.h"
#include "app/window/gpu_kind_dialog.h"
#include "app/window/import_dialog.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "widgets/plans/setup_panel.h"
#include "widgets/theme/plain_text.h"

#include <QMainWindow>
#include <QMenu>
#include <QPushButton>

#include <utility>

namespace pipette {

FileWiring::FileWiring(const WindowContext& context) : Wiring(context), remember_(context.remembers) {
    wireReading();
    wireSaving();
    connect(&store_, &DocumentStore::failed, this, &FileWiring::tellProblem);
    connect(&store_.autosave(), &Autosave::failed, this, &FileWiring::tellProblem);
}

void FileWiring::wireReading() {
    connect(&store_, &DocumentStore::documentRead, this,
            [this](const DocumentState& state, const DocumentFile& file) {
                const auto open = [this, state, file] {
                    document_.load(state, file);
                    rememberFiles(FileKind::plan, {file.path});
                    tell(tr("Opened %1").arg(file.path));
                };
                if (mayDiscard(open))
                    open();
            });
    connect(&store_, &DocumentStore::filesRead, this, &FileWiring::rememberFiles);
    connect(&store_, &DocumentStore::clusterRead, this,
            [this](const std::shared_ptr<const Cluster>& cluster) {
                const Precision before = document_.setup().job.precision;
                document_.setCluster(cluster);
                const Precision now = document_.setup().job.precision;
                const QString name = nameText(cluster->name);
                tell(now == before ? tr("Cluster %1: plan with F5").arg(name)
                                   : filled(tr("Cluster %1: plan with F5, in %2, for not all of its GPUs "
                                               "compute in %3"),
                                            name, ownText(name_of(now)), ownText(name_of(before))));
            });
    connect(&store_, &DocumentStore::gpuKindNeeded, this, &FileWiring::askGpuKind);
    connect(&store_, &DocumentStore::clusterImported, this, &FileWiring::offerImport);
    connect(&store_, &DocumentStore::modelRead, this, &FileWiring::takeModel);
}

void FileWiring::wireSaving() {
    connect(&store_, &DocumentStore::saved, this, [this](const QString& path) {
        rememberFiles(FileKind::plan, {path});
        tell(tr("Saved %1").arg(path));
        if (const auto next = std::exchange(after_save_, nullptr); next && mayDiscard(next))
            next();
    });
    connect(&store_, &DocumentStore::saveFailed, this, [this](const QString& why) {
        after_save_ = nullptr;
        tellProblem(tr("Not saved. %1").arg(why));
    });
    connect(&store_, &DocumentStore::fileChanged, this, &FileWiring::askAboutFile);
    connect(&store_, &DocumentStore::reloaded, this, [this](const QString& path) {
        tell(tr("Read %1 again; Undo brings back what was here").arg(path));
    });
    connect(&store_.autosave(), &Autosave::recovered, this, [this](const QString& origin) {
        tell(origin.isEmpty() ? tr("Recovered the unsaved work of a session that ended unexpectedly")
                              : tr("Recovered unsaved changes of %1").arg(origin));
    });
}

void FileWiring::takeModel(const TransformerModel& model) {
    const UndoGroup step(document_.undoStack(), tr("choice of the model %1").arg(nameText(model.name)));
    TrainingJob job = document_.setup().job;
    // A sequence of the person's own stays; that of the model before goes with it.
    const TransformerModel& before = document_.setup().model;
    if (before.layers == 0 || job.sequence_length == before.sequence_length)
        job.sequence_length = model.sequence_length;
    document_.set<DocumentPart::model>(model);
    forget_layer_times(document_);
    if (job.global_batch == 0)
        job.global_batch = 512;
    document_.set<DocumentPart::job>(job);
}

void FileWiring::offerImport(const std::shared_ptr<const ImportedCluster>& imported) {
    import_report_ = importReportText(imported->report);
    if (!window_.isVisible() || notices_.reply() == QLatin1String("take")) {
        takeImported(imported->cluster);
        return;
    }
    tell(tr("The logs are read: take the cluster, or cancel"));
    auto* dialog = new ImportDialog(imported, &window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ImportDialog::taken, this, &FileWiring::takeImported);
    connect(dialog, &ImportDialog::againRequested, this,
            [this, imported](const ImportOptions& options) { store_.importAgain(imported, options); });
    connect(dialog, &QDialog::rejected, this, [this] { tell(tr("Nothing was imported")); });
    dialog->open(); // the window goes on
}

void FileWiring::takeImported(const std::shared_ptr<const Cluster>& cluster) {
    document_.setCluster(cluster);
    tell(tr("Imported %1: plan with F5").arg(nameText(cluster->name)));
}

bool FileWiring::mayDiscard(std::function<void()> after_save) {
    views_.setup->enterTyped();
    if (store_.saving()) { // only then is it known what is in no file
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
    if (notices_.reply() == QLatin1String("save"))
        return save_first();
    if (!notices_.reply().isEmpty())
        return notices_.reply() != QLatin1String("cancel");
    QMessageBox* box = plainBox(&window_, QMessageBox::Question, tr("Unsaved changes"),
                                tr("Save the changes to “%1” first?").arg(nameText(document_.title())), {},
                                QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
    box->setDefaultButton(QMessageBox::Save);
    const int choice = box->exec();
    if (choice == QMessageBox::Save)
        return save_first();
    return choice == QMessageBox::Discard;
}

bool FileWiring::save() {
    if (document_.file().path.isEmpty())
        return saveAs();
    views_.setup->enterTyped();
    store_.save(document_.file().path);
    return true;
}

bool FileWiring::saveAs() {
    views_.setup->enterTyped();
    const QString path = askSavePath(&window_, tr("Save the plan"), QStringLiteral("plan.json"),
                                     tr("Pipette plans (*.json)"), FileKind::plan);
    if (!path.isEmpty())
        store_.save(path);
    return !path.isEmpty();
}

void FileWiring::askAboutFile(FileChange change) {
    const bool gone = change == FileChange::gone;
    const QString path = document_.file().path;
    tell(
        (gone ? tr("%1 has been deleted or moved") : tr("%1 has been changed by another program")).arg(path));
    const auto rest = [this] { after_save_ = nullptr; };
    if (file_question_ || !window_.isVisible())
        return rest();
    QMessageBox* box = plainBox(
        &window_, QMessageBox::Warning, gone ? tr("File deleted") : tr("File changed"),
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
          [this, path] { store_.save(path, DocumentStore::Overwrite::any_version); });
    offer("save-as", tr("Save &as…"), QMessageBox::ActionRole, [this, rest] {
        if (!saveAs())
            rest();
    });
    if (!gone)
        offer("reload", tr("&Reload"), QMessageBox::ResetRole, [this, rest] {
            rest();
            store_.reload();
        });
    auto* cancel = qobject_cast<QPushButton*>(box->button(QMessageBox::Cancel));
    connect(cancel, &QPushButton::clicked, this, rest);
    box->setDefaultButton(cancel);
    box->setEscapeButton(cancel);
    box->open(); // the window goes on
}

void FileWiring::rememberFiles(FileKind kind, const QStringList& paths) {
    for (const QString& path : paths)
        if (remember_ && !isSampleCluster(path)) // samples have a list of their own
            addRecentFile(kind, path);
}

void FileWiring::fillRecent(QMenu& menu) {
    menu.clear();
    for (const RecentList& list : recentLists()) {
        const QStringList files = recentFiles(list.kind);
        if (files.isEmpty())
            continue;
        menu.addSeparator();
        menu.addAction(list.heading)->setEnabled(false); // a section's words are cut
        for (const QString& path : files) {
            QAction* action = menu.addAction(menuText(nameText(recentName(path, files))), this,
                                             [this, path] { store_.open({path}); });
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

void FileWiring::askGpuKind(const QStringList& paths, const QStringList& kinds, const QString& why) {
    auto* dialog = new GpuKindDialog(kinds, why.split(QLatin1Char('\n')).mid(1), &window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &GpuKindDialog::chosen, &store_,
            [this, paths](const QString& kind) { store_.open(paths, kind); });
    dialog->open(); // the window goes on
}

} // namespace pipette
