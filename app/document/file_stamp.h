// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <cstdint>
#include <string_view>

namespace pipette {

/// What a file was when this window last read or wrote it: enough to tell whether somebody else has changed
/// it since.
struct FileStamp {
    QByteArray content; ///< SHA-256 of its bytes; empty: not known
    /// Which file and since when, as the file system says: the same figures mean the same bytes.
    std::uint64_t device = 0, inode = 0;
    std::int64_t size = -1, changed_ns = 0;
    bool operator==(const FileStamp&) const = default;
};

/// A document's file.
struct DocumentFile {
    QString path; ///< empty: never saved
    FileStamp stamp;
    bool operator==(const DocumentFile&) const = default;
};

/// What the file system says alone; `size` -1: there is no such file.
FileStamp quick_stamp(const QString& path);

/// The stamp of a file that holds `bytes`. `seen`: its quick stamp, taken before they were read or after they
/// were written.
FileStamp stamp_of(const FileStamp& seen, std::string_view bytes);

enum class FileChange { none, changed, gone };
/// How sure the answer is to be: by the figures of the file system where they are the same, or by every byte.
enum class Look { quick, thorough };

/// What has become of the file since. A file that was written again with the same bytes has not changed; one
/// that cannot be read has. Reads the file: call it on a worker.
FileChange change_since(const FileStamp& known, const QString& path, Look look);

} // namespace pipette
