// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/help_pages.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QTreeWidget;

namespace pipette {

class HelpBrowser;

/// The help: its pages and their headings at the left, a page at the right, a line to search all of them.
class HelpWindow : public QDialog {
    Q_OBJECT

public:
    HelpWindow(std::vector<HelpPage> pages, QWidget* parent = nullptr);

    /// Page by number; out of range: the nearest.
    void showPage(int page);

    /// Selects the next place of the searched words after the cursor (or the one before it), on this page,
    /// else on those that follow, around to where it began. False where no page has them.
    bool findNext();
    bool findPrevious();

private:
    QWidget* makeContents();
    QWidget* makeSearchBar();
    void addKeys();
    void followSource(const QUrl& source);
    int pageOf(const QUrl& source) const;
    bool find(int step);

    std::vector<HelpPage> pages_;
    HelpBrowser* text_;
    QTreeWidget* contents_;
    QLineEdit* words_;
    QLabel* found_;
};

/// Opens the help at a page, by number.
void showHelp(QWidget* parent, int page);

} // namespace pipette
