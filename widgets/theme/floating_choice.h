// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace pipette {

/// A list to choose from that floats above a picture, in small: as wide as what is chosen, so that the words
/// beside it have room.
class FloatingChoice : public QComboBox {
    Q_OBJECT

public:
    explicit FloatingChoice(QWidget* parent);
    /// The texts to choose from, of which `now` stands; untouched where they are there already.
    void showTexts(const QStringList& texts, int now);
    void fit(int most); ///< into so many pixels
};

} // namespace pipette
