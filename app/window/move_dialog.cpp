// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/move_dialog.h"

#include "core/plan/groups/group_places.h"
#include "widgets/cluster/gpus/gpu_roles.h"
#include "widgets/plans/changes_text.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/units_text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>

namespace pipette {

MoveDialog::MoveDialog(const Shown& shown, int gpu, QWidget* parent)
    : QDialog(parent),
      gpu_(gpu),
      node_(shown.cluster->node_of(gpu)),
      what_(new QComboBox),
      target_(new QComboBox),
      change_(plainLabel()),
      answer_(plainLabel()),
      shown_(shown) {
    for (const Axis& axis : groupedAxes(shown))
        if (GpuGroups groups(shown, axis); groups.of_gpu(gpu) >= 0)
            groups_.push_back(std::move(groups));
    nameFields();
    layOut();
    connect(what_, &QComboBox::currentIndexChanged, this, &MoveDialog::fillTargets);
    connect(target_, &QComboBox::currentIndexChanged, this, &MoveDialog::ask);
    fillTargets();
    move_->setEnabled(false);
    QMetaObject::invokeMethod(this, &MoveDialog::ask, Qt::QueuedConnection); // when the asker listens
}

void MoveDialog::nameFields() {
    const Cluster& cluster = *shown_.cluster;
    setWindowTitle(tr("Move to"));
    setAccessibleName(tr("Move to"));
    what_->setAccessibleName(tr("What moves"));
    const ParallelConfig& config = shown_.candidate->config;
    what_->addItem((config.peers() > 1 ? tr("GPU %1 (with its block)") : tr("GPU %1"))
                       .arg(nameText(cluster.gpu_name(gpu_))));
    what_->addItem(tr("Node %1").arg(nameText(cluster.nodes[static_cast<std::size_t>(node_)].host)));
    for (const GpuGroups& groups : groups_)
        what_->addItem(filled(tr("The %1 (%2 GPUs)"), groups.name(groups.of_gpu(gpu_)),
                              groups.size(groups.of_gpu(gpu_))));
    target_->setAccessibleName(tr("Where to"));
    change_->setAccessibleName(tr("The change in time"));
    answer_->setAccessibleName(tr("What it would change"));
}

void MoveDialog::layOut() {
    target_->setMaxVisibleItems(20);
    change_->setFont(strongFont(font()));
    answer_->setWordWrap(true);
    answer_->setMinimumWidth(fontMetrics().averageCharWidth() * 50);
    answer_->setMinimumHeight(fontMetrics().height() * 2);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    move_ = buttons->addButton(tr("&Move"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &MoveDialog::requestMove);
    auto* layout = new QFormLayout(this);
    layout->addRow(tr("&What"), what_);
    layout->addRow(tr("Wh&ere to"), target_);
    layout->addRow(change_);
    layout->addRow(answer_);
    layout->addRow(buttons);
}

const GpuGroups* MoveDialog::chosenGroups() const {
    const int chosen = what_->currentIndex() - 2; // after the GPU and the node
    return chosen < 0 ? nullptr : &groups_[static_cast<std::size_t>(chosen)];
}

void MoveDialog::fillTargets() {
    target_->clear();
    if (const GpuGroups* groups = chosenGroups())
        addGroups(*groups);
    else if (what_->currentIndex() == 1)
        addNodes(QStringLiteral("%1"));
    else
        addGpus();
}

void MoveDialog::addNodes(const QString& sentence) {
    const Cluster& cluster = *shown_.cluster;
    for (int node = 0; node < cluster.node_count(); ++node)
        if (chosenGroups() || node != node_)
            target_->addItem(filled(sentence, nameText(cluster.nodes[static_cast<std::size_t>(node)].host)),
                             node);
}

/// Other groups, by one of their GPUs, then nodes, by -1 - node.
void MoveDialog::addGroups(const GpuGroups& groups) {
    for (int group = 0; group < groups.count(); ++group)
        if (group != groups.of_gpu(gpu_)) {
            const std::vector<int> gpus = groups.gpus(group);
            target_->addItem(filled(QStringLiteral("%1: %2"), groups.name(group),
                                    nameText(place_text(group_place(*shown_.cluster, gpus)))),
                             gpus.front());
        }
    const int first = target_->count();
    addNodes(tr("node %1 and those after it"));
    for (int item = first; item < target_->count(); ++item)
        target_->setItemData(item, -1 - target_->itemData(item).toInt());
}

void MoveDialog::addGpus() {
    const Cluster& cluster = *shown_.cluster;
    const std::vector<GpuRole> roles = gpuRoles(shown_);
    for (int other = 0; other < cluster.gpu_count(); ++other) {
        const GpuRole& role = roles[static_cast<std::size_t>(other)];
        const QString use = role.rank < 0
                                ? tr("spare")
                                : filled(tr("stage %1, replica %2"), role.place.stage, role.place.replica);
        if (other != gpu_)
            target_->addItem(QStringLiteral("%1: %2").arg(nameText(cluster.gpu_name(other)), use), other);
    }
}

Carried MoveDialog::carried() const {
    if (const GpuGroups* groups = chosenGroups())
        return {gpu_, -1, groups->axis()};
    return what_->currentIndex() == 1 ? Carried{-1, node_} : Carried{gpu_, -1};
}

Carried MoveDialog::target() const {
    const int target = target_->currentData().toInt();
    if (chosenGroups())
        return {target < 0 ? -1 : target, target < 0 ? -1 - target : -1};
    return what_->currentIndex() == 1 ? Carried{-1, target} : Carried{target, -1};
}

void MoveDialog::ask() {
    if (target_->currentIndex() < 0)
        return;
    move_->setEnabled(false);
    change_->clear();
    answer_->clear();
    emit moves_.previewRequested({carried(), target()});
}

void MoveDialog::requestMove() {
    emit moves_.moveRequested({carried(), target()});
    accept();
}

void MoveDialog::setDropPreview(const DropPreview& preview) {
    change_->setText(preview.allowed ? filled(QStringLiteral("%1 \u2192 %2"),
                                              changeText(preview.change_s, preview.time_s - preview.change_s),
                                              timeText(preview.time_s))
                                     : tr("not possible"));
    const QString parts = changesText(preview.parts);
    answer_->setText((parts.isEmpty() ? parts : parts + QLatin1Char('\n')) + messageText(preview.text));
    move_->setEnabled(preview.allowed);
}

} // namespace pipette
