// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

class QMenu;

namespace pipette {

/// A list to choose from, in small: as wide as the entry that is chosen, so that a title row has room for it.
class FloatingChoice : public QComboBox {
    Q_OBJECT

public:
    explicit FloatingChoice(QWidget* parent);
    /// The texts to choose from, of which `now` stands; untouched where they are there already.
    void showTexts(const QStringList& texts, int now);
    void addTo(QMenu& menu); ///< the same choice, as a submenu with the name of this one

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
};

} // namespace pipette
