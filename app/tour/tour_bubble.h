// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace pipette {

/// A bubble over a window that points at a place in it: a title, a few words, and buttons to go on, to go
/// back and to leave. Enter goes on, Esc leaves.
class TourBubble : public QWidget {
    Q_OBJECT

public:
    explicit TourBubble(QWidget& window);

    /// `number`: of this bubble, from 1.
    void tell(const QString& title, const QString& text, int number, int count);
    /// Stands beside a place of the window, or inside it where there is no room around it, and never reaches
    /// out of the window.
    void pointAt(const QRect& place);
    /// Stands in the middle of the window and points at nothing.
    void pointNowhere();
    QPoint tip() const { return tip_; } ///< where it points at, in the window

signals:
    void nextRequested();
    void backRequested();
    void skipRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class Side { none, left, right, top, bottom }; ///< of the bubble, where its arrow is

    void place(const QRect& box, Side arrow);

    QLabel *count_, *title_, *text_;
    QPushButton *skip_, *back_, *next_;
    Side arrow_ = Side::none;
    QPoint tip_;
};

} // namespace pipette
