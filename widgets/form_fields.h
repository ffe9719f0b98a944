// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QFormLayout;
class QGroupBox;
class QLabel;
class QLayout;
class QSpinBox;

namespace pipette {

// Fields of a form, alike in every panel; each is named for screen readers.

QFormLayout* formLayout();
QGroupBox* formGroup(const QString& title, QLayout* layout);
/// Text that wraps and can be copied.
QLabel* formNote(const QString& name);
/// Emits a number once it is entered, not with each digit.
QSpinBox* formNumber(int low, int high, const QString& name);

} // namespace pipette
