// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace pipette {

/// Asks where to write; a name without an ending gets that of the suggestion. Empty: not now.
QString askSavePath(QWidget* parent, const QString& title, const QString& suggestion,
                    const QString& filter = {});

} // namespace pipette
