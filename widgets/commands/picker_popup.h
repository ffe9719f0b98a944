// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <vector>

class QComboBox;
class QKeyEvent;
class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;

namespace pipette {

struct PickerWords;

/// The list that a Picker opens: a line to search, and below it the entries that hold all of its words in
/// their texts and groups, in any order. Arrows go from entry to entry, Enter chooses, Escape closes.
class PickerPopup : public QFrame {
    Q_OBJECT

public:
    PickerPopup(QComboBox& field, const PickerWords& words);

    void openWith(const QString& typed); ///< in the search line

signals:
    void chosen(int entry); ///< its place in the field

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void place();
    void showMatches();
    void addHeading(const QString& group);
    void addEntry(int entry);
    void sayNothingFound();
    bool takeKey(const QKeyEvent& key);
    int currentPlace() const;        ///< among the entries that are shown; -1: none is current
    void goTo(int shown);            ///< the entry of that place, as far as there is one
    void point(QListWidgetItem* at); ///< with the mouse
    void choose(const QListWidgetItem* item);

    QComboBox& field_;
    const QString none_;
    QLineEdit* search_;
    QListWidget* list_;
    QLabel* nothing_;
    std::vector<int> rows_; ///< of the list that are entries and no headings
};

} // namespace pipette
