// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QButtonGroup;
class QHBoxLayout;
class QMenu;
class QToolButton;

namespace pipette {

/// A few choices side by side, one of which is down: "Racks | Nodes | GPUs".
class ButtonRow : public QWidget {
    Q_OBJECT

public:
    explicit ButtonRow(QWidget* parent = nullptr);
    QToolButton* add(int id, const QString& text, const QString& tip);
    void clear();
    void choose(int id); ///< presses the button of this number; tells nobody
    QString textOf(int id) const;
    void addTo(QMenu& menu); ///< the same choice, as entries

signals:
    void chosen(int id); ///< by a person

private:
    QHBoxLayout* row_;
    QButtonGroup* group_;
};

} // namespace pipette
