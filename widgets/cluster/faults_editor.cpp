// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/faults_editor.h"

#include "core/base/bounds.h"
#include "core/plan/edits/mapping_edit.h"
#include "widgets/plans/form_fields.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

#include <algorithm>

namespace pipette {

FaultsEditor::FaultsEditor(QWidget* parent) : QWidget(parent) {
    auto* layout = new QVBoxLayout;
    layout->setContentsMargins(8, 6, 8, 8);
    excluded_text_ = formNote(tr("Excluded GPUs"));
    include_all_ = new QPushButton(tr("Include all"));
    pinned_text_ = formNote(tr("Pinned GPUs"));
    unpin_all_ = new QPushButton(tr("Unpin all"));
    for (const auto& [text, button] :
         {std::pair{excluded_text_, include_all_}, std::pair{pinned_text_, unpin_all_}}) {
        auto* row = new QHBoxLayout;
        row->addWidget(text, 1);
        row->addWidget(button);
        layout->addLayout(row);
    }
    links_ = new QListWidget;
    links_->setAccessibleName(tr("Degraded links"));
    links_->setFixedHeight(3 * (fontMetrics().height() + 4) + 4);
    links_->setToolTip(tr("Links that run at a fraction of their measured bandwidth"));
    host_a_ = new QComboBox;
    host_a_->setAccessibleName(tr("First host of the slow link"));
    host_b_ = new QComboBox;
    host_b_->setAccessibleName(tr("Second host of the slow link"));
    factor_ = formFigure();
    factor_->setAccessibleName(tr("Share of the measured bandwidth"));
    factor_->setRange(100 * bounds::slowdown.least, 100); // a link that is faster is no fault
    factor_->setDecimals(1);
    factor_->setSuffix(QStringLiteral(" %"));
    factor_->setValue(50);
    auto* add = new QPushButton(tr("Add"));
    add->setAccessibleName(tr("Add the slow link"));
    remove_link_ = new QPushButton(tr("Remove"));
    remove_link_->setAccessibleName(tr("Remove the chosen slow link"));
    auto* row = new QHBoxLayout;
    row->addWidget(host_a_, 1);
    row->addWidget(plainLabel(QStringLiteral("–")));
    row->addWidget(host_b_, 1);
    row->addWidget(factor_);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(remove_link_);
    layout->addWidget(plainLabel(tr("Slow links")));
    layout->addWidget(links_);
    layout->addLayout(row);
    layout->addLayout(buttons);
    setLayout(layout);
    connect(add, &QPushButton::clicked, this, &FaultsEditor::addDegradedLink);
    wireButtons();
}

void FaultsEditor::wireButtons() {
    connect(include_all_, &QPushButton::clicked, this, [this] {
        Faults next = faults_;
        next.excluded_gpus.clear();
        emit faultsEdited(next);
    });
    connect(unpin_all_, &QPushButton::clicked, this, &FaultsEditor::unpinAllRequested);
    connect(remove_link_, &QPushButton::clicked, this, [this] {
        const int link = links_->currentRow();
        if (link < 0)
            return;
        Faults next = faults_;
        next.degraded.erase(next.degraded.begin() + link);
        emit faultsEdited(next);
    });
}

void FaultsEditor::setCluster(std::shared_ptr<const Cluster> cluster) {
    if (cluster != cluster_)
        faults_ = {}; // GPUs and hosts that this one may not have; its own are set next
    cluster_ = std::move(cluster);
    QStringList hosts;
    if (cluster_)
        for (const Node& node : cluster_->nodes)
            hosts << nameText(node.host);
    for (QComboBox* host : {host_a_, host_b_}) {
        host->clear();
        host->addItems(hosts);
    }
    host_b_->setCurrentIndex(std::min(1, static_cast<int>(hosts.size()) - 1));
    showFaults();
}

void FaultsEditor::setFaults(const Faults& faults) {
    faults_ = faults;
    showFaults();
}

void FaultsEditor::showFaults() {
    excluded_text_->setText(
        faults_.excluded_gpus.empty() || !cluster_
            ? tr("No GPU is excluded")
            : tr("Excluded: %1").arg(nameText(gpu_list_name(*cluster_, faults_.excluded_gpus))));
    include_all_->setEnabled(!faults_.excluded_gpus.empty());
    links_->clear();
    for (const DegradedLink& link : faults_.degraded)
        links_->addItem(
            tr("%1 – %2 at %3").arg(nameText(link.host_a), nameText(link.host_b), shareText(link.factor)));
    remove_link_->setEnabled(!faults_.degraded.empty());
}

void FaultsEditor::setPinnedCount(int gpus) {
    pinned_text_->setText(gpus == 0 ? tr("No GPU is pinned") : tr("%1 GPUs pinned").arg(gpus));
    unpin_all_->setEnabled(gpus > 0);
}

void FaultsEditor::addDegradedLink() {
    const auto host = [this](const QComboBox* box) { // its text is for reading
        return cluster_->nodes[static_cast<std::size_t>(box->currentIndex())].host;
    };
    if (host_a_->currentIndex() < 0 || host_a_->currentIndex() == host_b_->currentIndex())
        return;
    const DegradedLink link{host(host_a_), host(host_b_), factor_->value() / 100};
    Faults next = faults_;
    std::erase_if(next.degraded, [&](const DegradedLink& old) {
        return (old.host_a == link.host_a && old.host_b == link.host_b) ||
               (old.host_a == link.host_b && old.host_b == link.host_a);
    });
    next.degraded.push_back(link);
    emit faultsEdited(next);
}

} // namespace pipette
