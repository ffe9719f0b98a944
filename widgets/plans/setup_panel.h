// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;

namespace pipette {

class BudgetEditor;
class FaultsEditor;
class FoldCard;
class JobEditor;
class LimitsEditor;
class Picker;
struct RecentFile;

/// What is said about a plan below its setup.
struct PlanNote {
    QString text;    ///< calibration of its times, what stays spare, what a launcher costs; empty: no plan
    QString brief;   ///< beside the title of the folded card: how wide the range is
    QString details; ///< tool tip: the runs of the calibration, and what was assumed
};

/// What a plan is made from: cluster, model, job, limits, faults and annealing budget. Setters show values
/// without emitting; every edit by a person is emitted as a whole value.
class SetupPanel : public QWidget {
    Q_OBJECT

public:
    explicit SetupPanel(QWidget* parent = nullptr);

    void setModelPresets(const std::vector<TransformerModel>& models);
    void setClusterSamples(const QStringList& names);
    void setRecentFiles(const std::vector<RecentFile>& clusters, const std::vector<RecentFile>& models);
    void setLaunchers(std::vector<LauncherLimit> launchers);
    void setCluster(const std::shared_ptr<const Cluster>& cluster);
    void setModel(const TransformerModel& model);
    void setJob(const TrainingJob& job);
    void setLimits(const SearchLimits& limits);
    void setBudget(const AnnealingBudget& budget);
    void setFaults(const Faults& faults);
    void setPinnedCount(int gpus);
    /// The plan that is shown is of an earlier setup: what that was, in a line. Empty: it is of this one.
    void setEarlier(const QString& words);
    /// Takes what is typed in a field and not yet entered, and emits the edit: a key that plans or saves does
    /// not move the focus.
    void enterTyped();
    void setPlanNote(const PlanNote& note);

signals:
    void openClusterRequested();
    void sampleRequested(int sample); ///< its place among setClusterSamples()
    void newClusterRequested();       ///< a person wants a cluster that nobody has measured
    void presetRequested(const QString& name);
    void openModelRequested();
    void aboutToPick();                      ///< a cluster or a model: the last moment for setRecentFiles()
    void fileRequested(const QString& path); ///< a recent cluster or model
    void jobEdited(const pipette::TrainingJob& job);
    void limitsEdited(const pipette::SearchLimits& limits);
    void budgetEdited(const pipette::AnnealingBudget& budget);
    void faultsEdited(const pipette::Faults& faults);
    void unpinAllRequested();

private:
    QWidget* clusterBody();
    QWidget* modelBody();
    void connectPicker(Picker& picker);
    void layOut();
    void showFaults();

    QLabel *cluster_text_, *model_text_, *earlier_, *plan_note_;
    Picker *samples_, *presets_;
    JobEditor* job_;
    LimitsEditor* limits_;
    FaultsEditor* faults_;
    BudgetEditor* budget_;
    FoldCard *cluster_card_, *model_card_, *job_card_, *more_card_, *tuning_card_, *limits_card_,
        *faults_card_, *budget_card_, *plan_card_;
    Faults shown_faults_;
    int pinned_ = 0;
};

} // namespace pipette
