// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/order_judge.h"

#include <QWidget>

class QDoubleSpinBox;
class QLabel;
class QToolButton;

namespace pipette {

class HandOrderEditor;
class SoftBox;

/// The words on an order by hand above the chart, and what can be done with it.
class HandOrderBar : public QWidget {
    Q_OBJECT

public:
    explicit HandOrderBar(HandOrderEditor& editor, QWidget* parent = nullptr);

signals:
    /// The person wants to read an order from a file, or to write this one.
    void openRequested();
    void saveRequested();

private:
    QToolButton* button(const QString& text, const QString& tip);
    QDoubleSpinBox* gibField(const QString& name, const QString& none, const QString& tip);
    QWidget* makeButtons();
    QWidget* makeBudget();
    void showVerdict();
    void tellBudget();

    HandOrderEditor& editor_;
    SoftBox* box_;
    QLabel *mark_, *title_, *comparison_, *reasons_;
    QToolButton *undo_ = nullptr, *redo_ = nullptr, *reset_ = nullptr;
    QDoubleSpinBox *microbatch_ = nullptr, *limit_ = nullptr;
};

} // namespace pipette
