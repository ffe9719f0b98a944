// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QMessageBox>
#include <QString>

class QMainWindow;

namespace pipette {

/// What the window tells a person: in its status bar, or in a box where the person has to see it.
class Notices {
    Q_DECLARE_TR_FUNCTIONS(Notices)

public:
    explicit Notices(QMainWindow& window) : window_(window) {}

    void tell(const QString& text);
    /// Why what was asked for is not done: stands until the next action.
    void tellRefusal(const QString& why);
    void forgetRefusal();
    /// What a workspace says of itself. It stands until something is told, or until it is taken back with an
    /// empty text: then the status bar shows what it showed before.
    void noteOfWorkspace(const QString& text);
    /// `workspace` is shown: what was told in another one goes until that is shown again. What was told in
    /// this turn of the event loop speaks of the change itself, and stays.
    void enterWorkspace(const QString& workspace);
    /// What went wrong: in a box where there is somebody to close it, else as a refusal. Nowhere else.
    void tellProblem(const QString& text);
    void tellNote(const QString& text, const QString& more);

    QString last() const { return last_; } ///< told text, in the status bar or in a box
    /// Who has nobody to ask (tests, pictures) answers instead of a dialog: "discard", "save", "cancel", and
    /// "take" for the cluster of imported logs.
    void answerQuestionsWith(const QString& answer) { reply_ = answer; }
    QString reply() const { return reply_; } ///< empty: a dialog asks

private:
    /// Whether a box was opened: not where nobody is there to read it.
    bool openBox(QMessageBox::Icon icon, const QString& text, const QString& more = {});

    QMainWindow& window_;
    QString last_, reply_;
    QString note_, below_note_; ///< of a workspace, and what the status bar showed before
    QString workspace_;         ///< the workspace that is shown
    QString told_in_;           ///< the workspace that was shown when last_ was told
    bool just_told_ = false;    ///< last_ was told in this turn of the event loop
    bool refusal_told_ = false; ///< the status bar shows one
};

} // namespace pipette
