// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/file_stamp.h"

#include "core/base/input_error.h"
#include "core/formats/text/text_file.h"

#include <QCryptographicHash>
#include <QFile>

#include <sys/stat.h>

namespace pipette {
namespace {

QByteArray digest(std::string_view bytes) {
    return QCryptographicHash::hash(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())),
                                    QCryptographicHash::Sha256);
}

} // namespace

FileStamp quick_stamp(const QString& path) {
    FileStamp stamp;
    struct stat now = {};
    if (::stat(QFile::encodeName(path).constData(), &now) != 0)
        return stamp;
    stamp.device = now.st_dev;
    stamp.inode = now.st_ino;
    stamp.size = now.st_size;
    stamp.changed_ns = std::int64_t{1'000'000'000} * now.st_ctim.tv_sec + now.st_ctim.tv_nsec;
    return stamp;
}

FileStamp stamp_of(const FileStamp& seen, std::string_view bytes) {
    FileStamp stamp = seen;
    stamp.content = digest(bytes);
    return stamp;
}

FileChange change_since(const FileStamp& known, const QString& path, Look look) {
    FileStamp now = quick_stamp(path);
    if (now.size < 0)
        return FileChange::gone;
    now.content = known.content;
    if (look == Look::quick && now == known)
        return FileChange::none;
    try {
        return digest(read_text_file(path.toStdString())) == known.content ? FileChange::none
                                                                           : FileChange::changed;
    } catch (const InputError&) {
        return FileChange::changed;
    }
}

} // namespace pipette
