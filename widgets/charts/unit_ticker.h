// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/units_text.h"

#include <qcustomplot.h>

namespace pipette {

/// Ticks of a time axis in another unit than seconds: a short iteration would read 0.0004.
class UnitTicker : public QCPAxisTicker {
public:
    explicit UnitTicker(double units_a_second) : units_(units_a_second) {}

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        return numberText(tick * units_, 'g', 8);
    }

private:
    double units_;
};

} // namespace pipette
