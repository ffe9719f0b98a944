// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_store.h"

#include "app/document/document_file.h"
#include "app/opening/open_files.h"
#include "app/opening/opened.h"
#include "core/formats/documents/resources.h"
#include "core/formats/logs/import_cluster.h"
#include "core/formats/text/atomic_file.h"
#include "core/formats/text/text_file.h"

#include <QDir>
#include <QFileInfo>

#include <utility>

namespace pipette {
namespace {

std::filesystem::path path_of(const QString& path) {
    return path.toStdString();
}

} // namespace

DocumentStore::DocumentStore(PlanDocument& document, Mailbox& mailbox, const QString& state_folder,
                             QObject* parent)
    : QObject(parent), document_(document), autosave_(document, mailbox, state_folder), worker_(mailbox) {
    connect(&document_, &PlanDocument::loaded, this, [this] { ++documents_; });
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
    worker_.submit(job([this, files, paths, gpu = gpu.toStdString()]() -> Job::Finish {
        auto all = std::make_shared<std::vector<OpenedFiles>>();
        try {
            *all = open_files(files, gpu);
        } catch (const GpuKindNeeded& needed) {
            QStringList kinds;
            for (const KnownGpu& known : known_gpus())
                kinds << QString::fromStdString(known.kind.name);
            return [this, paths, kinds, why = QString::fromUtf8(needed.what())] {
                emit gpuKindNeeded(paths, kinds, why);
            };
        }
        return [this, all] { tell(*all); };
    }));
}

void DocumentStore::tell(const std::vector<OpenedFiles>& all) {
    QStringList runs;
    for (const OpenedFiles& opened : all) {
        if (opened.tell)
            opened.tell(*this);
        for (const std::filesystem::path& file : opened.runs)
            runs << QString::fromStdString(file.string());
    }
    if (!runs.isEmpty())
        emit runsFound(runs);
}

void DocumentStore::importAgain(const std::shared_ptr<const ImportedCluster>& before,
                                const ImportOptions& options) {
    Job again = job([this, logs = before->logs, options]() -> Job::Finish {
        return [this, imported = imported_cluster(logs, options)] { emit clusterImported(imported); };
    });
    again.failed = [this, before](const std::string& why) { // the cluster that there was can still be taken
        emit failed(QString::fromStdString(why));
        emit clusterImported(before);
    };
    worker_.submit(std::move(again));
}

void DocumentStore::openModelPreset(const QString& name) {
    worker_.submit(job([this, preset = name.toStdString()]() -> Job::Finish {
        return [this, model = load_model(preset)] { emit modelRead(model); };
    }));
}

void DocumentStore::save(const QString& path, Overwrite may) {
    ++saving_;
    Job writing = job([this, path, may, state = document_.state(), known = document_.file(),
                       index = document_.undoStack().index(), of = documents_,
                       written = written_]() -> Job::Finish {
        const std::string text = document_text(state);
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
    worker_.submit(std::move(writing));
}

void DocumentStore::checkFile() {
    if (document_.file().path.isEmpty())
        return;
    worker_.submit(job([this, known = document_.file()]() -> Job::Finish {
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
    if (document_.file().path != path)
        return;
    told_ = quick_stamp(path);
    document_.markStray();
    emit fileChanged(change);
}

void DocumentStore::reload() {
    worker_.submit(job([this, path = document_.file().path]() -> Job::Finish {
        const FileStamp seen = quick_stamp(path);
        const std::string text = read_text_file(path_of(path));
        const auto state = std::make_shared<const DocumentState>(parse_document(text, path.toStdString()));
        return [this, state, file = DocumentFile{path, stamp_of(seen, text)}] {
            if (document_.file().path != file.path)
                return;
            told_.reset();
            document_.reload(*state, file);
            emit reloaded(file.path);
        };
    }));
}

void DocumentStore::write(std::function<void()> work, std::function<void()> done) {
    worker_.submit(job([work = std::move(work), done = std::move(done)]() -> Job::Finish {
        work();
        return done;
    }));
}

} // namespace pipette
