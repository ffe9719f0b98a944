// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/validation_view.h"

#include "core/evidence/run_time.h"
#include "core/plan/parallel_config.h"
#include "widgets/figures_table.h"
#include "widgets/scatter_chart.h"
#include "widgets/units_text.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <map>

namespace pipette {
namespace {

enum Quantity { time, memory };
enum By { source, model, gpu, size };

QTableView* choiceTable(QAbstractItemModel* model, const QString& name) {
    QTableView* table = figuresTable(model, name);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->horizontalHeader()->setHighlightSections(false);
    return table;
}

QString signedShare(double fraction) {
    return (fraction < 0 ? QStringLiteral("−") : QStringLiteral("+")) + shareText(std::abs(fraction));
}

} // namespace

ValidationView::ValidationView(QWidget* parent)
    : QWidget(parent),
      chart_(new ScatterChart),
      figures_table_(choiceTable(&figures_, tr("Errors by group"))),
      worst_table_(choiceTable(&worst_, tr("Runs, the worst predicted first"))),
      quantity_(new QComboBox),
      by_(new QComboBox),
      open_(new QPushButton(tr("Open &runs…"))),
      cancel_(new QPushButton(tr("Cancel"))),
      load_(new QPushButton(tr("Open as a p&lan"))),
      summary_(new QLabel) {
    setAccessibleName(tr("Validation: predicted against measured runs"));
    setMinimumSize(260, 160); // the dock that it shares with others may be narrow
    chart_->setEmptyText(tr("Open a CSV of measured runs to see how near the estimates come."));
    quantity_->addItems({tr("Time per step"), tr("Memory")});
    quantity_->setAccessibleName(tr("What is compared"));
    by_->addItems({tr("by source"), tr("by model"), tr("by GPU"), tr("by number of GPUs")});
    by_->setAccessibleName(tr("How runs are grouped"));
    summary_->setAccessibleName(tr("Error of all runs"));
    summary_->setWordWrap(true);
    open_->setToolTip(tr("CSV files with the columns that the README lists"));

    auto* bar = new QHBoxLayout;
    for (QWidget* widget : {static_cast<QWidget*>(open_), static_cast<QWidget*>(cancel_),
                            static_cast<QWidget*>(quantity_), static_cast<QWidget*>(by_)})
        bar->addWidget(widget);
    bar->addStretch(1);
    bar->addWidget(load_);
    auto* tables = new QSplitter(Qt::Vertical);
    tables->addWidget(figures_table_);
    tables->addWidget(worst_table_);
    tables->setChildrenCollapsible(false);
    auto* halves = new QSplitter(Qt::Horizontal);
    halves->addWidget(chart_);
    halves->addWidget(tables);
    halves->setStretchFactor(0, 1);
    halves->setStretchFactor(1, 1);
    halves->setChildrenCollapsible(false);
    halves->setSizes({450, 550});
    figures_table_->horizontalHeader()->setStretchLastSection(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->setSpacing(4);
    layout->addLayout(bar);
    layout->addWidget(summary_);
    layout->addWidget(halves, 1);

    connect(open_, &QPushButton::clicked, this, &ValidationView::openRunsRequested);
    connect(cancel_, &QPushButton::clicked, this, &ValidationView::cancelRequested);
    connect(load_, &QPushButton::clicked, this, &ValidationView::loadChosen);
    connect(quantity_, &QComboBox::currentIndexChanged, this, &ValidationView::refresh);
    connect(by_, &QComboBox::currentIndexChanged, this, &ValidationView::refresh);
    connect(chart_, &ScatterChart::pointChosen, this, &ValidationView::choose);
    connect(worst_table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) { choose(index.isValid() ? index.row() : -1); });
    connect(worst_table_, &QTableView::activated, this, &ValidationView::loadChosen);
    setBusy(false);
    refresh();
}

void ValidationView::setValidation(const ValidationShown& shown) {
    shown_ = shown;
    if (shown_.report) // nothing measured of one: show the other
        quantity_->setCurrentIndex(shown_.report->overall.time.n > 0 ? Quantity::time : Quantity::memory);
    refresh();
}

void ValidationView::setBusy(bool busy) {
    open_->setEnabled(!busy);
    cancel_->setVisible(busy);
}

QString ValidationView::groupOf(const MeasuredRun& run) const {
    switch (by_->currentIndex()) {
    case By::source:
        return QString::fromStdString(run.source);
    case By::model:
        return QString::fromStdString(run.model.name);
    case By::gpu:
        return QString::fromStdString(run.gpu.name);
    default:
        return run.gpus <= 8     ? tr("up to 8 GPUs")
               : run.gpus <= 64  ? tr("9 to 64 GPUs")
               : run.gpus <= 512 ? tr("65 to 512 GPUs")
                                 : tr("more than 512 GPUs");
    }
}

void ValidationView::refresh() {
    const bool times = quantity_->currentIndex() == Quantity::time;
    rows_.clear();
    QStringList groups;
    std::vector<ErrorFigures> figures;
    if (shown_.report) {
        std::map<QString, std::vector<const RunPrediction*>> members;
        for (const RunPrediction& row : shown_.report->rows) {
            const MeasuredRun& run = (*shown_.runs)[row.run];
            const double measured = times ? run.time_s : run.peak_memory_bytes;
            const double predicted = times ? row.time_s : row.memory_bytes;
            if (run.status == RunStatus::ok && run.clean && measured > 0 && predicted > 0)
                members[groupOf(run)].push_back(&row);
        }
        for (const auto& [name, rows] : members) {
            std::vector<double> predicted, measured;
            for (const RunPrediction* row : rows) {
                const MeasuredRun& run = (*shown_.runs)[row->run];
                predicted.push_back(times ? row->time_s : row->memory_bytes);
                measured.push_back(times ? run.time_s : run.peak_memory_bytes);
                rows_.push_back({static_cast<int>(row->run), static_cast<int>(groups.size()), measured.back(),
                                 predicted.back()});
            }
            groups << name;
            figures.push_back(error_figures(predicted, measured));
        }
    }
    const auto error = [](const Row& row) { return row.predicted / row.measured - 1; };
    std::stable_sort(rows_.begin(), rows_.end(),
                     [&](const Row& a, const Row& b) { return std::abs(error(a)) > std::abs(error(b)); });
    std::vector<ScatterPoint> points;
    for (const Row& row : rows_)
        points.push_back({row.measured, row.predicted, row.group,
                          QString::fromStdString((*shown_.runs)[static_cast<std::size_t>(row.run)].id)});
    chart_->setPoints(std::move(points), groups,
                      times ? ScatterChart::Quantity::time : ScatterChart::Quantity::memory);

    ChartTable::Content content;
    content.columns = {tr("Mean error"), tr("Bias"), tr("Rank"), tr("Runs"), tr("Group")};
    content.rows = static_cast<int>(groups.size());
    content.cell = [groups, figures](int row, int column) {
        const ErrorFigures& at = figures[static_cast<std::size_t>(row)];
        switch (column) {
        case 0:
            return ChartTable::Cell{shareText(at.mape), at.mape};
        case 1:
            return ChartTable::Cell{signedShare(at.bias), at.bias};
        case 2:
            return ChartTable::Cell{QString::number(at.spearman, 'f', 3), at.spearman};
        case 3:
            return ChartTable::Cell{QString::number(at.n), at.n};
        default:
            return ChartTable::Cell{groups[row], {}};
        }
    };
    figures_.setContent(std::move(content));

    content = {};
    content.columns = {tr("Error"), tr("Measured"), tr("Predicted"), tr("Configuration"), tr("Run")};
    content.rows = static_cast<int>(rows_.size());
    content.cell = [this, times, error](int number, int column) {
        const Row& row = rows_[static_cast<std::size_t>(number)];
        const MeasuredRun& run = (*shown_.runs)[static_cast<std::size_t>(row.run)];
        const auto value = [times](double figure) {
            return ChartTable::Cell{times ? timeText(figure) : memoryText(figure), figure};
        };
        switch (column) {
        case 0:
            return ChartTable::Cell{signedShare(error(row)), error(row)};
        case 1:
            return value(row.measured);
        case 2:
            return value(row.predicted);
        case 3:
            return ChartTable::Cell{
                QString::fromStdString(run.model.name + ": " + short_name(config_of(run))), {}};
        default:
            return ChartTable::Cell{QString::fromStdString(run.id), {}};
        }
    };
    worst_.setContent(std::move(content));
    load_->setEnabled(false);

    if (!shown_.report) {
        summary_->setText(tr("No measured runs yet."));
        return;
    }
    const ValidationReport& report = *shown_.report;
    const ErrorFigures& all = times ? report.overall.time : report.overall.memory;
    QString text = tr("<b>%1</b> mean error over %2 runs, bias %3, rank correlation %4. ")
                       .arg(shareText(all.mape))
                       .arg(all.n)
                       .arg(signedShare(all.bias), QString::number(all.spearman, 'f', 3));
    if (!times)
        text += tr("%1 of the runs stay within the upper estimate. ")
                    .arg(shareText(report.overall.memory.within_upper));
    text += tr("The memory filter refuses %1 of %2 runs that worked and %3 of %4 that failed.")
                .arg(report.refused_worked)
                .arg(report.worked)
                .arg(report.refused_failed)
                .arg(report.failed);
    if (report.skipped > 0)
        text += tr(" %1 runs cannot be expressed.").arg(report.skipped);
    for (const auto& [source, count] : shown_.without_recompute)
        text += QLatin1Char(' ') + QString::fromStdString(disbelief_text(source, count)).toHtmlEscaped();
    summary_->setText(all.n > 0 ? text : tr("None of these runs has such a figure."));
}

void ValidationView::choose(int row) {
    load_->setEnabled(row >= 0);
    if (row < 0)
        return;
    if (chart_->chosen() != row)
        chart_->setChosen(row);
    if (worst_table_->currentIndex().row() != row)
        worst_table_->setCurrentIndex(worst_.index(row, 0));
}

void ValidationView::loadChosen() {
    if (const int row = worst_table_->currentIndex().row(); row >= 0)
        emit loadRequested(rows_[static_cast<std::size_t>(row)].run);
}

} // namespace pipette
