// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QListWidget;
class QSpinBox;

namespace pipette {

/// What a search may try. setLimits shows values without emitting; every edit by a person is emitted as a
/// whole value.
class LimitsEditor : public QWidget {
    Q_OBJECT

public:
    explicit LimitsEditor(QWidget* parent = nullptr);
    void setLimits(const SearchLimits& limits);
    /// Those that a plan can be made for.
    void setLaunchers(std::vector<LauncherLimit> launchers);

signals:
    void limitsEdited(const pipette::SearchLimits& limits);

private:
    void makeSizes();
    void connectFields();
    void emitLimits();
    void showLauncher();

    SearchLimits limits_;
    bool showing_ = false; ///< values come from the program, not from a person
    QLineEdit *world_sizes_, *micro_batches_;
    QSpinBox *max_tp_, *max_cp_, *max_vpp_;
    QListWidget *recompute_, *schedules_, *zero_stages_, *offloads_, *cp_kinds_;
    QCheckBox *stage_tp_, *allow_faulty_;
    QComboBox* launcher_;
    std::vector<LauncherLimit> launchers_;
};

} // namespace pipette
