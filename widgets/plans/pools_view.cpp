// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/pools_view.h"
#include "widgets/charts/split_text.h"

#include "core/study/pools/pools_answer.h"
#include "widgets/charts/empty_note.h"
#include "widgets/charts/figures_table.h"
#include "widgets/plans/form_fields.h"
#include "widgets/theme/core_sentences.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>

namespace pipette {
PoolsView::PoolsView(QWidget* parent)
    : QWidget(parent),
      table_(figuresTable(&rows_, tr("Pools"))),
      by_(new QComboBox),
      note_(new EmptyNote(Glyph::plan)),
      answer_(formNote(tr("What pools gain"))),
      notes_(formNote(tr("What pools assume"))),
      progress_(new QProgressBar),
      find_(new QPushButton(tr("Plan the pools"))),
      cancel_(new QPushButton(tr("Ca&ncel"))),
      keep_(new QPushButton(tr("&Keep as scenarios"))) {
    setAccessibleName(tr("Pools"));
    by_->setObjectName(QStringLiteral("pools-by"));
    by_->setAccessibleName(tr("What the GPUs of a pool have in common"));
    by_->addItem(tr("Replicas of each kind of GPU"), int(PoolsBy::gpu_kind));
    by_->addItem(tr("Replicas of each zone"), int(PoolsBy::zone));
    find_->setObjectName(QStringLiteral("find-pools"));
    cancel_->setObjectName(QStringLiteral("cancel-pools"));
    keep_->setObjectName(QStringLiteral("keep-pools"));
    setPlainTip(*keep_,
                tr("Pins the plan of each pool as a scenario, to look at, to go on from and to export"));
    progress_->setAccessibleName(tr("Planning the pools"));
    progress_->setRange(0, 1000);
    progress_->setTextVisible(false);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(by_);
    buttons->addWidget(find_);
    buttons->addWidget(cancel_);
    buttons->addWidget(keep_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(tokens::space_2, tokens::space_2, tokens::space_2, tokens::space_2);
    auto* page = new QWidget;
    auto* texts = new QVBoxLayout(page);
    texts->setContentsMargins({});
    texts->addWidget(answer_);
    texts->addWidget(table_);
    texts->addWidget(notes_);
    texts->addStretch(1);
    texts_ = pageScroll(page, tr("What pools gain")); // in a small dock the notes lie below
    layout->addWidget(note_, 1);
    layout->addWidget(texts_, 1);
    layout->addWidget(progress_);
    layout->addLayout(buttons);
    note_->setSentence(
        tr("Replicas with a layout of their own on each kind of GPU, or in each zone, may use unlike GPUs "
           "better than like replicas do. They have not been planned yet."));
    connect(find_, &QPushButton::clicked, this, &PoolsView::findRequested);
    connect(cancel_, &QPushButton::clicked, this, &PoolsView::cancelRequested);
    connect(keep_, &QPushButton::clicked, this, &PoolsView::keepRequested);
    showRows(nullptr);
    setPools(nullptr, nullptr, State::impossible);
}

PoolsBy PoolsView::by() const {
    return PoolsBy(by_->currentData().toInt());
}

QString PoolsView::answer() const {
    return answer_->text();
}

void PoolsView::setProgress(double fraction, const QString& step) {
    progress_->setValue(int(fraction * progress_->maximum()));
    answer_->setText(step);
}

QString PoolsView::notesOf(const Cluster& cluster, const PooledPlan& plan) {
    QStringList lines;
    if (plan.shares.size() > 1)
        lines << tr("Exchange of gradients between the pools: %1").arg(timeText(plan.exchange_s));
    for (const PoolLeftOut& pool : plan.left_out)
        lines << filled(tr("Left out: %1 (%2 GPUs): %3"), nameText(pool.pool.name), pool.pool.gpus.size(),
                        sentenceText(pool.reason));
    for (const std::string& line : pools_transfers(cluster, plan))
        lines << sentenceText(line);
    for (const std::string& line : pools_assumptions(plan))
        lines << tr("Assumed: %1").arg(sentenceText(line));
    return lines.join(QLatin1Char('\n'));
}

void PoolsView::setPools(const std::shared_ptr<const PooledPlan>& found, const Cluster* cluster,
                         State state) {
    find_->setEnabled(state == State::ready);
    by_->setEnabled(state != State::running);
    cancel_->setEnabled(state == State::running);
    keep_->setEnabled(state == State::ready && found && !found->shares.empty());
    progress_->setVisible(state == State::running);
    const bool nothing = !found && state != State::running;
    note_->setVisible(nothing);
    texts_->setVisible(!nothing);
    if (state != State::running)
        answer_->setText(found ? sentenceText(pools_answer(*found)) : note_->sentence());
    if (found == found_)
        return;
    found_ = found;
    notes_->setText(found ? notesOf(*cluster, *found) : QString());
    notes_->setVisible(found != nullptr);
    showRows(found);
}

void PoolsView::showRows(const std::shared_ptr<const PooledPlan>& found) {
    ChartTable::Content content;
    content.columns = {tr("Pool"),  tr("GPUs"),   tr("Sequences"),    tr("Time/step"),
                       tr("Waits"), tr("Memory"), tr("Configuration")};
    content.rows = found ? int(found->shares.size()) : 0;
    content.cell = [found](int row, int column) -> ChartTable::Cell {
        const PoolShare& share = found->shares[std::size_t(row)];
        const Candidate& candidate = share.candidate;
        switch (column) {
        case 0:
            return {nameText(share.pool.name), {}};
        case 1:
            return {numberText(candidate.config.world()), candidate.config.world()};
        case 2:
            return {numberText(share.sequences), share.sequences};
        case 3:
            return {timeText(candidate.iteration_time_s), candidate.iteration_time_s};
        case 4:
            return {timeText(found->waits_s(share)), found->waits_s(share)};
        case 5:
            return {filled(tr("%1, %2"), wordOf(verdict_of(candidate)), shareText(fullest_share(candidate))),
                    fullest_share(candidate)};
        default:
            return {splitLine(short_name(candidate.config)), {}};
        }
    };
    rows_.setContent(std::move(content));
    table_->setVisible(rows_.rowCount() > 0);
    int height = table_->horizontalHeader()->sizeHint().height() + 2 * table_->frameWidth() +
                 table_->horizontalScrollBar()->sizeHint().height() + tokens::space_2;
    for (int row = 0; row < rows_.rowCount(); ++row)
        height += table_->rowHeight(row);
    table_->setFixedHeight(height); // the page scrolls, not the table
}

} // namespace pipette
