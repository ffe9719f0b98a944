// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QKeySequence>
#include <QString>

#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace pipette {

/// Something that the palette can do.
struct Command {
    QString title; ///< "Improve from here"
    QString group; ///< where it stands elsewhere: "Plan", "Sample clusters"
    QKeySequence keys = {};
    std::function<void()> run;
};

/// The commands that hold every word of `text`, as numbers of `commands`: those whose title begins with it
/// first, then those with words that begin with its words, then the rest; each in the order of `commands`.
std::vector<int> matchingCommands(const std::vector<Command>& commands, const QString& text);

/// A field to type in and the commands that match: arrows choose, Enter runs, Escape leaves.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    CommandPalette(std::vector<Command> commands, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showMatches();
    void runCurrent();

    std::vector<Command> commands_;
    std::vector<int> matches_;
    QLineEdit* text_;
    QListWidget* list_;
};

} // namespace pipette
