// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document_store.h"

#include "app/document_file.h"
#include "core/formats/atomic_file.h"
#include "core/formats/resources.h"
#include "core/formats/text_file.h"

#include <QDir>
#include <QFile>
#include <QUuid>

namespace pipette {
namespace {

constexpr int autosave_delay_ms = 2000;

std::filesystem::path path_of(const QString& path) {
    return path.toStdString();
}

const auto autosave_name = QStringLiteral("unsaved.json");
const auto origin_name =
    QStringLiteral("origin.txt"); ///< the path that the document was opened from or saved to
const auto lock_name = QStringLiteral("lock");

} // namespace

DocumentStore::DocumentStore(PlanDocument& document, Mailbox& mailbox, const QString& state_folder,
                             QObject* parent)
    : QObject(parent),
      document_(document),
      state_folder_(state_folder),
      worker_(std::make_unique<Worker>(mailbox)) {
    autosave_.setSingleShot(true);
    autosave_.setInterval(autosave_delay_ms);
    connect(&autosave_, &QTimer::timeout, this, &DocumentStore::autosave);
    if (state_folder_.isEmpty())
        return;
    session_ = QDir(state_folder_)
                   .filePath(QStringLiteral("session-") + QUuid::createUuid().toString(QUuid::WithoutBraces));
    QDir().mkpath(session_);
    lock_ = std::make_unique<QLockFile>(QDir(session_).filePath(lock_name));
    lock_->setStaleLockTime(0);
    lock_->tryLock();
    const auto restart = [this] {
        if (document_.modified())
            autosave_.start();
    };
    connect(&document_, &PlanDocument::setupChanged, this, restart);
    connect(&document_, &PlanDocument::planChanged, this, restart);
    connect(&document_, &PlanDocument::rowChanged, this, restart);
    connect(&document_, &PlanDocument::modifiedChanged, this, restart);
}

DocumentStore::~DocumentStore() {
    worker_.reset(); // an autosave under way may still write what has been saved or given up meanwhile
    if (forgotten_ && !session_.isEmpty())
        QFile::remove(autosaveFile());
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
        std::shared_ptr<const Opened> opened;
        try {
            opened = std::make_shared<const Opened>(open_files(files, gpu));
        } catch (const GpuKindNeeded& needed) {
            QStringList kinds;
            for (const KnownGpu& known : known_gpus())
                kinds << QString::fromStdString(known.kind.name);
            return [this, paths, kinds, why = QString::fromUtf8(needed.what())] {
                emit gpuKindNeeded(paths, kinds, why);
            };
        }
        return [this, opened, path = paths.front()] {
            if (const auto* content = std::get_if<PlanDocument::Content>(opened.get()))
                emit documentRead(*content, path);
            else if (const auto* cluster = std::get_if<std::shared_ptr<const Cluster>>(opened.get()))
                emit clusterRead(*cluster);
            else if (const auto* imported = std::get_if<ImportedCluster>(opened.get()))
                emit clusterImported(std::shared_ptr<const ImportedCluster>(opened, imported));
            else if (const auto* runs = std::get_if<RunFiles>(opened.get())) {
                QStringList found;
                for (const std::filesystem::path& file : runs->paths)
                    found << QString::fromStdString(file.string());
                emit runsFound(found);
            } else
                emit modelRead(std::get<TransformerModel>(*opened));
        };
    }));
}

void DocumentStore::openModelPreset(const QString& name) {
    worker_->submit(job([this, preset = name.toStdString()]() -> Job::Finish {
        return [this, model = load_model(preset)] { emit modelRead(model); };
    }));
}

void DocumentStore::save(const QString& path) {
    Job writing = job(
        [this, path, content = document_.content(), index = document_.undoStack().index()]() -> Job::Finish {
            write_atomically(path_of(path), document_text(content));
            return [this, path, index] {
                document_.markSaved(path, index);
                if (!document_.modified())
                    forget();
                emit saved(path);
            };
        });
    writing.failed = [this](const std::string& why) { emit saveFailed(QString::fromStdString(why)); };
    worker_->submit(std::move(writing));
}

void DocumentStore::write(std::function<void()> work, std::function<void()> done) {
    worker_->submit(job([work = std::move(work), done = std::move(done)]() -> Job::Finish {
        work();
        return done;
    }));
}

void DocumentStore::autosave() {
    if (session_.isEmpty() || !document_.setup().cluster || saved_revision_ == document_.revision())
        return;
    if (document_.live() || worker_->busy()) { // rows of a running search are not the document's
        autosave_.start();
        return;
    }
    forgotten_ = false;
    worker_->submit(job([this, content = document_.content(), file = autosaveFile(),
                         origin = document_.path(), origin_file = QDir(session_).filePath(origin_name),
                         revision = document_.revision()]() -> Job::Finish {
        write_atomically(path_of(origin_file), origin.toStdString());
        write_atomically(path_of(file), document_text(content));
        return [this, revision] {
            saved_revision_ = revision;
            emit autosaved();
        };
    }));
}

bool DocumentStore::recover() {
    if (state_folder_.isEmpty())
        return false;
    const QDir state(state_folder_);
    for (const QFileInfo& session :
         state.entryInfoList({QStringLiteral("session-*")}, QDir::Dirs, QDir::Time)) {
        if (session.absoluteFilePath() == QFileInfo(session_).absoluteFilePath())
            continue;
        QDir folder(session.absoluteFilePath());
        QLockFile lock(folder.filePath(lock_name));
        lock.setStaleLockTime(0);
        if (!lock.tryLock(0))
            continue; // its window lives
        if (!folder.exists(autosave_name)) {
            lock.unlock();
            folder.removeRecursively();
            continue;
        }
        lock.unlock();
        Job reading = job([this, path = folder.absolutePath()]() -> Job::Finish {
            const QDir left(path);
            const std::string file = left.filePath(autosave_name).toStdString();
            const auto content =
                std::make_shared<const PlanDocument::Content>(parse_document(read_text_file(file), file));
            QString origin;
            if (QFile text(left.filePath(origin_name)); text.open(QIODevice::ReadOnly))
                origin = QString::fromUtf8(text.readAll());
            return [this, content, origin, path] {
                document_.load(*content, origin, true);
                emit recovered(origin);
                // Only when the work lies in this session's own folder may the old one go.
                autosave_.start();
                connect(
                    this, &DocumentStore::autosaved, this, [path] { QDir(path).removeRecursively(); },
                    Qt::SingleShotConnection);
            };
        });
        reading.failed = [this, path = folder.absolutePath()](const std::string& why) {
            const QString kept = setAside(path);
            emit failed(tr("Unsaved work of a session that ended unexpectedly could not be read and is kept "
                           "as %1: %2")
                            .arg(kept, QString::fromStdString(why)));
        };
        worker_->submit(std::move(reading));
        return true;
    }
    return false;
}

QString DocumentStore::setAside(const QString& session) {
    QDir folder(session);
    const QString kept =
        QDir(state_folder_)
            .filePath(QStringLiteral("unreadable-") +
                      folder.dirName().mid(QStringLiteral("session-").size()) + QStringLiteral(".json"));
    if (QFile::rename(folder.filePath(autosave_name), kept))
        folder.removeRecursively();
    return kept;
}

void DocumentStore::forget() {
    autosave_.stop();
    forgotten_ = true;
    if (!session_.isEmpty())
        QFile::remove(autosaveFile());
    saved_revision_ = document_.revision();
}

} // namespace pipette
