// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>

class QLabel;

namespace pipette {

/// Cards side by side, or one above the other, that fill a dock up to its edge. The gaps between them, which
/// move, look like the gaps between docks. Splitters may stand in one another.
class CardSplitter : public QSplitter {
    Q_OBJECT

public:
    explicit CardSplitter(Qt::Orientation orientation);

    /// A card that is `view`, in a frame.
    void addCard(QWidget& view);
    /// A card with `view` below a row with `title`, which the card owns, too.
    void addCard(QLabel* title, QWidget* view);

protected:
    QSplitterHandle* createHandle() override;
};

} // namespace pipette
