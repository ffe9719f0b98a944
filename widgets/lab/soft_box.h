// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace pipette {

/// A box with round corners on a soft ground, which says what kind of words stand in it.
class SoftBox : public QWidget {
    Q_OBJECT

public:
    enum class Ground { card, head, good, warning, over };
    explicit SoftBox(Ground ground, QWidget* parent = nullptr);
    void setGround(Ground ground);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Ground ground_;
};

} // namespace pipette
