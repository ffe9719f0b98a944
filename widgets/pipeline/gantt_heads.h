// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <qcustomplot.h>

namespace pipette {

class TimelinePlottable;

/// What stands left of the rows of a Gantt chart: a chip in the colour of each device's stage beside its
/// number.
class GanttHeads : public QCPLayerable {
    Q_OBJECT

public:
    static constexpr int chip = 8;        ///< pixels of its width
    static constexpr int room = chip + 8; ///< from the rows to the numbers

    GanttHeads(QCustomPlot& plot, const TimelinePlottable& bars);

    void setTheme(const Theme* theme) { theme_ = theme; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }
    QRect clipRect() const override { return parentPlot()->viewport(); }
    void draw(QCPPainter* painter) override;

private:
    const TimelinePlottable& bars_;
    const Theme* theme_ = &lightTheme();
};

} // namespace pipette
