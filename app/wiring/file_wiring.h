// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document_store.h"
#include "app/files/recent_files.h"
#include "app/wiring/wiring.h"

#include <QMessageBox>
#include <QPointer>

#include <functional>
#include <memory>

class QMenu;

namespace pipette {

struct ImportedCluster;

/// Files: opening, importing, saving, and what is asked before work is lost.
class FileWiring : public Wiring {
    Q_OBJECT

public:
    explicit FileWiring(const WindowContext& context);

    /// Asks when there are unsaved changes. False: not now; `after_save` follows once the changes are saved,
    /// where a person wants that.
    bool mayDiscard(std::function<void()> after_save);
    bool save();   ///< under its own name, else saveAs(); false: given up by the person
    bool saveAs(); ///< asks for the name
    void rememberFiles(FileKind kind, const QStringList& paths);
    void fillRecent(QMenu& menu); ///< a list for each kind of file
    /// What became of the logs that were imported last.
    QString importReport() const { return import_report_; }

private:
    void wireReading();
    void wireSaving();
    void takeModel(const TransformerModel& model);
    void askAboutFile(FileChange change);
    /// Shows what became of logs; the cluster is taken only when the person says so, or nobody is there to.
    void offerImport(const std::shared_ptr<const ImportedCluster>& imported);
    void takeImported(const std::shared_ptr<const Cluster>& cluster);
    void askGpuKind(const QStringList& paths, const QStringList& kinds, const QString& why);

    bool remember_;
    QString import_report_;
    std::function<void()> after_save_;
    QPointer<QMessageBox> file_question_; ///< null: none is open
};

} // namespace pipette
