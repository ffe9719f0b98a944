// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/scenarios_view.h"
#include "widgets/charts/split_text.h"

#include "widgets/charts/empty_note.h"
#include "widgets/charts/figures_table.h"
#include "widgets/plans/cluster_title.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QAction>
#include <QBoxLayout>
#include <QPushButton>
#include <QTableView>

#include <algorithm>

namespace pipette {

void ScenariosModel::setLines(std::vector<ScenarioLine> lines) {
    beginResetModel();
    lines_ = std::move(lines);
    endResetModel();
}

int ScenariosModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

int ScenariosModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant ScenariosModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const ScenarioLine& line = lines_[static_cast<std::size_t>(index.row())];
    const Candidate& candidate = *line.plan.candidate;
    if (role == Qt::CheckStateRole)
        return index.column() == name ? QVariant(line.shown) : QVariant();
    if (role == Qt::ToolTipRole && index.column() == name)
        return tr("Ticked ones stand beside the plan where plans are compared");
    if (role != Qt::DisplayRole && role != Qt::EditRole)
        return {};
    switch (static_cast<Column>(index.column())) {
    case name:
        return line.plan.name;
    case time:
        return timeText(candidate.iteration_time_s);
    case tokens:
        return countText(candidate.tokens_per_s);
    case memory:
        return wordOf(verdict_of(candidate));
    case gpus:
        return candidate.config.world();
    case configuration:
        return splitLine(short_name(candidate.config));
    case cluster:
        return clusterTitle(*line.plan.cluster);
    case model:
        return nameText(line.plan.model->name);
    case column_count:
        break;
    }
    return {};
}

QVariant ScenariosModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    return QStringList{tr("Scenario"), tr("Time/step"),     tr("Tokens/s"), tr("Memory"),
                       tr("GPUs"),     tr("Configuration"), tr("Cluster"),  tr("Model")}
        .value(section);
}

Qt::ItemFlags ScenariosModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == name ? flags | Qt::ItemIsUserCheckable | Qt::ItemIsEditable
                                                     : flags;
}

bool ScenariosModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || index.column() != name)
        return false;
    if (role == Qt::CheckStateRole)
        emit shownRequested(index.row(), static_cast<Qt::CheckState>(value.toInt()));
    else if (role == Qt::EditRole && !value.toString().trimmed().isEmpty())
        emit renameRequested(index.row(), value.toString().trimmed());
    else
        return false;
    return true;
}

ScenariosView::ScenariosView(QWidget* parent)
    : QWidget(parent),
      table_(figuresTable(&model_, tr("Scenarios"))),
      note_(new EmptyNote(Glyph::pin)),
      actions_(new QWidget),
      take_up_(new QPushButton(tr("&Go on from it"))),
      unpin_(new QPushButton(tr("&Unpin"))) {
    setAccessibleName(tr("Scenarios"));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
    note_->setSentence(
        tr("Pin the plan as a scenario (Ctrl+D), then change the cluster, the model or anything "
           "else: the pinned plan stays beside the new one in Compare, the Gantt chart, the "
           "memory bars and the breakdown."));
    note_->setButton(tr("Pin this plan"));
    take_up_->setToolTip(tr("Brings back its cluster, model, job and plan; Undo takes it back"));
    auto* pin = new QPushButton(tr("Pin this plan"));
    auto* buttons = new QHBoxLayout(actions_);
    buttons->setContentsMargins({});
    buttons->addWidget(pin);
    buttons->addStretch();
    buttons->addWidget(take_up_);
    buttons->addWidget(unpin_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(tokens::space_2, tokens::space_2, tokens::space_2, tokens::space_2);
    layout->addWidget(note_, 1);
    layout->addWidget(table_, 1);
    layout->addWidget(actions_);
    const auto action = [this](const QString& text, const QList<QKeySequence>& keys, QPushButton* button) {
        auto* made = new QAction(text, table_);
        made->setShortcuts(keys);
        made->setShortcutContext(Qt::WidgetShortcut); // Enter ends the editing of a name, too
        table_->addAction(made);
        connect(made, &QAction::triggered, button, &QPushButton::click);
    };
    action(tr("&Go on from it"), {Qt::Key_Return, Qt::Key_Enter}, take_up_);
    action(tr("&Unpin"), {QKeySequence::Delete}, unpin_);
    connect(pin, &QPushButton::clicked, this, &ScenariosView::pinRequested);
    connect(note_, &EmptyNote::asked, this, &ScenariosView::pinRequested);
    for (const auto& [button, signal] : {std::pair{take_up_, &ScenariosView::takeUpRequested},
                                         std::pair{unpin_, &ScenariosView::unpinRequested}})
        connect(button, &QPushButton::clicked, this, [this, signal = signal] {
            if (row() >= 0)
                emit(this->*signal)(row());
        });
    setLines({});
}

int ScenariosView::row() const {
    return table_->currentIndex().row();
}

void ScenariosView::setLines(std::vector<ScenarioLine> lines) {
    const int before = row(), count = static_cast<int>(lines.size());
    model_.setLines(std::move(lines));
    if (count > 0)
        table_->setCurrentIndex(model_.index(std::clamp(before, 0, count - 1), 0));
    note_->setVisible(count == 0);
    table_->setVisible(count > 0);
    actions_->setVisible(count > 0);
}

} // namespace pipette
