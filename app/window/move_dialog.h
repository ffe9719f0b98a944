// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/cluster/gpus/gpu_groups.h"
#include "widgets/cluster/gpus/move_requests.h"
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
    MoveRequests& moves() { return moves_; } ///< what the person asks

public slots:
    void setDropPreview(const pipette::DropPreview& preview);

private:
    void nameFields();
    void layOut();
    void fillTargets();
    void addNodes(const QString& sentence);
    void addGroups(const GpuGroups& groups);
    void addGpus();
    const GpuGroups* chosenGroups() const; ///< null: a GPU or a node moves
    Carried carried() const;               ///< what moves
    Carried target() const;                ///< where to
    void ask();
    void requestMove();

    MoveRequests moves_;
    int gpu_, node_;
    QComboBox *what_, *target_;
    QLabel *change_, *answer_;
    QPushButton* move_;
    Shown shown_;
    std::vector<GpuGroups> groups_; ///< that the GPU is in one of, by axis
};

} // namespace pipette
