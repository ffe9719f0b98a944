// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/files/recent_files.h"

#include <QString>
#include <QStringList>

class QWidget;

namespace pipette {

// Every dialog begins in the folder where a file of its kind was opened or saved last; before that in the
// folder of plans, else among the person's documents.

/// Asks which files to open. Empty: not now.
QStringList askOpenPaths(QWidget* parent, const QString& title, const QString& filter, FileKind kind);

/// Asks where to write; a name without an ending gets that of the suggestion. Empty: not now.
QString askSavePath(QWidget* parent, const QString& title, const QString& suggestion,
                    const QString& filter = {}, FileKind kind = FileKind::page);

/// Asks for a folder; a person can make one there. Empty: not now.
QString askFolder(QWidget* parent, const QString& title, FileKind kind = FileKind::page);

} // namespace pipette
