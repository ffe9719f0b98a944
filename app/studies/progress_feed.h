// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace pipette {

/// Carries the progress of one run from its worker to the window's thread, ten times a second.
class ProgressFeed : public QObject {
    Q_OBJECT

public:
    explicit ProgressFeed(QObject* parent = nullptr);

    /// The sink of a run that begins. Its worker may call it from its own thread, also after end().
    ProgressSink begin();
    void end();
    bool running() const { return latest_ != nullptr; } ///< between begin() and end()

signals:
    /// `step` is in the language of the window.
    void progressed(double fraction, const QString& step);

private:
    struct Latest;
    void read();

    std::shared_ptr<Latest> latest_; ///< null: nothing runs
    QTimer timer_;
};

} // namespace pipette
