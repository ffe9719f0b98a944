// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QRect>
#include <QString>
#include <QTimer>

#include <functional>
#include <vector>

namespace pipette {

class TourBubble;

/// One stop of the tour: a part of the window, with the words that the bubble says of this part.
struct TourStop {
    QString title, text;
    std::function<QWidget*()> find;                 ///< brings the widget into sight; null: it is not there
    std::function<QRect(const QWidget&)> part = {}; ///< of the widget; empty: all of it
};

/// Leads through places of a window, one bubble at each, with a frame around the place. Bubble and frame
/// follow when the window is laid out anew. Deletes itself at the end.
class Tour : public QObject {
    Q_OBJECT

public:
    Tour(QWidget& window, std::vector<TourStop> stops);
    ~Tour() override;

    int stop() const { return stop_; } ///< from 0
    const TourBubble& bubble() const { return *bubble_; }
    QRect place() const; ///< of the stop, in the window; empty: it is not in sight

signals:
    void ended(); ///< after the last stop, or skipped

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(int stop);
    void follow(); ///< puts bubble and frame where the place is now
    void end();

    QWidget& window_;
    std::vector<TourStop> stops_;
    TourBubble* bubble_;
    QWidget* frame_;
    QPointer<QWidget> before_; ///< where the keyboard was
    QPointer<QWidget> target_;
    int stop_ = 0;
    QTimer follow_timer_; ///< a new layout comes in steps
};

} // namespace pipette
