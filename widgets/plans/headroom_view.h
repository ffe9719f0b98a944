// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/headroom.h"
#include "widgets/charts/chart_table.h"

#include <QWidget>

#include <optional>

class QLabel;
class QProgressBar;
class QPushButton;
class QTableView;

namespace pipette {

/// What the job is now, beside what it could be; 0: not known.
struct HeadroomNow {
    int sequence_length = 0, micro_batch = 0, layers = 0, gpus = 0;
    bool operator==(const HeadroomNow&) const = default;
};

/// How far the plan's job can be taken before nothing fits in memory: the longest sequence, the largest micro
/// batch, the deepest model, the fewest GPUs. Asks for them, and for an end of that.
class HeadroomView : public QWidget {
    Q_OBJECT

public:
    explicit HeadroomView(QWidget* parent = nullptr);

    enum class State { impossible, ready, running };
    /// `found` empty: not asked for yet, or of what is no longer entered.
    void setHeadroom(const HeadroomNow& now, const std::optional<Headroom>& found, State state);
    const ChartTable& model() const { return rows_; }

signals:
    void findRequested();
    void cancelRequested();

private:
    ChartTable rows_;
    HeadroomNow now_;
    std::optional<Headroom> found_;
    QTableView* table_;
    QLabel* note_;
    QProgressBar* progress_;
    QPushButton *find_, *cancel_;
};

} // namespace pipette
