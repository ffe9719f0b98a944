// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/evidence/training_view.h"

#include "widgets/charts/figures_table.h"
#include "widgets/evidence/loss_curve.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>

#include <map>

namespace pipette {

TrainingView::TrainingView(QWidget* parent)
    : QWidget(parent),
      framework_(new QComboBox),
      target_(new QComboBox),
      open_(new QPushButton(tr("Open &runs…"))),
      train_(new QPushButton(tr("&Train"))),
      cancel_(new QPushButton(tr("Cancel"))),
      save_(new QPushButton(tr("Sa&ve the estimator…"))),
      use_(new QPushButton(tr("Plan &with it"))),
      summary_(plainLabel()),
      loss_(new LossCurve),
      scatter_(new ScatterChart),
      halves_(new QSplitter(Qt::Horizontal)) {
    nameFields();
    layOut();
    connect(open_, &QPushButton::clicked, this, &TrainingView::openRunsRequested);
    connect(train_, &QPushButton::clicked, this, [this] {
        emit trainRequested(framework_->currentData().toString(),
                            static_cast<MemoryTarget>(target_->currentData().toInt()));
    });
    connect(cancel_, &QPushButton::clicked, this, &TrainingView::cancelRequested);
    connect(save_, &QPushButton::clicked, this, &TrainingView::saveRequested);
    connect(use_, &QPushButton::clicked, this, &TrainingView::useRequested);
    setRuns({});
}

void TrainingView::nameFields() {
    setAccessibleName(tr("Training of the memory estimator"));
    framework_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    framework_->setAccessibleName(tr("Framework whose runs are learned from"));
    target_->setAccessibleName(tr("What the network learns"));
    target_->addItem(tr("corrects the physics"),
                     QVariant::fromValue(static_cast<int>(MemoryTarget::residual)));
    target_->addItem(tr("from the configuration (Pipette)"),
                     QVariant::fromValue(static_cast<int>(MemoryTarget::direct)));
    target_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    summary_->setAccessibleName(tr("What came out of the training"));
    summary_->setWordWrap(true);
    scatter_->setEmptyText(tr("Predicted against measured memory shows here after the training."));
    use_->setToolTip(tr("Plans again; jobs of the framework take their memory from this estimator"));
}

void TrainingView::layOut() {
    setMinimumSize(260, 160); // the dock that it shares with others may be narrow
    const auto row = [](std::initializer_list<QWidget*> widgets) { // rows: no name is cut in a narrow dock
        auto* made = new QHBoxLayout;
        for (QWidget* widget : widgets)
            made->addWidget(widget);
        made->addStretch(1);
        return made;
    };
    QTableView* table =
        figuresTable(scatter_->chartTable(), tr("Runs of the training, the worst predicted first"));
    auto* left = new QSplitter(Qt::Vertical);
    left->addWidget(loss_);
    left->addWidget(table);
    halves_->addWidget(left);
    halves_->addWidget(scatter_);
    halves_->setSizes({500, 500});
    for (QSplitter* splitter : {left, halves_}) {
        splitter->setChildrenCollapsible(false);
        splitter->setStretchFactor(0, 1);
        splitter->setStretchFactor(1, 1);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(tokens::space_2, tokens::space_2, tokens::space_2, tokens::space_2);
    layout->setSpacing(4);
    layout->addLayout(row({open_, train_, cancel_}));
    layout->addLayout(row({framework_, target_}));
    layout->addWidget(summary_);
    layout->addLayout(row({use_, save_}));
    layout->addWidget(halves_, 1);
    layout->addStretch();
}

void TrainingView::setRuns(const std::vector<MeasuredRun>& runs) {
    std::map<std::string, int> counts;
    for (const MeasuredRun& run : runs)
        if (tells_memory(run))
            ++counts[run.framework];
    framework_->clear();
    for (const auto& [framework, count] : counts)
        framework_->addItem(filled(tr("%1 (%2 runs)"), nameText(framework), count),
                            QString::fromStdString(framework));
    summary_->setText(!counts.empty() ? tr("Every fifth run is kept out of the training and judges it.")
                      : runs.empty()  ? tr("Open a CSV of measured runs to train on.")
                                      : tr("None of these runs has a measured peak memory."));
    showButtons();
}

void TrainingView::setRunning(bool running) {
    running_ = running;
    showButtons();
}

void TrainingView::showButtons() {
    open_->setEnabled(!running_);
    train_->setEnabled(!running_ && framework_->count() > 0);
    cancel_->setEnabled(running_);
    save_->setEnabled(!running_ && trained_);
    use_->setEnabled(!running_ && trained_);
    framework_->setVisible(framework_->count() > 0);
    halves_->setVisible(running_ || trained_ || loss_->epochsDone() > 0); // no empty axes before
}

void TrainingView::begin(int epochs) {
    trained_ = false;
    loss_->clear(epochs);
    scatter_->setPoints({}, {}, predictedAxes(ScatterAxes::Quantity::memory));
    summary_->setText(tr("Training…"));
    setRunning(true);
}

void TrainingView::addProgress(const std::vector<TrainingProgress>& news) {
    for (const TrainingProgress& epoch : news)
        loss_->addLoss(epoch.loss);
}

void TrainingView::setResult(const TrainingShown& result) {
    trained_ = true;
    scatter_->setPoints(result.points, {tr("learned from"), tr("kept out")},
                        predictedAxes(ScatterAxes::Quantity::memory));
    QString text =
        filled(tr("%1 mean error on %2 runs of %3 that were kept out; %4 of them stay within the upper "
                  "estimate."),
               shareText(result.kept_out.mape), result.kept_out.n, nameText(result.framework),
               shareText(result.within_upper));
    if (result.stopped_early)
        text = tr("Cancelled; what it had learned: ") + text;
    summary_->setText(text);
    showButtons();
}

} // namespace pipette
