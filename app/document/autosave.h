// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_document.h"
#include "app/jobs/jobs.h"

#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace pipette {

/// Writes unsaved work to a file on a worker thread, and brings back the work that a crashed session has
/// written. Each window writes to its own folder under `state_folder`, and holds a lock there while the
/// window lives. A lock whose process has died marks work to recover. A file is written a fixed time after
/// the first change that no other file has, even if the person edits, searches or reads meanwhile.
class Autosave : public QObject {
    Q_OBJECT

public:
    /// `state_folder` empty: no autosave.
    Autosave(PlanDocument& document, Mailbox& mailbox, const QString& state_folder,
             QObject* parent = nullptr);
    ~Autosave() override;

    bool busy() const { return (writing_ && writing_->busy()) || (reading_ && reading_->busy()); }
    void setDelay(int ms) { timer_.setInterval(ms); }
    /// Loads what a crashed session left, if any; false when there is none. `recovered` follows.
    bool recover();
    /// The work is saved or given up: nothing is left to recover.
    void forget();
    /// The program ends at once: unsaved work is written for the next session to recover, and nothing after
    /// that. Blocks. Throws InputError when it cannot be written.
    void keepForNextSession();

signals:
    void written();
    void recovered(const QString& path);
    void failed(const QString& why);

private:
    /// What is needed to recover the document as it stands.
    struct Snapshot {
        DocumentState state;
        DocumentFile origin;
        QString folder;
        void write() const; ///< on any thread
    };
    /// A session that ended unexpectedly and what it left, kept until this one has written it itself.
    struct Left {
        QString folder;
        std::shared_ptr<QLockFile> lock;
        void remove() const;
    };
    void lockSession();
    void writeSoon();
    void write();
    Snapshot snapshot() const { return {document_.state(), document_.file(), session_}; }
    QString file() const;
    void recoverFrom(const Left& left);
    /// Moves a session's unreadable autosave out of the way, so that it is told once; returns where to.
    QString setAside(const Left& left);

    PlanDocument& document_;
    Mailbox& mailbox_;
    QString state_folder_, session_; ///< session_: folder of this window's autosave; empty: none
    std::unique_ptr<QLockFile> lock_;
    QTimer timer_;
    std::uint64_t written_revision_ = 0; ///< 0: none
    bool missed_ = false;                ///< it was time, and the one before was still being written
    bool failed_ = false;                ///< and told
    bool forgotten_ = false;             ///< nothing is to be left to recover
    std::optional<Left> left_;
    std::unique_ptr<Worker> writing_, reading_;
};

} // namespace pipette
