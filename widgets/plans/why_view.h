// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_table.h"

#include <QStringList>
#include <QWidget>

class QLabel;
class QTableView;

namespace pipette {

/// Why the best plan wins, in words and figures that are ready to show.
struct WhyShown {
    QString heading;            ///< empty: there is nothing to tell yet
    QStringList sentences;      ///< one reason each
    ChartTable::Content times;  ///< parts of the time of the best and of its rivals
    ChartTable::Content stages; ///< on unlike GPUs; without rows: all are alike
};

/// "Why is this plan the best?": the reasons as sentences, above the figures that they come from.
class WhyView : public QWidget {
    Q_OBJECT

public:
    explicit WhyView(QWidget* parent = nullptr);

    void setReasons(const WhyShown& reasons);

signals:
    void wanted(); ///< it can be seen: its reasons must be those of the plan

protected:
    void showEvent(QShowEvent* event) override;

private:
    QLabel *heading_, *sentences_, *stages_heading_;
    ChartTable times_, stages_;
    QTableView *times_table_, *stages_table_;
};

} // namespace pipette
