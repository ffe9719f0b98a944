// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/import_dialog.h"
#include "tests/app/window_fixture.h"

#include <QLineEdit>
#include <QPushButton>

namespace pipette::test {

/// The report of an import that waits for an answer; null: none.
inline ImportDialog* importDialog(WindowFixture& fixture) {
    return fixture.window->findChild<ImportDialog*>(QStringLiteral("import"));
}

/// Takes the cluster that an import offers.
inline void takeImport(WindowFixture& fixture) {
    ImportDialog* dialog = importDialog(fixture);
    QVERIFY2(dialog, qPrintable(fixture.window->lastMessage()));
    QTest::keyClick(dialog->findChild<QLineEdit*>(QStringLiteral("import-name")), Qt::Key_Return);
    QVERIFY(fixture.settle());
}

} // namespace pipette::test
