// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_document.h"
#include "app/files/recent_files.h"
#include "app/jobs/jobs.h"

#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace pipette {

struct HandOrder;
struct ImportedCluster;
struct Lesson;
struct OpenedFiles;
struct OpenedStudy;

/// Reads and writes files for a document, all on workers: open, save, autosave and recovery. An autosave
/// lies in a folder of its own under `state_folder`, locked while its window lives; a lock whose owner has
/// died marks work to recover. It begins a fixed time after the first change that no file has, whatever is
/// changed, searched or read meanwhile.
class DocumentStore : public QObject {
    Q_OBJECT

public:
    /// `state_folder` empty: no autosave.
    DocumentStore(PlanDocument& document, Mailbox& mailbox, const QString& state_folder,
                  QObject* parent = nullptr);
    ~DocumentStore() override;

    /// All files that a person opens at once (see open_files). `gpu`: the kind of GPU of logs that do not
    /// say it; gpuKindNeeded asks for it.
    void open(const QStringList& paths, const QString& gpu = {});
    void openModelPreset(const QString& name);
    enum class Overwrite { own_version, any_version };
    /// Answered by saved or saveFailed; or by fileChanged, with nothing written, when somebody else has
    /// changed the document's own file meanwhile and not any version may be overwritten.
    void save(const QString& path, Overwrite may = Overwrite::own_version);
    /// A save is on its way to its file.
    bool saving() const { return saving_ > 0; }
    /// Looks whether the document's file is still what was read or saved; fileChanged when it is not, once
    /// for each change.
    void checkFile();
    /// Reads the document's file again and puts it in the place of the document: a step that undo takes back.
    void reload();
    /// Any other writing, such as an export; `done` on the window's thread.
    void write(std::function<void()> work, std::function<void()> done);
    bool busy() const { return worker_->busy() || (autosaving_ && autosaving_->busy()); }

    /// Loads what a crashed session left, if any; false when there is none. `recovered` follows.
    bool recover();
    void setAutosaveDelay(int ms) { autosave_.setInterval(ms); }
    /// The work is saved or given up: nothing is left to recover.
    void forget();
    /// The program ends at once: unsaved work is written for the next session to recover, and nothing after
    /// that. Blocks. Throws InputError when it cannot be written.
    void keepForNextSession();

signals:
    void documentRead(const pipette::PlanDocument::Content& content, const pipette::DocumentFile& file);
    void reloaded(const QString& path);
    /// The document's file is not what was read or saved. The document counts as not saved from then on.
    void fileChanged(pipette::FileChange change);
    void clusterRead(const std::shared_ptr<const pipette::Cluster>& cluster);
    /// A cluster was made of logs: for a person to take or not.
    void clusterImported(const std::shared_ptr<const pipette::ImportedCluster>& imported);
    void lessonRead(const std::shared_ptr<const pipette::Lesson>& lesson);
    /// An order of a schedule by hand, right or wrong, from a schedule file.
    void orderRead(const pipette::HandOrder& order, const QString& path);
    void studyRead(const std::shared_ptr<const pipette::OpenedStudy>& study);
    /// The files hold measured runs, as tables or as logs of trainings.
    void runsFound(const QStringList& paths);
    void gpuKindNeeded(const QStringList& paths, const QStringList& kinds, const QString& why);
    void modelRead(const pipette::TransformerModel& model);
    /// A cluster, a model, a study or runs were read from these files, whatever becomes of them.
    void filesRead(pipette::FileKind kind, const QStringList& paths);
    void saved(const QString& path);
    void autosaved();
    void recovered(const QString& path);
    void saveFailed(const QString& why);
    void failed(const QString& why);

private:
    /// What is needed to recover the document as it stands.
    struct Snapshot {
        PlanDocument::Content content;
        DocumentFile origin;
        QString folder;
        void write() const; ///< on any thread
    };
    /// A session that ended unexpectedly and what it left, kept until this one has written it itself.
    struct Left {
        QString folder;
        std::shared_ptr<QLockFile> lock;
        void remove() const;
    };
    void lockSession();
    void autosaveSoon();
    void autosave();
    Snapshot snapshot() const { return {document_.content(), document_.file(), session_}; }
    QString autosaveFile() const;
    void recoverFrom(const Left& left);
    /// Moves a session's unreadable autosave out of the way, so that it is told once; returns where to.
    QString setAside(const Left& left);
    void tellFileChanged(const QString& path, FileChange change);
    Job job(std::function<Job::Finish()> process);
    void tell(const std::vector<OpenedFiles>& all); ///< whoever waits for such files

    PlanDocument& document_;
    QString state_folder_, session_; ///< session_: folder of this window's autosave; empty: none
    std::unique_ptr<QLockFile> lock_;
    QTimer autosave_;
    std::uint64_t autosaved_revision_ = 0; ///< 0: none
    bool autosave_missed_ = false;         ///< it was time, and the one before was still being written
    bool autosave_failed_ = false;         ///< and told
    std::uint64_t documents_ = 0;          ///< how many have been loaded
    bool forgotten_ = false;               ///< nothing is to be left to recover
    int saving_ = 0;                       ///< saves under way
    std::optional<Left> left_;
    std::optional<FileStamp> told_; ///< what the file was when fileChanged told of it
    /// What this window wrote last, for saves that were asked for before that. Only on the worker.
    std::shared_ptr<DocumentFile> written_ = std::make_shared<DocumentFile>();
    std::unique_ptr<Worker> worker_, autosaving_;
};

} // namespace pipette
