// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/pictures/animated_picture.h"

#include <QCoreApplication>
#include <QDialog>
#include <QTimer>

#include <memory>

class QProgressBar;

namespace pipette {

class ChartView;
class LabPanel;
class LabPlayer;

/// Plays what a player moves through, from begin to end, into an animated picture: one frame each call. The
/// player is where it was after each of them. Player and charts live longer.
class LabAnimation {
    Q_DECLARE_TR_FUNCTIONS(pipette::LabAnimation)

public:
    static constexpr int frames = 92; ///< that play for about 8 seconds

    /// Pauses the player. Throws InputError when there is nothing to play or the file cannot be written.
    LabAnimation(LabPlayer& player, ChartView& charts, const QString& path);

    /// Draws the next frame, and writes the file after the last one. Throws InputError when it cannot, or
    /// when there is nothing to play any more.
    void drawNext();
    int drawn() const { return drawn_; }
    bool complete() const { return drawn_ == frames; }

private:
    void requireSchedule() const;

    LabPlayer& player_;
    ChartView& charts_;
    QString path_;
    AnimatedPicture picture_;
    int drawn_ = 0;
};

/// Writes an animated picture (GIF) that plays what a panel shows, over and over. A dialog shows progress and
/// cancels, and closes once the file is written. Throws InputError when there is nothing to play or the file
/// cannot be written.
void animate(LabPanel& panel, const QString& path);

/// Draws an animation of a panel, a frame in each turn of the event loop once nothing is simulated any more,
/// and shows how far it is. Cancel and Escape leave no file. Deletes itself when it closes.
class AnimationDialog : public QDialog {
    Q_OBJECT

public:
    AnimationDialog(std::unique_ptr<LabAnimation> animation, LabPanel& panel);
    int drawn() const { return animation_->drawn(); }

signals:
    void failed(const QString& why); ///< when it has closed; no file is written

private:
    void drawNext();

    std::unique_ptr<LabAnimation> animation_;
    const LabPanel& panel_;
    QProgressBar* progress_;
    QTimer timer_;
};

} // namespace pipette
