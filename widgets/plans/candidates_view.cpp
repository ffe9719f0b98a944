// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/candidates_view.h"

#include "widgets/charts/copy_table.h"
#include "widgets/charts/table_look.h"
#include "widgets/charts/view_menu.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStyle>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace pipette {

CandidatesView::CandidatesView(QWidget* parent)
    : QWidget(parent),
      tools_(new ViewTools(*this)),
      table_(new QTableView),
      text_(new QLineEdit),
      rejected_(new QCheckBox(tr("Show &rejected"))),
      counts_(plainLabel()) {
    setAccessibleName(tr("Candidates"));
    filter_.setSourceModel(&model_);
    text_->setPlaceholderText(tr("Filter, e.g. tp 8"));
    setPlainTip(*text_, tr("Rows that hold all of these words: a planner, tp 8, interleaved, over …"));
    text_->setAccessibleName(tr("Filter candidates"));
    text_->setClearButtonEnabled(true);
    rejected_->setToolTip(tr(
        "Configurations that were rejected: those that were nearest to being chosen, each with the reason"));
    counts_->setAccessibleName(tr("How many configurations"));

    makeTable();
    table_->viewport()->installEventFilter(this);
    tools_->add(text_);
    tools_->add(rejected_);
    tools_->add(counts_, [](QMenu&) {}); // left out where it has no room
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, tokens::space_1, 1, tokens::space_1);
    layout->setSpacing(tokens::space_1);
    layout->addWidget(table_);
    tools_->stayIn(*layout, {tokens::space_2, 2, tokens::space_2, 0}); // clear of the title's line

    connect(text_, &QLineEdit::textChanged, this,
            [this](const QString& text) { showOther([&] { filter_.setText(text); }); });
    connect(rejected_, &QCheckBox::toggled, this, [this] { showOther([&] { showRejected(); }); });
    connect(&model_, &CandidatesModel::comparedChanged, this, &CandidatesView::compareRequested);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &CandidatesView::currentChanged);
    connect(table_, &QTableView::customContextMenuRequested, this, &CandidatesView::showMenu);
    showCounts();
    fitColumns();
}

void CandidatesView::makeTable() {
    table_->setModel(&filter_);
    table_->setAccessibleName(tr("Candidate table"));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    look_ = applyTableLook(*table_);
    look_->setKeyColumn(CandidatesModel::time);
    table_->setWordWrap(false);
    table_->setTabKeyNavigation(false);
    table_->setContextMenuPolicy(Qt::CustomContextMenu);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setHighlightSections(false);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->horizontalHeader()->setStretchLastSection(true);
    table_->horizontalHeader()->setMinimumSectionSize(24);
    addCopyActions(*table_);
    orderRows();
}

/// In groups, until a person sorts by a column; the third click on its head ends that.
void CandidatesView::orderRows() {
    QHeaderView& heads = *table_->horizontalHeader();
    heads.setSectionsClickable(true);
    heads.setSortIndicatorShown(true);
    heads.setSortIndicatorClearable(true);
    heads.setSortIndicator(-1, Qt::AscendingOrder);
    connect(&heads, &QHeaderView::sortIndicatorChanged, this, &CandidatesView::sortBy);
    connect(&filter_, &QAbstractItemModel::rowsInserted, this, &CandidatesView::placeHeading);
    connect(&filter_, &QAbstractItemModel::rowsRemoved, this, &CandidatesView::placeHeading);
    connect(&filter_, &QAbstractItemModel::layoutChanged, this, &CandidatesView::placeHeading);
    connect(&filter_, &QAbstractItemModel::modelReset, this, &CandidatesView::placeHeading);
    filter_.setGrouped();
}

void CandidatesView::sortBy(int column, Qt::SortOrder order) {
    if (column < 0)
        filter_.setGrouped();
    else
        filter_.sort(column, order);
    placeHeading();
}

/// The row under the heading is high enough for both.
void CandidatesView::placeHeading() {
    QHeaderView& rows = *table_->verticalHeader();
    for (int row = 0; row < rows.count(); ++row)
        if (const int high = tokens::row * (filter_.isHeaded(row) ? 2 : 1); rows.sectionSize(row) != high)
            rows.resizeSection(row, high);
}

/// The width of a text in pixels. Candidates stream in and nearly all texts were there before: shaping them
/// again was most of the work on the window's thread while it plans.
int CandidatesView::measured(const QString& text) {
    const auto known = widths_.constFind(text);
    return known != widths_.cend()
               ? *known
               : *widths_.insert(
                     text, static_cast<int>(std::ceil(tabularWidth(QFontMetricsF(table_->font()), text))));
}

void CandidatesView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        widths_.clear();
        fitColumns();
        placeHeading();
    }
}

/// Every column as wide as its longest text: a configuration that is cut says little.
void CandidatesView::fitColumns() {
    const QFontMetrics heads = table_->horizontalHeader()->fontMetrics();
    const int icon =
        table_->style()->pixelMetric(QStyle::PM_SmallIconSize) + 8; // and what TableLook keeps free
    const int box = table_->style()->pixelMetric(QStyle::PM_IndicatorWidth);
    const int arrow = table_->style()->pixelMetric(QStyle::PM_HeaderMarkSize) + 4;
    const int range_width = tokens::scaled(54);
    table_->setColumnHidden(CandidatesModel::range, false);
    for (int column = 0; column < CandidatesModel::column_count; ++column) {
        const auto sorts = table_->horizontalHeader()->sortIndicatorSection() == column;
        int width = heads.horizontalAdvance(model_.headerData(column, Qt::Horizontal).toString()) +
                    (sorts ? arrow : 0);
        if (column == CandidatesModel::compare)
            width = std::max(width, box) + 4; // beside the bar of the chosen row
        if (column == CandidatesModel::range)
            width = std::max(width, range_width);
        for (int row = 0; column != CandidatesModel::note && row < model_.lineCount(); ++row) {
            const QModelIndex cell = model_.index(row, column);
            const QString text = column == CandidatesModel::configuration
                                     ? toldLine(cell.data(TableLook::told_role).toStringList())
                                     : cell.data().toString();
            width = std::max(width, measured(text) + (column == CandidatesModel::memory ? icon : 0));
        }
        table_->setColumnWidth(column, column == CandidatesModel::note ? leastNote() : width + 12);
    }
    shareRoom();
}

int CandidatesView::leastNote() const {
    return 18 * table_->fontMetrics().averageCharWidth();
}

/// The columns that decide stay in sight, and tokens/s where no configuration is cut for that. Where they
/// have no room, words beside figures go first, then the end of the configurations. Where there is room to
/// spare, the ranges take some.
void CandidatesView::shareRoom() {
    using C = CandidatesModel;
    const int icon = table_->style()->pixelMetric(QStyle::PM_SmallIconSize) + 4;
    const auto head = [&](int column) {
        return table_->horizontalHeader()->fontMetrics().horizontalAdvance(
                   model_.headerData(column, Qt::Horizontal).toString()) +
               12;
    };
    int brief = head(C::memory); // words without room for all of them say nothing
    for (int row = 0; row < model_.lineCount(); ++row)
        brief = std::max(
            brief, measured(model_.index(row, C::memory).data(TableLook::short_role).toString()) + icon + 12);
    const int host_order = measured(plannerTitle(Planner::host_order)) + 12;
    const auto saved = [&](int column, int least) {
        return std::max(table_->columnWidth(column) - least, 0);
    };
    int needed = 0;
    for (const auto column :
         {C::compare, C::planner, C::configuration, C::time, C::range, C::speed_up, C::memory})
        needed += table_->columnWidth(column);
    int excess = needed - table_->viewport()->width();
    const int without_cut =
        saved(C::memory, brief) + saved(C::planner, host_order) + saved(C::range, head(C::range));
    if (const int rate = table_->columnWidth(C::tokens); excess + rate <= without_cut)
        excess += rate;
    const auto shrink = [&](int column, int least) {
        const int whole = table_->columnWidth(column),
                  kept = std::clamp(whole - excess, std::min(least, whole), whole);
        table_->setColumnWidth(column, kept);
        excess -= whole - kept;
    };
    if (excess > 0) {
        excess -= table_->columnWidth(C::memory) - brief;
        table_->setColumnWidth(C::memory, brief);
        shrink(C::planner, host_order);
        shrink(C::range, head(C::range));
        constexpr tokens::Length least_name{100};
        shrink(C::configuration, least_name);
        if (excess > 0) { // the time and the verdict tell more than the range does
            const int room = table_->columnWidth(C::range) - excess;
            table_->setColumnHidden(C::range, true);
            table_->setColumnWidth(C::configuration,
                                   table_->columnWidth(C::configuration) + std::max(room, 0));
        }
        return;
    }
    excess = needed - table_->viewport()->width();
    for (const auto column : {C::tokens, C::mfu, C::gpus})
        excess += table_->columnWidth(column);
    excess += leastNote(); // the column itself takes what is left
    constexpr tokens::Length widest_range{160};
    const int range = table_->columnWidth(C::range);
    table_->setColumnWidth(C::range, std::clamp(range - excess, range, std::max<int>(range, widest_range)));
}

bool CandidatesView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

void CandidatesView::setLines(std::vector<CandidateLine> lines,
                              std::shared_ptr<const std::vector<Rejection>> rejected,
                              const LeftOut& left_out) {
    left_out_ = left_out;
    if (lines.empty())
        widths_.clear(); // of another plan
    has_plan_ = !lines.empty();
    showOther([&] {
        model_.setLines(std::move(lines), std::move(rejected));
        showRejected();
    });
    showCounts();
    fitColumns();
    scaleRanges();
}

/// All ranges on one scale, and a line where that of the chosen plan ends.
void CandidatesView::scaleRanges() {
    double low = 0, high = 0, mark = 0;
    for (int row = 0; row < model_.lineCount(); ++row) {
        const QVariantList range =
            model_.index(row, CandidatesModel::range).data(TableLook::range_role).toList();
        const double from = range.value(0).toDouble(), to = range.value(2).toDouble();
        low = row == 0 ? from : std::min(low, from);
        high = std::max(high, to);
        if (row == selection_.candidate)
            mark = to;
    }
    // What is much slower than the best would press all others together: it lies past the right end.
    constexpr double widest = 2; // ranges of the best
    if (model_.lineCount() > 0)
        if (const QVariantList best =
                model_.index(0, CandidatesModel::range).data(TableLook::range_role).toList();
            best.size() == 3 && best[2].toDouble() > best[0].toDouble())
            high = std::min(high, low + widest * (best[2].toDouble() - best[0].toDouble()));
    look_->setScale(low, high, mark);
    table_->viewport()->update();
}

void CandidatesView::setLine(int row, CandidateLine line) {
    showOther([&] { model_.setLine(row, std::move(line)); }); // it may no longer be what the filter asks for
    scaleRanges();
}

void CandidatesView::showOther(const std::function<void()>& change) {
    following_ = true;
    change();
    following_ = false;
    const Selection now = std::exchange(selection_, {});
    setSelection(now);
}

/// Where nothing was found, the rejected ones are all that there is to see.
void CandidatesView::showRejected() {
    rejected_->setEnabled(has_plan_);
    filter_.setShowRejected(rejected_->isChecked() || !has_plan_);
}

void CandidatesView::showTies() {
    text_->setText(CandidatesModel::tieWords());
    text_->setFocus();
}

void CandidatesView::showCounts() {
    const int lines = model_.lineCount(), listed = model_.rowCount() - lines;
    const auto& [rejected, indivisible] = left_out_;
    QString text = tr("No plan yet"), details = tr("Candidates show here once there is a plan");
    if (lines + rejected > 0) {
        text = rejected > 0
                   ? filled(tr("%1 plans, %2 rejected"), lines, groupedText(static_cast<double>(rejected), 0))
                   : tr("%1 plans").arg(lines);
        details =
            (listed < rejected
                 ? filled(tr("%1 candidates, %2 rejected (the nearest %3 are listed), %4 do not divide."),
                          lines, rejected, listed, indivisible)
                 : filled(tr("%1 candidates, %2 rejected, %3 do not divide."), lines, rejected,
                          indivisible)) +
            QLatin1Char(' ') +
            tr("Rejected: too much memory, surely slower, or across a fault. Combinations that do not "
               "divide the model, the batch or the nodes are not planned.");
    }
    counts_->setText(text);
    setPlainTip(*counts_, details);
}

int CandidatesView::currentRow() const {
    const QModelIndex index = filter_.mapToSource(table_->currentIndex());
    return index.isValid() && index.row() < model_.lineCount() ? index.row() : -1;
}

void CandidatesView::setSelection(const Selection& selection) {
    if (selection == selection_)
        return;
    selection_ = selection;
    following_ = true;
    if (selection.candidate >= 0 && selection.candidate < model_.lineCount()) {
        const QModelIndex index =
            filter_.mapFromSource(model_.index(selection.candidate, CandidatesModel::planner));
        table_->setCurrentIndex(index);
        table_->scrollTo(index);
    } else {
        table_->clearSelection();
    }
    following_ = false;
    scaleRanges();
}

const Rejection* CandidatesView::currentRejection() const {
    const QModelIndex index = filter_.mapToSource(table_->currentIndex());
    return index.isValid() && model_.isRejected(index.row()) ? &model_.rejection(index.row()) : nullptr;
}

void CandidatesView::currentChanged() {
    const int row = currentRow();
    if (!following_) {
        const Rejection* rejected = currentRejection();
        emit rejectionChosen(rejected ? std::optional(*rejected) : std::nullopt);
    }
    if (following_ || row < 0 || row == selection_.candidate)
        return;
    Selection next = selection_;
    next.candidate = row;
    next.device = next.replica = -1;
    emit selectionRequested(next);
}

void CandidatesView::showMenu(const QPoint& where) {
    const int row = currentRow();
    const auto add_own = [this, row](QMenu& menu) {
        if (row < 0) {
            if (currentRejection())
                menu.addAction(tr("&Why not this one?"), this, &CandidatesView::whyNotRequested);
            return;
        }
        const QModelIndex index = model_.index(row, CandidatesModel::compare);
        QAction* compare = menu.addAction(tr("&Compare"), this, [this, index = QPersistentModelIndex(index)] {
            const bool chosen = index.data(Qt::CheckStateRole) == Qt::Checked;
            model_.setData(index, chosen ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
        });
        compare->setCheckable(true);
        compare->setChecked(index.data(Qt::CheckStateRole) == Qt::Checked);
        menu.addAction(tr("&Improve from here"), this, [this, row] { emit improveRequested(row); });
    };
    openViewMenu(*table_, {}, table_->viewport()->mapToGlobal(where), add_own);
}

} // namespace pipette
