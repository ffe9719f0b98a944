// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/autosave.h"

#include "app/document/document_file.h"
#include "core/formats/text/atomic_file.h"
#include "core/formats/text/text_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUuid>

#include <utility>

namespace pipette {
namespace {

constexpr int delay_ms = 2000;

const auto autosave_name = QStringLiteral("unsaved.json");
const auto origin_name =
    QStringLiteral("origin.txt"); ///< the path that the document was opened from or saved to
const auto stamp_name = QStringLiteral("origin-sha256.txt"); ///< of that file as it was then
const auto lock_name = QStringLiteral("lock");

} // namespace

Autosave::Autosave(PlanDocument& document, Mailbox& mailbox, const QString& state_folder, QObject* parent)
    : QObject(parent),
      document_(document),
      mailbox_(mailbox),
      state_folder_(state_folder),
      writing_(std::make_unique<Worker>(mailbox)) {
    timer_.setSingleShot(true);
    timer_.setInterval(delay_ms);
    connect(&timer_, &QTimer::timeout, this, &Autosave::write);
    if (state_folder_.isEmpty())
        return;
    lockSession();
    connect(&document_, &PlanDocument::revised, this, &Autosave::writeSoon);
    connect(&document_, &PlanDocument::partChanged, this, &Autosave::writeSoon);
    connect(&document_, &PlanDocument::modifiedChanged, this, [this] {
        if (document_.modified())
            writeSoon();
        else
            forget(); // the file has it all
    });
}

Autosave::~Autosave() {
    reading_.reset();
    writing_.reset(); // one under way may still write what has been saved or given up meanwhile
    if (forgotten_ && !session_.isEmpty())
        QFile::remove(file());
}

void Autosave::lockSession() {
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

QString Autosave::file() const {
    return QDir(session_).filePath(autosave_name);
}

void Autosave::writeSoon() {
    if (document_.modified() && !timer_.isActive()) // never later for what is changed meanwhile
        timer_.start();
}

void Autosave::write() {
    if (!writing_ || session_.isEmpty() || !document_.setup().cluster || !document_.modified() ||
        written_revision_ == document_.revision())
        return;
    if (writing_->busy()) {
        missed_ = true;
        return;
    }
    forgotten_ = false;
    Job writing;
    writing.process = [this, kept = snapshot(),
                       revision = document_.revision()](std::stop_token) -> Job::Finish {
        kept.write();
        return [this, revision] {
            if (forgotten_) {
                QFile::remove(file());
                return;
            }
            failed_ = false;
            written_revision_ = revision;
            if (const auto left = std::exchange(left_, std::nullopt))
                left->remove();
            emit written();
            if (std::exchange(missed_, false))
                write();
        };
    };
    writing.failed = [this](const std::string& why) {
        if (!std::exchange(failed_, true))
            emit failed(tr("Unsaved work is not kept for a crash: %1").arg(QString::fromStdString(why)));
        writeSoon();
    };
    writing_->submit(std::move(writing));
}

void Autosave::Snapshot::write() const {
    const QDir session(folder);
    const auto put = [&](const QString& name, const std::string& text) {
        write_atomically(session.filePath(name).toStdString(), text);
    };
    const std::string text = document_text(state);
    put(origin_name, origin.path.toStdString());
    put(stamp_name, origin.stamp.content.toHex().toStdString());
    put(autosave_name, text);
}

void Autosave::Left::remove() const {
    const QDir session(folder);
    for (const QString& name : session.entryList(QDir::Files | QDir::Hidden))
        if (name != lock_name)
            QFile::remove(session.filePath(name));
    lock->unlock();
    QDir().rmdir(folder);
}

bool Autosave::recover() {
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

void Autosave::recoverFrom(const Left& left) {
    Job reading;
    reading.process = [this, left](std::stop_token) -> Job::Finish {
        const QDir folder(left.folder);
        const std::string file = folder.filePath(autosave_name).toStdString();
        const auto state = std::make_shared<const DocumentState>(parse_document(read_text_file(file), file));
        DocumentFile origin;
        if (QFile text(folder.filePath(origin_name)); text.open(QIODevice::ReadOnly))
            origin.path = QString::fromUtf8(text.readAll());
        if (QFile text(folder.filePath(stamp_name)); text.open(QIODevice::ReadOnly))
            origin.stamp.content = QByteArray::fromHex(text.readAll());
        return [this, state, origin, left] {
            document_.load(*state, origin, PlanDocument::Origin::recovered);
            left_ = left; // only when the work lies in this session's own folder may the old one go
            emit recovered(origin.path);
            write();
        };
    };
    reading.failed = [this, left](const std::string& why) {
        const QString kept = setAside(left);
        emit failed(tr("Unsaved work of a session that ended unexpectedly could not be read and is kept "
                       "as %1: %2")
                        .arg(kept, QString::fromStdString(why)));
    };
    reading_ = std::make_unique<Worker>(mailbox_);
    reading_->submit(std::move(reading));
}

QString Autosave::setAside(const Left& left) {
    const QDir folder(left.folder);
    QString kept =
        QDir(state_folder_)
            .filePath(QStringLiteral("unreadable-") +
                      folder.dirName().mid(QStringLiteral("session-").size()) + QStringLiteral(".json"));
    if (QFile::rename(folder.filePath(autosave_name), kept))
        left.remove();
    return kept;
}

void Autosave::forget() {
    timer_.stop();
    missed_ = false;
    forgotten_ = true;
    written_revision_ = 0;
    if (!session_.isEmpty())
        QFile::remove(file());
    if (const auto left = std::exchange(left_, std::nullopt))
        left->remove();
}

void Autosave::keepForNextSession() {
    writing_.reset(); // what is under way is older
    if (session_.isEmpty() || !document_.setup().cluster || !document_.modified())
        return;
    forgotten_ = false;
    snapshot().write();
}

} // namespace pipette
