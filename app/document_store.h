// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/jobs.h"
#include "app/plan_document.h"

#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

namespace pipette {

struct ImportedCluster;

/// Reads and writes files for a document, all on a worker: open, save, autosave and recovery. An autosave
/// lies in a folder of its own under `state_folder`, locked while its window lives; a lock whose owner has
/// died marks work to recover.
class DocumentStore : public QObject {
    Q_OBJECT

public:
    /// `state_folder` empty: no autosave.
    DocumentStore(PlanDocument& document, Mailbox& mailbox, const QString& state_folder,
                  QObject* parent = nullptr);
    ~DocumentStore() override;

    /// `gpu`: the kind of GPU of logs that do not say it; gpuKindNeeded asks for it.
    void open(const QStringList& paths, const QString& gpu = {});
    void openModelPreset(const QString& name);
    void save(const QString& path);
    /// Any other writing, such as an export; `done` on the window's thread.
    void write(std::function<void()> work, std::function<void()> done);
    bool busy() const { return worker_->busy(); }

    /// Loads what a crashed session left, if any; false when there is none. `recovered` follows.
    bool recover();
    void setAutosaveDelay(int ms) { autosave_.setInterval(ms); }
    /// The work is saved or given up: nothing is left to recover.
    void forget();

signals:
    void documentRead(const pipette::PlanDocument::Content& content, const QString& path);
    void clusterRead(const std::shared_ptr<const pipette::Cluster>& cluster);
    /// A cluster was made of logs: for a person to take or not.
    void clusterImported(const std::shared_ptr<const pipette::ImportedCluster>& imported);
    /// The files are measured runs.
    void runsFound(const QStringList& paths);
    void gpuKindNeeded(const QStringList& paths, const QStringList& kinds, const QString& why);
    void modelRead(const pipette::TransformerModel& model);
    void saved(const QString& path);
    void autosaved();
    void recovered(const QString& path);
    void saveFailed(const QString& why);
    void failed(const QString& why);

private:
    void autosave();
    QString autosaveFile() const;
    /// Moves a session's unreadable autosave out of the way, so that it is told once; returns where to.
    QString setAside(const QString& session);
    Job job(std::function<Job::Finish()> process);

    PlanDocument& document_;
    QString session_; ///< folder of this window's autosave; empty: none
    std::unique_ptr<QLockFile> lock_;
    QTimer autosave_;
    std::uint64_t saved_revision_ = 0;
    QString state_folder_;
    bool forgotten_ = false; ///< nothing is to be left to recover
    std::unique_ptr<Worker> worker_;
};

} // namespace pipette
