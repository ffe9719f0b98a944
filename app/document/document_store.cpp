// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_store.h"

#include "app/document/open_together.h"

#include "app/document/document_file.h"
#include "core/formats/documents/resources.h"
#include "core/formats/text/atomic_file.h"
#include "core/formats/text/text_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUuid>

#include <utility>

namespace pipette {
namespace {

constexpr int autosave_delay_ms = 2000;

std::filesystem::path path_of(const QString& path) {
    return path.toStdString();
}

const auto autosave_name = QStringLiteral("unsaved.json");
const auto origin_name =
    QStringLiteral("origin.txt"); ///< the path that the document was opened from or saved to
const auto stamp_name = QStringLiteral("origin-sha256.txt"); ///< of that file as it was then
const auto lock_name = QStringLiteral("lock");

} // namespace

DocumentStore::DocumentStore(PlanDocument& document, Mailbox& mailbox, const QString& state_folder,
                             QObject* parent)
    : QObject(parent),
      document_(document),
      state_folder_(state_folder),
      worker_(std::make_unique<Worker>(mailbox)),
      autosaving_(std::make_unique<Worker>(mailbox)) {
    autosave_.setSingleShot(true);
    autosave_.setInterval(autosave_delay_ms);
    connect(&autosave_, &QTimer::timeout, this, &DocumentStore::autosave);
    connect(&document_, &PlanDocument::loaded, this, [this] { ++documents_; });
    if (state_folder_.isEmpty())
        return;
    lockSession();
    connect(&document_, &PlanDocument::revised, this, &DocumentStore::autosaveSoon);
    connect(&document_, &PlanDocument::scenariosChanged, this, &DocumentStore::autosaveSoon);
    connect(&document_, &PlanDocument::studyChanged, this, &DocumentStore::autosaveSoon);
    connect(&document_, &PlanDocument::modifiedChanged, this, [this] {
        if (document_.modified())
            autosaveSoon();
        else
            forget(); // the file has it all
    });
}

DocumentStore::~DocumentStore() {
    worker_.reset();
    autosaving_.reset(); // one under way may still write what has been saved or given up meanwhile
    if (forgotten_ && !session_.isEmpty())
        QFile::remove(autosaveFile());
}

void DocumentStore::lockSession() {
    // Another window that looks for work to recover may take the folder before it is locked: then the next.
    for (int attempt = 0; attempt < 5; ++attempt) {
        session_ =
            QDir(state_folder_)
                .filePath(QStringLiteral("session-") + QUuid::createUuid().toString(QUuid::WithoutBraces));
        QDir().mkpath(session_);
        lock_ = std::make_unique<QLockFile>(QDir(session_).filePath(lock_name));
        lock_->setStaleLockTime(0);
        if (lock_->tryLock())
            return;
    }
}

QString DocumentStore::autosaveFile() const {
    return QDir(session_).filePath(autosave_name);
}

Job DocumentStore::job(std::function<Job::Finish()> process) {
    Job job;
    job.process = [process = std::move(process)](std::stop_token) { return process(); };
    job.failed = [this](const std::string& why) { emit failed(QString::fromStdString(why)); };
    return job;
}

void DocumentStore::open(const QStringList& paths, const QString& gpu) {
    if (paths.isEmpty())
        return;
    std::vector<std::filesystem::path> files;
    for (const QString& path : paths)
        files.push_back(path_of(path));
    worker_->submit(job([this, files, paths, gpu = gpu.toStdString()]() -> Job::Finish {
        std::vector<std::shared_ptr<const OpenedFrom>> all;
        try {
            for (OpenedFrom& opened : open_together(files, gpu))
                all.push_back(std::make_shared<const OpenedFrom>(std::move(opened)));
        } catch (const GpuKindNeeded& needed) {
            QStringList kinds;
            for (const KnownGpu& known : known_gpus())
                kinds << QString::fromStdString(known.kind.name);
            return [this, paths, kinds, why = QString::fromUtf8(needed.what())] {
                emit gpuKindNeeded(paths, kinds, why);
            };
        }
        return [this, all] {
            for (const auto& opened : all)
                tell(opened);
        };
    }));
}

void DocumentStore::tell(const std::shared_ptr<const OpenedFrom>& from) {
    const Opened& opened = from->opened;
    QStringList paths;
    for (const std::filesystem::path& path : from->paths)
        paths << QString::fromStdString(path.string());
    if (const auto* document = std::get_if<OpenedDocument>(&opened))
        return emit documentRead(document->content, {paths.front(), document->stamp});
    if (const auto* imported = std::get_if<ImportedCluster>(&opened))
        return emit clusterImported(std::shared_ptr<const ImportedCluster>(from, imported));
    if (const auto* cluster = std::get_if<std::shared_ptr<const Cluster>>(&opened)) {
        emit filesRead(FileKind::cluster, paths);
        emit clusterRead(*cluster);
    } else if (const auto* study = std::get_if<OpenedStudy>(&opened)) {
        emit filesRead(FileKind::study, paths);
        emit studyRead(std::shared_ptr<const OpenedStudy>(from, study));
    } else if (const auto* lesson = std::get_if<std::shared_ptr<const Lesson>>(&opened)) {
        emit lessonRead(*lesson);
    } else if (const auto* order = std::get_if<HandOrder>(&opened)) {
        emit orderRead(*order, paths.front());
    } else if (const auto* runs = std::get_if<RunFiles>(&opened)) {
        QStringList found;
        for (const std::filesystem::path& file : runs->paths)
            found << QString::fromStdString(file.string());
        emit filesRead(FileKind::runs, paths);
        emit runsFound(found);
    } else {
        emit filesRead(FileKind::model, paths);
        emit modelRead(std::get<TransformerModel>(opened));
    }
}

void DocumentStore::openModelPreset(const QString& name) {
    worker_->submit(job([this, preset = name.toStdString()]() -> Job::Finish {
        return [this, model = load_model(preset)] { emit modelRead(model); };
    }));
}

void DocumentStore::save(const QString& path, Overwrite may) {
    ++saving_;
    Job writing = job([this, path, may, content = document_.content(), known = document_.file(),
                       index = document_.undoStack().index(), of = documents_,
                       written = written_]() -> Job::Finish {
        const std::string text = document_text(content);
        if (may == Overwrite::own_version && path == known.path) {
            FileChange change = change_since(known.stamp, path, Look::thorough);
            if (change == FileChange::changed && written->path == path)
                change = change_since(written->stamp, path, Look::thorough);
            const bool folder_gone = !QFileInfo(path).dir().exists(); // nothing can be written: told so below
            if (change != FileChange::none && !folder_gone)
                return [this, path, change] {
                    --saving_;
                    tellFileChanged(path, change);
                };
        }
        write_atomically(path_of(path), text);
        *written = {path, stamp_of(quick_stamp(path), text)};
        return [this, file = *written, index, of] {
            --saving_;
            if (of == documents_) { // else another has been opened meanwhile
                told_.reset();
                document_.markSaved(file, index);
            }
            emit saved(file.path);
        };
    });
    writing.failed = [this](const std::string& why) {
        --saving_;
        emit saveFailed(QString::fromStdString(why));
    };
    worker_->submit(std::move(writing));
}

void DocumentStore::checkFile() {
    if (document_.path().isEmpty())
        return;
    worker_->submit(job([this, known = document_.file()]() -> Job::Finish {
        const FileChange change = change_since(known.stamp, known.path, Look::quick);
        return [this, known, change, now = quick_stamp(known.path)] {
            if (document_.file() != known) // saved, read again or another since this was asked
                return;
            if (change == FileChange::none)
                told_.reset();
            else if (told_ != now)
                tellFileChanged(known.path, change);
        };
    }));
}

void DocumentStore::tellFileChanged(const QString& path, FileChange change) {
    if (document_.path() != path)
        return;
    told_ = quick_stamp(path);
    document_.markStray();
    emit fileChanged(change);
}

void DocumentStore::reload() {
    worker_->submit(job([this, path = document_.path()]() -> Job::Finish {
        const FileStamp seen = quick_stamp(path);
        const std::string text = read_text_file(path_of(path));
        const auto content =
            std::make_shared<const PlanDocument::Content>(parse_document(text, path.toStdString()));
        return [this, content, file = DocumentFile{path, stamp_of(seen, text)}] {
            if (document_.path() != file.path)
                return;
            told_.reset();
            document_.reload(*content, file);
            emit reloaded(file.path);
        };
    }));
}

void DocumentStore::write(std::function<void()> work, std::function<void()> done) {
    worker_->submit(job([work = std::move(work), done = std::move(done)]() -> Job::Finish {
        work();
        return done;
    }));
}

void DocumentStore::autosaveSoon() {
    if (document_.modified() && !autosave_.isActive()) // never later for what is changed meanwhile
        autosave_.start();
}

void DocumentStore::autosave() {
    if (!autosaving_ || session_.isEmpty() || !document_.setup().cluster || !document_.modified() ||
        autosaved_revision_ == document_.revision())
        return;
    if (autosaving_->busy()) {
        autosave_missed_ = true;
        return;
    }
    forgotten_ = false;
    Job writing = job([this, kept = snapshot(), revision = document_.revision()]() -> Job::Finish {
        kept.write();
        return [this, revision] {
            if (forgotten_) {
                QFile::remove(autosaveFile());
                return;
            }
            autosave_failed_ = false;
            autosaved_revision_ = revision;
            if (const auto left = std::exchange(left_, std::nullopt))
                left->remove();
            emit autosaved();
            if (std::exchange(autosave_missed_, false))
                autosave();
        };
    });
    writing.failed = [this](const std::string& why) {
        if (!std::exchange(autosave_failed_, true))
            emit failed(tr("Unsaved work is not kept for a crash: %1").arg(QString::fromStdString(why)));
        autosaveSoon();
    };
    autosaving_->submit(std::move(writing));
}

void DocumentStore::Snapshot::write() const {
    const QDir session(folder);
    const auto put = [&](const QString& name, const std::string& text) {
        write_atomically(path_of(session.filePath(name)), text);
    };
    const std::string text = document_text(content);
    put(origin_name, origin.path.toStdString());
    put(stamp_name, origin.stamp.content.toHex().toStdString());
    put(autosave_name, text);
}

void DocumentStore::Left::remove() const {
    const QDir session(folder);
    for (const QString& name : session.entryList(QDir::Files | QDir::Hidden))
        if (name != lock_name)
            QFile::remove(session.filePath(name));
    lock->unlock();
    QDir().rmdir(folder);
}

bool DocumentStore::recover() {
    if (state_folder_.isEmpty())
        return false;
    const QDir state(state_folder_);
    for (const QFileInfo& session :
         state.entryInfoList({QStringLiteral("session-*")}, QDir::Dirs, QDir::Time)) {
        const QDir folder(session.absoluteFilePath());
        const Left left{folder.path(), std::make_shared<QLockFile>(folder.filePath(lock_name))};
        left.lock->setStaleLockTime(0);
        if (!left.lock->tryLock(0))
            continue; // its window lives, or recovers it
        if (folder.exists(autosave_name)) {
            recoverFrom(left);
            return true;
        }
        left.remove();
    }
    return false;
}

void DocumentStore::recoverFrom(const Left& left) {
    Job reading = job([this, left]() -> Job::Finish {
        const QDir folder(left.folder);
        const std::string file = folder.filePath(autosave_name).toStdString();
        const auto content =
            std::make_shared<const PlanDocument::Content>(parse_document(read_text_file(file), file));
        DocumentFile origin;
        if (QFile text(folder.filePath(origin_name)); text.open(QIODevice::ReadOnly))
            origin.path = QString::fromUtf8(text.readAll());
        if (QFile text(folder.filePath(stamp_name)); text.open(QIODevice::ReadOnly))
            origin.stamp.content = QByteArray::fromHex(text.readAll());
        return [this, content, origin, left] {
            document_.load(*content, origin, PlanDocument::Origin::recovered);
            left_ = left; // only when the work lies in this session's own folder may the old one go
            emit recovered(origin.path);
            autosave();
        };
    });
    reading.failed = [this, left](const std::string& why) {
        const QString kept = setAside(left);
        emit failed(tr("Unsaved work of a session that ended unexpectedly could not be read and is kept "
                       "as %1: %2")
                        .arg(kept, QString::fromStdString(why)));
    };
    worker_->submit(std::move(reading));
}

QString DocumentStore::setAside(const Left& left) {
    const QDir folder(left.folder);
    QString kept =
        QDir(state_folder_)
            .filePath(QStringLiteral("unreadable-") +
                      folder.dirName().mid(QStringLiteral("session-").size()) + QStringLiteral(".json"));
    if (QFile::rename(folder.filePath(autosave_name), kept))
        left.remove();
    return kept;
}

void DocumentStore::forget() {
    autosave_.stop();
    autosave_missed_ = false;
    forgotten_ = true;
    autosaved_revision_ = 0;
    if (!session_.isEmpty())
        QFile::remove(autosaveFile());
    if (const auto left = std::exchange(left_, std::nullopt))
        left->remove();
}

void DocumentStore::keepForNextSession() {
    autosaving_.reset(); // what is under way is older
    if (session_.isEmpty() || !document_.setup().cluster || !document_.modified())
        return;
    forgotten_ = false;
    snapshot().write();
}

} // namespace pipette
