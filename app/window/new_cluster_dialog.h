// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/hypothetical.h"
#include "core/formats/documents/resources.h"

#include <QDialog>

#include <memory>

class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QSpinBox;

namespace pipette {

/// Describes a cluster that is not there yet: nodes, GPU kind, network cards, leaf switches. What the GPU's
/// maker builds is filled in; a line says what comes of it.
class NewClusterDialog : public QDialog {
    Q_OBJECT

public:
    explicit NewClusterDialog(std::vector<KnownGpu> gpus, QWidget* parent = nullptr);

    HypotheticalCluster choices() const;

signals:
    void made(const std::shared_ptr<const pipette::Cluster>& cluster);

private:
    QFormLayout* fields();
    void takeReferenceSystem();
    void showSummary();
    void make();

    std::vector<KnownGpu> gpus_;
    QComboBox *gpu_, *nic_;
    QSpinBox *nodes_, *node_gpus_, *nics_, *domain_, *leaf_, *seed_;
    QDoubleSpinBox *oversubscription_, *spread_;
    QLabel* summary_;
    QDialogButtonBox* buttons_;
};

} // namespace pipette
