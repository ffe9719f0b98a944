// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/glyphs.h"

#include <QAbstractButton>
#include <QWidget>

namespace pipette {

/// The head of a FoldCard: its title, what stands in it, and whether it is open.
class FoldHead : public QAbstractButton {
    Q_OBJECT

public:
    FoldHead(Glyph glyph, const QString& title);

    void setValue(const QString& value);
    const QString& value() const { return value_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString value_;
};

/// A part of a panel that folds to its head. The head shows the value of what stands in it, so that a closed
/// part still says what is set.
class FoldCard : public QWidget {
    Q_OBJECT

public:
    enum class Fold { open, closed };

    FoldCard(Glyph glyph, const QString& title, QWidget* body, Fold fold);

    void setValue(const QString& value) { head_->setValue(value); }
    const QString& value() const { return head_->value(); }
    QString title() const { return head_->text(); }
    void setFold(Fold fold) { head_->setChecked(fold == Fold::open); }
    Fold fold() const { return head_->isChecked() ? Fold::open : Fold::closed; }

signals:
    void folded();

private:
    FoldHead* head_;
};

} // namespace pipette
