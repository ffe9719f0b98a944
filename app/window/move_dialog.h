// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/groups/group_edit.h"
#include "widgets/cluster/gpu_groups.h"
#include "widgets/plans/shown.h"

#include <QDialog>

#include <vector>

class QComboBox;
class QLabel;
class QPushButton;

namespace pipette {

/// "Move to...": the keyboard's way to drag. Choose a GPU (or a node, or a group) to exchange with; the
/// change in time shows before it is done.
class MoveDialog : public QDialog {
    Q_OBJECT

public:
    /// `gpu`: what moves.
    MoveDialog(const Shown& shown, int gpu, QWidget* parent = nullptr);

public slots:
    void setDropPreview(const pipette::DropPreview& preview);

signals:
    void previewRequested(int from_gpu, int to_gpu);
    void nodePreviewRequested(int node_a, int node_b);
    void swapRequested(int from_gpu, int to_gpu);
    void nodeSwapRequested(int node_a, int node_b);
    void groupPreviewRequested(const pipette::GroupMove& move);
    void groupMoveRequested(const pipette::GroupMove& move);

private:
    void nameFields();
    void layOut();
    void fillTargets();
    void addNodes(const QString& sentence);
    void addGroups(const GpuGroups& groups);
    void addGpus();
    const GpuGroups* chosenGroups() const; ///< null: a GPU or a node moves
    GroupMove groupMove() const;
    void ask();
    void requestMove();

    int gpu_, node_;
    QComboBox *what_, *target_;
    QLabel *change_, *answer_;
    QPushButton* move_;
    Shown shown_;
    std::vector<GpuGroups> groups_; ///< that the GPU is in one of, by axis
};

} // namespace pipette
