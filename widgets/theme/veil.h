// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

namespace pipette {

/// Dims a view whose picture is no longer of what is asked, and says so in a line at its foot. The view stays
/// what it is: mouse and keys go through to it.
class Veil : public QWidget {
    Q_OBJECT

public:
    explicit Veil(QWidget& over);

    /// What the picture is of and why that is old; empty: it is of what is asked, and nothing lies over it.
    void setText(const QString& text);
    const QString& text() const { return text_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QString text_;
};

} // namespace pipette
