// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/evidence/log_view.h"

#include "widgets/charts/empty_note.h"
#include "widgets/charts/figures_table.h"
#include "widgets/evidence/log_content.h"
#include "widgets/evidence/step_chart.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableView>

#include <algorithm>

namespace pipette {
namespace {

constexpr int before_column = 2; ///< of the parts

QTableView* rowTable(QAbstractItemModel* model, const QString& name) {
    QTableView* table = choiceTable(model, name);
    table->horizontalHeader()->setStretchLastSection(true);
    return table;
}

} // namespace

LogView::LogView(QWidget* parent)
    : QWidget(parent),
      chart_(new StepChart),
      runs_table_(rowTable(&runs_, tr("Runs of the logs, measured beside predicted"))),
      parts_table_(rowTable(&parts_, tr("Parts of the step, planned and measured"))),
      open_(new QPushButton(tr("Open &logs…"))),
      cancel_(new QPushButton(tr("Cancel"))),
      calibrate_(new QPushButton),
      fill_(new QCheckBox(tr("Take the &rest from the plan"))),
      held_(new QComboBox),
      answer_(plainLabel()),
      gaps_(plainLabel()),
      note_(new EmptyNote(Glyph::open)),
      tools_(new QWidget),
      content_(new QSplitter(Qt::Vertical)) {
    setAccessibleName(tr("Log against plan: what is slower than planned, since when, and why"));
    setMinimumSize(260, 160);
    answer_->setAccessibleName(tr("What is slower than planned"));
    gaps_->setAccessibleName(tr("What the log does not tell"));
    for (QLabel* label : {answer_, gaps_})
        label->setWordWrap(true);
    held_->addItems({tr("against the plan"), tr("against its prediction")});
    held_->setAccessibleName(tr("What the run is held against"));
    open_->setToolTip(tr("What trainings print, as it is (help: Training logs)"));
    fill_->setToolTip(
        tr("What the log does not say (GPU kind, nodes, shape of the model) is that of the plan on the "
           "board"));
    note_->setSentence(tr("Open the log of a training, or drop it on the window: its steps show here beside "
                          "the planned time."));
    note_->setButton(tr("Open &logs…"));
    layOut();
    connect(note_, &EmptyNote::asked, this, &LogView::openLogsRequested);
    connect(open_, &QPushButton::clicked, this, &LogView::openLogsRequested);
    connect(cancel_, &QPushButton::clicked, this, &LogView::cancelRequested);
    connect(calibrate_, &QPushButton::clicked, this, &LogView::calibrateRequested);
    connect(fill_, &QCheckBox::clicked, this,
            [this] { emit fillRequested(fill_->isChecked() ? FilledFrom::plan : FilledFrom::nothing); });
    connect(held_, &QComboBox::activated, this, [this] {
        held_chosen_ = true;
        showRun();
    });
    connect(runs_table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) {
                if (row.isValid())
                    chosen_ = row.row(), showRun();
            });
    setBusy(false);
    setLogs({});
}

void LogView::layOut() {
    auto* bar = new QHBoxLayout(tools_);
    bar->setContentsMargins({});
    for (QWidget* widget : {static_cast<QWidget*>(open_), static_cast<QWidget*>(cancel_),
                            static_cast<QWidget*>(fill_), static_cast<QWidget*>(held_)})
        bar->addWidget(widget);
    bar->addStretch(1);
    bar->addWidget(calibrate_);
    content_->addWidget(runs_table_);
    content_->addWidget(chart_);
    content_->addWidget(parts_table_);
    content_->setChildrenCollapsible(false);
    content_->setStretchFactor(0, 1);
    content_->setStretchFactor(1, 4);
    content_->setStretchFactor(2, 2);
    content_->setSizes({110, 300, 170});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(tokens::space_2, tokens::space_2, tokens::space_2, tokens::space_2);
    layout->setSpacing(4);
    layout->addWidget(tools_);
    layout->addWidget(answer_);
    layout->addWidget(note_, 1);
    layout->addWidget(content_, 1);
    layout->addWidget(gaps_);
}

void LogView::setBusy(bool busy) {
    tools_->setVisible(busy || !shown_.runs.empty());
    open_->setVisible(!busy);
    note_->button().setEnabled(!busy);
    cancel_->setVisible(busy);
    fill_->setEnabled(!busy && shown_.has_plan && !shown_.runs.empty());
    calibrate_->setEnabled(!busy && shown_.to_calibrate_on > 0);
}

void LogView::setLogs(const LogsShown& shown) {
    if (shown.runs.size() != shown_.runs.size())
        held_chosen_ = false;
    shown_ = shown;
    chosen_ = std::clamp(chosen_, 0, std::max(0, static_cast<int>(shown_.runs.size()) - 1));
    runs_.setContent(runsContent(shown_));
    const QSignalBlocker unasked(fill_);
    fill_->setChecked(shown_.filled == FilledFrom::plan);
    const int enough = shown_.to_calibrate_on;
    const auto all = static_cast<int>(shown_.runs.size());
    calibrate_->setText(enough == 0    ? tr("&Calibrate on these runs")
                        : enough < all ? filled(tr("&Calibrate on %1 of the %2 runs"), enough, all)
                        : enough == 1  ? tr("&Calibrate on this run")
                                       : tr("&Calibrate on these %1 runs").arg(enough));
    setPlainTip(*calibrate_,
                shown_.to_calibrate_on > 0
                    ? tr("Fits the calibration to these runs and plans again; Undo takes it back")
                    : tr("No run can be calibrated on: see below what each lacks"));
    note_->setVisible(shown_.runs.empty());
    content_->setVisible(!shown_.runs.empty());
    if (!shown_.runs.empty())
        runs_table_->selectRow(chosen_);
    showRun();
    setBusy(false);
}

void LogView::chooseRun(int run) {
    runs_table_->selectRow(run);
}

QString LogView::answer() const {
    return answer_->text();
}

void LogView::showRun() {
    const LoggedRunShown* run =
        shown_.runs.empty() ? nullptr : &shown_.runs[static_cast<std::size_t>(chosen_)];
    if (run && !held_chosen_)
        held_->setCurrentIndex(usuallyHeld(*run) == HeldAgainst::plan ? 0 : 1);
    const auto held = held_->currentIndex() == 0 ? HeldAgainst::plan : HeldAgainst::prediction;
    chart_->setRun(run, held);
    showParts(run ? againstOf(*run, held) : nullptr);
    answer_->setText(run ? againstText(*run, held) : QString());
    QString gaps = run ? gapsText(*run) : QString();
    for (const std::string& skipped : shown_.skipped)
        gaps +=
            (gaps.isEmpty() ? QString() : QStringLiteral("\n")) + tr("Skipped: %1").arg(nameText(skipped));
    gaps_->setText(gaps);
    answer_->setVisible(run);
    gaps_->setVisible(!gaps.isEmpty());
}

void LogView::showParts(const LogAgainstPlan* against) {
    parts_.setContent(partsContent(against));
    parts_table_->setVisible(against && !against->parts.empty());
    parts_table_->setColumnHidden(before_column, !against || !against->since);
}

} // namespace pipette
