// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/evidence/validation_view.h"

#include "widgets/charts/card_splitter.h"
#include "widgets/charts/figures_table.h"
#include "widgets/evidence/own_runs_card.h"
#include "widgets/theme/floating_choice.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableView>

namespace pipette {
namespace {

enum Quantity { time, memory, ranking, fine_tuning };
enum By { source, model, gpu, size };

} // namespace

ValidationView::ValidationView(QWidget* parent)
    : QWidget(parent),
      chart_(new ScatterChart),
      own_runs_(new OwnRunsCard),
      figures_table_(choiceTable(&figures_, tr("Errors by group"))),
      worst_table_(choiceTable(&worst_, tr("Runs, the worst predicted first"))),
      tools_(new ViewTools(*this)),
      quantity_(new FloatingChoice(this)),
      by_(new FloatingChoice(this)),
      cancel_(new QPushButton(tr("Cancel"))),
      summary_(plainLabel()) {
    setAccessibleName(tr("Validation: predicted against measured runs"));
    setMinimumSize(260, 160); // the dock that it shares with others may be narrow
    chart_->setEmptyText(tr("Open a CSV of measured runs to see how near the estimates come."));
    quantity_->showTexts({tr("Time per step"), tr("Memory"), tr("Ranking"), tr("Fine-tuning")}, 0);
    quantity_->setAccessibleName(tr("What is compared"));
    by_->showTexts({tr("by source"), tr("by model"), tr("by GPU"), tr("by number of GPUs")}, 0);
    by_->setAccessibleName(tr("How runs are grouped"));
    summary_->setAccessibleName(tr("Figures of all runs"));
    summary_->setWordWrap(true);
    summary_->setFont(smallFont(font()));
    summary_->setContentsMargins(tokens::space_3, tokens::space_1, tokens::space_3, tokens::space_2);

    for (FloatingChoice* choice : {quantity_, by_})
        tools_->add(choice, [choice](QMenu& menu) { choice->addTo(menu); });
    tools_->add(cancel_, [this](QMenu& menu) {
        menu.addAction(menuText(cancel_->text()), cancel_, &QPushButton::click);
    });
    for (QTableView* table : {figures_table_, worst_table_})
        table->horizontalHeader()->setStretchLastSection(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHalves(), 1);
    layout->addWidget(summary_);
    tools_->stayIn(*layout, {});

    connect(cancel_, &QPushButton::clicked, this, &ValidationView::cancelRequested);
    connect(quantity_, &QComboBox::currentIndexChanged, this, &ValidationView::refresh);
    connect(by_, &QComboBox::currentIndexChanged, this, &ValidationView::refresh);
    connect(chart_, &ScatterChart::pointChosen, this, &ValidationView::choose);
    connect(worst_table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) { choose(index.isValid() ? index.row() : -1); });
    connect(worst_table_, &QTableView::activated, this, &ValidationView::loadChosen);
    setBusy(false);
    refresh();
}

QWidget* ValidationView::makeHalves() {
    auto* upper = new CardSplitter(Qt::Horizontal);
    auto* beside = new CardSplitter(Qt::Vertical);
    beside->addCard(plainLabel(tr("How far off")), figures_table_);
    beside->addCard(plainLabel(tr("Your own runs")), own_runs_);
    beside->setSizes({500, 500});
    upper->addCard(plainLabel(tr("Predicted against measured")), chart_);
    upper->addWidget(beside);
    upper->setStretchFactor(0, 3);
    upper->setStretchFactor(1, 2);
    upper->setSizes({480, 520});
    auto* halves = new CardSplitter(Qt::Vertical); // runs have long lines: they take the whole width
    halves->addWidget(upper);
    halves->addCard(plainLabel(tr("Runs, worst first")), worst_table_);
    halves->setStretchFactor(0, 3);
    halves->setStretchFactor(1, 2);
    halves->setSizes({600, 400});
    return halves;
}

void ValidationView::setValidation(const ValidationShown& shown) {
    shown_ = shown;
    if (shown_.report) { // of what nothing was measured there is nothing to see
        const QSignalBlocker once(quantity_);
        const bool timed = shown_.report->overall.time.n > 0, weighed = shown_.report->overall.memory.n > 0;
        if (!timed && weighed)
            quantity_->setCurrentIndex(Quantity::memory);
        else if (!timed && !shown_.report->fine_tuned.empty())
            quantity_->setCurrentIndex(Quantity::fine_tuning);
        else if (!weighed && quantity_->currentIndex() == Quantity::memory)
            quantity_->setCurrentIndex(Quantity::time);
        quantity_->updateGeometry();
    }
    refresh();
}

void ValidationView::setBusy(bool busy) {
    busy ? tools_->offer(cancel_) : tools_->withdraw(cancel_);
}

QString ValidationView::groupOf(const MeasuredRun& run) const {
    switch (by_->currentIndex()) {
    case By::source:
        return nameText(run.source);
    case By::model:
        return nameText(run.model.name);
    case By::gpu:
        return nameText(run.gpu.name);
    default:
        return run.gpus <= 8     ? tr("up to 8 GPUs")
               : run.gpus <= 64  ? tr("9 to 64 GPUs")
               : run.gpus <= 512 ? tr("65 to 512 GPUs")
                                 : tr("more than 512 GPUs");
    }
}

QString ValidationView::notCounted() const {
    const ValidationReport& report = *shown_.report;
    QString text;
    if (const std::size_t runs = report.unclean.size(); runs > 0)
        text += runs == 1 ? tr(" Not counted: 1 run that is marked as unclean.")
                          : tr(" Not counted: %1 runs that are marked as unclean.").arg(runs);
    if (const int runs = number_of(report.inexpressible); runs > 0)
        text += runs == 1 ? tr(" Not counted: 1 run that no configuration can express.")
                          : tr(" Not counted: %1 runs that no configuration can express.").arg(runs);
    return text;
}

void ValidationView::refresh() {
    const int quantity = quantity_->currentIndex();
    const auto group = [this](const MeasuredRun& run) { return groupOf(run); };
    ValidationContent content;
    content.axes = predictedAxes(ScatterAxes::Quantity::time);
    if (shown_.report)
        content = quantity == Quantity::ranking ? rankingContent(shown_, group)
                  : quantity == Quantity::fine_tuning
                      ? fineTuningContent(shown_, group)
                      : errorContent(shown_,
                                     quantity == Quantity::time ? ScatterAxes::Quantity::time
                                                                : ScatterAxes::Quantity::memory,
                                     group);
    runs_ = std::move(content.runs);
    chart_->setPoints(std::move(content.points), std::move(content.groups), std::move(content.axes));
    figures_.setContent(std::move(content.figures));
    worst_.setContent(std::move(content.worst));
    emit chosenChanged();
    QStringList reasons;
    if (!shown_.report) {
        summary_->setText(tr("No measured runs yet."));
    } else {
        if (content.summary.isEmpty())
            content.summary =
                quantity == Quantity::ranking
                    ? tr("No two timed runs share model, sequence, batch and GPUs: there is nothing to rank.")
                    : tr("None of these runs has such a figure.");
        figures_table_->setAccessibleName(content.figures_name);
        worst_table_->setAccessibleName(content.worst_name);
        chart_->setEmptyText(content.summary);
        summary_->setText(content.summary + notCounted());
        for (const std::string& reason : reasons_told(shown_.report->inexpressible))
            reasons << messageText(reason);
    }
    setPlainTip(*summary_, reasons.join(QLatin1Char('\n')));
}

void ValidationView::choose(int row) {
    emit chosenChanged();
    if (row < 0)
        return;
    if (chart_->chosen() != row)
        chart_->setChosen(row);
    if (worst_table_->currentIndex().row() != row)
        worst_table_->setCurrentIndex(worst_.index(row, 0));
}

bool ValidationView::mayLoad() const {
    return worst_table_->currentIndex().isValid();
}

void ValidationView::loadChosen() {
    if (const int row = worst_table_->currentIndex().row(); row >= 0)
        emit loadRequested(runs_[static_cast<std::size_t>(row)]);
}

} // namespace pipette
