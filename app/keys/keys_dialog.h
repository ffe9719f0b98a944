// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QKeySequence>

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace pipette {

class KeyChoices;

/// All actions with their keys. What is typed into the field is the keys of the chosen action at once, unless
/// something else has them: then the dialog names it, and the person takes them away from it or leaves it.
class KeysDialog : public QDialog {
    Q_OBJECT

public:
    /// `choices` outlives it.
    KeysDialog(KeyChoices& choices, QWidget* parent);

private:
    void makeTable();
    QWidget* makeEditor();
    void showRows();     ///< keys as they are now
    void showMatching(); ///< the rows that hold what is searched for
    void showChosen();   ///< the keys of the chosen row in the field
    QString chosen() const;
    void ask(const QKeySequence& keys); ///< the chosen action should have them
    void settle();                      ///< the conflict is over
    void take(const QKeySequence& keys);

    KeyChoices& choices_;
    QLineEdit* words_;
    QTableWidget* table_;
    QLabel* title_; ///< of the chosen action
    QKeySequenceEdit* keys_;
    QPushButton *none_, *usual_;
    QLabel* told_; ///< what is wrong with the keys
    QPushButton *take_, *leave_;
    QKeySequence wanted_; ///< keys that something else has
};

} // namespace pipette
