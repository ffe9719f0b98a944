// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_view.h"

#include <vector>

namespace pipette {

/// The mean loss of each epoch of a training, live.
class LossCurve : public ChartView {
    Q_OBJECT

public:
    explicit LossCurve(QWidget* parent = nullptr);

    void clear(int epochs); ///< a training of so many epochs begins
    void addLoss(double loss);
    int epochsDone() const { return static_cast<int>(losses_.size()); }

    void renderTo(QPainter* painter, QSize size) override;

private:
    void refreshTable();

    std::vector<double> losses_;
    int epochs_ = 0;
};

} // namespace pipette
