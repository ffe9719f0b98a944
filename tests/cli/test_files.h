// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QTemporaryDir>

#include <string>

namespace pipette {

/// Files that a test of the command line writes and reads, in a folder of their own.
class TestFiles {
public:
    QString file(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }
    static QByteArray content(const QString& path) {
        QFile opened(path);
        return opened.open(QFile::ReadOnly) ? opened.readAll() : QByteArray();
    }
    QString written(const char* name, const std::string& text) const {
        QFile out(file(name));
        if (!out.open(QFile::WriteOnly) || out.write(text.data(), static_cast<qint64>(text.size())) < 0)
            qFatal("%s cannot be written", name);
        return out.fileName();
    }

private:
    QTemporaryDir folder_;
};

} // namespace pipette
