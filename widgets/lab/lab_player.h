// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

class QComboBox;
class QHBoxLayout;
class QKeyEvent;
class QSlider;
class QToolButton;

namespace pipette {

/// What runs at a moment, cut where there is no room; of one width, so that what stands beside it stays.
class MomentLabel : public QLabel {
    Q_OBJECT

public:
    MomentLabel();
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// Moves a point in time through a simulated iteration: step by step from one event to the next, played at
/// five speeds, or dragged. Without a point everything is shown.
class LabPlayer : public QWidget {
    Q_OBJECT

public:
    explicit LabPlayer(QWidget* parent = nullptr);

    /// Sorted times of the events and the end, in seconds; shows everything.
    void setTimes(std::vector<double> events, double end);
    /// Seconds; empty: everything is shown.
    std::optional<double> cursor() const { return cursor_; }
    /// Of all that is played, in seconds; 0: there is nothing to play.
    double end() const { return end_; }
    bool isPlaying() const { return timer_.isActive(); }
    /// Words beside the slider.
    void setNow(const QString& text);
    /// One more button at the right end.
    void append(QWidget* widget);
    /// Space, left, right and Escape without modifiers; false: not for the player.
    bool take(const QKeyEvent& event);
    /// True: the key is the player's, though the window around it has a shortcut of the same key.
    static bool overrides(QEvent& event);

public slots:
    void play(bool on);
    void stepForward();
    void stepBack();
    void showEverything();
    /// To a moment, in seconds; empty: everything is shown.
    void moveTo(std::optional<double> time);

signals:
    void cursorChanged(std::optional<double> seconds);

private:
    QToolButton* button(const QString& text, const QString& name);

    QToolButton* play_;
    QComboBox* speed_;
    QSlider* slider_;
    MomentLabel* now_;
    QHBoxLayout* row_;
    std::vector<double> events_;
    double end_ = 0;
    std::optional<double> cursor_;
    QTimer timer_;
};

} // namespace pipette
