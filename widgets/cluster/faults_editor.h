// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/cluster/faults.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QListWidget;
class QPushButton;

namespace pipette {

/// What a plan shall do without: excluded GPUs and slow links; and how many GPUs are pinned. Setters show
/// values without emitting; every edit by a person is emitted as a whole value.
class FaultsEditor : public QWidget {
    Q_OBJECT

public:
    explicit FaultsEditor(QWidget* parent = nullptr);
    /// Another cluster has no faults until they are set.
    void setCluster(std::shared_ptr<const Cluster> cluster);
    void setFaults(const Faults& faults);
    void setPinnedCount(int gpus);

signals:
    void faultsEdited(const pipette::Faults& faults);
    void unpinAllRequested();

private:
    void wireButtons();
    void showFaults();
    void addDegradedLink();

    std::shared_ptr<const Cluster> cluster_;
    Faults faults_;
    QLabel *excluded_text_, *pinned_text_;
    QPushButton *include_all_, *unpin_all_, *remove_link_;
    QListWidget* links_;
    QComboBox *host_a_, *host_b_;
    QDoubleSpinBox* factor_;
};

} // namespace pipette
