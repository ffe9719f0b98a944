// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/studies/study_editor.h"

#include "core/base/input_error.h"
#include "widgets/plans/fold_card.h"
#include "widgets/plans/form_fields.h"
#include "widgets/studies/tokens_box.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <initializer_list>

namespace pipette {
namespace {

/// Parts between commas; one that holds a comma itself stands in quotes.
QStringList values_in(const QString& text) {
    QStringList values(1);
    bool quoted = false;
    for (const QChar character : text)
        if (character == QLatin1Char('"'))
            quoted = !quoted;
        else if (character == QLatin1Char(',') && !quoted)
            values << QString();
        else
            values.back() += character;
    values.removeIf([](const QString& value) { return value.trimmed().isEmpty(); });
    return values;
}

QString in_quotes_where_needed(const QString& value) {
    return value.contains(QLatin1Char(',')) ? QLatin1Char('"') + value + QLatin1Char('"') : value;
}

/// "64, 128" as values of the axis. Throws InputError.
StudyAxis axis_of(const std::string& name, const QString& text) {
    StudyAxis axis{name, {}};
    for (const QString& part : values_in(text))
        axis.values.push_back(axis_value(name, part.trimmed().toStdString()));
    return axis;
}

// A field shows two decimals: a number that nobody has touched stays what it is.
constexpr const char* given = "given";

void fill(QDoubleSpinBox& box, double value) {
    box.setValue(value);
    box.setProperty(given, box.value());
}

void take(const QDoubleSpinBox& box, double& value, double unit) {
    if (box.value() != box.property(given).toDouble())
        value = box.value() * unit;
}

QString text_of(const StudyAxis& axis) {
    QStringList values;
    for (const AxisValue& value : axis.values)
        values << in_quotes_where_needed(nameText(pipette::text_of(value)));
    return values.join(QStringLiteral(", "));
}

} // namespace

StudyEditor::StudyEditor(QWidget* parent)
    : QWidget(parent),
      cards_(new QuestionCards),
      of_(formNote(tr("What is studied"))),
      note_(formNote(tr("State of the study"))),
      ask_(new QPushButton(tr("As&k"))),
      progress_(new QProgressBar) {
    setAccessibleName(tr("Study"));
    progress_->setAccessibleName(tr("Progress of the study"));
    progress_->setRange(0, 1000);
    progress_->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, tokens::space_2);
    layout->setSpacing(tokens::space_1);
    layout->addWidget(makeFields(), 1);
    for (QWidget* below : {static_cast<QWidget*>(note_), static_cast<QWidget*>(progress_)})
        layout->addWidget(below);
    note_->setContentsMargins(tokens::card_padding, 0, tokens::card_padding, 0);
    keepFromWheel(*this);
    setStudy({}, {});
    setResting(tr(
        "A new study takes the cluster, the model and the job of the plan, and varies the number of GPUs."));
}

QWidget* StudyEditor::makeFields() {
    using Fold = FoldCard::Fold;
    base_ = new FoldCard(Glyph::model, tr("What is trained"), makeBase(), Fold::open);
    varied_ = new FoldCard(Glyph::limits, tr("What is varied"), makeAxes(), Fold::open);
    goal_ = new FoldCard(Glyph::flag, tr("Goal"), makeGoal(), Fold::open);
    prices_ = new FoldCard(Glyph::money, tr("Price and power"), makePrices(), Fold::open);
    failures_ = new FoldCard(Glyph::warning, tr("Failures"), makeFailures(), Fold::closed);
    auto* fields = new QWidget;
    auto* column = new QVBoxLayout(fields);
    column->setContentsMargins({});
    column->setSpacing(0);
    for (QWidget* part :
         std::initializer_list<QWidget*>{makeList(), cards_, base_, varied_, goal_, prices_, failures_})
        column->addWidget(part);
    column->addStretch();
    return pageScroll(fields, tr("What is asked"));
}

QWidget* StudyEditor::makeBase() {
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(tokens::card_padding, 0, tokens::card_padding, tokens::space_2);
    of_->setFont(smallFont(font()));
    column->addWidget(of_);
    return body;
}

QWidget* StudyEditor::makeList() {
    list_ = new QWidget;
    auto* row = new QHBoxLayout(list_);
    row->setContentsMargins(tokens::card_padding, tokens::space_2, tokens::card_padding, tokens::space_2);
    studies_ = new QComboBox;
    studies_->setObjectName(QStringLiteral("studies"));
    studies_->setAccessibleName(tr("Studies of this document"));
    studies_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* remove = new QToolButton;
    remove->setObjectName(QStringLiteral("remove-study"));
    remove->setText(QStringLiteral("×"));
    remove->setAccessibleName(tr("Remove this study"));
    setPlainTip(*remove, tr("Remove this study; Undo brings it back with its points"));
    row->addWidget(studies_, 1);
    row->addWidget(remove);
    row->addWidget(ask_);
    connect(studies_, &QComboBox::activated, this, &StudyEditor::studyChosen);
    connect(remove, &QToolButton::clicked, this, &StudyEditor::removeRequested);
    return list_;
}

void StudyEditor::setStudies(const QStringList& names, int open) {
    studies_->clear();
    for (const QString& name : names)
        studies_->addItem(filled(tr("%1. %2"), studies_->count() + 1, name));
    studies_->setCurrentIndex(open);
    list_->setVisible(!names.isEmpty());
}

QDoubleSpinBox* StudyEditor::connected(QDoubleSpinBox* box, const QString& name, const QString& none) {
    box->setAccessibleName(name);
    box->setSpecialValueText(none);
    box->setKeyboardTracking(false);
    box->setMinimumWidth(box->fontMetrics().averageCharWidth() * 14);
    connect(box, &QDoubleSpinBox::valueChanged, this, &StudyEditor::enter);
    return box;
}

QDoubleSpinBox* StudyEditor::number(QFormLayout& form, const QString& name, const QString& unit, double most,
                                    const QString& none) {
    QDoubleSpinBox* box = formFigure();
    box->setRange(0, most);
    box->setSuffix(unit);
    form.addRow(name, connected(box, name, none));
    return box;
}

QDoubleSpinBox* StudyEditor::tokens(QFormLayout& form, const QString& name, const QString& none) {
    QDoubleSpinBox* box = connected(new TokensBox, name, none);
    setPlainTip(*box, tr("Tokens: 15T, 300B or 16M"));
    form.addRow(name, box);
    return box;
}

QWidget* StudyEditor::makeGoal() {
    auto* body = new QWidget;
    QFormLayout& form = *cardForm(body);
    tokens_ = tokens(form, tr("Tokens"), tr("not said"));
    step_tokens_ = tokens(form, tr("Tokens a step"), tr("as the batch"));
    days_ = number(form, tr("Deadline"), tr(" days"), 1e5, tr("none"));
    budget_ = number(form, tr("Budget"), {}, bounds::budget.most, tr("none"));
    budget_->setDecimals(0);
    budget_->setGroupSeparatorShown(true);
    setPlainTip(*budget_, tr("What the training may cost, in the currency of the price"));
    return body;
}

QWidget* StudyEditor::makePrices() {
    auto* body = new QWidget;
    QFormLayout& form = *cardForm(body);
    price_ = number(form, tr("Price"), tr(" /GPU-hour"), 1e4, tr("as the GPU"));
    currency_ = new QLineEdit;
    currency_->setAccessibleName(tr("Currency"));
    currency_->setMaxLength(bounds::most_currency);
    currency_->setMinimumWidth(price_->minimumWidth());
    setPlainTip(*currency_,
                tr("Currency of the price and of all money. The prices of GPU kinds are in %1; a study in "
                   "another currency does not use them.")
                    .arg(ownText(list_currency)));
    connect(currency_, &QLineEdit::editingFinished, this, &StudyEditor::enter);
    form.addRow(tr("Currency"), currency_);
    power_ = number(form, tr("Power"), tr(" W a GPU"), 1e5, tr("as the GPU"));
    pue_ = number(form, tr("PUE"), {}, 10);
    pue_->setMinimum(1);
    return body;
}

QWidget* StudyEditor::makeFailures() {
    auto* body = new QWidget;
    QFormLayout& form = *cardForm(body);
    mtbf_ = number(form, tr("Failure every"), tr(" GPU-h"), 1e9);
    mtbf_->setMinimum(1);
    mtbf_->setDecimals(0);
    checkpoint_ = number(form, tr("Checkpoint"), tr(" s"), 1e5);
    checkpoint_->setMinimum(0.01);
    restart_ = number(form, tr("Restart"), tr(" s"), 1e5);
    return body;
}

QWidget* StudyEditor::makeAxes() {
    auto* body = new QWidget;
    axes_ = new QVBoxLayout(body);
    axes_->setContentsMargins(tokens::card_padding, 0, tokens::card_padding, tokens::space_2);
    axes_->setSpacing(tokens::space_1);
    add_ = new QPushButton(tr("Vary something else &too"));
    axes_->addWidget(add_);
    connect(add_, &QPushButton::clicked, this, [this] {
        addAxis({"link_factor", {1.0, 0.5}});
        enter();
    });
    QFormLayout* form = formLayout();
    form->setContentsMargins({});
    share_ = number(*form, tr("Move factors by"), tr(" %"), 99, tr("not asked"));
    axes_->addLayout(form);
    return body;
}

void StudyEditor::showValues() {
    const TrainingGoal& goal = study_.base.goal;
    base_->setValue(nameText(study_.base.model.name));
    varied_->setValue(study_.axes.size() == 1 ? tr("1 list") : tr("%1 lists").arg(study_.axes.size()));
    goal_->setValue(tokens_->text());
    prices_->setValue(
        goal.price_per_gpu_hour > 0
            ? filled(tr("%1 %2 a GPU-hour"), numberText(goal.price_per_gpu_hour), nameText(goal.currency))
            : tr("as the GPU"));
    failures_->setValue(tr("every %1 GPU-hours").arg(groupedText(goal.failures.gpu_mtbf_hours, 0)));
}

void StudyEditor::addAxis(const StudyAxis& axis) {
    auto* whole = new QWidget;
    auto* grid = new QGridLayout(whole);
    grid->setContentsMargins(0, 0, 0, 0);
    auto* kinds = new QComboBox;
    kinds->setAccessibleName(tr("Axis"));
    kinds->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    for (const AxisKind* kind : Registry<AxisKind>::all())
        kinds->addItem(kind->unit.empty() || kind->unit == kind->title
                           ? wordText(kind->title)
                           : QStringLiteral("%1, %2").arg(wordText(kind->title), wordText(kind->unit)),
                       ownText(kind->name));
    kinds->setCurrentIndex(kinds->findData(nameText(axis.axis)));
    auto* values = new QLineEdit(text_of(axis));
    values->setAccessibleName(tr("Values, with commas between them"));
    values->setCursorPosition(0); // a long list shows its beginning
    auto* remove = new QToolButton;
    remove->setText(QStringLiteral("×"));
    remove->setAccessibleName(tr("Remove this axis"));
    setPlainTip(*remove, tr("Remove this axis"));
    grid->addWidget(kinds, 0, 0);
    grid->addWidget(remove, 0, 1);
    auto* file = new QToolButton;
    file->setObjectName(QStringLiteral("cluster-file"));
    file->setText(QStringLiteral("…"));
    file->setAccessibleName(tr("Add a cluster file"));
    setPlainTip(*file, tr("Add a cluster file; the price of its GPU-hour may stand behind it: @2.4"));
    grid->addWidget(values, 1, 0);
    grid->addWidget(file, 1, 1);
    axes_->insertWidget(static_cast<int>(rows_.size()), whole);
    rows_.push_back({whole, kinds, values, file});
    showFileButtons();
    connect(file, &QToolButton::clicked, this, [this, values] {
        asking_ = values;
        emit clusterFileRequested();
    });
    connect(kinds, &QComboBox::activated, this, &StudyEditor::enter);
    connect(kinds, &QComboBox::activated, this, &StudyEditor::showFileButtons);
    connect(values, &QLineEdit::editingFinished, this, &StudyEditor::enter);
    connect(remove, &QToolButton::clicked, this, [this, whole] { removeAxis(whole); });
}

void StudyEditor::showFileButtons() {
    for (const AxisRow& row : rows_)
        row.file->setVisible(axis_named(row.axis->currentData().toString().toStdString()).names ==
                             AxisNames::cluster);
}

void StudyEditor::addValue(const QString& value) {
    if (!asking_)
        return;
    const QString before = asking_->text().trimmed();
    asking_->setText((before.isEmpty() ? before : before + QStringLiteral(", ")) +
                     in_quotes_where_needed(value));
    enter();
}

void StudyEditor::removeAxis(const QWidget* whole) {
    std::erase_if(rows_, [whole](const AxisRow& row) {
        if (row.whole == whole)
            row.whole->deleteLater();
        return row.whole == whole;
    });
    enter();
}

void StudyEditor::run() {
    if (enter())
        emit runRequested();
}

void StudyEditor::findSize() {
    if (enter())
        emit sizeRequested();
}

bool StudyEditor::enter() {
    if (filling_)
        return false;
    Study next = study_;
    try {
        next.axes.clear();
        for (const AxisRow& row : rows_)
            next.axes.push_back(
                axis_of(row.axis->currentData().toString().toStdString(), row.values->text()));
        TrainingGoal& goal = next.base.goal;
        take(*tokens_, goal.tokens, 1);
        take(*step_tokens_, next.base.tokens_per_step, 1);
        take(*days_, goal.days, 1);
        take(*price_, goal.price_per_gpu_hour, 1);
        take(*budget_, goal.budget, 1);
        goal.currency = currency_from_text({}, currency_->text().trimmed().toStdString());
        take(*power_, goal.power_w, 1);
        take(*pue_, goal.pue, 1);
        take(*mtbf_, goal.failures.gpu_mtbf_hours, 1);
        take(*checkpoint_, goal.failures.checkpoint_s, 1);
        take(*restart_, goal.failures.restart_s, 1);
        take(*share_, next.sensitivity.share, 0.01);
        (void)points_of(next);
    } catch (const InputError& error) {
        refused_ = messageText(error.place() + ": " + error.reason());
        say(said_);
        return false;
    }
    for (QDoubleSpinBox* box : findChildren<QDoubleSpinBox*>())
        box->setProperty(given, box->value());
    refused_.clear();
    say(said_);
    if (next != study_) {
        study_ = next;
        showValues();
        emit edited(study_);
    }
    return true;
}

void StudyEditor::say(const QString& text) {
    said_ = text;
    note_->setText(refused_.isEmpty() ? said_ : refused_);
}

void StudyEditor::setStudy(const Study& study, const QString& of) {
    if (study == study_ && of == of_->text() && !rows_.empty())
        return; // entered here: the fields keep the focus
    filling_ = true;
    refused_.clear();
    study_ = study;
    of_->setText(of);
    for (const AxisRow& row : rows_)
        row.whole->deleteLater();
    rows_.clear();
    for (const StudyAxis& axis : study.axes)
        addAxis(axis);
    const TrainingGoal& goal = study.base.goal;
    fill(*tokens_, goal.tokens);
    fill(*step_tokens_, study.base.tokens_per_step);
    fill(*days_, goal.days);
    fill(*price_, goal.price_per_gpu_hour);
    fill(*budget_, goal.budget);
    currency_->setText(nameText(goal.currency));
    fill(*power_, goal.power_w);
    fill(*pue_, goal.pue);
    fill(*mtbf_, goal.failures.gpu_mtbf_hours);
    fill(*checkpoint_, goal.failures.checkpoint_s);
    fill(*restart_, goal.failures.restart_s);
    fill(*share_, study.sensitivity.share * 100);
    const bool any = !of.isEmpty();
    cards_->setHidden(any);
    for (FoldCard* card : {base_, varied_, goal_, prices_, failures_})
        card->setVisible(any);
    list_->setVisible(any);
    showValues();
    filling_ = false;
}

void StudyEditor::setQuestions(QMenu* questions) {
    ask_->setMenu(questions);
}

void StudyEditor::enterGoals() {
    goal_->setFold(FoldCard::Fold::open);
    tokens_->setFocus();
    tokens_->selectAll();
}

void StudyEditor::enterValues() {
    if (rows_.empty())
        return;
    varied_->setFold(FoldCard::Fold::open);
    rows_.front().values->setFocus();
    rows_.front().values->selectAll();
}

void StudyEditor::setRunning(double fraction, const QString& step) {
    progress_->setRange(0, fraction < 0 ? 0 : 1000);
    progress_->setValue(static_cast<int>(fraction * 1000));
    progress_->show();
    say(step);
}

void StudyEditor::setResting(const QString& summary) {
    progress_->hide();
    say(summary);
}

} // namespace pipette
