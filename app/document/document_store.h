// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/autosave.h"
#include "app/document/plan_document.h"
#include "app/files/recent_files.h"
#include "app/jobs/jobs.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace pipette {

struct Availability;
struct HandOrder;
struct ImportedCluster;
struct LayerProfile;
struct ImportOptions;
struct LabState;
struct Lesson;
struct OpenedFiles;
struct OpenedStudy;

/// Reads and writes files for a document, all on workers.
class DocumentStore : public QObject {
    Q_OBJECT

public:
    /// `state_folder`: that of Autosave.
    DocumentStore(PlanDocument& document, Mailbox& mailbox, const QString& state_folder,
                  QObject* parent = nullptr);

    /// All files that a person opens at once (see open_files). `gpu`: the kind of GPU of logs that do not
    /// say it; gpuKindNeeded asks for it.
    void open(const QStringList& paths, const QString& gpu = {});
    /// Makes a cluster again of the logs that were imported; clusterImported answers.
    void importAgain(const std::shared_ptr<const ImportedCluster>& before, const ImportOptions& options);
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
    bool busy() const { return worker_.busy() || autosave_.busy(); }
    Autosave& autosave() { return autosave_; }

signals:
    void documentRead(const pipette::DocumentState& state, const pipette::DocumentFile& file);
    void reloaded(const QString& path);
    /// The document's file is not what was read or saved. The document counts as not saved from then on.
    void fileChanged(pipette::FileChange change);
    void clusterRead(const std::shared_ptr<const pipette::Cluster>& cluster);
    /// A cluster was made of logs: for a person to take or not.
    void clusterImported(const std::shared_ptr<const pipette::ImportedCluster>& imported);
    void lessonRead(const std::shared_ptr<const pipette::Lesson>& lesson);
    /// An order of a schedule by hand, right or wrong, from a schedule file.
    void orderRead(const pipette::HandOrder& order, const QString& path);
    /// What somebody's schedule lab showed, from a lab file.
    void labRead(const pipette::LabState& state, const QString& path);
    /// A file says which GPUs are there, hour by hour.
    void availabilityRead(const std::shared_ptr<const pipette::Availability>& availability);
    /// Times of layers that a person measured (resources/profile_layer.py).
    void layerProfileRead(const std::shared_ptr<const pipette::LayerProfile>& profile);
    void studyRead(const std::shared_ptr<const pipette::OpenedStudy>& study);
    /// The files hold measured runs, as tables or as logs of trainings.
    void runsFound(const QStringList& paths);
    void gpuKindNeeded(const QStringList& paths, const QStringList& kinds, const QString& why);
    void modelRead(const pipette::TransformerModel& model);
    /// A cluster, a model, a study or runs were read from these files, whatever becomes of them.
    void filesRead(pipette::FileKind kind, const QStringList& paths);
    void saved(const QString& path);
    void saveFailed(const QString& why);
    void failed(const QString& why);

private:
    void tellFileChanged(const QString& path, FileChange change);
    Job job(std::function<Job::Finish()> process);
    void tell(const std::vector<OpenedFiles>& all); ///< whoever waits for such files

    PlanDocument& document_;
    Autosave autosave_;
    std::uint64_t documents_ = 0;   ///< how many have been loaded
    int saving_ = 0;                ///< saves under way
    std::optional<FileStamp> told_; ///< what the file was when fileChanged told of it
    /// What this window wrote last, for saves that were asked for before that. Only on the worker.
    std::shared_ptr<DocumentFile> written_ = std::make_shared<DocumentFile>();
    Worker worker_; ///< ends first
};

} // namespace pipette
