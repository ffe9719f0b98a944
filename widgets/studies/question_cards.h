// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/glyphs.h"

#include <QList>
#include <QWidget>

class QAction;
class QVBoxLayout;

namespace pipette {

/// A question to begin a study with.
struct QuestionCard {
    Glyph glyph = Glyph::studies;
    QString question, sentence; ///< in words; what its answer tells
    QAction* ask = nullptr;     ///< what its button triggers
};

/// Questions one below the other, each with an icon, a sentence and a button: where there is no study yet.
class QuestionCards : public QWidget {
    Q_OBJECT

public:
    explicit QuestionCards(QWidget* parent = nullptr);

    void add(const QuestionCard& card);

private:
    QVBoxLayout* cards_;
};

} // namespace pipette
