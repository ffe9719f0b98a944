// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/new_cluster_dialog.h"

#include "core/base/input_error.h"
#include "widgets/plans/form_fields.h"
#include "widgets/theme/units_text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <cmath>

namespace pipette {
namespace {

constexpr int first_nodes = 16, most_seed = 1'000'000;

QDoubleSpinBox* formRatio(const Bounds& bounds, const QString& name) {
    QDoubleSpinBox* field = formFigure();
    field->setRange(bounds.least, bounds.most);
    field->setDecimals(2);
    field->setAccessibleName(name);
    return field;
}

} // namespace

NewClusterDialog::NewClusterDialog(std::vector<KnownGpu> gpus, QWidget* parent)
    : QDialog(parent),
      gpus_(std::move(gpus)),
      gpu_(new QComboBox),
      nic_(new QComboBox),
      nodes_(formSize(bounds::assumed_nodes, tr("Nodes"))),
      node_gpus_(formNumber(bounds::node_gpus, tr("GPUs of a node"))),
      nics_(formNumber(bounds::node_nics, tr("Network cards of a node"))),
      domain_(formNumber(domain_nodes, tr("Nodes of an NVLink domain"))),
      leaf_(formNumber(bounds::leaf_nodes, tr("Nodes below a leaf switch"))),
      seed_(formNumber({0, most_seed, {}}, tr("Seed of the spread"))),
      oversubscription_(formRatio(bounds::oversubscription, tr("Oversubscription"))),
      spread_(formRatio(bounds::spread, tr("Spread of links"))),
      summary_(formNote(tr("The cluster that results"))),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Cancel)) {
    setObjectName(QStringLiteral("new-cluster"));
    setWindowTitle(tr("New cluster, assumed"));
    setAccessibleName(windowTitle());
    for (const KnownGpu& gpu : gpus_)
        gpu_->addItem(nameText(gpu.kind.name));
    for (const NicKind& kind : nic_kinds())
        nic_->addItem(filled(tr("%1 (%2 GB/s)"), ownText(kind.name).toUpper(), numberText(kind.gb_per_s)),
                      kind.gb_per_s);
    gpu_->setAccessibleName(tr("GPU kind"));
    nic_->setAccessibleName(tr("Network card"));
    nodes_->setValue(first_nodes);
    domain_->setSpecialValueText(tr("none"));
    leaf_->setSpecialValueText(tr("all"));
    seed_->setValue(1);
    spread_->setSingleStep(0.05);
    QPushButton* make = buttons_->addButton(tr("&Make the cluster"), QDialogButtonBox::AcceptRole);
    make->setObjectName(QStringLiteral("make"));
    make->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(fields());
    layout->addWidget(summary_);
    layout->addWidget(buttons_);
    connect(gpu_, &QComboBox::currentIndexChanged, this, &NewClusterDialog::takeReferenceSystem);
    connect(nic_, &QComboBox::currentIndexChanged, this, &NewClusterDialog::showSummary);
    for (QSpinBox* field : {nodes_, node_gpus_, nics_, domain_, leaf_, seed_})
        connect(field, &QSpinBox::valueChanged, this, &NewClusterDialog::showSummary);
    for (QDoubleSpinBox* field : {oversubscription_, spread_})
        connect(field, &QDoubleSpinBox::valueChanged, this, &NewClusterDialog::showSummary);
    connect(buttons_, &QDialogButtonBox::accepted, this, &NewClusterDialog::make);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    const auto usual = std::find_if(gpus_.begin(), gpus_.end(),
                                    [](const KnownGpu& gpu) { return gpu.kind.architecture == "hopper"; });
    gpu_->setCurrentIndex(usual == gpus_.end() ? 0 : static_cast<int>(usual - gpus_.begin()));
    takeReferenceSystem();
}

QFormLayout* NewClusterDialog::fields() {
    QFormLayout* form = formLayout();
    form->addRow(tr("&Nodes"), nodes_);
    form->addRow(tr("&GPU kind"), gpu_);
    form->addRow(tr("GPUs of a n&ode"), node_gpus_);
    form->addRow(tr("Network &card"), nic_);
    form->addRow(tr("Network cards of a no&de"), nics_);
    form->addRow(tr("Nodes of an NVL&ink domain"), domain_);
    form->addRow(tr("Nodes below a &leaf switch"), leaf_);
    form->addRow(tr("O&versubscription, to 1"), oversubscription_);
    form->addRow(tr("&Spread of links"), spread_);
    form->addRow(tr("S&eed of the spread"), seed_);
    spread_->setToolTip(tr("Standard deviation of the logarithm of each link's bandwidth: 0.1 is some 10 %"));
    domain_->setToolTip(tr("Nodes whose GPUs reach each other over NVLink, past the network cards"));
    oversubscription_->setToolTip(
        tr("Line rate into a leaf switch, divided by the line rate out of the leaf switch"));
    return form;
}

void NewClusterDialog::takeReferenceSystem() {
    const KnownGpu& gpu = gpus_[static_cast<std::size_t>(gpu_->currentIndex())];
    node_gpus_->setValue(gpu.gpus_per_node);
    nics_->setValue(gpu.nics_per_node);
    domain_->setValue(gpu.nodes_per_domain);
    for (int kind = 0; kind < nic_->count(); ++kind)
        if (nic_->itemData(kind).toDouble() == gpu.nic_gb_per_s) {
            nic_->setCurrentIndex(kind);
            break;
        }
    showSummary();
}

HypotheticalCluster NewClusterDialog::choices() const {
    const KnownGpu& gpu = gpus_[static_cast<std::size_t>(gpu_->currentIndex())];
    HypotheticalCluster choices;
    choices.gpu = gpu.kind;
    choices.nodes = nodes_->value();
    choices.gpus_per_node = node_gpus_->value();
    choices.nics = nics_->value();
    choices.nic_gb_per_s = nic_->currentData().toDouble();
    choices.gpu_link_gb_per_s = gpu.nvlink_gb_per_s > 0 ? gpu.nvlink_gb_per_s : gpu.pcie_gb_per_s;
    choices.nodes_per_domain = domain_->value();
    choices.nodes_per_leaf = leaf_->value();
    choices.oversubscription = oversubscription_->value();
    choices.spread = spread_->value();
    choices.seed = static_cast<std::uint64_t>(seed_->value());
    return choices;
}

void NewClusterDialog::showSummary() {
    const HypotheticalCluster now = choices();
    QString text = filled(
        tr("%1 GPUs. One stream between nodes reaches %2 GB/s of %3, between GPUs of a node "
           "%4 GB/s of %5: shares that were measured elsewhere. Plans on it say “assumed”."),
        now.nodes * now.gpus_per_node, numberText(nic_efficiency * now.nic_gb_per_s),
        numberText(now.nic_gb_per_s), numberText(std::round(gpu_link_efficiency * now.gpu_link_gb_per_s)),
        numberText(now.gpu_link_gb_per_s));
    bool possible = true;
    if (now.nics > now.gpus_per_node) {
        possible = false;
        text = tr("A node has no more network cards than GPUs.");
    }
    summary_->setText(text);
    for (QAbstractButton* button : buttons_->buttons())
        if (buttons_->buttonRole(button) == QDialogButtonBox::AcceptRole)
            button->setEnabled(possible);
}

void NewClusterDialog::make() {
    enterTyped(*this);
    const auto cluster = std::make_shared<const Cluster>(hypothetical_cluster(choices()));
    accept();
    emit made(cluster);
}

} // namespace pipette
