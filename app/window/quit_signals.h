// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace pipette {

/// While it lives, SIGTERM, SIGHUP and SIGINT (Ctrl-C) are told on the window's thread instead of ending the
/// program; the second of a kind ends it where it stands. One that the program was started to ignore stays
/// ignored. At most one of these at a time.
class QuitSignals : public QObject {
    Q_OBJECT

public:
    explicit QuitSignals(QObject* parent = nullptr);
    ~QuitSignals() override;

signals:
    void received(int signal);
};

} // namespace pipette
