// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/compare_view.h"

#include "core/plan/stages/layers_text.h"
#include "core/plan/stages/stage_tp.h"
#include "core/plan/time_parts.h"
#include "widgets/charts/copy_table.h"
#include "widgets/charts/split_text.h"
#include "widgets/charts/table_look.h"
#include "widgets/plans/cluster_title.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QBoxLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

/// "100 %", "100 % (core_attn+attn_proj)": the share of the activations on the host, and whose inputs they
/// are.
QString activationsText(const Offload& offload) {
    const QString share = shareText(offload.activations);
    return offload.modules.empty()
               ? share
               : filled(QStringLiteral("%1 (%2)"), share, nameText(text_of(offload.modules)));
}

} // namespace

void CompareModel::addWords(const QString& name, const std::function<QString(const Candidate&)>& text) {
    Line line{name, {}, false, -1, false};
    for (const ComparedPlan& plan : plans_)
        line.cells.push_back(text(*plan.candidate));
    line.differs = std::any_of(line.cells.begin(), line.cells.end(),
                               [&](const QString& cell) { return cell != line.cells.front(); });
    lines_.push_back(std::move(line));
}

void CompareModel::addFigure(const QString& name, Better better,
                             const std::function<double(const Candidate&)>& value,
                             const std::function<QString(double)>& text) {
    Line line{name, {}, false, -1, true};
    std::vector<double> values;
    for (const ComparedPlan& plan : plans_)
        values.push_back(value(*plan.candidate));
    const auto best = better == Better::more ? std::max_element(values.begin(), values.end())
                                             : std::min_element(values.begin(), values.end());
    line.differs = std::any_of(values.begin(), values.end(),
                               [&](double figure) { return text(figure) != text(values.front()); });
    const auto as_good = std::count_if(values.begin(), values.end(),
                                       [&](double figure) { return text(figure) == text(*best); });
    line.best = as_good == 1 ? static_cast<int>(best - values.begin()) : -1; // one of equals wins nothing
    for (std::size_t i = 0; i < values.size(); ++i) {
        QString cell = text(values[i]);
        if (const double change = values[i] - values[0]; // of a share it would read as points
            values[0] > 0 && cell != text(values[0]) && !cell.endsWith(QLatin1Char('%')))
            cell += QStringLiteral(" (%1)").arg(signedShareText(change / values[0]));
        line.cells.push_back(std::move(cell));
    }
    lines_.push_back(std::move(line));
}

void CompareModel::addInputs() {
    const auto add = [this](const QString& name, const std::function<QString(const ComparedPlan&)>& text) {
        Line line{name, {}, true, -1, false};
        for (const ComparedPlan& plan : plans_)
            line.cells.push_back(text(plan));
        if (std::any_of(line.cells.begin(), line.cells.end(),
                        [&](const QString& cell) { return cell != line.cells.front(); }))
            lines_.push_back(std::move(line));
    };
    const bool told = std::all_of(plans_.begin(), plans_.end(), [](const ComparedPlan& plan) {
        return plan.cluster && plan.model && plan.job;
    });
    if (!told)
        return;
    add(tr("cluster"), [](const ComparedPlan& plan) { return clusterTitle(*plan.cluster); });
    add(tr("model"), [](const ComparedPlan& plan) { return nameText(plan.model->name); });
    add(tr("global batch"), [](const ComparedPlan& plan) { return QString::number(plan.job->global_batch); });
    add(tr("sequence"),
        [](const ComparedPlan& plan) { return tr("%1 tokens").arg(plan.job->sequence_length); });
    add(tr("fine-tuning"), [](const ComparedPlan& plan) {
        const std::string tuning = tuning_text(plan.job->tuning);
        return tuning.empty() ? tr("none") : ownText(tuning);
    });
    add(tr("optimizer"), [](const ComparedPlan& plan) { return nameText(plan.job->optimizer); });
    add(tr("framework"), [](const ComparedPlan& plan) { return nameText(plan.job->framework); });
}

void CompareModel::setPlans(std::vector<ComparedPlan> plans) {
    beginResetModel();
    plans_ = std::move(plans);
    lines_.clear();
    if (!plans_.empty()) {
        const auto number = [](int value) { return QString::number(value); };
        addFigure(
            tr("time per step"), Better::less, [](const Candidate& c) { return c.iteration_time_s; },
            timeText);
        addFigure(
            tr("tokens/s"), Better::more, [](const Candidate& c) { return c.tokens_per_s; }, countText);
        addFigure(
            tr("tokens/s of a GPU"), Better::more,
            [](const Candidate& c) { return c.tokens_per_s / c.config.world(); }, countText);
        addFigure(
            tr("MFU"), Better::more, [](const Candidate& c) { return c.mfu; }, shareText);
        addFigure(tr("fullest GPU"), Better::less, fullest_share, shareText);
        addWords(tr("verdict"), [](const Candidate& c) { return wordOf(verdict_of(c)); });
        addWords(tr("schedule"), [](const Candidate& c) { return ownText(name_of(c.config.schedule)); });
        addWords(tr("pipeline (pp)"), [&](const Candidate& c) { return number(c.config.pp); });
        addWords(tr("tensor (tp)"), [&](const Candidate& c) {
            if (has_stage_tp(c.config))
                return ownText(layers_text(c.config.tp_per_stage, " + "));
            return c.config.tp_x > 1
                       ? filled(tr("%1 = %2\u00b7%3"), c.config.tp, c.config.tp_x, c.config.tp_y())
                       : number(c.config.tp);
        });
        addWords(tr("context (cp)"), [&](const Candidate& c) { return number(c.config.cp); });
        addWords(tr("data (dp)"), [&](const Candidate& c) { return number(c.config.dp); });
        addWords(tr("chunks a device (vpp)"), [&](const Candidate& c) { return number(c.config.vpp); });
        addWords(tr("micro batch"), [&](const Candidate& c) { return number(c.config.micro_batch); });
        addWords(tr("microbatches"), [&](const Candidate& c) { return number(c.config.microbatches()); });
        addWords(tr("recomputation"), [](const Candidate& c) { return nameText(recompute_text(c.config)); });
        addWords(tr("optimizer on the host"),
                 [](const Candidate& c) { return shareText(c.config.offload.optimizer); });
        addWords(tr("activations on the host"),
                 [](const Candidate& c) { return activationsText(c.config.offload); });
        addWords(tr("GPUs"), [&](const Candidate& c) { return number(c.config.world()); });
        addInputs();
        for (const TimePart& part : time_parts())
            addFigure(
                wordText(part.name()), Better::less,
                [part](const Candidate& c) { return c.breakdown.*part.seconds; }, timeText);
    }
    endResetModel();
}

void CompareModel::setHeaderFit(std::function<bool(const QString& line)> fits) {
    fits_ = std::move(fits);
    if (!plans_.empty())
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

int CompareModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

int CompareModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(plans_.size());
}

QVariant CompareModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? lines_[static_cast<std::size_t>(section)].name : QVariant();
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const ComparedPlan& plan = plans_[static_cast<std::size_t>(section)];
    const QString between = QStringLiteral(" \u00b7 ");
    QString name = plan.name, line = name;
    const QStringList words = splitLine(short_name(plan.candidate->config)).split(between);
    for (const QString& word : words) {
        const bool breaks = &word == &words.front() || !fits_(line + between + word);
        line = breaks ? word : line + between + word;
        name += (breaks ? QStringLiteral("\n") : between) + word;
    }
    return name;
}

QVariant CompareModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const Line& line = lines_[static_cast<std::size_t>(index.row())];
    const bool best = line.best == index.column();
    switch (role) {
    case Qt::DisplayRole:
        return (best ? QStringLiteral("✓ ") : QString()) +
               line.cells[static_cast<std::size_t>(index.column())];
    case Qt::ToolTipRole:
        return best          ? tr("best of these")
               : line.figure ? QVariant()
                             : plainTip(line.cells[static_cast<std::size_t>(index.column())]);
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1: %2%3")
            .arg(line.name, line.cells[static_cast<std::size_t>(index.column())],
                 best ? tr(", best of these") : QString());
    case Qt::FontRole: {
        QFont font;
        font.setBold(best);
        return font;
    }
    case Qt::ForegroundRole:
        return line.differs ? QVariant() : QVariant(themeOf(QGuiApplication::palette()).muted);
    default:
        return {};
    }
}

CompareView::CompareView(QWidget* parent) : QWidget(parent), table_(new QTableView), hint_(plainLabel()) {
    setAccessibleName(tr("Compare"));
    table_->setModel(&model_);
    table_->setAccessibleName(tr("Differences between the compared plans"));
    table_->setTabKeyNavigation(false);
    addCopyActions(*table_);
    applyTableLook(*table_);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 6);
    table_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table_->verticalHeader()->setFont(smallFont(font()));
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->horizontalHeader()->setHighlightSections(false);
    connect(table_->horizontalHeader(), &QHeaderView::sectionResized, this, [this](int, int, int width) {
        const QFontMetrics metrics = table_->horizontalHeader()->fontMetrics();
        const int room = width - 4 * style()->pixelMetric(QStyle::PM_HeaderMargin);
        model_.setHeaderFit(
            [metrics, room](const QString& line) { return metrics.horizontalAdvance(line) <= room; });
    });
    hint_->setText(tr("Tick up to four candidates in the table, or pin the plan as a scenario (Ctrl+D) and "
                      "change anything, to compare here, in the Gantt chart and in the memory bars."));
    hint_->setWordWrap(true);
    hint_->setAlignment(Qt::AlignCenter);
    hint_->setAccessibleName(tr("How to compare"));
    auto* clear = new QPushButton(tr("Stop comparing"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(tokens::space_1, tokens::space_2, tokens::space_1, tokens::space_2);
    layout->addWidget(hint_, 1);
    layout->addWidget(table_, 1);
    layout->addWidget(clear, 0, Qt::AlignRight);
    connect(clear, &QPushButton::clicked, this, &CompareView::clearRequested);
    connect(&model_, &QAbstractItemModel::modelReset, this, [this, clear] {
        const bool any = model_.columnCount() > 0;
        keepFiguresWhole();
        hint_->setVisible(!any);
        table_->setVisible(any);
        clear->setVisible(any);
    });
    model_.setPlans({});
}

/// Where columns have no room for their figures, the table scrolls. Words are cut there.
void CompareView::keepFiguresWhole() {
    QFont strong = table_->font();
    strong.setBold(true);
    const QFontMetrics metrics(strong);
    int widest = 0;
    for (int row = 0; row < model_.rowCount(); ++row)
        for (int column = 0; model_.isFigure(row) && column < model_.columnCount(); ++column)
            widest = std::max(widest, metrics.horizontalAdvance(model_.index(row, column).data().toString()));
    table_->horizontalHeader()->setMinimumSectionSize(widest + tokens::space_4);
}

void CompareView::setPlans(std::vector<ComparedPlan> plans) {
    model_.setPlans(std::move(plans));
}

} // namespace pipette
