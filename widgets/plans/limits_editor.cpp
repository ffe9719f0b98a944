// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/limits_editor.h"

#include "core/plan/context_kind.h"
#include "widgets/plans/form_fields.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSpinBox>
#include <QValidator>

#include <algorithm>

namespace pipette {
namespace {

QString text_of(const std::vector<int>& values) {
    QStringList words;
    for (const int value : values)
        words << QString::number(value);
    return words.join(QStringLiteral(", "));
}

std::vector<int> numbers_in(const QString& text) {
    std::vector<int> values;
    for (const QString& word : text.split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (const int value = word.trimmed().toInt(); bounds::parallel_size.hold(value))
            values.push_back(value);
    return values;
}

/// Sizes with commas between them; a digit that makes one too large is not typed.
class SizesValidator : public QValidator {
public:
    using QValidator::QValidator;
    State validate(QString& text, int&) const override {
        for (const QString& word : text.split(QLatin1Char(','))) {
            const QString digits = word.trimmed();
            bool number = false;
            const int value = digits.toInt(&number);
            if (!digits.isEmpty() && (!number || value < 0 || value > bounds::parallel_size.most))
                return Invalid;
        }
        return Acceptable;
    }
};

QListWidget* checks(const QStringList& names, const QString& accessible) {
    auto* list = new QListWidget;
    list->setAccessibleName(accessible);
    for (const QString& name : names) {
        auto* item = new QListWidgetItem(name, list);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable | Qt::ItemIsSelectable);
        item->setCheckState(Qt::Unchecked);
    }
    const int shown = static_cast<int>(std::min<qsizetype>(names.size(), 4));
    list->setFixedHeight(shown * (list->fontMetrics().height() + 6) + 6);
    return list;
}

/// Ticks what a list of limits holds; `all`: what the items stand for.
template <class All, class Value>
void tick(QListWidget& list, const All& all, const std::vector<Value>& values) {
    for (int i = 0; i < list.count(); ++i) {
        const bool held =
            std::find(values.begin(), values.end(), all[static_cast<std::size_t>(i)]) != values.end();
        list.item(i)->setCheckState(held ? Qt::Checked : Qt::Unchecked);
    }
}

template <class Value, class All>
std::vector<Value> ticked(const QListWidget& list, const All& all) {
    std::vector<Value> values;
    for (int i = 0; i < list.count(); ++i)
        if (list.item(i)->checkState() == Qt::Checked)
            values.push_back(all[static_cast<std::size_t>(i)]);
    return values;
}

constexpr int zero_stages[] = {0, 1, 2, 3};
constexpr double offloads[] = {0, 0.25, 0.5, 0.75, 1};

/// Names of the ways to split attention over GPUs.
std::vector<std::string> context_kinds() {
    std::vector<std::string> names;
    for (const ContextKind* kind : Registry<ContextKind>::all())
        names.emplace_back(kind->name);
    return names;
}

QStringList shown(const std::vector<std::string>& names) {
    QStringList texts;
    for (const std::string& name : names)
        texts << nameText(name);
    return texts;
}

constexpr Recompute recomputes[] = {Recompute::none, Recompute::selective, Recompute::full};

/// What an untouched list means, below it.
QLabel* hint(const QString& text) {
    auto* label = plainLabel(text);
    label->setFont(smallFont(label->font()));
    return label;
}

} // namespace

LimitsEditor::LimitsEditor(QWidget* parent) : QWidget(parent) {
    auto* layout = formLayout();
    const auto* numbers = new SizesValidator(this);
    world_sizes_ = new QLineEdit;
    world_sizes_->setPlaceholderText(tr("all"));
    world_sizes_->setToolTip(tr("Numbers of GPUs to try, such as 64, 128"));
    world_sizes_->setAccessibleName(tr("Numbers of GPUs to use"));
    world_sizes_->setValidator(numbers);
    micro_batches_ = new QLineEdit;
    micro_batches_->setPlaceholderText(tr("1, 2, 4, 8"));
    micro_batches_->setAccessibleName(tr("Micro batches to try"));
    micro_batches_->setValidator(numbers);
    makeSizes();
    recompute_ = checks(names_of(recomputes), tr("Recomputation to try; none ticked: all"));
    recompute_->setToolTip(tr("None ticked: all three are tried"));
    schedules_ = checks(names_of(all_schedules()), tr("Schedules to try; none ticked: 1f1b and interleaved"));
    schedules_->setToolTip(tr("None ticked: 1f1b and interleaved"));
    layout->addRow(tr("GP&Us"), world_sizes_);
    layout->addRow(tr("&Micro batch"), micro_batches_);
    layout->addRow(tr("Max &tp"), max_tp_);
    layout->addRow({}, stage_tp_);
    layout->addRow(tr("Max &cp"), max_cp_);
    layout->addRow(tr("Max &vpp"), max_vpp_);
    layout->addRow(tr("Recomp&ute"), recompute_);
    layout->addRow({}, hint(tr("none ticked: all three")));
    layout->addRow(tr("Sche&dules"), schedules_);
    layout->addRow({}, hint(tr("none ticked: 1f1b and interleaved")));
    zero_stages_ = checks({tr("0: nothing is spread"), tr("1: optimizer state"), tr("2: gradients, too"),
                           tr("3: parameters, too (FSDP)")},
                          tr("ZeRO stages to try; none ticked: as the framework does"));
    cp_kinds_ = checks(shown(context_kinds()),
                       tr("Context parallelism to try; none ticked: all whose causal mask is balanced"));
    layout->addRow(tr("&ZeRO"), zero_stages_);
    layout->addRow({}, hint(tr("none ticked: as the framework does")));
    offloads_ =
        checks({tr("nothing"), tr("25 % of the optimizer"), tr("50 % of the optimizer"),
                tr("75 % of the optimizer"), tr("all of the optimizer")},
               tr("What the host keeps; none ticked: nothing, or what it takes for something to fit"));
    layout->addRow(tr("&Host keeps"), offloads_);
    layout->addRow({}, hint(tr("none ticked: only what must not be on the GPUs")));
    layout->addRow(tr("Cp &kind"), cp_kinds_);
    layout->addRow({}, hint(tr("none ticked: all that are balanced")));
    launcher_ = new QComboBox;
    launcher_->setAccessibleName(tr("Launcher that must be able to start the plan"));
    launcher_->setToolTip(tr("Plans only mappings that this launcher can express, and says what that costs"));
    layout->addRow(tr("Launche&r"), launcher_);
    setLaunchers({});
    allow_faulty_ = new QCheckBox(tr("Use what is &broken"));
    allow_faulty_->setAccessibleName(tr("Use links, GPUs and hosts that are known to be broken"));
    allow_faulty_->setToolTip(
        tr("Plan over links, GPUs and hosts that the cluster file calls broken, links as if "
           "nobody had measured them"));
    layout->addRow({}, allow_faulty_);
    connectFields();
    setLayout(layout);
}

void LimitsEditor::makeSizes() {
    max_tp_ = formNumber({0, bounds::parallel_size.most, {}}, tr("Largest tensor parallel size"));
    max_tp_->setSpecialValueText(tr("GPUs of a node"));
    stage_tp_ = new QCheckBox(tr("&Own tp for each stage"));
    stage_tp_->setAccessibleName(tr("Stages on unlike GPUs may have a tensor parallel size of their own"));
    stage_tp_->setToolTip(
        tr("A study: on unlike GPUs, stages may have a tensor parallel size of their own. None of "
           "the frameworks runs such a plan."));
    max_cp_ = formNumber({0, bounds::parallel_size.most, {}}, tr("Largest context parallel size"));
    max_cp_->setSpecialValueText(tr("by the sequence"));
    max_cp_->setToolTip(tr("By the sequence: from 16384 tokens on, up to one GPU for every 4096 tokens"));
    max_vpp_ = formNumber(bounds::parallel_size, tr("Most model chunks a device"));
}

void LimitsEditor::connectFields() {
    for (QCheckBox* box : {stage_tp_, allow_faulty_})
        connect(box, &QCheckBox::toggled, this, &LimitsEditor::emitLimits);
    connect(launcher_, &QComboBox::currentIndexChanged, this, &LimitsEditor::emitLimits);
    for (QLineEdit* edit : {world_sizes_, micro_batches_})
        connect(edit, &QLineEdit::editingFinished, this, &LimitsEditor::emitLimits);
    for (QSpinBox* box : {max_tp_, max_cp_, max_vpp_})
        connect(box, &QSpinBox::valueChanged, this, &LimitsEditor::emitLimits);
    for (QListWidget* list : {recompute_, schedules_, zero_stages_, offloads_, cp_kinds_})
        connect(list, &QListWidget::itemChanged, this, &LimitsEditor::emitLimits);
}

void LimitsEditor::setLimits(const SearchLimits& limits) {
    limits_ = limits;
    showing_ = true;
    world_sizes_->setText(text_of(limits.world_sizes));
    micro_batches_->setText(text_of(limits.micro_batches));
    max_tp_->setValue(limits.max_tp);
    stage_tp_->setChecked(limits.stage_tp);
    max_cp_->setValue(limits.max_cp);
    max_vpp_->setValue(limits.max_vpp);
    allow_faulty_->setChecked(limits.allow_faulty);
    showLauncher();
    tick(*recompute_, recomputes, limits.recompute);
    tick(*schedules_, all_schedules(), limits.schedules);
    tick(*zero_stages_, zero_stages, limits.zero_stages);
    tick(*offloads_, offloads, limits.offloads);
    tick(*cp_kinds_, context_kinds(), limits.cp_kinds);
    showing_ = false;
}

void LimitsEditor::setLaunchers(std::vector<LauncherLimit> launchers) {
    showing_ = true;
    launchers_ = std::move(launchers);
    launcher_->clear();
    launcher_->addItem(tr("any"));
    for (const LauncherLimit& launcher : launchers_)
        launcher_->addItem(nameText(launcher.name));
    showLauncher();
    showing_ = false;
}

void LimitsEditor::showLauncher() {
    const auto at = std::find(launchers_.begin(), launchers_.end(), limits_.launcher);
    launcher_->setCurrentIndex(at == launchers_.end() ? 0 : 1 + static_cast<int>(at - launchers_.begin()));
}

void LimitsEditor::emitLimits() {
    if (showing_)
        return;
    SearchLimits limits = limits_;
    limits.world_sizes = numbers_in(world_sizes_->text());
    limits.micro_batches = numbers_in(micro_batches_->text());
    limits.max_tp = max_tp_->value();
    limits.stage_tp = stage_tp_->isChecked();
    limits.max_cp = max_cp_->value();
    limits.max_vpp = max_vpp_->value();
    limits.allow_faulty = allow_faulty_->isChecked();
    limits.launcher.reset();
    if (const int index = launcher_->currentIndex(); index > 0)
        limits.launcher = launchers_[static_cast<std::size_t>(index - 1)];
    limits.recompute = ticked<Recompute>(*recompute_, recomputes);
    limits.schedules = ticked<ScheduleKind>(*schedules_, all_schedules());
    limits.zero_stages = ticked<int>(*zero_stages_, zero_stages);
    limits.offloads = ticked<double>(*offloads_, offloads);
    limits.cp_kinds = ticked<std::string>(*cp_kinds_, context_kinds());
    if (limits != limits_)
        emit limitsEdited(limits);
}

} // namespace pipette
