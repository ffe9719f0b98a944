// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bounds.h"
#include "widgets/theme/plain_text.h"

#include <QString>
#include <QStringList>

#include <string_view>

class QDoubleSpinBox;
class QFormLayout;
class QGroupBox;
class QLabel;
class QLayout;
class QSpinBox;
class QWidget;

namespace pipette {

// Fields of a form, alike in every panel; each is named for screen readers.

QFormLayout* formLayout();
/// A new layout of fields in `body`, the body of a FoldCard.
QFormLayout* cardForm(QWidget* body);
QGroupBox* formGroup(const QString& title, QLayout* layout);
/// An area without a frame that scrolls `page`; `name`: for screen readers.
QWidget* pageScroll(QWidget* page, const QString& name);
/// Text that wraps and can be copied.
QLabel* formNote(const QString& name);
/// Emits a number once it is entered, not with each digit; takes what files and options may say, too.
QSpinBox* formNumber(const WholeBounds& bounds, const QString& name);
/// The same for a size: its arrows double and halve it, from one power of two to the next; any number may be
/// typed.
QSpinBox* formSize(const WholeBounds& bounds, const QString& name);
/// A number that may have a fraction, shown without zeros at its end: "60 days", not "60.00 days".
QDoubleSpinBox* formFigure();

/// Numbers and choices of a panel that scrolls change by the wheel only while they have the focus; else the
/// wheel scrolls. Holds for the fields that the panel has when this is called.
void keepFromWheel(QWidget& panel);
/// Takes what has been typed into the fields of a panel and not yet entered, as when the focus leaves them.
void enterTyped(QWidget& panel);

/// Names of the core's kinds as choices of a field, one and all.
template <class Kinds>
QStringList names_of(const Kinds& kinds) {
    QStringList names;
    for (const auto kind : kinds)
        names << ownText(name_of(kind));
    return names;
}

} // namespace pipette
